package chrome

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/page"
)

// firstFrame is how long the first picture of a screencast may take. Chrome sends
// it at once, also of a page that does not move, but none of one that it does not
// draw, as in a window that is covered.
const firstFrame = 400 * time.Millisecond

// Still gives one picture of the active tab as it is now: the first of a screencast.
// Only of a page that sends none a screenshot is taken: when the process of a page
// ends meanwhile, Chrome 156 ends with it, and so does every tab of the browser. It
// is not scaled down where nobody else has a cast.
func (b *Browser) Still(ctx context.Context, o page.Cast) (page.Frame, error) {
	t, halt, err := b.current()
	if err != nil {
		return page.Frame{}, err
	}
	if f, ok := b.fromCast(ctx, t, halt, o); ok {
		return f, nil
	}
	return b.screenshotOf(ctx, t, halt, o)
}

// fromCast waits, with a cap, for the first picture of a screencast that begins now.
// One that runs begins anew: the pictures that are on their way may be of before.
func (b *Browser) fromCast(ctx context.Context, t *tab, halt <-chan struct{}, o page.Cast) (f page.Frame, ok bool) {
	short, cancel := context.WithTimeout(ctx, firstFrame)
	defer cancel()
	_, _ = ask[any](short, b, b.top(t), halt, "drawn")
	b.mu.Lock()
	switch {
	case t.halted || b.active != t || b.closing:
		b.mu.Unlock()
		return f, false
	case b.cast != nil:
		b.cast.follow(t)
	default:
		c := b.castAnew(page.Cast{Quality: o.Quality}, func(f page.Frame) { f.Ack() })
		defer c.halt()
	}
	b.mu.Unlock()
	_ = b.await(short, func() bool {
		if c := b.cast; c != nil && c.t == t && c.last != nil {
			f, ok = *c.last, true
			f.Ack = nil
		}
		return ok || t.halted || b.active != t
	})
	return f, ok
}

// screenshotOf takes a screenshot of the viewport of a tab. It is not scaled down: Chrome
// would change the size of the page while it takes a scaled one, and a click in that
// moment would miss.
func (b *Browser) screenshotOf(ctx context.Context, t *tab, halt <-chan struct{}, o page.Cast) (page.Frame, error) {
	m, err := send(b.c, t.s.id, cdppage.GetLayoutMetrics, cdp.Empty{}).get(ctx, halt)
	if err != nil {
		return page.Frame{}, b.why(t, err)
	}
	f := page.Frame{Tab: string(t.id), Width: b.width(), Height: b.height(), Scale: 1}
	p := cdppage.CaptureScreenshotParams{Format: cdppage.CaptureScreenshotFormatJpeg, Quality: new(int64(quality(o))), OptimizeForSpeed: new(true)}
	if v := m.CSSVisualViewport; v != nil && v.ClientWidth > 0 {
		f.Scale = v.Scale
		if l := m.CSSLayoutViewport; l != nil && b.o.Mode == Visible {
			f.Width, f.Height = int(l.ClientWidth), int(l.ClientHeight)
		}
	}
	r, err := send(b.c, t.s.id, cdppage.CaptureScreenshot, p).get(ctx, halt)
	if err != nil {
		return page.Frame{}, b.why(t, err)
	}
	f.JPEG, f.At = r.Data, time.Now()
	return f, nil
}
