package session

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

// A hand-back tells the agent what the person did (T13). It is written down while
// they drive, by the actor; while they hide the page nothing is.

// Limits of a report.
const (
	mostPages   = 20
	mostTouched = 30
	touchTime   = 150 * time.Millisecond // for which the person's next input may wait
)

// doing is what the person does in the present time of driving.
type doing struct {
	since   time.Time
	before  map[string]bool   // the tabs when it began
	at      map[string]string // where each tab is
	pages   []wire.Visited
	fields  []page.Touched
	private bool
}

// beginDoing notes where the person begins, in actor's time.
func (s *Session) beginDoing(now time.Time) {
	s.doing = &doing{since: now, before: map[string]bool{}, at: map[string]string{}}
	for _, t := range s.tabs {
		s.doing.before[t.ID], s.doing.at[t.ID] = true, t.URL
	}
}

// noteTabs notes where the person goes.
func (s *Session) noteTabs() {
	d := s.doing
	if d == nil || s.control.Controller != wire.UserDrives {
		return
	}
	for _, t := range s.tabs {
		moved := d.at[t.ID] != t.URL
		d.at[t.ID] = t.URL
		if s.hidden() {
			continue
		}
		v := wire.Visited{URL: plain(t.URL), Title: titled(t)}
		last := len(d.pages) - 1
		switch {
		case last >= 0 && d.pages[last].URL == v.URL:
			d.pages[last].Title = v.Title
		case moved && v.URL != "":
			d.pages = append(d.pages, v)
			d.pages = d.pages[max(0, len(d.pages)-mostPages):]
		}
	}
}

// titled is the title of a page; Chrome gives the address to one that has none yet.
func titled(t page.Tab) string {
	if strings.HasSuffix(t.URL, t.Title) {
		return ""
	}
	return t.Title
}

// plain is an address of the web without what a code could be in.
func plain(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// Touched notes a field that the window changed in a way of its own, such as by a
// picker of Baton's.
func (s *Session) Touched(v ident.Viewer, f page.Touched) {
	_ = s.post(func() {
		if v == s.control.Holder {
			s.noteTouched(f)
		}
	})
}

func (s *Session) noteTouched(f page.Touched) {
	if d := s.doing; d != nil && !s.hidden() && f.Role != "" && len(d.fields) < mostTouched && !slices.Contains(d.fields, f) {
		d.fields = append(d.fields, f)
	}
}

// inputParts cuts a batch where what was typed before may leave its field: at the
// next press of the mouse, Tab or Enter.
func inputParts(events []input.Event) (parts [][]input.Event) {
	begin, typed := 0, false
	for i, e := range events {
		leaves := e.Kind == input.PointerDown || e.Kind == input.KeyDown && (e.Key == "Tab" || e.Key == "Enter")
		if leaves && typed {
			parts = append(parts, events[begin:i])
			begin, typed = i, false
		}
		typed = typed || touch(e) != ""
	}
	return append(parts, events[begin:])
}

// touch is the way in which an event may change a field, "" if it does not.
func touch(e input.Event) page.Touch {
	switch e.Kind {
	case input.Text, input.Paste:
		return page.Typed
	case input.PointerUp:
		return page.Clicked
	case input.KeyDown:
		switch e.Key {
		case "Backspace", "Delete", "Process":
			return page.Typed
		case " ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown":
			return page.Pressed
		}
	case input.PointerMove, input.PointerDown, input.Wheel, input.KeyUp, input.Cancel:
	}
	return ""
}

// applyInput applies a batch and finds out what it changed. It runs in the lane of
// the input, so that the page has not gone on yet when it is asked.
func (s *Session) applyInput(ctx context.Context, b Browser, epoch uint64, events []input.Event) error {
	for _, part := range inputParts(events) {
		if err := b.Input(ctx, part); err != nil {
			return err
		}
		how := page.Touch("")
		for _, e := range part {
			if t := touch(e); t != "" && how != page.Typed {
				how = t
			}
		}
		if how != "" {
			s.askTouched(ctx, b, epoch, how)
		}
	}
	return nil
}

func (s *Session) askTouched(ctx context.Context, b Browser, epoch uint64, how page.Touch) {
	if s.View().Private {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, touchTime)
	defer cancel()
	f, err := b.Touched(ctx, how)
	if err != nil || f.Role == "" {
		return
	}
	s.jobs.Go(func() { // the actor may wait for nothing of the lane, and the lane not for it
		_ = s.post(func() {
			if s.control.Epoch == epoch {
				s.noteTouched(f)
			}
		})
	})
}

// report is what is told of the time of driving that ends.
func (s *Session) report(now time.Time, left bool, note string) *HandBack { //nolint:revive // how it ended
	h := &HandBack{At: now, Did: wire.HandBack{At: now, By: "user", Window: s.window, Left: left, Note: note, Tabs: len(s.tabs)}}
	d := s.doing
	if d == nil {
		return h
	}
	h.Held = now.Sub(d.since)
	h.Did.HeldS = int(h.Held.Seconds())
	h.Did.Pages, h.Did.Fields = slices.Clone(d.pages), slices.Clone(d.fields)
	h.Did.Private = d.private || s.control.Page == control.Hidden
	for _, t := range s.tabs {
		if !d.before[t.ID] {
			h.Did.Opened++
		}
	}
	h.Did.Closed = len(d.before) + h.Did.Opened - len(s.tabs)
	s.doing = nil
	return h
}

// TakeReport gives the report that the agent was not told yet, once.
func (s *Session) TakeReport() (r wire.HandBack, ok bool) {
	if s.View().HandedBack == nil {
		return r, false
	}
	_ = s.ask(func() error {
		if h := s.handed; h != nil && !h.told && s.control.Controller == wire.AgentDrives {
			h.told = true
			r, ok = h.Did, true
		}
		return nil
	})
	return r, ok
}
