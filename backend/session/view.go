package session

import (
	"net/url"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

// publish makes the view of the present state and tells everyone. Only the
// actor calls it (and start, before there is one).
func (s *Session) publish() {
	now := time.Now()
	v := wire.Session{
		ID: s.ID, AgentID: s.Spec.Agent.ID, AgentName: s.Spec.Agent.Name,
		ProfileID: s.Spec.Profile.ID, ProfileName: s.Spec.Profile.Name,
		Purpose: s.Spec.Purpose, Phase: s.phase, Controller: s.control.Controller,
		Private: s.hidden(), Holder: s.control.Holder, Epoch: s.control.Epoch,
		Width: s.width, Height: s.height, StartedAt: s.started, AsOf: now,
		AgentMS: s.clock.AgentUsed(now).Milliseconds(), AgentLimit: s.clock.Limits().AgentTime.Milliseconds(),
		LastStep: s.step, End: s.end, RealWindow: s.apart.state,
	}
	if s.control.Controller == wire.UserDrives && s.control.Holder != "" {
		since := s.control.Since
		v.HeldSince, v.HolderIn = &since, s.window
		if at := s.returns; !at.IsZero() {
			v.ReturnsAt = &at
		}
	}
	if s.handed != nil {
		did := s.handed.Did
		v.HandedBack = &did
	}
	if at, ok := s.clock.IdleAt(); ok && s.phase != wire.Ended {
		v.IdleAt = &at
	}
	s.show(&v)
	s.view.Store(&shown{view: v, seen: s.seen})
	s.cfg.Publish(s.Spec.Owner, v)
}

func host(tabs []page.Tab) string { return hostOf(tabOf(tabs, "")) }

// tabOf finds a tab by its id; "" is the active one.
func tabOf(tabs []page.Tab, id string) page.Tab {
	for _, t := range tabs {
		if t.ID == id || id == "" && t.Active {
			return t
		}
	}
	return page.Tab{}
}

func hostOf(t page.Tab) string {
	if u, err := url.Parse(t.URL); err == nil {
		return u.Host
	}
	return ""
}

// endedFault says why there is no session any more and what to do.
func endedFault(e *wire.End) error {
	if e.Reason == wire.ReasonFailed {
		return fault.New(fault.BrowserUnavailable, "the browser did not start: %s", e.Message).
			WithHint("run baton doctor to see what is missing, then try again")
	}
	if e.Reason == wire.ReasonSignIn {
		return fault.New(fault.NoSession, "the browser session ended: the user is signing in to this profile").
			WithHint("call browser_wait_for_user, then browser_open").With("reason", e.Reason)
	}
	return fault.New(fault.NoSession, "the browser session has ended (%s)", e.Reason).
		WithHint("call browser_open to start a new one; the profile is still signed in").With("reason", e.Reason)
}
