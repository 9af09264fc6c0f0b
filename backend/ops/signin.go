package ops

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func signInOps() []*Op {
	const base = "/api/browser-profiles/login-sessions"
	return []*Op{
		Define(Spec{
			Name: "signin_start", Title: "Start a sign-in", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base, Wait: openWait,
			Doc: "Open a profile for the person to sign in. Without a profile the last used one, or a new default profile. An agent's browser on it is closed first.",
		}, func(c *Call, in SignInIn) (wire.Session, error) {
			s, err := c.startSignIn(in)
			if err != nil {
				return wire.Session{}, err
			}
			return s.View(), nil
		}),
		Define(Spec{
			Name: "signin_finish", Title: "Finish a sign-in", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/{session_id}/finish",
			Doc: "Close the browser so that everything is on the disk, and mark the profile ready.",
		}, finishSignIn),
		Define(Spec{
			Name: "signin_cancel", Title: "Cancel a sign-in", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "DELETE", Path: base + "/{session_id}",
			Doc: "Close the browser without marking the profile.",
		}, func(c *Call, in SessionRef) (None, error) {
			s, err := c.signInSession(in.SessionID)
			if err != nil {
				return None{}, err
			}
			if err := s.Close(c.Context, wire.ReasonClosed); err != nil {
				return None{}, err
			}
			c.App.endSignIn(c.Context, s, request.Declined)
			return None{}, nil
		}),
	}
}

// SignInIn is the input of signin_start.
type SignInIn struct {
	ProfileID ident.Profile `json:"profile_id,omitempty"`
	URL       string        `json:"url,omitempty"`
	RequestID ident.Request `json:"request_id,omitempty"`
	Viewer    ident.Viewer  `json:"viewer,omitempty"`
}

func (c *Call) startSignIn(in SignInIn) (*session.Session, error) {
	r, ag, err := c.signInRequest(in.RequestID)
	if err != nil {
		return nil, err
	}
	if in.URL != "" {
		if in.URL, err = c.checkURL(ag, in.URL); err != nil {
			return nil, err
		}
	}
	s, err := c.openSignIn(in.ProfileID, ag)
	if err != nil {
		return nil, err
	}
	c.Session = s
	if err := s.Ready(c.Context); err != nil {
		return nil, err
	}
	c.App.used(c.Context, s.Spec.Profile)
	if r.ID != "" {
		r.Session = s.ID
		if _, err := c.App.move(c.Context, r, request.Taken, audit.ByUser); err != nil {
			return nil, err
		}
	}
	if in.URL != "" {
		err = s.Prepare(func(ctx context.Context, b session.Browser) error {
			ctx, cancel := context.WithTimeout(ctx, DefaultWait)
			defer cancel()
			_, err := b.Navigate(ctx, in.URL)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if in.Viewer != "" {
		if _, err := s.TakeIn(c.Context, session.Taking{Viewer: in.Viewer, How: control.Here, Ended: c.Principal.Ended}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// openSignIn opens the session; until it has the profile, nobody else opens or
// deletes that.
func (c *Call) openSignIn(want ident.Profile, ag agent.Agent) (*session.Session, error) {
	c.App.opening.Lock()
	defer c.App.opening.Unlock()
	p, err := c.signInProfile(want)
	if err != nil {
		return nil, err
	}
	if err := c.vacate(p); err != nil {
		return nil, err
	}
	return c.App.Sessions.Open(c.Context, session.Spec{
		Owner: c.Owner(), Agent: ag, Profile: p, Purpose: wire.ForSignIn, Width: Width, Height: Height,
	})
}

// signInRequest gives the open request and its agent; without one, none of both.
func (c *Call) signInRequest(id ident.Request) (r request.Request, ag agent.Agent, err error) {
	if id == "" {
		return r, ag, nil
	}
	if r, err = c.App.Requests.Request(c.Context, c.Owner(), id); err != nil {
		return r, ag, err
	}
	if r.State.Ended() {
		return r, ag, fault.New(fault.Conflict, "the request is already %s", r.State).WithHint("the agent has been told")
	}
	ag, err = c.App.Agents.Agent(c.Context, c.Owner(), r.Agent)
	return r, ag, err
}

// signInProfile is the one named, the most recent one, or a new default profile.
func (c *Call) signInProfile(want ident.Profile) (profile.Profile, error) {
	if want != "" {
		return c.App.Profiles.Profile(c.Context, c.Owner(), want)
	}
	all, err := c.App.Profiles.Profiles(c.Context, c.Owner())
	if err != nil {
		return profile.Profile{}, err
	}
	if p, ok := profile.Latest(all); ok {
		return p, nil
	}
	return c.App.createProfile(c.Context, c.Owner(), profile.DefaultName, c.entry(audit.ProfileCreated))
}

// vacate ends an agent's session on the profile; another sign-in is not ended.
func (c *Call) vacate(p profile.Profile) error {
	if s, ok := c.App.Sessions.OnProfile(p.ID); ok && s.View().Phase != wire.Ended && s.Spec.Purpose == wire.ForAgent {
		if err := s.Close(c.Context, wire.ReasonSignIn); err != nil {
			return err
		}
	}
	return c.App.Sessions.Release(c.Context, p.ID)
}

func (c *Call) signInSession(id ident.Session) (*session.Session, error) {
	s, err := c.sessionByID(id)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Spec.Purpose != wire.ForSignIn:
		return nil, fault.New(fault.Conflict, "session %s is not a sign-in", id).WithHint("hand it back instead")
	case s.View().Phase == wire.Ended:
		return nil, fault.New(fault.NoSession, "the sign-in has ended").WithHint("start it again")
	}
	return s, nil
}

func finishSignIn(c *Call, in SessionRef) (profile.Profile, error) {
	s, err := c.signInSession(in.SessionID)
	if err != nil {
		return profile.Profile{}, err
	}
	if err := s.Close(c.Context, wire.ReasonClosed); err != nil {
		return profile.Profile{}, err
	}
	p, err := c.App.Profiles.UpdateProfile(c.Context, c.Owner(), s.Spec.Profile.ID, func(p *profile.Profile) ([]audit.Entry, error) {
		now := time.Now()
		p.SignedInAt, p.UpdatedAt, p.WasReady = &now, now, true
		if p.Status != profile.Disabled {
			p.Status = profile.Ready
		}
		e := c.entry(audit.ProfileSignedIn)
		e.Profile, e.Session, e.Facts = p.ID, s.ID, map[string]string{"name": p.Name}
		return []audit.Entry{e}, nil
	})
	if err != nil {
		return p, err
	}
	c.tell(wire.ProfilesChanged, nil)
	c.App.endSignIn(c.Context, s, request.Done)
	return p, nil
}

// endSignIn answers the request that the sign-in was for.
func (a *App) endSignIn(ctx context.Context, s *session.Session, to request.State) {
	a.moveRequests(ctx, s.Spec.Owner, func(r request.Request) bool { return r.Session == s.ID && !r.State.Ended() }, to, audit.ByUser)
}
