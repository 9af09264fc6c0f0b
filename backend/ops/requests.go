package ops

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func requestOps() []*Op {
	const base = "/api/requests"
	return []*Op{
		Define(Spec{
			Name: "request_browser_signin", Title: "Ask the user", Effect: grant.Observe, Audience: grant.ForAgent,
			Doc:   "Ask the user to sign in, enter a code, solve a CAPTCHA or place an order in your browser. Only this shows them the page; never ask for passwords in the chat. Then call browser_wait_for_user.",
			Enums: map[string][]string{"task": {"signin", "code", "captcha", "order", "other"}}, Args: []string{"message"},
		}, askUser),
		Define(Spec{
			Name: "browser_wait_for_user", Title: "Wait for the user", Effect: grant.Observe, Audience: grant.ForAgent, Wait: request.Lifetime + 30*time.Second,
			Doc:  "Wait until the user hands the browser back or answers your request. Answers at once when there is nothing to wait for.",
			Args: []string{"timeout_s"},
		}, waitForUser),
		Define(Spec{
			Name: "requests_list", Title: "Requests", Effect: grant.Manage, Audience: grant.ForOwner, Method: "GET", Path: base,
			Doc: "What agents ask of the person: open ones first, then the newest.",
		}, listRequests),
		Define(Spec{
			Name: "request_accept", Title: "Take a request up", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/{request_id}/accept",
			Doc:  "Open the live window in control of the session, or a sign-in on the same profile when the session is gone.",
			Wait: openWait,
		}, acceptRequest),
		Define(Spec{
			Name: "request_allow", Title: "Allow it once", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/{request_id}/allow",
			Doc: "Let the agent place the order or pay that it was stopped at, once, on the page as it was.",
		}, allowRequest),
		Define(Spec{
			Name: "request_decline", Title: "Decline a request", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/{request_id}/decline",
			Doc: "Say no; the agent is told.",
		}, func(c *Call, in RequestRef) (request.Request, error) {
			return c.answerRequest(in.RequestID, request.Declined)
		}),
		Define(Spec{
			Name: "request_done", Title: "Mark a request as done", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/{request_id}/done",
			Doc: "Say that it is done; the agent is told.",
		}, func(c *Call, in RequestRef) (request.Request, error) {
			return c.answerRequest(in.RequestID, request.Done)
		}),
	}
}

// AskIn is the input of request_browser_signin.
type AskIn struct {
	Message   string        `json:"message,omitempty" jsonschema:"what is to be done, in your words"`
	Task      string        `json:"task,omitempty"`
	URL       string        `json:"url,omitempty" jsonschema:"the page, when no browser is open"`
	ProfileID ident.Profile `json:"profile_id,omitempty"`
}

// Asked is the answer of request_browser_signin.
type Asked struct {
	RequestID ident.Request `json:"request_id"`
	Mode      request.Mode  `json:"mode"`
	ExpiresAt time.Time     `json:"expires_at"`
}

// Text says what happens now.
func (a Asked) Text() string {
	how := "take over your browser"
	if a.Mode == request.SignIn {
		how = "sign in to the profile"
	}
	return fmt.Sprintf("The user is asked to %s (mode %s, request %s). Call browser_wait_for_user now.", how, a.Mode, a.RequestID)
}

func (c *Call) newRequest() request.Request {
	now := time.Now()
	return request.Request{
		ID: ident.NewRequest(), Owner: c.Owner(), Agent: c.Principal.Agent.ID, AgentName: c.Principal.Agent.Name,
		State: request.Open, CreatedAt: now, ExpiresAt: now.Add(request.Lifetime),
	}
}

func askUser(c *Call, in AskIn) (Asked, error) {
	if in.URL != "" {
		var err error
		if in.URL, err = c.checkURL(c.Principal.Agent, in.URL); err != nil {
			return Asked{}, err
		}
	}
	r := c.newRequest()
	r.Mode, r.Task, r.URL, r.Message = request.SignIn, request.Task(in.Task), in.URL, in.Message
	if r.Task == "" {
		r.Task = request.TaskSignIn
	}
	if s, ok := c.App.Sessions.OfAgent(r.Agent); ok {
		v := s.View()
		r.Mode, r.Session, r.Profile, r.URL = request.TakeOver, s.ID, s.Spec.Profile.ID, v.URL
		if v.Private {
			r.URL = ""
		}
		if v.Controller == wire.UserDrives {
			r.State = request.Taken
		}
	} else if in.ProfileID != "" {
		p, err := c.App.Profiles.Profile(c.Context, c.Owner(), in.ProfileID)
		if err != nil {
			return Asked{}, err
		}
		r.Profile = p.ID
	}
	if err := c.putRequest(&r); err != nil {
		return Asked{}, err
	}
	return Asked{RequestID: r.ID, Mode: r.Mode, ExpiresAt: r.ExpiresAt}, nil
}

// putRequest asks the person. One question at a time: a new one replaces the old.
func (c *Call) putRequest(r *request.Request) error {
	r.Host = SiteName(r.URL)
	if old, ok, err := c.activeRequest(); err != nil {
		return err
	} else if ok {
		if _, err := c.App.move(c.Context, old, request.Withdrawn, audit.ByAgent); err != nil {
			return err
		}
	}
	e := c.entry(audit.RequestMade)
	e.Session, e.Profile, e.Host = r.Session, r.Profile, r.Host
	e.Facts = map[string]string{"mode": string(r.Mode), "task": string(r.Task)}
	if r.Object != "" {
		e.Facts["object"] = r.Object
	}
	if err := c.App.Requests.SaveRequest(c.Context, *r, e); err != nil {
		return err
	}
	c.tell(wire.RequestChanged, *r)
	return nil
}

// newestRequest is the agent's last request, if it ever made one.
func (c *Call) newestRequest() (request.Request, bool, error) {
	all, err := c.App.Requests.Requests(c.Context, c.Owner())
	var newest request.Request
	for _, r := range all {
		if r.Agent == c.Principal.Agent.ID && r.CreatedAt.After(newest.CreatedAt) {
			newest = r
		}
	}
	return newest, newest.ID != "", err
}

func (c *Call) activeRequest() (request.Request, bool, error) {
	r, ok, err := c.newestRequest()
	return r, ok && !r.State.Ended(), err
}

// RequestRef names a request.
type RequestRef struct {
	RequestID ident.Request `json:"request_id"`
}

// RequestList is a list of requests.
type RequestList struct {
	Requests []request.Request `json:"requests"`
}

func listRequests(c *Call, _ None) (RequestList, error) {
	all, err := c.App.Requests.Requests(c.Context, c.Owner())
	if err != nil {
		return RequestList{}, err
	}
	slices.SortStableFunc(all, func(a, b request.Request) int {
		if a.State.Ended() != b.State.Ended() {
			if a.State.Ended() {
				return 1
			}
			return -1
		}
		return b.CreatedAt.Compare(a.CreatedAt)
	})
	if len(all) > 100 {
		all = all[:100]
	}
	if all == nil {
		all = []request.Request{}
	}
	return RequestList{Requests: all}, nil
}

// Accepted is the answer of request_accept. Native is false when there is no
// desktop: the page that asked opens the live view itself.
type Accepted struct {
	Session wire.Session `json:"session"`
	Native  bool         `json:"native"`
}

func acceptRequest(c *Call, in RequestRef) (Accepted, error) {
	r, err := c.App.Requests.Request(c.Context, c.Owner(), in.RequestID)
	if err != nil {
		return Accepted{}, err
	}
	if r.State.Ended() {
		return Accepted{}, fault.New(fault.Conflict, "the request is already %s", r.State).WithHint("the agent has been told")
	}
	s, err := c.sessionFor(r)
	if err != nil {
		return Accepted{}, err
	}
	show := wire.WindowShow{Window: "live", Session: s.ID, Take: true, Request: r.ID}
	native, err := c.App.Windows.Show(c.Context, c.Owner(), show)
	return Accepted{Session: s.View(), Native: native}, err
}

// sessionFor gives the session in which the person helps: the agent's own while
// it runs, else a sign-in on the same profile (T10).
func (c *Call) sessionFor(r request.Request) (*session.Session, error) {
	if r.Session != "" {
		s, err := c.App.Sessions.Get(c.Owner(), r.Session)
		if err == nil && s.View().Phase != wire.Ended {
			c.Session = s
			return s, s.Ready(c.Context)
		}
	}
	return c.startSignIn(SignInIn{ProfileID: r.Profile, URL: r.URL, RequestID: r.ID})
}

func (c *Call) answerRequest(id ident.Request, to request.State) (request.Request, error) {
	r, err := c.App.Requests.Request(c.Context, c.Owner(), id)
	if err != nil {
		return r, err
	}
	if r.State.Ended() {
		return r, fault.New(fault.Conflict, "the request is already %s", r.State).WithHint("the agent has been told")
	}
	return c.App.move(c.Context, r, to, audit.ByUser)
}

// move brings a request into another state, if it is still where it was.
func (a *App) move(ctx context.Context, r request.Request, to request.State, by audit.Who) (request.Request, error) {
	a.moving.Lock() // whoever is told of two moves is told in their order
	defer a.moving.Unlock()
	now := time.Now()
	moved, err := a.Requests.UpdateRequest(ctx, r.Owner, r.ID, func(kept *request.Request) ([]audit.Entry, error) {
		if kept.State.Ended() {
			return nil, fault.New(fault.Conflict, "the request is already %s", kept.State)
		}
		kept.State, kept.Session = to, r.Session
		if !to.Ended() {
			return nil, nil
		}
		kept.AnsweredAt = &now
		return []audit.Entry{{
			Kind: audit.RequestAnswered, Owner: r.Owner, At: now, By: by, Agent: r.Agent, Name: r.AgentName,
			Session: r.Session, Profile: r.Profile, Host: r.Host, Result: string(to),
		}}, nil
	})
	if err == nil {
		a.Bus.Publish(r.Owner, wire.RequestChanged, moved)
	}
	return moved, err
}

// moveRequests moves all requests of an owner that match.
func (a *App) moveRequests(ctx context.Context, owner ident.Owner, match func(request.Request) bool, to request.State, by audit.Who) {
	all, err := a.Requests.Requests(ctx, owner)
	if err != nil {
		a.Log.Error("requests could not be read", "err", err)
		return
	}
	for _, r := range all {
		if !match(r) {
			continue
		}
		if _, err := a.move(ctx, r, to, by); err != nil && !fault.Is(err, fault.Conflict) {
			a.Log.Error("a request could not be moved", "request", r.ID, "err", err)
		}
	}
}
