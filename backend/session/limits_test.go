package session_test

import (
	"context"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func nothing(context.Context, session.Browser) error { return nil }

func wantLive(t *testing.T, s *session.Session) {
	t.Helper()
	if v := s.View(); v.Phase != wire.Live {
		t.Fatalf("the session is %s: %+v", v.Phase, v.End)
	}
}

func wantEnd(t *testing.T, w *world, s *session.Session, reason wire.Reason, minutes int) {
	t.Helper()
	ends := w.ends(s.ID)
	if len(ends) != 1 {
		t.Fatalf("the end was published %d times: %+v", len(ends), ends)
	}
	if ends[0].Reason != reason || ends[0].Minutes != minutes {
		t.Fatalf("ended with %q after %d minutes, want %q and %d", ends[0].Reason, ends[0].Minutes, reason, minutes)
	}
	<-s.Done()
}

func TestIdleEnds(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		after(5*time.Minute - time.Second)
		wantLive(t, s)
		after(time.Second)
		wantEnd(t, w, s, wire.ReasonIdle, 5)
	})
}

func TestCallSetsIdleBack(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		after(4 * time.Minute)
		must(t, s.Do(t.Context(), grant.Observe, nothing))
		after(5*time.Minute - time.Second)
		wantLive(t, s)
		after(time.Second)
		wantEnd(t, w, s, wire.ReasonIdle, 5)
	})
}

// A call that takes longer than the idle time is no idleness.
func TestLongCallIsNotIdle(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		must(t, s.Do(t.Context(), grant.Observe, func(context.Context, session.Browser) error {
			after(8 * time.Minute)
			return nil
		}))
		wantLive(t, s)
		after(5 * time.Minute)
		wantEnd(t, w, s, wire.ReasonIdle, 5)
	})
}

func TestWatchingIsNoActivity(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		watch := s.Hub.Watch(640, 360)
		defer watch.Close()
		s.Attach(left)
		for range 10 {
			after(29 * time.Second)
			b.Draw("a picture", nil)
			if _, err := watch.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			watch.Ack()
			watch.Resize(320, 180)
		}
		after(10 * time.Second)
		wantEnd(t, w, s, wire.ReasonIdle, 5)
	})
}

// A page that changes by itself is no activity either.
func TestPageIsNoActivity(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		after(4 * time.Minute)
		b.Notice(page.Event{Tabs: []page.Tab{{ID: "tab1", URL: "https://example.com/", Active: true}}})
		after(time.Minute)
		wantEnd(t, w, s, wire.ReasonIdle, 5)
		if s.View().URL != "https://example.com/" {
			t.Error("the change of the page was not seen")
		}
	})
}

func TestAgentTimeEnds(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		for range 19 {
			after(time.Minute)
			must(t, s.Do(t.Context(), grant.Observe, nothing))
		}
		after(time.Minute - time.Second)
		wantLive(t, s)
		after(time.Second)
		wantEnd(t, w, s, wire.ReasonTime, 20)
	})
}

// The time that the person drives does not count, however long it is.
func TestAgentTimeStandsStill(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		after(4 * time.Minute)
		v := take(t, s, left)
		for range 60 {
			after(time.Minute)
			must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
		}
		if used := s.View().AgentMS; used != (4 * time.Minute).Milliseconds() {
			t.Fatalf("%d ms of agent time were used", used)
		}
		_, err := s.HandBack(t.Context(), left, "")
		must(t, err)
		for range 4 {
			must(t, s.Do(t.Context(), grant.Act, nothing))
			after(4*time.Minute - time.Second/4)
		}
		wantLive(t, s)
		after(time.Second)
		wantEnd(t, w, s, wire.ReasonTime, 20)
	})
}

// Whoever took over and went away does not keep the browser open for ever.
func TestUserIdleEnds(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		v := take(t, s, left)
		after(4 * time.Minute)
		must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
		s.Waiting() // the agent that waits for the user is no activity of the user
		after(4 * time.Minute)
		s.Waiting()
		after(time.Minute)
		wantEnd(t, w, s, wire.ReasonIdle, 5)
	})
}

// An agent that waits for the user while it drives has a call under way.
func TestWaitingIsACall(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		for range 7 {
			after(time.Minute)
			s.Waiting()
		}
		wantLive(t, s)
		after(5 * time.Minute)
		wantEnd(t, w, s, wire.ReasonIdle, 5)
	})
}
