package session_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/session/sessiontest"
	"github.com/batonbrowser/baton/backend/wire"
)

// apartOf is a session whose browser the left window has opened as a window, signed
// in there as ada.
func apartOf(t *testing.T, w *world, sp session.Spec) (s *session.Session, was, window *sessiontest.Browser) {
	t.Helper()
	s, was = w.open(t, sp)
	was.At("https://bank.test/login")
	v := take(t, s, left)
	view, err := s.OpenWindow(t.Context(), left, v.Epoch)
	must(t, err)
	if view.RealWindow != wire.WindowOpen || view.URL != "https://bank.test/login" {
		t.Errorf("the view says %q at %s", view.RealWindow, view.URL)
	}
	window = w.rack.Last()
	if window.Spec.As != session.AsWindow || !was.Closed() || window == was {
		t.Fatalf("the browser is %q", window.Spec.As)
	}
	window.SignIn("ada")
	return s, was, window
}

// backWith checks that the browser without a window is back, signed in as ada.
func backWith(t *testing.T, w *world, s *session.Session, account string) *sessiontest.Browser {
	t.Helper()
	b := w.rack.Last()
	if v := s.View(); v.RealWindow != "" || v.Phase != wire.Live || v.URL != "https://bank.test/login" {
		t.Errorf("the view says %q, %s at %s", v.RealWindow, v.Phase, v.URL)
	}
	if b.Spec.As != session.AsPicture || b.Closed() || b.Account() != account {
		t.Errorf("back is %q as %q", b.Spec.As, b.Account())
	}
	return b
}

// looks is a reading command of the agent.
func looks(s *session.Session) error { return s.Do(context.Background(), grant.Observe, nothing) }

func TestRealWindow(t *testing.T) {
	for name, sp := range map[string]session.Spec{"taken over": spec("a"), "sign-in": signIn("a")} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				w.rack.Startup = time.Second
				s, was, window := apartOf(t, w, sp)
				v := s.View()
				wantFault(t, s.Input(t.Context(), left, v.Epoch, key("a")), fault.Conflict)
				wantFault(t, s.Drive(t.Context(), left, v.Epoch, nothing), fault.Conflict)
				wantFault(t, s.DriveAside(t.Context(), left, v.Epoch, nothing), fault.Conflict)
				_, err := s.OpenWindow(t.Context(), left, v.Epoch)
				wantFault(t, err, fault.Conflict)
				_, err = s.CloseWindow(t.Context(), right, v.Epoch)
				wantFault(t, err, fault.NotInControl)
				wantFault(t, looks(s), fault.PausedByUser)
				window.Tell(page.Event{Dialog: &page.Dialog{Kind: "alert"}})
				if s.View().Dialog != nil {
					t.Error("a question that the window asks is asked here")
				}
				after(time.Hour) // a person who looks for their key is not idle
				view, err := s.CloseWindow(t.Context(), left, v.Epoch)
				must(t, err)
				if view.Epoch != v.Epoch || view.Holder != left {
					t.Errorf("%q drives in epoch %d", view.Holder, view.Epoch)
				}
				b := backWith(t, w, s, "ada")
				if !window.Closed() || b == was {
					t.Error("the window is still there")
				}
				must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
				must(t, s.Drive(t.Context(), left, v.Epoch, func(ctx context.Context, b session.Browser) error {
					_, err := b.Navigate(ctx, "https://bank.test/inside")
					return err
				}))
				after(time.Millisecond)
				window.Tell(page.Event{Tabs: []page.Tab{{URL: "https://bank.test/late", Active: true}}})
				after(time.Millisecond)
				if u := s.View().URL; u != "https://bank.test/inside" {
					t.Errorf("the view is at %s", u)
				}
				if len(window.Acts()) > 1 || b.Pressed() == nil {
					t.Errorf("in the window was done %q", window.Acts())
				}
				if n := len(slices.DeleteFunc(w.kinds(s.ID), func(k audit.Kind) bool { return k != audit.RealWindow })); n != 1 {
					t.Errorf("%d entries tell of the window", n)
				}
			})
		})
	}
}

// The person goes back by closing the window itself; a window that dies has crashed.
func TestRealWindowClosed(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _, window := apartOf(t, w, spec("a"))
		window.CloseWindow()
		after(time.Second)
		backWith(t, w, s, "ada")
		must(t, s.Input(t.Context(), left, s.View().Epoch, key("a")))
	})
	inWorld(t, func(t *testing.T, w *world) {
		s, _, window := apartOf(t, w, spec("a"))
		window.Crash("killed")
		<-s.Done()
		if ends := w.ends(s.ID); len(ends) != 1 || ends[0].Reason != wire.ReasonCrashed || ends[0].Message != "killed" {
			t.Errorf("it ended with %+v", ends)
		}
	})
}

// A hand-back, also of a window that is lost, closes the window first: the agent
// goes on in the browser without one, with what the person signed in to.
func TestRealWindowHandBack(t *testing.T) {
	for name, leave := range map[string]func(*testing.T, *session.Session){
		"handed back": func(t *testing.T, s *session.Session) {
			v, err := s.HandBack(t.Context(), left, "done")
			must(t, err)
			if v.Controller != wire.AgentDrives || v.RealWindow != "" {
				t.Errorf("%s drives, the window is %q", v.Controller, v.RealWindow)
			}
		},
		"lost": func(_ *testing.T, s *session.Session) {
			s.Detach(left)
			after(control.Grace + 3*time.Second)
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				w.rack.Startup = time.Second
				s, _, _ := apartOf(t, w, spec("a"))
				leave(t, s)
				b := backWith(t, w, s, "ada")
				must(t, s.Do(t.Context(), grant.Act, func(ctx context.Context, b session.Browser) error {
					_, err := b.Click(ctx, page.Target{Ref: "e1"}, page.Click{})
					return err
				}))
				if !inOrder(b.Acts(), "release", "click e1") {
					t.Errorf("done was %q", b.Acts())
				}
			})
		})
	}
}

// While the window opens: what another window, a hand-back, an end or a crash does.
func TestRealWindowRaces(t *testing.T) {
	opening := func(t *testing.T, w *world) (*session.Session, <-chan error) {
		t.Helper()
		w.rack.Startup = time.Second
		s, b := w.open(t, spec("a"))
		b.At("https://bank.test/login")
		b.SignIn("ada")
		v := take(t, s, left)
		opened := make(chan error, 1)
		go func() {
			_, err := s.OpenWindow(context.Background(), left, v.Epoch)
			opened <- err
		}()
		after(500 * time.Millisecond)
		if v := s.View(); v.RealWindow != wire.WindowOpening {
			t.Fatalf("the window is %q", v.RealWindow)
		}
		wantFault(t, s.Input(t.Context(), left, v.Epoch, key("a")), fault.Conflict)
		return s, opened
	}
	inWorld(t, func(t *testing.T, w *world) { // another window takes it
		s, opened := opening(t, w)
		s.Attach(right)
		v, err := s.Take(t.Context(), right, control.Here)
		must(t, err)
		must(t, <-opened)
		_, err = s.CloseWindow(t.Context(), left, v.Epoch)
		wantFault(t, err, fault.NotInControl)
		_, err = s.CloseWindow(t.Context(), right, v.Epoch)
		must(t, err)
		backWith(t, w, s, "ada")
		must(t, s.Input(t.Context(), right, v.Epoch, key("a")))
	})
	inWorld(t, func(t *testing.T, w *world) { // it is handed back
		s, opened := opening(t, w)
		v, err := s.HandBack(t.Context(), left, "")
		must(t, err)
		must(t, <-opened)
		if v.Controller != wire.AgentDrives {
			t.Errorf("%s drives", v.Controller)
		}
		backWith(t, w, s, "ada")
		must(t, looks(s))
	})
	inWorld(t, func(t *testing.T, w *world) { // it ends
		s, opened := opening(t, w)
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		wantFault(t, <-opened, fault.NoSession)
	})
	inWorld(t, func(t *testing.T, w *world) { // it crashes as soon as it is there
		s, opened := opening(t, w)
		must(t, <-opened)
		w.rack.Last().Crash("gone")
		<-s.Done()
		if ends := w.ends(s.ID); len(ends) != 1 || ends[0].Reason != wire.ReasonCrashed {
			t.Errorf("it ended with %+v", ends)
		}
	})
}

// Without a desktop nothing is closed; a window that does not open brings the page
// back; and when nothing starts any more, the session has crashed.
func TestRealWindowDoesNotOpen(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		w.desktop = func() bool { return false }
		v := take(t, s, left)
		_, err := s.OpenWindow(t.Context(), left, v.Epoch)
		wantFault(t, err, fault.BrowserUnavailable)
		if b.Closed() || len(w.rack.All()) != 1 || s.View().RealWindow != "" {
			t.Error("the browser was touched")
		}
	})
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		b.At("https://bank.test/login")
		b.SignIn("ada")
		w.rack.NoWindow = fault.New(fault.BrowserUnavailable, "Chrome did not start")
		v := take(t, s, left)
		_, err := s.OpenWindow(t.Context(), left, v.Epoch)
		wantFault(t, err, fault.BrowserUnavailable)
		backWith(t, w, s, "ada")
		must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
	})
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		w.rack.Fail = errors.New("the disk is full")
		v := take(t, s, left)
		_, err := s.OpenWindow(t.Context(), left, v.Epoch)
		wantFault(t, err, fault.NoSession)
		if ends := w.ends(s.ID); len(ends) != 1 || ends[0].Reason != wire.ReasonCrashed || !strings.Contains(ends[0].Message, "full") {
			t.Errorf("it ended with %+v", ends)
		}
	})
}

// A command of the agent that reads while the window opens is ended, and so are
// those that wait.
func TestRealWindowEndsReading(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		v := take(t, s, left)
		ended := make(chan error, 2)
		for range 2 {
			go func() {
				ended <- s.Do(context.Background(), grant.Observe, func(ctx context.Context, b session.Browser) error {
					return b.Wait(ctx, page.Wait{Text: "never"})
				})
			}()
		}
		after(time.Second)
		_, err := s.OpenWindow(t.Context(), left, v.Epoch)
		must(t, err)
		wantFault(t, <-ended, fault.PausedByUser)
		wantFault(t, <-ended, fault.PausedByUser)
		_, err = s.HandBack(t.Context(), left, "")
		must(t, err)
		must(t, looks(s))
	})
}
