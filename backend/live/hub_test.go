package live_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/live"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/session/sessiontest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// inHub runs a test on a hub whose browser is there.
func inHub(t *testing.T, test func(t *testing.T, h *live.Hub, b *sessiontest.Browser)) {
	synctest.Test(t, func(t *testing.T) {
		b := sessiontest.NewBrowser(session.Spec{Width: 1280, Height: 720}, nil)
		h := live.NewHub(t.Context(), slog.New(slog.DiscardHandler))
		h.Run()
		defer func() {
			h.Close()
			if broken := b.Broken(); len(broken) > 0 {
				t.Errorf("against the contract: %q", broken)
			}
		}()
		h.SetSource(b)
		synctest.Wait()
		test(t, h, b)
	})
}

// pass lets time go by in the bubble, in which it takes none.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// next is the next picture that a watcher gets, or "" when none is there.
func next(t *testing.T, w *live.Watcher) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	p, err := w.Next(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(p.JPEG)
}

func want(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Fatalf("got picture %q, want %q", got, want)
	}
}

func TestCastsOnlyWhileWatched(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		if all, _ := b.Casts(); len(all) != 0 || h.Watched() {
			t.Fatal("a cast runs and nobody watches")
		}
		first, second := h.Watch(800, 450), h.Watch(400, 900)
		synctest.Wait()
		all, running := b.Casts()
		if got := all[len(all)-1]; !running || got.MaxWidth != 800 || got.MaxHeight != 900 {
			t.Fatalf("running %v with %+v", running, got)
		}
		first.Close()
		synctest.Wait()
		if _, running := b.Casts(); !running {
			t.Fatal("the cast stopped under the second watcher")
		}
		second.Close()
		second.Close() // twice is as good as once
		synctest.Wait()
		if _, running := b.Casts(); running || h.Watched() {
			t.Fatal("the cast goes on and nobody watches")
		}
	})
}

// A page that stands still is shown to whoever joins: the first has it pictured, and
// the next gets that picture.
func TestStillForANewWatcher(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, _ *sessiontest.Browser) {
		first := h.Watch(800, 450)
		defer first.Close()
		pass(time.Second)
		want(t, next(t, first), "still 1")
		second := h.Watch(800, 450)
		defer second.Close()
		synctest.Wait()
		want(t, next(t, second), "still 1")
		want(t, next(t, first), "")
		second.Resize(1600, 900)
		pass(time.Second)
		want(t, next(t, second), "still 2")
	})
}

// Where the cast brings a picture at once, as it does of a page that Chrome draws, no
// still is taken.
func TestNoStillBesideTheCast(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		synctest.Wait()
		b.Draw("the first", nil)
		want(t, next(t, w), "the first")
		pass(2 * time.Second)
		want(t, next(t, w), "")
	})
}

func TestNewestWins(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		synctest.Wait()
		for _, p := range []string{"one", "two", "three"} {
			b.Draw(p, nil)
		}
		want(t, next(t, w), "three")
		want(t, next(t, w), "")
	})
}

func TestAtMostTwoInFlight(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		slow, quick := h.Watch(800, 450), h.Watch(800, 450)
		defer slow.Close()
		defer quick.Close()
		synctest.Wait()
		for i, p := range []string{"one", "two", "three", "four"} {
			b.Draw(p, nil)
			want(t, next(t, quick), p) // the slow one does not slow the other
			quick.Ack()
			if i < live.InFlight {
				want(t, next(t, slow), p)
			} else {
				want(t, next(t, slow), "")
			}
		}
		slow.Ack()
		want(t, next(t, slow), "four")
		want(t, next(t, slow), "")
	})
}

// Whoever takes long to draw gets what is newest then, not what waited meanwhile.
func TestOneInFlightToTheSlow(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		synctest.Wait()
		b.Draw("one", nil)
		want(t, next(t, w), "one")
		pass(time.Second)
		w.Ack()
		b.Draw("two", nil)
		want(t, next(t, w), "two")
		b.Draw("three", nil)
		want(t, next(t, w), "")
		b.Draw("four", nil)
		w.Ack() // it has become quick
		want(t, next(t, w), "four")
		b.Draw("five", nil)
		want(t, next(t, w), "five")
	})
}

func TestLastPictureIsKept(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		synctest.Wait()
		for _, p := range []string{"one", "two"} { // never acknowledged
			b.Draw(p, nil)
			want(t, next(t, w), p)
		}
		b.Draw("the end", nil)
		h.Close()
		if p, ok := h.Last(); !ok || string(p.JPEG) != "the end" {
			t.Fatalf("kept %q, %v", p.JPEG, ok)
		}
		late := h.Watch(800, 450)
		for _, w := range []*live.Watcher{w, late} {
			want(t, next(t, w), "the end")
			if _, err := w.Next(t.Context()); !errors.Is(err, live.ErrClosed) {
				t.Fatalf("after the last picture: %v", err)
			}
			w.Close()
		}
	})
}

func TestKeepWithoutWatchers(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, _ *sessiontest.Browser) {
		if _, ok := h.Last(); ok {
			t.Fatal("there is a picture and nobody watched")
		}
		h.Keep(t.Context())
		if p, ok := h.Last(); !ok || string(p.JPEG) != "still 1" {
			t.Fatalf("kept %q, %v", p.JPEG, ok)
		}
	})
}

func TestResizeRestarts(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		synctest.Wait()
		w.Resize(800, 450)
		synctest.Wait()
		if all, _ := b.Casts(); len(all) != 1 {
			t.Fatalf("%d casts for one size", len(all))
		}
		w.Resize(1600, 900)
		synctest.Wait()
		all, running := b.Casts()
		if len(all) != 2 || !running || all[1] != (page.Cast{MaxWidth: 1600, MaxHeight: 900, Quality: live.Quality}) {
			t.Fatalf("running %v with %+v", running, all)
		}
	})
}

// While nobody drives, Chrome is held to 12 pictures a second, and every one of
// its pictures is acknowledged: it stops after two that are not.
func TestPaceOfWatchers(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		pass(time.Second)
		var acked atomic.Int32
		ack := func() { acked.Add(1) }
		b.Draw("one", ack)
		b.Draw("two", ack)
		b.Draw("three", ack)
		synctest.Wait()
		if n := acked.Load(); n != 1 {
			t.Fatalf("%d pictures are acknowledged at once, want the first", n)
		}
		pass(live.Calm)
		if n := acked.Load(); n != 2 {
			t.Fatalf("%d pictures are acknowledged when the second is due", n)
		}
		pass(live.Calm)
		if n := acked.Load(); n != 3 {
			t.Fatalf("%d of 3 pictures are acknowledged in the end", n)
		}
	})
}

// A page that always moves: Chrome makes a picture for each that is acknowledged,
// and a few ahead.
func TestPaceOfAMovingPage(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		pass(time.Second)
		const frame, ahead = time.Second / 60, 3
		unacked, drawn := atomic.Int32{}, 0
		for range 10 * 60 {
			if unacked.Load() < ahead {
				unacked.Add(1)
				drawn++
				b.Draw("moving", func() { unacked.Add(-1) })
			}
			pass(frame)
		}
		if most := 10*int(time.Second/live.Calm) + ahead + 1; drawn > most || drawn < most-2*ahead {
			t.Errorf("%d pictures in 10 s, want about %d", drawn, most)
		}
	})
}

// Chrome leaves pictures out while too many are not acknowledged, and does not send
// them later: what a page shows in the end is looked at.
func TestLastPictureOfAPageThatRests(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		pass(time.Second)
		want(t, next(t, w), "still 1")
		var unacked atomic.Int32
		for range 30 {
			if unacked.Load() < 3 {
				unacked.Add(1)
				b.Draw("moving", func() { unacked.Add(-1) })
			}
			pass(time.Second / 60)
		}
		pass(time.Second)
		want(t, next(t, w), "still 2")
		if n := unacked.Load(); n != 0 {
			t.Errorf("%d pictures are not acknowledged", n)
		}
		w.Ack()
		w.Ack()
		b.Draw("once", nil)
		pass(time.Second)
		want(t, next(t, w), "once")
	})
}

func TestPaceOfTheDriver(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		pass(time.Second)
		var acked atomic.Int32
		ack := func() { acked.Add(1) }
		b.Draw("one", ack)
		b.Draw("two", ack)
		h.Nudge() // the person did something
		if n := acked.Load(); n != 2 {
			t.Fatalf("%d of 2 pictures are acknowledged", n)
		}
		h.Brisk(live.Fast)
		for range 5 {
			b.Draw("more", ack)
		}
		if n := acked.Load(); n != 7 {
			t.Fatalf("%d of 7 pictures are acknowledged at once", n)
		}
	})
}

// slowStill is a browser whose still picture takes a second.
type slowStill struct{ *sessiontest.Browser }

func (s slowStill) Still(ctx context.Context, c page.Cast) (page.Frame, error) {
	f, err := s.Browser.Still(ctx, c)
	<-time.After(time.Second)
	return f, err
}

// A still that comes after a newer picture of the cast is not shown.
func TestOldStillIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := sessiontest.NewBrowser(session.Spec{}, nil)
		h := live.NewHub(t.Context(), slog.New(slog.DiscardHandler))
		h.Run()
		defer h.Close()
		h.SetSource(slowStill{b})
		w := h.Watch(800, 450)
		defer w.Close()
		pass(500 * time.Millisecond) // the still is under way
		b.Draw("newer", nil)
		want(t, next(t, w), "newer")
		pass(2 * time.Second)
		want(t, next(t, w), "")
	})
}

// A session that changes its browser for another shows that one from then on, also
// when the two changes come at once.
func TestFollowsTheSource(t *testing.T) {
	inHub(t, func(t *testing.T, h *live.Hub, b *sessiontest.Browser) {
		w := h.Watch(800, 450)
		defer w.Close()
		synctest.Wait()
		other := sessiontest.NewBrowser(session.Spec{Width: 1280, Height: 720}, nil)
		h.SetSource(nil)
		h.SetSource(other)
		synctest.Wait()
		if _, running := b.Casts(); running {
			t.Error("the first browser is still cast")
		}
		if _, running := other.Casts(); !running {
			t.Error("the other browser is not cast")
		}
	})
}
