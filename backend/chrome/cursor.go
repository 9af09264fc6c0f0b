package chrome

import (
	"context"

	"github.com/batonbrowser/baton/backend/page"
)

// frameDepth is how many frames, one in another, a point is followed into.
const frameDepth = 8

// Cursor is the shape of the pointer at a point of the active tab, as a keyword of CSS.
func (b *Browser) Cursor(ctx context.Context, p page.Point) (string, error) {
	t, halt, err := b.current()
	if err != nil {
		return "", err
	}
	d := b.top(t)
	var docs []doc
	for range frameDepth {
		r, err := ask[struct {
			Cursor string
			Frame  int
		}](ctx, b, d, halt, "cursorAt", p.X, p.Y)
		if err != nil || r.Frame == 0 {
			return r.Cursor, b.why(t, err)
		}
		w, err := ask[within](ctx, b, d, halt, "within", r.Frame)
		if err != nil {
			return "", b.why(t, err)
		}
		if docs == nil {
			if docs, err = b.docs(ctx, t, halt); err != nil {
				return "", b.why(t, err)
			}
		}
		inner, ok := b.framed(ctx, docs, d, r.Frame, halt)
		if !ok || w.SX == 0 || w.SY == 0 {
			break // it went, or has no room
		}
		d, p = inner, page.Point{X: (p.X - w.X) / w.SX, Y: (p.Y - w.Y) / w.SY}
	}
	return "default", nil
}

// framed is the document in a frame element of another.
func (b *Browser) framed(ctx context.Context, docs []doc, in doc, key int, halt <-chan struct{}) (doc, bool) {
	for _, d := range docs {
		if d.parent != in.frame {
			continue
		}
		if k, err := b.owner(ctx, in, d.frame, halt); err == nil && k == key {
			return d, true
		}
	}
	return doc{}, false
}
