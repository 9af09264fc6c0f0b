package session_test

import (
	"context"
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
)

// reads begins a reading that has its answer after a while, and says whether it
// may give it.
func reads(t *testing.T, s *session.Session, took time.Duration) <-chan error {
	t.Helper()
	answer := make(chan error, 1)
	go func() {
		answer <- s.Do(t.Context(), grant.Observe, func(ctx context.Context, b session.Browser) error {
			time.Sleep(took)
			_, err := b.Snapshot(context.WithoutCancel(ctx), page.Snapshot{})
			return err
		})
	}()
	synctest.Wait()
	return answer
}

// From the moment the page is hidden no reading gives what it read: neither one
// that runs, even if it comes to its end, nor one that waits, nor a new one.
func TestHiddenPageIsNotRead(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		take(t, s, left)
		must(t, s.Do(t.Context(), grant.Observe, nothing)) // seen while the person drives
		running, waiting := reads(t, s, time.Second), reads(t, s, time.Second)
		v, err := s.Show(t.Context(), left, control.Hidden)
		must(t, err)
		if !v.Private {
			t.Error("the view does not say that the page is hidden")
		}
		wantFault(t, <-running, fault.Private)
		wantFault(t, <-waiting, fault.Private)
		wantFault(t, s.Do(t.Context(), grant.Observe, nothing), fault.Private)
		wantFault(t, s.Do(t.Context(), grant.Act, nothing), fault.PausedByUser)
		must(t, s.Input(t.Context(), left, v.Epoch, key("a"))) // the person goes on

		shown, err := s.Show(t.Context(), left, control.Shown)
		must(t, err)
		if shown.Private || shown.Epoch != v.Epoch {
			t.Errorf("shown again: %+v", shown)
		}
		must(t, s.Do(t.Context(), grant.Observe, nothing))
	})
}

// Taking over in private hides the page with the take-over itself, a hand-back
// ends it, and the moments between are known.
func TestPrivateTakeOver(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		before := time.Now()
		reading := reads(t, s, 2*time.Minute)
		after(time.Second)
		s.Attach(left)
		v, err := s.TakeIn(t.Context(), session.Taking{Viewer: left, How: control.Ask, Page: control.Hidden})
		must(t, err)
		if !v.Private || !s.UnseenSince(before) {
			t.Errorf("taken in private: %+v", v)
		}
		for _, p := range w.views(s.ID) {
			if p.Holder == left && !p.Private {
				t.Error("there was a moment of control in which the page was shown")
			}
		}
		after(time.Second)
		within := time.Now()
		after(time.Second)
		s.Attach(right)
		moved, err := s.Take(t.Context(), right, control.Here)
		must(t, err)
		if !moved.Private {
			t.Error("another window of the same person shows the page")
		}
		back, err := s.HandBack(t.Context(), right, "")
		must(t, err)
		if back.Private {
			t.Error("the page stays hidden after the hand-back")
		}
		if unseen := s.Unseen(); unseen(before) || !unseen(within) {
			t.Error("it is not known when the page was hidden")
		}
		if !s.UnseenSince(within) {
			t.Error("a call that began meanwhile does not learn of it")
		}
		wantFault(t, <-reading, fault.Private) // minutes later, of before
		if s.UnseenSince(time.Now()) {
			t.Error("the page counts as hidden after the hand-back")
		}
	})
}

// What is recorded while the page is hidden does not say which page it is.
func TestHiddenPageIsNotRecorded(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		v := take(t, s, left)
		visit := func(url string) {
			must(t, s.Drive(t.Context(), left, v.Epoch, func(ctx context.Context, b session.Browser) error {
				_, err := b.Navigate(ctx, url)
				return err
			}))
			synctest.Wait()
		}
		visit("https://open.example/")
		_, err := s.Show(t.Context(), left, control.Hidden)
		must(t, err)
		visit("https://clinic.example/")
		b.Notice(page.Event{Refused: &page.RefusedHost{Host: "tracker.clinic.example", Reason: "denied"}})
		synctest.Wait()
		s.Suspect(session.Suspicion{Quotes: []string{"ignore"}, Kinds: []string{"override"}})
		must(t, s.Close(t.Context(), "closed"))
		var kinds []audit.Kind
		for _, e := range w.entries(s.ID) {
			kinds = append(kinds, e.Kind)
			if e.Host == "clinic.example" || e.Host == "tracker.clinic.example" {
				t.Errorf("%s names %s", e.Kind, e.Host)
			}
		}
		if !slices.Contains(kinds, audit.PageHidden) || slices.Contains(kinds, audit.HostRefused) || slices.Contains(kinds, audit.PageSuspected) {
			t.Errorf("the record has %v", kinds)
		}
	})
}
