package session_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// waits runs a command that lasts until its context ends.
func waits(ctx context.Context, s *session.Session, e grant.Effect) <-chan error {
	answer := make(chan error, 1)
	go func() {
		answer <- s.Do(ctx, e, func(ctx context.Context, _ session.Browser) error {
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	synctest.Wait()
	return answer
}

// Whatever way the person's word comes in, it is refused when nobody drives: before
// a take-over, and what was on its way when control was handed back.
func TestNothingIsDrivenByNobody(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		refused := func(epoch uint64) {
			t.Helper()
			wantFault(t, s.Input(t.Context(), left, epoch, key("a")), fault.NotInControl)
			wantFault(t, s.Drive(t.Context(), left, epoch, nothing), fault.NotInControl)
			wantFault(t, s.DriveAside(t.Context(), left, epoch, nothing), fault.NotInControl)
		}
		refused(0)
		epoch := take(t, s, left).Epoch
		must(t, s.DriveAside(t.Context(), left, epoch, nothing))
		if _, err := s.HandBack(t.Context(), left, ""); err != nil {
			t.Fatal(err)
		}
		refused(epoch)
	})
}

func TestTakeOverPausesTheAgent(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		running, queued := waits(t.Context(), s, grant.Act), waits(t.Context(), s, grant.Act)
		take(t, s, left)
		wantFault(t, <-running, fault.PausedByUser)
		wantFault(t, <-queued, fault.PausedByUser)
		wantFault(t, s.Do(t.Context(), grant.Act, nothing), fault.PausedByUser)
		wantFault(t, s.Aside(t.Context(), nothing), fault.PausedByUser)
		must(t, s.Do(t.Context(), grant.Observe, nothing))
	})
}

// Reading goes on over a take-over, and what waits behind it keeps its place.
func TestTakeOverLetsReadingGoOn(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		reading := make(chan error, 1)
		go func() {
			reading <- s.Do(t.Context(), grant.Observe, func(ctx context.Context, b session.Browser) error {
				after(10 * time.Second)
				_, err := b.Snapshot(ctx, page.Snapshot{})
				return err
			})
		}()
		synctest.Wait()
		acting := waits(t.Context(), s, grant.Act)
		next := make(chan error, 1)
		go func() { next <- s.Do(t.Context(), grant.Observe, nothing) }()
		synctest.Wait()
		v := take(t, s, left)
		wantFault(t, <-acting, fault.PausedByUser)
		before := time.Now()
		must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
		if waited := time.Since(before); waited > 0 {
			t.Errorf("the first key waited %s for a reading command", waited)
		}
		must(t, <-reading)
		must(t, <-next)
	})
}

// The person's first key and first address wait until the agent's hand is off.
func TestInputWaitsForTheAgent(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Takes = 300 * time.Millisecond
		s, b := w.open(t, spec("a"))
		clicking := make(chan error, 1)
		go func() {
			clicking <- s.Do(t.Context(), grant.Act, func(ctx context.Context, b session.Browser) error {
				_, err := b.Click(context.WithoutCancel(ctx), page.Target{Ref: "e1"}, page.Click{})
				return errors.Join(err, ctx.Err())
			})
		}()
		synctest.Wait()
		v := take(t, s, left)
		driven := make(chan error, 1)
		go func() {
			driven <- s.Drive(t.Context(), left, v.Epoch, func(ctx context.Context, b session.Browser) error {
				_, err := b.Navigate(ctx, "https://example.com/")
				return err
			})
		}()
		must(t, s.Input(t.Context(), left, v.Epoch, key("a")))
		wantFault(t, <-clicking, fault.PausedByUser)
		must(t, <-driven)
		if acts := b.Acts(); !inOrder(acts, "click e1", "release", "input keydown a") {
			t.Errorf("got %q", acts)
		}
	})
}

func TestHandBackReleasesFirst(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Takes = 100 * time.Millisecond
		s, b := w.open(t, spec("a"))
		v := take(t, s, left)
		typed := make(chan error, 1)
		go func() { typed <- s.Input(t.Context(), left, v.Epoch, key("Shift")) }()
		synctest.Wait()
		back := make(chan error, 1)
		go func() {
			_, err := s.HandBack(t.Context(), left, "the code is in")
			back <- err
		}()
		synctest.Wait()
		wantFault(t, s.Do(t.Context(), grant.Act, nothing), fault.PausedByUser)
		must(t, <-back)
		must(t, <-typed)
		must(t, s.Do(t.Context(), grant.Act, func(ctx context.Context, b session.Browser) error {
			_, err := b.Click(ctx, page.Target{Ref: "e1"}, page.Click{})
			return err
		}))
		if acts := b.Acts(); !inOrder(acts, "input keydown Shift", "release", "click e1") {
			t.Errorf("got %q", acts)
		}
		got := s.View()
		if got.Controller != wire.AgentDrives || got.Holder != "" || got.Epoch != v.Epoch+1 {
			t.Errorf("after the hand-back: %s %q epoch %d", got.Controller, got.Holder, got.Epoch)
		}
		if h, ok := s.Handed(); !ok || h.Did.Note != "the code is in" {
			t.Errorf("the agent learns %+v, %v", h, ok)
		}
	})
}

// Two clicks on the button, or the button and a closing window, hand back once.
func TestHandBackTwice(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Takes = 100 * time.Millisecond
		s, _ := w.open(t, spec("a"))
		v := take(t, s, left)
		go func() { _ = s.Input(t.Context(), left, v.Epoch, key("a")) }()
		synctest.Wait()
		answers := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := s.HandBack(t.Context(), left, "")
				answers <- err
			}()
			synctest.Wait()
		}
		wantFault(t, <-answers, fault.NotInControl)
		must(t, <-answers)
		v = take(t, s, right)
		after(time.Second)
		if now := s.View(); now.Holder != right || now.Epoch != v.Epoch {
			t.Fatalf("the second hand-back took control from the next holder: %+v", now)
		}
	})
}

// A navigation of the person ends with their control: the agent never acts
// beside it.
func TestHandBackEndsTheDrive(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Takes = 10 * time.Second
		s, _ := w.open(t, spec("a"))
		v := take(t, s, left)
		driven := make(chan error, 1)
		go func() {
			driven <- s.Drive(t.Context(), left, v.Epoch, func(ctx context.Context, b session.Browser) error {
				_, err := b.Navigate(ctx, "https://slow.example/")
				return err
			})
		}()
		synctest.Wait()
		_, err := s.HandBack(t.Context(), left, "")
		must(t, err)
		wantFault(t, <-driven, fault.NotInControl)
		must(t, s.Do(t.Context(), grant.Act, func(ctx context.Context, b session.Browser) error {
			_, err := b.Click(ctx, page.Target{Ref: "e1"}, page.Click{})
			return err
		}))
	})
}

// A page that takes no input keeps neither the person nor the agent waiting.
func TestHangingPageGivesControlBack(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.rack.Takes = time.Hour
		s, b := w.open(t, spec("a"))
		v := take(t, s, left)
		full := false
		for range 1000 {
			answer := make(chan error, 1)
			go func() { answer <- s.Input(t.Context(), left, v.Epoch, key("a")) }()
			synctest.Wait()
			select {
			case err := <-answer:
				wantFault(t, err, fault.LimitReached)
				full = true
			default:
			}
			if full {
				break
			}
		}
		if !full {
			t.Fatal("input is taken without end")
		}
		begin := time.Now()
		_, err := s.HandBack(t.Context(), left, "")
		must(t, err)
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("the hand-back took %s", took)
		}
		if down := b.Pressed(); len(down) > 0 {
			t.Errorf("pressed after the hand-back: %q", down)
		}
	})
}

func TestSecondWindow(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		first := take(t, s, left)
		must(t, s.Input(t.Context(), left, first.Epoch, key("Shift")))
		s.Attach(right)
		_, err := s.Take(t.Context(), right, control.Ask)
		wantFault(t, err, fault.ControlHeld)
		_, err = s.HandBack(t.Context(), right, "")
		wantFault(t, err, fault.NotInControl)
		wantFault(t, s.Input(t.Context(), right, first.Epoch, key("b")), fault.NotInControl)

		moved, err := s.Take(t.Context(), right, control.Here)
		must(t, err)
		must(t, s.Input(t.Context(), right, moved.Epoch, key("b")))
		wantFault(t, s.Input(t.Context(), left, first.Epoch, key("c")), fault.NotInControl)
		wantFault(t, s.Input(t.Context(), left, moved.Epoch, key("c")), fault.NotInControl)
		wantFault(t, s.Input(t.Context(), right, first.Epoch, key("c")), fault.NotInControl)
		if got := b.Pressed(); !slices.Equal(got, []string{"key b"}) {
			t.Errorf("pressed after the move: %q", got)
		}
	})
}

// Input of a stale epoch, of another window or out of its bounds changes nothing.
func TestRefusedInputChangesNothing(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		wantFault(t, s.Input(t.Context(), left, 1, key("a")), fault.NotInControl)
		v := take(t, s, left)
		synctest.Wait() // until the take-over has released what was pressed
		before := b.Acts()
		for _, err := range []error{
			s.Input(t.Context(), left, v.Epoch-1, key("a")),
			s.Input(t.Context(), right, v.Epoch, key("a")),
			s.Drive(t.Context(), right, v.Epoch, nothing),
			s.Drive(t.Context(), left, v.Epoch+1, nothing),
		} {
			wantFault(t, err, fault.NotInControl)
		}
		wantFault(t, s.Input(t.Context(), left, v.Epoch, append(key("a"), key("")...)), fault.InvalidInput)
		if got := b.Acts(); !slices.Equal(before, got) {
			t.Errorf("got %q after %q", got, before)
		}
		wantLive(t, s)
	})
}

func TestTakeOverIsRecorded(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		take(t, s, left)
		_, err := s.HandBack(t.Context(), left, "")
		must(t, err)
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		want := []audit.Kind{audit.SessionOpened, audit.ProfileUsed, audit.ControlTaken, audit.ControlReturned, audit.SessionEnded}
		if got := w.kinds(s.ID); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// For a minute after the hand-back the person can say one thing more.
func TestNoteAfterHandBack(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		wantFault(t, s.AddNote("too early"), fault.Conflict)
		take(t, s, left)
		_, err := s.HandBack(t.Context(), left, "")
		must(t, err)
		after(control.ContinueWindow)
		must(t, s.AddNote("go on"))
		if h, _ := s.Handed(); h.Did.Note != "go on" {
			t.Errorf("the note is %q", h.Did.Note)
		}
		after(control.ContinueWindow)
		wantFault(t, s.AddNote("too late"), fault.Conflict)
	})
}
