package chrome

import (
	"context"

	"github.com/batonbrowser/baton/backend/page"
)

// Touched is the field that the person just changed in that way, in whichever frame
// the focus is; the zero Touched when it is none. What the field holds is not read.
func (b *Browser) Touched(ctx context.Context, how page.Touch) (page.Touched, error) {
	t, halt, err := b.current()
	if t == nil {
		return page.Touched{}, err
	}
	d := b.top(t)
	var docs []doc
	for range frameDepth {
		r, err := ask[struct {
			page.Touched
			Frame int
		}](ctx, b, d, halt, "touched", how)
		if err != nil || r.Frame == 0 {
			return r.Touched, b.why(t, err)
		}
		if docs == nil {
			if docs, err = b.docs(ctx, t, halt); err != nil {
				return page.Touched{}, b.why(t, err)
			}
		}
		inner, ok := b.framed(ctx, docs, d, r.Frame, halt)
		if !ok {
			break // it went
		}
		d = inner
	}
	return page.Touched{}, nil
}
