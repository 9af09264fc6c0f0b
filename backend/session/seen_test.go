package session_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// seenOf is what of a view the browser told.
func seenOf(v wire.Session) wire.Session {
	return wire.Session{Tabs: v.Tabs, URL: v.URL, Title: v.Title, Dialog: v.Dialog, SignIn: v.SignIn, Picker: v.Picker, Network: v.Network, Warning: v.Warning}
}

// told are things of the browser that begin and end, each with what the view then
// has of it.
func told() map[string]struct {
	begins, ends page.Event
	has          func(wire.Session) bool
} {
	type kind = struct {
		begins, ends page.Event
		has          func(wire.Session) bool
	}
	return map[string]kind{
		"a dialog": {page.Event{Dialog: &page.Dialog{Kind: "alert"}}, page.Event{Closed: true}, func(v wire.Session) bool { return v.Dialog != nil }},
		"a picker": {page.Event{Picker: &page.Picker{ID: "p"}}, page.Event{Picked: true}, func(v wire.Session) bool { return v.Picker != nil }},
		"a sign-in": {
			page.Event{SignIn: &page.SignIn{ID: "s"}},
			page.Event{Settled: true},
			func(v wire.Session) bool { return v.SignIn != nil },
		},
		"a tab": {
			page.Event{Tabs: []page.Tab{{ID: "tab1"}, {ID: "tab2", URL: "https://b.test/", Title: "B", Active: true}}},
			page.Event{Tabs: []page.Tab{{ID: "tab1", Active: true}}},
			func(v wire.Session) bool { return len(v.Tabs) == 2 && v.URL == "https://b.test/" && v.Title == "B" },
		},
	}
}

// What the browser told is in the view at once, also while the actor is busy with
// something else, and stays in it when the actor comes to it.
func TestWhatTheBrowserTellsIsInTheViewAtOnce(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		for name, k := range told() {
			for what, e := range map[string]page.Event{"begins": k.begins, "ends": k.ends, "begins again": k.begins, "is over": k.ends} {
				want := len(e.Tabs) == 2 || e.Dialog != nil || e.Picker != nil || e.SignIn != nil
				w.mu.Lock() // the actor waits for it, with the record of this host
				b.Tell(page.Event{Refused: &page.RefusedHost{Host: name}})
				b.Tell(e)
				now := s.View()
				w.mu.Unlock()
				synctest.Wait()
				if k.has(now) != want {
					t.Errorf("%s %s: the view says %+v", name, what, seenOf(now))
				}
				if diff := cmp.Diff(seenOf(now), seenOf(s.View())); diff != "" {
					t.Errorf("%s %s: later the view is another one: %s", name, what, diff)
				}
			}
		}
	})
}

// Whatever way a method of the browser was called, its answer comes when the view
// has what it changed.
func TestAnswersComeAfterTheView(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		tells := func(e page.Event) func(context.Context, session.Browser) error {
			return func(context.Context, session.Browser) error { b.Tell(e); return nil }
		}
		agent := map[string]func(page.Event) error{
			"Do":    func(e page.Event) error { return s.Do(t.Context(), grant.Act, tells(e)) },
			"Aside": func(e page.Event) error { return s.Aside(t.Context(), tells(e)) },
		}
		check := func(ways map[string]func(page.Event) error) {
			t.Helper()
			for way, call := range ways {
				for name, k := range told() {
					must(t, call(k.begins))
					if v := s.View(); !k.has(v) {
						t.Errorf("%s: %s is not in the view: %+v", way, name, seenOf(v))
					}
					must(t, call(k.ends))
					if v := s.View(); k.has(v) {
						t.Errorf("%s: %s is still in the view: %+v", way, name, seenOf(v))
					}
				}
			}
		}
		check(agent)
		epoch := take(t, s, left).Epoch
		check(map[string]func(page.Event) error{
			"Drive":      func(e page.Event) error { return s.Drive(t.Context(), left, epoch, tells(e)) },
			"DriveAside": func(e page.Event) error { return s.DriveAside(t.Context(), left, epoch, tells(e)) },
		})
	})
}

// The person's picker is closed at the hand-back, and the answer to that says so.
func TestHandBackAnswersWithoutThePicker(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		b.OnRelease = func() { b.Tell(page.Event{Picked: true}) }
		for range 20 {
			take(t, s, left)
			b.Tell(page.Event{Picker: &page.Picker{ID: "p"}})
			v, err := s.HandBack(t.Context(), left, "")
			must(t, err)
			if v.Picker != nil || s.View().Picker != nil {
				t.Fatal("the picker is still in the view")
			}
		}
	})
}

// The end is the last word, whatever the browser still tells.
func TestNothingIsToldAfterTheEnd(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		must(t, s.Close(t.Context(), wire.ReasonByUser))
		before := s.View()
		for _, k := range told() {
			b.Tell(k.begins)
		}
		if diff := cmp.Diff(before, s.View()); diff != "" {
			t.Errorf("the view of the end changed: %s", diff)
		}
	})
}
