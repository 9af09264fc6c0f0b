package session_test

import (
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func wantHolder(t *testing.T, s *session.Session, c wire.Controller, holder ident.Viewer) {
	t.Helper()
	if v := s.View(); v.Controller != c || v.Holder != holder {
		t.Fatalf("%s drives, held by %q; want %s and %q", v.Controller, v.Holder, c, holder)
	}
}

// A window that is gone for longer than the grace time hands back (T6).
func TestLostHolder(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		v := take(t, s, left)
		must(t, s.Input(t.Context(), left, v.Epoch, key("Shift")))
		s.Detach(left)
		after(control.Grace - time.Second)
		wantHolder(t, s, wire.UserDrives, left)
		after(time.Second)
		wantHolder(t, s, wire.AgentDrives, "")
		if down := b.Pressed(); len(down) > 0 {
			t.Errorf("pressed after the hand-back: %q", down)
		}
		if h, ok := s.Handed(); !ok || h.Held != control.Grace || !h.Did.Left {
			t.Errorf("the agent learns %+v, %v", h, ok)
		}
		wantFault(t, s.Input(t.Context(), left, v.Epoch, key("a")), fault.NotInControl)
	})
}

// A window that reloads in time keeps control.
func TestHolderComesBack(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		take(t, s, left)
		s.Detach(left)
		after(control.Grace - time.Second)
		s.Attach(left)
		after(2 * control.Grace)
		wantHolder(t, s, wire.UserDrives, left)
	})
}

// The second stream of a window holds control while the first one closes.
func TestTwoStreamsOfOneWindow(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		take(t, s, left)
		s.Attach(left)
		s.Detach(left)
		after(2 * control.Grace)
		wantHolder(t, s, wire.UserDrives, left)
	})
}

// A holder without a stream proves itself by what it does.
func TestInputKeepsControl(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		v, err := s.Take(t.Context(), left, control.Ask)
		must(t, err)
		for range 5 {
			after(control.Grace - time.Second)
			must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
		}
		after(control.Grace)
		wantHolder(t, s, wire.AgentDrives, "")
	})
}

// Other windows that come and go do not lengthen the time of a lost one.
func TestOthersDoNotKeepAHolder(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		take(t, s, left)
		s.Detach(left)
		for range 3 {
			after(control.Grace / 3)
			s.Attach(right)
			s.Detach(right)
		}
		after(time.Second)
		wantHolder(t, s, wire.AgentDrives, "")
	})
}

// The grace time of an earlier holder is not the next one's.
func TestGraceBelongsToItsTerm(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		take(t, s, left)
		s.Detach(left)
		after(control.Grace - time.Second)
		s.Attach(right)
		_, err := s.Take(t.Context(), right, control.Here)
		must(t, err)
		after(2 * control.Grace)
		wantHolder(t, s, wire.UserDrives, right)
	})
}

// A sign-in is never the agent's: a lost window leaves it to the next one.
func TestLostSignIn(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, signIn("a"))
		wantHolder(t, s, wire.UserDrives, "")
		take(t, s, left)
		_, err := s.HandBack(t.Context(), left, "")
		wantFault(t, err, fault.Conflict)
		s.Detach(left)
		after(control.Grace)
		wantHolder(t, s, wire.UserDrives, "")
		v := take(t, s, right)
		must(t, s.Input(t.Context(), right, v.Epoch, key("a")))
		if used := s.View().AgentMS; used != 0 {
			t.Errorf("a sign-in used %d ms of agent time", used)
		}
	})
}

// Whoever signs out hands back at once, keys first; another window goes on.
func TestSignedOut(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		drive := func(v ident.Viewer, how control.How) (wire.Session, chan struct{}) {
			t.Helper()
			ended := make(chan struct{})
			s.Attach(v)
			taken, err := s.TakeIn(t.Context(), session.Taking{Viewer: v, How: how, Ended: ended})
			must(t, err)
			return taken, ended
		}
		_, first := drive(left, control.Ask)
		v, second := drive(right, control.Here)
		close(first)
		after(time.Second)
		wantHolder(t, s, wire.UserDrives, right)
		must(t, s.Input(t.Context(), right, v.Epoch, key("Shift")))
		close(second)
		after(0)
		wantHolder(t, s, wire.AgentDrives, "")
		if down := b.Pressed(); len(down) > 0 {
			t.Errorf("pressed after the hand-back: %q", down)
		}
		if _, ok := s.Handed(); !ok {
			t.Error("the agent does not learn of the hand-back")
		}
	})
}

// The person's other windows are told when control goes back by itself.
func TestOthersSeeTheCountdown(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		take(t, s, left)
		if at := s.View().ReturnsAt; at != nil {
			t.Errorf("control goes back at %s", at)
		}
		gone := time.Now()
		s.Detach(left)
		after(time.Second)
		if at := s.View().ReturnsAt; at == nil || !at.Equal(gone.Add(control.Grace)) {
			t.Errorf("control goes back at %v", at)
		}
		s.Attach(left)
		after(0)
		if at := s.View().ReturnsAt; at != nil {
			t.Errorf("control goes back at %s, although the window is there again", at)
		}
		s.Detach(left)
		after(control.Grace)
		if v := s.View(); v.ReturnsAt != nil || v.Controller != wire.AgentDrives {
			t.Errorf("after the hand-back: %+v", v)
		}
	})
}
