package chrome

import (
	"context"

	"github.com/batonbrowser/baton/backend/page"
)

// Search looks for words in all documents of the active tab, the top one first, in
// shadow roots too. The page is not changed by it, except that it scrolls: where the
// words are is told, for Baton to draw.
func (b *Browser) Search(ctx context.Context, q page.Search) (page.Places, error) {
	out := page.Places{Marks: []page.Mark{}}
	t, halt, err := b.current()
	if err != nil {
		return out, err
	}
	docs, err := b.docs(ctx, t, halt)
	if err != nil {
		return out, b.why(t, err)
	}
	type counted struct {
		Count, First int
		More         bool
	}
	found := make([]counted, len(docs))
	errs := make([]error, len(docs))
	b.inAll(docs, func(i int, d doc) { found[i], errs[i] = ask[counted](ctx, b, d, halt, "findWords", q.Text) })
	if errs[0] != nil {
		return out, b.why(t, errs[0])
	}
	for _, f := range found {
		if out.At == 0 && f.Count > 0 {
			out.At = out.Count + f.First + 1
		}
		out.Count += f.Count
		out.Most = out.Most || f.More
	}
	if q.At > 0 && out.Count > 0 {
		out.At = min(q.At, out.Count)
	}
	if out.Count == 0 {
		return out, nil
	}
	at := make([]int, len(docs)) // the current place in each, -1 if it is elsewhere
	before := 0
	for i, f := range found {
		at[i] = -1
		if n := out.At - 1 - before; n >= 0 && n < f.Count {
			at[i] = n
			if q.Show {
				b.showWords(ctx, docs, docs[i], n, halt)
			}
		}
		before += f.Count
	}
	marks := make([][]page.Mark, len(docs))
	b.inAll(docs, func(i int, d doc) {
		if found[i].Count > 0 {
			marks[i] = b.marks(ctx, t, docs, d, at[i], halt)
		}
	})
	for _, m := range marks {
		out.Marks = append(out.Marks, m...)
	}
	return out, nil
}

// showWords brings a place into view, and the frames that it is in.
func (b *Browser) showWords(ctx context.Context, docs []doc, d doc, n int, halt <-chan struct{}) {
	chain, err := b.chain(ctx, docs, d, halt)
	if err != nil {
		return
	}
	for i := len(chain) - 1; i >= 0; i-- { // from the top inwards
		_, _ = ask[bool](ctx, b, chain[i].parent, halt, "bringFrame", chain[i].key)
	}
	_, _ = ask[bool](ctx, b, d, halt, "showWords", n)
}

// marks are the places of a document that are in view, in pixels of the window.
func (b *Browser) marks(ctx context.Context, t *tab, docs []doc, d doc, current int, halt <-chan struct{}) []page.Mark {
	list, err := ask[[]page.Mark](ctx, b, d, halt, "wordMarks", current)
	if err != nil || len(list) == 0 {
		return nil
	}
	from, to := aimed{spot: spot{d: d}}, aimed{x: 1, y: 1, spot: spot{d: d}} // what becomes of the corner and of a pixel
	chain, err := b.chain(ctx, docs, d, halt)
	if err != nil {
		return nil
	}
	for _, a := range []*aimed{&from, &to} {
		if b.climb(ctx, halt, a, chain, false) != nil {
			return nil
		}
	}
	p, err := ask[struct{ X, Y, Scale float64 }](ctx, b, b.top(t), halt, "inWindow", from.x, from.y)
	if err != nil {
		return nil
	}
	sx, sy := (to.x-from.x)*p.Scale, (to.y-from.y)*p.Scale
	for i, m := range list {
		list[i] = page.Mark{X: p.X + m.X*sx, Y: p.Y + m.Y*sy, W: m.W * sx, H: m.H * sy, Current: m.Current}
	}
	return list
}
