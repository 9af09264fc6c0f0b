package chrome

import (
	"context"

	"github.com/batonbrowser/baton/backend/page"
)

// wouldPress is what the page scripts tell of a press; Frame is the element of the
// frame that it is in, with the point within.
type wouldPress struct {
	Role, Name, Around string
	Pays, Leads        bool
	Frame              int
	X, Y               float64
}

// Press tells what a click on a target, or a key there, would press. Without a
// target it is where the focus is. A ref has a name that the agent was shown:
// when doubtful finds nothing in it, the page is not asked. A target that is not
// there presses nothing; the action itself says why.
func (b *Browser) Press(ctx context.Context, g page.Target, how page.How, doubtful func(name string) bool) (page.Press, error) {
	t, halt, err := b.current()
	if err != nil {
		return page.Press{}, err
	}
	if how == page.ByClick && g.Ref != "" {
		b.mu.Lock()
		e, err := b.refs.find(g.Ref, t)
		b.mu.Unlock()
		if err != nil {
			return page.Press{}, err
		}
		if !doubtful(e.name) {
			return page.Press{Role: e.role, Name: e.name}, nil
		}
	}
	p, err := b.wouldPress(ctx, t, halt, g, how)
	return p, b.why(t, err)
}

func (b *Browser) wouldPress(ctx context.Context, t *tab, halt <-chan struct{}, g page.Target, how page.How) (page.Press, error) {
	in, what := b.top(t), any(spot{})
	switch {
	case g.Point != nil:
		what = *g.Point
	case !g.IsZero():
		sp, _, err := b.place(ctx, t, halt, g)
		if err != nil {
			return page.Press{}, err
		}
		in, what = sp.d, sp
	}
	for {
		p, err := ask[wouldPress](ctx, b, in, halt, "press", what, how)
		if err != nil {
			return page.Press{}, spot{}.lost(err)
		}
		if p.Frame == 0 {
			return page.Press{Role: p.Role, Name: p.Name, Around: p.Around, Pays: p.Pays, Leads: p.Leads}, nil
		}
		inner, ok, err := b.inside(ctx, t, halt, in, p.Frame)
		if err != nil || !ok {
			return page.Press{}, err
		}
		in = inner
		if g.Point != nil {
			what = page.Point{X: p.X, Y: p.Y}
		} else {
			what = spot{}
		}
	}
}

// inside is the document in a frame element.
func (b *Browser) inside(ctx context.Context, t *tab, halt <-chan struct{}, in doc, frame int) (doc, bool, error) {
	docs, err := b.docs(ctx, t, halt)
	if err != nil {
		return doc{}, false, err
	}
	for _, d := range docs {
		if d.parent != in.frame {
			continue
		}
		if owner, err := b.owner(ctx, in, d.frame, halt); err == nil && owner == frame {
			return d, true, nil
		}
	}
	return doc{}, false, nil
}
