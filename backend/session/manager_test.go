package session_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestOnePerProfile(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.open(t, spec("a"))
		other := spec("b")
		other.Profile = spec("a").Profile
		_, err := w.Open(t.Context(), other)
		wantFault(t, err, fault.ProfileBusy)
		if !strings.Contains(err.Error(), `browser of a`) || fault.From(err).Details["holder"] != "a" {
			t.Errorf("the holder is not named: %v", err)
		}
		_, err = w.Open(t.Context(), signIn("a"))
		wantFault(t, err, fault.ProfileBusy)
	})
}

func TestSignInHoldsItsProfile(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.open(t, signIn("a"))
		for _, s := range []session.Spec{spec("a"), signIn("a")} {
			_, err := w.Open(t.Context(), s)
			wantFault(t, err, fault.ProfileBusy)
			if !strings.Contains(err.Error(), "the user, who is signing in") {
				t.Errorf("the holder is not named: %v", err)
			}
		}
	})
}

// An agent has one browser, on whichever profile it opened it first.
func TestOnePerAgent(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		first, _ := w.open(t, spec("a"))
		again, err := w.Open(t.Context(), spec("a"))
		must(t, err)
		elsewhere := spec("a")
		elsewhere.Profile = spec("b").Profile
		moved, err := w.Open(t.Context(), elsewhere)
		must(t, err)
		if again != first || moved != first || len(w.rack.All()) != 1 {
			t.Errorf("the agent has %d browsers", len(w.rack.All()))
		}
	})
}

// A profile is held until its Chrome is gone, and free afterwards.
func TestProfileIsFreeAfterTheEnd(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		must(t, w.Release(t.Context(), s.Spec.Profile.ID))
		other := spec("b")
		other.Profile = s.Spec.Profile
		w.open(t, other)
	})
}

// Another owner's session answers exactly like one that never was.
func TestForeignSession(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		_, foreign := w.Get("someone", s.ID)
		wantFault(t, foreign, fault.NotFound)
		unknown := ident.NewSession()
		_, never := w.Get("someone", unknown)
		if got, want := foreign.Error(), strings.ReplaceAll(never.Error(), string(unknown), string(s.ID)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if all := w.All("someone"); len(all) != 0 {
			t.Errorf("another owner sees %d sessions", len(all))
		}
		found, err := w.Get(ident.Local, s.ID)
		must(t, err)
		if found != s {
			t.Error("the owner gets another session")
		}
	})
}

func TestEndedOnesStayKnown(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		var ended []*session.Session
		for range 25 {
			s, _ := w.open(t, spec("a"))
			must(t, s.Close(t.Context(), wire.ReasonClosed))
			ended = append(ended, s)
		}
		running, _ := w.open(t, spec("a"))
		all := w.All(ident.Local)
		if len(all) != 21 || all[0] != running || all[1] != ended[24] || all[20] != ended[5] {
			t.Fatalf("%d sessions are known", len(all))
		}
	})
}

func TestCloseEndsAll(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a, _ := w.open(t, spec("a"))
		w.rack.Startup = time.Minute
		b, err := w.Open(t.Context(), spec("b"))
		must(t, err)
		synctest.Wait()
		w.Close(t.Context())
		wantEnd(t, w, a, wire.ReasonQuit, 0)
		wantEnd(t, w, b, wire.ReasonQuit, 0)
		_, err = w.Open(t.Context(), spec("c"))
		wantFault(t, err, fault.BrowserUnavailable)
	})
}
