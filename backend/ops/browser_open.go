package ops

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/site"
	"github.com/batonbrowser/baton/backend/wire"
)

// The display of a browser in CSS pixels (A6).
const (
	Width  = 1280
	Height = 720
)

// openWait leaves Chrome time for a cold start on a slow machine.
const openWait = 60 * time.Second

func browserOpen() []*Op {
	return []*Op{
		Define(Spec{
			Name: "browser_open", Title: "Open the browser", Effect: grant.Act, Audience: grant.ForAgent, Needs: OpensSession, Wait: openWait, Moves: true,
			Doc:  "Open your browser, on a profile if you name one, and go to url if given. browser_navigate opens it too.",
			Args: []string{"url"},
		}, openBrowser),
		Define(Spec{
			Name: "browser_navigate", Title: "Navigate", Effect: grant.Act, Audience: grant.ForAgent, Needs: OpensSession, Wait: openWait, Moves: true,
			Doc:  "Go to a URL (http or https). Answers the final URL and title.",
			Args: []string{"url"}, Example: &Example{In: NavigateIn{URL: "http://127.0.0.1:8000/"}},
		}, func(c *Call, in NavigateIn) (Went, error) {
			if err := c.mayAct(); err != nil {
				return Went{}, err
			}
			url, err := c.checkURL(c.Principal.Agent, in.URL)
			if err != nil {
				return Went{}, err
			}
			if err := c.maySite(url); err != nil {
				return Went{}, err
			}
			if err := c.ensureSession(""); err != nil {
				return Went{}, err
			}
			return c.goTo("browser_navigate", in.Looking, func(ctx context.Context, b session.Browser) (page.Navigation, error) {
				return b.Navigate(ctx, url)
			})
		}),
		history("browser_back", "Back", "Go back in the tab's history.", -1, "browser_navigate_back"),
		history("browser_forward", "Forward", "Go forward in the tab's history.", 1, "browser_navigate_forward"),
		Define(Spec{
			Name: "browser_reload", Title: "Reload", Effect: grant.Act, Audience: grant.ForAgent, Needs: NeedsSession, Moves: true,
			Doc: "Load the page again.",
		}, func(c *Call, _ None) (Went, error) {
			return c.goTo("browser_reload", Looking{}, func(ctx context.Context, b session.Browser) (page.Navigation, error) { return b.Reload(ctx) })
		}),
		Define(Spec{
			Name: "browser_close", Title: "Close the browser", Effect: grant.Act, Audience: grant.ForAgent, Needs: NeedsSession, Moves: true,
			Doc: "Close your browser. The profile stays signed in.",
		}, func(c *Call, _ None) (Done, error) {
			err := c.run(c.Context, grant.Act, func(context.Context, session.Browser) error { return nil })
			if err != nil {
				return Done{}, err
			}
			return Done{Message: "The browser is closed."}, c.Session.Close(c.Context, wire.ReasonClosed)
		}),
	}
}

// None is an input or an answer without fields.
type None struct{}

// Text says that there is nothing more to say.
func (None) Text() string { return "Done." }

// Done is the answer of an operation that only has something to say.
type Done struct {
	Message string `json:"message"`
}

// Text is the message.
func (d Done) Text() string { return d.Message }

// OpenIn is the input of browser_open.
type OpenIn struct {
	ProfileID ident.Profile `json:"profile_id,omitempty" jsonschema:"a profile of the user; without it the last one that is signed in"`
	URL       string        `json:"url,omitempty"`
}

// Opened is the answer of browser_open.
type Opened struct {
	SessionID ident.Session `json:"session_id"`
	ProfileID ident.Profile `json:"profile_id"`
	Profile   string        `json:"profile"`
	URL       string        `json:"url"`
	Title     string        `json:"title"`
	SignIn    *page.SignIn  `json:"sign_in,omitempty"`
	FromPage  `page:"url title sign_in"`
}

// Parts says what is open.
func (o Opened) Parts() (own, words string) {
	asked, by := askedBy(o.SignIn)
	own = strings.TrimSpace(fmt.Sprintf("The browser is open on profile %q. %s", o.Profile, asked))
	return own, where(o.URL, o.Title) + by
}

// NavigateIn is the input of browser_navigate.
type NavigateIn struct {
	URL string `json:"url"`
	Looking
}

// Went is where a navigation ended.
type Went struct {
	page.Navigation
	Seen
	FromPage `page:"url title outstanding download sign_in changes outline"`
}

// Parts says what stands in the way, and gives the address and title.
func (w Went) Parts() (own, words string) {
	var said []string
	switch w.Load {
	case page.Usable:
		said = append(said, "The page can be used; something on it still loads.")
	case page.Blocked:
		said = append(said, "A dialog of the page is open: answer it with browser_dialog.")
	case page.Download:
		said = append(said, "The address was a file; the page has not changed.")
		if w.Download != nil {
			said = append(said, downloaded(*w.Download))
		}
	case page.Loaded:
		said = append(said, "Loaded.")
	case page.Asks:
	}
	asked, by := askedBy(w.SignIn)
	if asked != "" {
		said = append(said, asked)
	}
	if w.Status >= 400 && w.Load != page.Asks {
		said = append(said, fmt.Sprintf("The server answered %d.", w.Status))
	}
	words = where(w.URL, w.Title) + by
	if w.Download != nil {
		words += "\n" + w.Download.Path
	}
	for _, u := range w.Outstanding {
		words += "\nstill loading: " + u
	}
	if shown := w.Seen.text(); shown != "" {
		words += "\n\n" + shown
	}
	return strings.Join(said, " "), words
}

func where(url, title string) string {
	if title == "" {
		return url
	}
	return fmt.Sprintf("%s  %q", url, title)
}

func history(name, title, doc string, steps int, alias string) *Op {
	return Define(Spec{
		Name: name, Title: title, Effect: grant.Act, Audience: grant.ForAgent, Needs: NeedsSession, Moves: true,
		Doc: doc, Aliases: []string{alias},
	}, func(c *Call, _ None) (Went, error) {
		return c.goTo(name, Looking{}, func(ctx context.Context, b session.Browser) (page.Navigation, error) { return b.History(ctx, steps) })
	})
}

func openBrowser(c *Call, in OpenIn) (Opened, error) {
	if err := c.mayAct(); err != nil {
		return Opened{}, err
	}
	url := ""
	if in.URL != "" {
		var err error
		if url, err = c.checkURL(c.Principal.Agent, in.URL); err != nil {
			return Opened{}, err
		}
	}
	if err := c.maySite(url); err != nil {
		return Opened{}, err
	}
	if err := c.ensureSession(in.ProfileID); err != nil {
		return Opened{}, err
	}
	v := c.Session.View()
	out := Opened{SessionID: v.ID, ProfileID: v.ProfileID, Profile: v.ProfileName, URL: v.URL, Title: v.Title}
	if in.URL == "" {
		return out, c.run(c.Context, grant.Act, func(context.Context, session.Browser) error { return nil })
	}
	// The view learns of a title some time after the page has it.
	went, err := c.goTo("browser_open", Looking{}, func(ctx context.Context, b session.Browser) (page.Navigation, error) {
		return b.Navigate(ctx, url)
	})
	out.URL, out.Title, out.SignIn = went.URL, went.Title, went.SignIn
	return out, err
}

// goTo runs a navigation as the agent's command.
func (c *Call) goTo(tool string, l Looking, fn func(context.Context, session.Browser) (page.Navigation, error)) (Went, error) {
	var went Went
	err := c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) (err error) {
		if went.Navigation, err = fn(ctx, b); err == nil {
			went.Seen = c.look(ctx, b, l, "") // a page that was loaded is looked at whole
		}
		return err
	})
	c.object = SiteName(went.URL)
	c.Session.Note(wire.Step{Tool: tool, Object: c.object})
	return went, err
}

// mayAct refuses while the person drives the agent's browser, before anything is
// looked at that the person may be changing.
func (c *Call) mayAct() error {
	if s, ok := c.App.Sessions.OfAgent(c.Principal.Agent.ID); ok && s.View().Controller == wire.UserDrives {
		c.Session = s
		return control.Paused()
	}
	return nil
}

// checkURL refuses an address before any browser is touched (K7), and gives it
// as a browser would write it: what was checked is what is opened.
func (c *Call) checkURL(a agent.Agent, raw string) (string, error) {
	c.object = SiteName(raw)
	u, err := site.Parse(raw)
	if err != nil {
		return "", err
	}
	return u.String(), c.App.Policy(a).Check(u)
}

// Policy is where an agent's browser may go, whoever drives.
func (a *App) Policy(ag agent.Agent) site.Policy {
	return site.Policy{AllowHosts: ag.AllowHosts, Only: ag.OnlyHosts, Deny: ag.DenyHosts, OwnPort: a.Info.Port}
}

// ensureSession gives the call the agent's session on a profile, opening it
// when there is none and moving it when another profile is named.
func (c *Call) ensureSession(want ident.Profile) error {
	for {
		if err := c.leaveOther(want); err != nil {
			return err
		}
		s, ending, err := c.openSession(want)
		if err != nil {
			return err
		}
		if s == nil { // the profile's last browser is still closing
			if err := c.App.Sessions.Release(c.Context, ending); err != nil {
				return err
			}
			continue
		}
		c.Session = s
		if err := s.Ready(c.Context); err != nil {
			return err
		}
		if want == "" || s.Spec.Profile.ID == want {
			return nil
		}
		// Another call of the agent opened its browser elsewhere meanwhile.
	}
}

// leaveOther closes the agent's session when it is on another profile than the
// one that is wanted.
func (c *Call) leaveOther(want ident.Profile) error {
	s, ok := c.App.Sessions.OfAgent(c.Principal.Agent.ID)
	if !ok || want == "" || s.Spec.Profile.ID == want {
		return nil
	}
	if _, err := c.openable(want); err != nil {
		return err
	}
	if err := s.Do(c.Context, grant.Act, func(context.Context, session.Browser) error { return nil }); err != nil {
		return err
	}
	return s.Close(c.Context, wire.ReasonSwitched)
}

// openSession gives the agent's session or opens one. It answers no session when
// the profile is still held by one that is ending. Choosing and opening are one
// step for all agents: two that start at once never choose the same profile, and
// two first calls of one agent meet in one browser.
func (c *Call) openSession(want ident.Profile) (s *session.Session, ending ident.Profile, err error) {
	c.App.opening.Lock()
	defer c.App.opening.Unlock()
	ag := c.Principal.Agent
	if s, ok := c.App.Sessions.OfAgent(ag.ID); ok {
		return s, "", nil
	}
	p, err := c.pickProfile(want)
	if err != nil {
		return nil, "", err
	}
	if s, ok := c.App.Sessions.OnProfile(p.ID); ok && s.View().Phase == wire.Ended {
		return nil, p.ID, nil
	}
	s, err = c.App.Sessions.Open(c.Context, session.Spec{
		Owner: c.Owner(), Agent: ag, Profile: p, Purpose: wire.ForAgent, Width: Width, Height: Height,
	})
	if err == nil {
		c.App.used(c.Context, p)
	}
	return s, "", err
}

// pickProfile chooses as P8 says; an explicit id is used as given, except that
// a disabled profile can't be opened by anyone.
func (c *Call) pickProfile(want ident.Profile) (profile.Profile, error) {
	if want != "" {
		return c.openable(want)
	}
	all, err := c.App.Profiles.Profiles(c.Context, c.Owner())
	if err != nil {
		return profile.Profile{}, err
	}
	held := func(id ident.Profile) bool {
		s, ok := c.App.Sessions.OnProfile(id)
		return ok && s.View().Phase != wire.Ended
	}
	if p, ok := profile.Pick(all, held); ok {
		return p, nil
	}
	return c.App.createProfile(c.Context, c.Owner(), profile.FreeName(all, profile.DefaultName), c.entry(audit.ProfileCreated))
}

func (c *Call) openable(id ident.Profile) (profile.Profile, error) {
	p, err := c.App.Profiles.Profile(c.Context, c.Owner(), id)
	if err == nil && p.Status == profile.Disabled {
		err = fault.New(fault.Conflict, "the profile %q is disabled", p.Name).
			WithHint("the user can enable it in Baton; without profile_id another one is used").With("field", "profile_id")
	}
	return p, err
}

// used notes that a browser ran on the profile; that is not an update (P8).
func (a *App) used(ctx context.Context, p profile.Profile) {
	_, err := a.Profiles.UpdateProfile(ctx, p.Owner, p.ID, func(kept *profile.Profile) ([]audit.Entry, error) {
		now := time.Now()
		kept.LastUsedAt = &now
		return nil, nil
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		a.Log.Warn("the profile's last use was not kept", "profile", p.ID, "err", err)
	}
	a.Bus.Publish(p.Owner, wire.ProfilesChanged, nil)
}

// SiteName is the host of an address, for the person to read.
func SiteName(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Host
}
