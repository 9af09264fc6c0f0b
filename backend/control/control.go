// Package control has the rules of who drives a session: the agent or the
// person (T1–T7), and whether the agent may look meanwhile. It is a pure state machine; package session feeds it and
// carries out the effects it names, in their order.
//
// Guarantees: at most one viewer holds control; every change raises the epoch,
// so an input or command that was made under an earlier one is refused (a
// fencing token); pressed keys and buttons are released before control goes
// back; an ended session gives control to nobody. Rejected: a flag asked by
// each handler, because one of them forgets it.
package control

import (
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

// Effect is something the session has to do because of a transition.
type Effect string

// The effects, in the order in which a transition lists them.
const (
	ReleaseInput  Effect = "release_input"  // before anything else happens
	CancelAgent   Effect = "cancel_agent"   // the agent's running command ends with paused_by_user
	CancelReading Effect = "cancel_reading" // what the agent reads just now ends with private
	PauseClock    Effect = "pause_clock"    // agent time stands still
	ResumeClock   Effect = "resume_clock"   // agent time runs again
	OfferContinue Effect = "offer_continue" // for 60 s (T9)
	Record        Effect = "record"         // audit entry and event
)

// ContinueWindow is how long the person can tell the agent to go on (T9).
const ContinueWindow = 60 * time.Second

// Grace is how long a driving window may be out of reach before control goes
// back to the agent (T6).
const Grace = 15 * time.Second

// How says in which way a viewer asks for control.
type How string

// The ways to ask.
const (
	Ask  How = "ask"  // refused when another window holds it
	Here How = "here" // «Take it here»: from another window of the same owner
)

// Page is whether the agent may look at the page while the person drives.
type Page string

// The two ways. Hidden ends with the person's control.
const (
	Shown  Page = "shown"
	Hidden Page = "hidden"
)

// State is who drives. The zero value is not valid: use New.
type State struct {
	Controller wire.Controller
	Page       Page
	Holder     ident.Viewer
	Epoch      uint64
	Since      time.Time
	purpose    wire.Purpose
	ended      bool
}

// New starts the state of a session: an agent's is driven by the agent, a
// sign-in belongs to the person from the start and nobody holds it yet.
func New(purpose wire.Purpose, now time.Time) State {
	s := State{Controller: wire.AgentDrives, Page: Shown, Epoch: 1, Since: now, purpose: purpose}
	if purpose == wire.ForSignIn {
		s.Controller = wire.UserDrives
	}
	return s
}

// Take gives control to viewer. It is refused when the session has ended, and
// with control_held when another viewer has it and how is Ask. Taking what one
// already holds changes nothing.
func (s State) Take(viewer ident.Viewer, how How, now time.Time) (State, []Effect, error) {
	switch {
	case s.ended:
		return s, nil, ended()
	case viewer == "":
		return s, nil, fault.New(fault.InvalidInput, "viewer is missing").With("field", "viewer")
	case s.Controller == wire.AgentDrives:
		return s.to(wire.UserDrives, viewer, now), []Effect{CancelAgent, PauseClock, Record}, nil
	case s.Holder == viewer:
		return s, nil, nil
	case s.Holder != "" && how != Here:
		return s, nil, fault.New(fault.ControlHeld, "another window drives since %s", s.Since.Format("15:04")).
			WithHint("take it here explicitly, or hand back in the other window").With("holder", s.Holder)
	}
	return s.to(wire.UserDrives, viewer, now), []Effect{ReleaseInput, Record}, nil
}

// Show hides the page from the agent, or shows it again (T4); only the holder can.
// Who drives stays the same, and so does the epoch.
func (s State) Show(viewer ident.Viewer, p Page) (State, []Effect, error) {
	switch {
	case s.ended:
		return s, nil, ended()
	case p != Shown && p != Hidden:
		return s, nil, fault.New(fault.InvalidInput, "the page is shown or hidden").With("field", "page")
	case s.purpose == wire.ForSignIn:
		return s, nil, fault.New(fault.Conflict, "no agent sees a sign-in").WithHint("there is nobody to hide it from")
	case s.Controller != wire.UserDrives || s.Holder != viewer:
		return s, nil, fault.New(fault.NotInControl, "this window does not hold control").
			WithHint("take over first")
	case s.Page == p:
		return s, nil, nil
	}
	s.Page = p
	if p == Hidden {
		return s, []Effect{CancelReading, Record}, nil
	}
	return s, []Effect{Record}, nil
}

// HandBack gives control to the agent; only the holder can. In a sign-in there
// is no agent to hand back to: it ends with done or cancel.
func (s State) HandBack(viewer ident.Viewer, now time.Time) (State, []Effect, error) {
	switch {
	case s.ended:
		return s, nil, ended()
	case s.purpose == wire.ForSignIn:
		return s, nil, fault.New(fault.Conflict, "a sign-in has no agent to hand back to").
			WithHint("finish the sign-in with Done, or cancel it")
	case s.Controller != wire.UserDrives || s.Holder != viewer:
		return s, nil, fault.New(fault.NotInControl, "this window does not hold control").
			WithHint("only the window that drives can hand back")
	}
	return s.to(wire.AgentDrives, "", now), []Effect{ReleaseInput, ResumeClock, OfferContinue, Record}, nil
}

// Lost handles a holder that was out of reach for longer than Grace: it hands
// back, and the person can still tell the agent to go on. It changes nothing
// when viewer is not the holder. A sign-in stays with the person.
func (s State) Lost(viewer ident.Viewer, now time.Time) (State, []Effect) {
	if s.ended || viewer == "" || s.Holder != viewer {
		return s, nil
	}
	if s.purpose == wire.ForSignIn {
		return s.to(wire.UserDrives, "", now), []Effect{ReleaseInput, Record}
	}
	return s.to(wire.AgentDrives, "", now), []Effect{ReleaseInput, ResumeClock, OfferContinue, Record}
}

// End closes the state: nobody drives an ended session.
func (s State) End() (State, []Effect) {
	if s.ended {
		return s, nil
	}
	s.ended = true
	s.Holder = ""
	return s, []Effect{ReleaseInput, Record}
}

// MayAct tells the agent whether its acting command may run now.
func (s State) MayAct() error {
	switch {
	case s.ended:
		return ended()
	case s.Controller == wire.UserDrives:
		return Paused()
	}
	return nil
}

// MayRead tells the agent whether its reading command may run now.
func (s State) MayRead() error {
	switch {
	case s.ended:
		return ended()
	case s.Page == Hidden:
		return Private()
	}
	return nil
}

// MayDrive tells a viewer whether its input, made under epoch, may be applied.
func (s State) MayDrive(viewer ident.Viewer, epoch uint64) error {
	switch {
	case s.ended:
		return ended()
	case s.Controller != wire.UserDrives || s.Holder == "" || s.Holder != viewer:
		return fault.New(fault.NotInControl, "this window does not hold control").
			WithHint("take over first")
	case s.Epoch != epoch:
		return fault.New(fault.NotInControl, "the input belongs to an earlier time of control").
			WithHint("read the session again and use its epoch").With("epoch", s.Epoch)
	}
	return nil
}

// Paused is what the agent's acting tools answer while the person drives (T4).
func Paused() *fault.Error {
	return fault.New(fault.PausedByUser, "The user has taken control of the browser. Do not act in the browser now; browser_snapshot and browser_read still work.").
		WithHint("call browser_wait_for_user to wait until the user hands back, or tell the user that you continue then")
}

// Private is what the agent's reading tools answer while the person drives and
// hides the page (T4).
func Private() *fault.Error {
	return fault.New(fault.Private, "The user drives in private: until they hand the browser back you can't see the page.").
		WithHint("call browser_wait_for_user to wait until the user hands back, or tell the user that you continue then")
}

func (s State) to(c wire.Controller, holder ident.Viewer, now time.Time) State {
	s.Controller, s.Holder, s.Since = c, holder, now
	s.Epoch++
	if c == wire.AgentDrives {
		s.Page = Shown
	}
	return s
}

func ended() error {
	return fault.New(fault.NoSession, "the browser session has ended").
		WithHint("call browser_open to start a new one")
}
