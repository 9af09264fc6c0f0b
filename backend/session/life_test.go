package session_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestOpeningFails(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Startup, w.rack.Fail = time.Second, errors.New("no Chrome here")
		s, err := w.Open(t.Context(), spec("a"))
		must(t, err)
		wantFault(t, s.Do(t.Context(), grant.Act, nothing), fault.BrowserUnavailable)
		_, err = s.Take(t.Context(), left, control.Ask)
		wantFault(t, err, fault.BrowserUnavailable)
		wantEnd(t, w, s, wire.ReasonFailed, 0)
		if _, ok := w.OfAgent(s.Spec.Agent.ID); ok {
			t.Error("the agent still has a session")
		}
		w.rack.Fail = nil
		again, _ := w.open(t, spec("a"))
		must(t, again.Do(t.Context(), grant.Act, nothing))
	})
}

// Calls that come while Chrome starts wait for it.
func TestCallsWaitForTheOpening(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Startup = 3 * time.Second
		s, err := w.Open(t.Context(), spec("a"))
		must(t, err)
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		wantFault(t, fault.From(s.Do(short, grant.Act, nothing)), fault.DeadlineExceeded)
		must(t, s.Do(t.Context(), grant.Act, nothing))
		if s.View().Phase != wire.Live {
			t.Error("the command ran before the session was live")
		}
	})
}

func TestCloseDuringOpening(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Startup = 3 * time.Second
		s, err := w.Open(t.Context(), spec("a"))
		must(t, err)
		waiting := make(chan error, 1)
		go func() { waiting <- s.Do(t.Context(), grant.Act, nothing) }()
		synctest.Wait()
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		wantFault(t, <-waiting, fault.NoSession)
		wantEnd(t, w, s, wire.ReasonClosed, 0)
		if n := len(w.rack.All()); n != 0 {
			t.Errorf("%d browsers came up", n)
		}
	})
}

func TestCrash(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		running := waits(t.Context(), s, grant.Observe)
		b.Crash("signal: killed")
		err := <-running
		wantFault(t, err, fault.NoSession)
		if f := fault.From(err); f.Details["reason"] != wire.ReasonCrashed {
			t.Errorf("got details %v", f.Details)
		}
		wantEnd(t, w, s, wire.ReasonCrashed, 0)
		if m := s.View().End.Message; m != "signal: killed" {
			t.Errorf("the end says %q", m)
		}
	})
}

// Whatever ends a session, everything that runs in it answers why.
func TestCloseEndsEverything(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Takes = time.Minute
		s, _ := w.open(t, spec("a"))
		reading, queued := waits(t.Context(), s, grant.Observe), waits(t.Context(), s, grant.Observe)
		v := take(t, s, left)
		person := make(chan error, 2)
		go func() { person <- s.Input(t.Context(), left, v.Epoch, key("a")) }()
		go func() {
			person <- s.Drive(t.Context(), left, v.Epoch, func(ctx context.Context, b session.Browser) error {
				_, err := b.Navigate(ctx, "https://example.com/")
				return err
			})
		}()
		synctest.Wait()
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		for _, answer := range []<-chan error{reading, queued, person, person} {
			wantFault(t, <-answer, fault.NoSession)
		}
		must(t, s.Close(t.Context(), wire.ReasonQuit)) // changes nothing any more
		wantEnd(t, w, s, wire.ReasonClosed, 0)
	})
}

// The end takes control from the one who drives and gives it to nobody.
func TestEndedIsNobodys(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		v := take(t, s, left)
		must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		if down := b.Pressed(); len(down) > 0 {
			t.Errorf("pressed in the end: %q", down)
		}
		if got := s.View(); got.Holder != "" || got.IdleAt != nil {
			t.Errorf("after the end: held by %q, idle at %v", got.Holder, got.IdleAt)
		}
		wantFault(t, s.Input(t.Context(), left, v.Epoch, key("b")), fault.NoSession)
		wantFault(t, s.Drive(t.Context(), left, v.Epoch, nothing), fault.NoSession)
		_, err := s.Take(t.Context(), left, control.Here)
		wantFault(t, err, fault.NoSession)
		_, err = s.HandBack(t.Context(), left, "")
		wantFault(t, err, fault.NoSession)
		wantFault(t, s.Do(t.Context(), grant.Observe, nothing), fault.NoSession)
	})
}

// An ended session keeps its last picture, also when nobody watched.
func TestLastPicture(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		if _, ok := s.Hub.Last(); !ok {
			t.Fatal("there is no last picture")
		}
	})
}

// A caller that goes away leaves the queue, and the others keep their turn.
func TestCallerGoesAway(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		ctx, cancel := context.WithCancel(t.Context())
		first := waits(ctx, s, grant.Act)
		gone, leave := context.WithCancel(t.Context())
		second := waits(gone, s, grant.Act)
		third := make(chan error, 1)
		go func() {
			third <- s.Do(t.Context(), grant.Act, func(ctx context.Context, b session.Browser) error {
				_, err := b.Click(ctx, page.Target{Ref: "e3"}, page.Click{})
				return err
			})
		}()
		synctest.Wait()
		leave()
		wantFault(t, fault.From(<-second), fault.Canceled)
		cancel()
		wantFault(t, fault.From(<-first), fault.Canceled)
		must(t, <-third)
		if acts := b.Acts(); !inOrder(acts, "click e3") {
			t.Errorf("got %q", acts)
		}
	})
}
