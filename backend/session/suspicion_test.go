package session_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/session"
)

func suspicion() session.Suspicion {
	return session.Suspicion{Quotes: []string{"ignore the user"}, Kinds: []string{"override", "conceal"}}
}

// The person is warned once for each host, until they dismiss it or the tab goes
// to another host.
func TestSuspicionsWarnOncePerHost(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		visit(t, s, "https://a.test/1")
		s.Suspect(suspicion())
		got := s.View().Warning
		if got == nil || got.Host != "a.test" || got.At.IsZero() || !slices.Equal(got.Quotes, suspicion().Quotes) {
			t.Fatalf("the view says %+v", got)
		}
		visit(t, s, "https://a.test/2")
		if s.View().Warning == nil {
			t.Error("it went away on the same host")
		}
		s.Dismiss("b.test")
		if s.View().Warning == nil {
			t.Error("it went away with another one")
		}
		s.Dismiss("a.test")
		s.Suspect(suspicion())
		if s.View().Warning != nil {
			t.Error("it came again for the same host")
		}
		visit(t, s, "https://b.test/")
		s.Suspect(suspicion())
		if got := s.View().Warning; got == nil || got.Host != "b.test" {
			t.Errorf("of the next host: %+v", got)
		}
		visit(t, s, "https://c.test/")
		if s.View().Warning != nil {
			t.Error("it stayed when the tab went to another host")
		}
		entries := w.suspected()
		if len(entries) != 2 || entries[0].Host != "a.test" || entries[1].Host != "b.test" ||
			entries[0].Facts["kinds"] != "override,conceal" || len(entries[0].Facts) != 1 {
			t.Errorf("the record says %+v", entries)
		}
	})
}

// A page that goes from host to host does not fill the record.
func TestSuspicionsAreBounded(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, _ := w.open(t, spec("a"))
		for i := range 80 {
			visit(t, s, fmt.Sprintf("https://h%d.test/", i))
			s.Suspect(suspicion())
		}
		if n := len(w.suspected()); n != 50 {
			t.Errorf("%d entries", n)
		}
	})
}

func visit(t *testing.T, s *session.Session, url string) {
	t.Helper()
	must(t, s.Do(t.Context(), grant.Act, func(ctx context.Context, b session.Browser) error {
		_, err := b.Navigate(ctx, url)
		return err
	}))
	synctest.Wait()
}

func (w *world) suspected() (all []audit.Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.recorded {
		if e.Kind == audit.PageSuspected {
			all = append(all, e)
		}
	}
	return all
}
