package session_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// goesTo goes to an address as the person.
func goesTo(t *testing.T, s *session.Session, url string) {
	t.Helper()
	v := s.View()
	must(t, s.Drive(t.Context(), v.Holder, v.Epoch, func(ctx context.Context, b session.Browser) error {
		_, err := b.Navigate(ctx, url)
		return err
	}))
	synctest.Wait()
}

// A hand-back tells who drove, how long, where they went and what they changed, by
// names and never by values, and nothing of the time in private (T13).
func TestReport(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		s.Attach(left)
		v, err := s.TakeIn(t.Context(), session.Taking{Viewer: left, How: control.Ask, Window: wire.LiveWindow})
		must(t, err)
		text := []input.Event{{Kind: input.Text, Text: "geheim"}}
		goesTo(t, s, "https://shop.example/cart?code=geheim#geheim")
		must(t, s.Input(t.Context(), left, v.Epoch, text))
		must(t, s.Input(t.Context(), left, v.Epoch, text)) // the same field
		_, err = s.Show(t.Context(), left, control.Hidden)
		must(t, err)
		goesTo(t, s, "https://clinic.example/")
		s.Touched(left, page.Touched{Role: "textbox", Name: "Diagnosis"})
		_, err = s.Show(t.Context(), left, control.Shown)
		must(t, err)
		goesTo(t, s, "https://shop.example/paid")
		s.Touched(left, page.Touched{Role: "date", Name: "Arrival"})
		s.Touched(right, page.Touched{Role: "date", Name: "of a window that does not drive"})
		b.Notice(page.Event{Tabs: append(b.Tabs(), page.Tab{ID: "two", URL: "https://bank.example/in", Title: "Bank"})})
		after(108 * time.Second)
		_, err = s.HandBack(t.Context(), left, "the code is in")
		must(t, err)

		want := wire.HandBack{
			By: "user", Window: wire.LiveWindow, HeldS: 108, Private: true, Tabs: 2, Opened: 1, Note: "the code is in",
			Pages: []wire.Visited{
				{URL: "https://shop.example/cart", Title: "Page https://shop.example/cart?code=geheim#geheim"},
				{URL: "https://shop.example/paid", Title: "Page https://shop.example/paid"},
				{URL: "https://bank.example/in", Title: "Bank"},
			},
			Fields: []page.Touched{{Role: "textbox", Name: "Name"}, {Role: "date", Name: "Arrival"}},
		}
		got := s.View().HandedBack
		if got == nil || got.At.IsZero() {
			t.Fatalf("the view says %+v", got)
		}
		plain := *got
		plain.At = time.Time{}
		if diff := cmp.Diff(want, plain); diff != "" {
			t.Errorf("the report (-want +got):\n%s", diff)
		}
		if r, ok := s.TakeReport(); !ok || r.Note != "the code is in" {
			t.Errorf("the agent is told %+v, %v", r, ok)
		}
		if r, ok := s.TakeReport(); ok {
			t.Errorf("the agent is told twice: %+v", r)
		}
		must(t, s.AddNote("go on"))
		if r, ok := s.TakeReport(); !ok || r.Note != "go on" || r.HeldS != 108 {
			t.Errorf("what the person said afterwards is told as %+v, %v", r, ok)
		}
		take(t, s, left)
		if s.View().HandedBack != nil {
			t.Error("the report stays while the person drives again")
		}
		if _, ok := s.TakeReport(); ok {
			t.Error("there is a report while the person drives")
		}
	})
}
