package chrome

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/chrome/inject"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

type readText struct {
	Text      string
	Total     int
	Err, What string
}

// Read gives the text that a person would read: of a target, or of the page with
// its frames. Of a field it is what the field holds.
func (b *Browser) Read(ctx context.Context, what page.Reading) (page.Text, error) {
	w, err := b.start()
	if err != nil {
		return page.Text{}, err
	}
	if what.Limit <= 0 {
		what.Limit = 1 << 24
	}
	r, err := b.readText(ctx, w, what)
	if errors.Is(err, errOtherDocument) {
		if _, err = b.settleLoad(ctx, w.t); err == nil {
			r, err = b.readText(ctx, w, what)
		}
	}
	return r, b.why(w.t, err)
}

func (b *Browser) readText(ctx context.Context, w before, what page.Reading) (page.Text, error) {
	docs, err := b.docs(ctx, w.t, w.halt)
	if err != nil {
		return page.Text{}, err
	}
	sp := spot{}
	if g := what.Target; !g.IsZero() && g.Point == nil {
		if sp, _, err = b.place(ctx, w.t, w.halt, g); err != nil {
			return page.Text{}, err
		}
		docs = []doc{sp.d}
	}
	var texts []string
	total := 0
	for i, d := range docs {
		r, err := ask[readText](ctx, b, d, w.halt, "read", sp, map[string]any{"limit": what.Limit, "hide": what.HideValues})
		if err != nil && i > 0 {
			continue // a frame that has just gone
		}
		if err == nil {
			err = sp.problem(found{Err: r.Err, What: r.What})
		}
		if err != nil {
			return page.Text{}, err
		}
		total += r.Total
		if r.Text != "" {
			texts = append(texts, r.Text)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return page.Text{URL: w.t.url, Title: w.t.title, Text: cut(strings.Join(texts, "\n\n"), what.Limit), Total: total}, nil
}

func cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit])
}

// waitPoll is how often a page is looked at for text or a function.
const waitPoll = 100 * time.Millisecond

// Wait waits until what is asked for holds.
func (b *Browser) Wait(ctx context.Context, want page.Wait) error {
	if want.Time > 0 {
		timer := time.NewTimer(want.Time)
		defer timer.Stop()
		select {
		case <-timer.C:
			return nil
		case <-b.done:
			return b.ended()
		case <-ctx.Done():
			return fault.From(ctx.Err())
		}
	}
	t, _, err := b.current()
	if err != nil {
		return err
	}
	if want.Idle {
		return b.waited(ctx, t, b.waitIdle(ctx, t), want)
	}
	if want.URL != "" || want.Load {
		err := b.await(ctx, func() bool {
			if t.halted {
				return true
			}
			return want.URL == "" && t.loaded() || want.URL != "" && strings.Contains(t.url, want.URL)
		})
		if err != nil {
			return b.waited(ctx, t, err, want)
		}
		_, _, err = b.current()
		return err
	}
	tick := time.NewTicker(waitPoll)
	defer tick.Stop()
	for {
		ok, err := b.holds(ctx, want)
		if ok || err != nil {
			return b.waited(ctx, t, err, want)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return b.waited(ctx, t, ctx.Err(), want)
		}
	}
}

// waited says what was waited for in vain.
func (b *Browser) waited(ctx context.Context, t *tab, err error, want page.Wait) error {
	if err == nil || ctx.Err() == nil {
		return b.why(t, err)
	}
	what := "the page to load"
	switch {
	case want.Idle:
		what = "the network to be quiet"
	case want.Text != "":
		what = "the text " + quoted(want.Text)
	case want.TextGone != "":
		what = "the text " + quoted(want.TextGone) + " to go"
	case want.URL != "":
		what = "an address with " + quoted(want.URL)
	case want.Function != "":
		what = "the function to be true"
	}
	f := fault.From(ctx.Err())
	return fault.Wrap(ctx.Err(), f.Code, "waited in vain for %s", what).WithHint("take a snapshot to see where the page stands")
}

func quoted(s string) string { return `"` + cut(s, 80) + `"` }

// holds asks once for text or a function.
func (b *Browser) holds(ctx context.Context, want page.Wait) (bool, error) {
	w, err := b.start()
	if err != nil {
		return false, err
	}
	if want.Function != "" {
		object, s, err := b.element(ctx, w, page.Target{})
		if err != nil {
			return false, passing(err)
		}
		r, err := b.evaluate(ctx, w, s, inject.Expression("!!await (async () => { const f = ("+want.Function+"\n); return typeof f === 'function' ? f() : f })()"), object)
		if err != nil {
			return false, passing(err)
		}
		v, err := value(r)
		return v.Text == "true", err
	}
	docs, err := b.docs(ctx, w.t, w.halt)
	if err != nil {
		return false, passing(err)
	}
	text := want.Text + want.TextGone
	seen := false
	for _, d := range docs {
		in, err := ask[bool](ctx, b, d, w.halt, "contains", text)
		if err != nil && d.parent == "" {
			return false, passing(err)
		}
		seen = seen || in
	}
	return seen == (want.Text != ""), nil
}

// passing swallows the errors of a page that is being replaced.
func passing(err error) error {
	if errors.Is(lostDocument(err), errOtherDocument) {
		return nil
	}
	return err
}
