package chrome

import (
	"context"
	"math"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// cast is a running screencast. Chrome sends a few frames and then waits for
// acknowledgements, so the queue stays short.
type cast struct {
	b     *Browser
	o     page.Cast
	queue chan page.Frame
	stop  chan struct{}
	ended chan struct{}

	// Guarded by Browser.mu.
	t      *tab
	before int64       // the last screencast of the tab that was not for this
	last   *page.Frame // of a later one
}

const castQueue = 8

func quality(o page.Cast) int {
	if o.Quality <= 0 || o.Quality > 100 {
		return 80
	}
	return o.Quality
}

// Cast sends pictures of the active tab to sink until stop is called; it follows
// when another tab becomes active. Chrome goes on when a frame's Ack is called,
// which must be done for each. A cast that ran before ends.
func (b *Browser) Cast(_ context.Context, o page.Cast, sink func(page.Frame)) (stop func(), err error) {
	b.mu.Lock()
	if b.closing || b.active == nil {
		b.mu.Unlock()
		return nil, b.ended()
	}
	c := b.castAnew(o, sink)
	b.mu.Unlock()
	return c.halt, nil
}

// castAnew begins a cast in place of one that ran; b.mu is held.
func (b *Browser) castAnew(o page.Cast, sink func(page.Frame)) *cast {
	c := &cast{b: b, o: o, queue: make(chan page.Frame, castQueue), stop: make(chan struct{}), ended: make(chan struct{})}
	old := b.cast
	b.cast = c
	if old != nil {
		old.end()
	}
	c.follow(b.active)
	b.work.Go(func() { c.run(sink) })
	return c
}

// halt ends the cast where no other took its place.
func (c *cast) halt() {
	c.b.mu.Lock()
	if c.b.cast == c {
		c.b.cast = nil
		c.end()
	}
	c.b.mu.Unlock()
	<-c.ended
}

func (c *cast) run(sink func(page.Frame)) {
	defer close(c.ended)
	for {
		select {
		case f := <-c.queue:
			sink(f)
		case <-c.stop:
			return
		case <-c.b.done:
			return
		}
	}
}

// follow shows another tab; Browser.mu is held.
func (c *cast) follow(t *tab) {
	if c.t != nil {
		send(c.b.c, c.t.s.id, cdppage.StopScreencast, cdp.Empty{})
	}
	c.t, c.last, c.before = t, nil, t.s.cast
	send(c.b.c, t.s.id, cdppage.StartScreencast, cdppage.StartScreencastParams{
		Format: cdppage.StartScreencastFormatJpeg, Quality: new(int64(quality(c.o))),
		MaxWidth: int64(c.o.MaxWidth), MaxHeight: int64(c.o.MaxHeight), EveryNthFrame: 1,
	})
}

// end stops the pictures; Browser.mu is held.
func (c *cast) end() {
	send(c.b.c, c.t.s.id, cdppage.StopScreencast, cdp.Empty{})
	close(c.stop)
}

// frame hands a picture over; Browser.mu is held, so it must not wait.
func (c *cast) frame(s *session, e cdppage.EventScreencastFrame) {
	ack := func() {
		send(c.b.c, s.id, cdppage.ScreencastFrameAck, cdppage.ScreencastFrameAckParams{SessionID: e.SessionID})
	}
	f := page.Frame{Tab: string(s.tab.id), JPEG: e.Data, Scale: 1, At: time.Now(), Ack: ack}
	if m := e.Metadata; m != nil {
		f.Width, f.Height, f.Scale = int(m.DeviceWidth), int(m.DeviceHeight), m.PageScaleFactor
	}
	if c.b.o.Mode == Headless { // there, while a screenshot is taken, the metadata says something else
		f.Width, f.Height = c.b.width(), c.b.height()
	}
	if s != c.t.s {
		ack() // of the tab before
		return
	}
	if e.SessionID > c.before {
		if c.last == nil {
			c.b.touch()
		}
		c.last = &f
	}
	s.cast = max(s.cast, e.SessionID)
	select {
	case c.queue <- f:
	default:
		ack()
	}
}

// Screenshot takes a picture of the viewport, the whole page or an element.
func (b *Browser) Screenshot(ctx context.Context, s page.Shot) ([]byte, error) {
	t, halt, err := b.current()
	if err != nil {
		return nil, err
	}
	p := cdppage.CaptureScreenshotParams{Format: cdppage.CaptureScreenshotFormatPng, OptimizeForSpeed: new(true)}
	if s.JPEG > 0 {
		p.Format, p.Quality = cdppage.CaptureScreenshotFormatJpeg, new(int64(min(s.JPEG, 100)))
	}
	switch {
	case !s.Target.IsZero():
		p.Clip, err = b.clipOf(ctx, t, halt, s.Target)
	case s.FullPage:
		p.Clip, err = b.wholePage(ctx, t, halt)
	}
	if err != nil {
		return nil, b.why(t, err)
	}
	if p.Clip != nil {
		p.CaptureBeyondViewport = new(true)
	}
	r, err := send(b.c, t.s.id, cdppage.CaptureScreenshot, p).get(ctx, halt)
	if err != nil {
		return nil, b.why(t, err)
	}
	return r.Data, nil
}

// maxPicture is the longest side Chrome can draw.
const maxPicture = 16384

func (b *Browser) wholePage(ctx context.Context, t *tab, halt <-chan struct{}) (*cdppage.Viewport, error) {
	m, err := send(b.c, t.s.id, cdppage.GetLayoutMetrics, cdp.Empty{}).get(ctx, halt)
	if err != nil {
		return nil, err
	}
	if m.CSSContentSize == nil {
		return nil, nil
	}
	return &cdppage.Viewport{Width: math.Min(m.CSSContentSize.Width, maxPicture), Height: math.Min(m.CSSContentSize.Height, maxPicture), Scale: 1}, nil
}

type pageRect struct {
	X, Y, W, H, SX, SY float64
	Err, What          string
}

func (b *Browser) clipOf(ctx context.Context, t *tab, halt <-chan struct{}, g page.Target) (*cdppage.Viewport, error) {
	if g.Point != nil {
		return nil, fault.New(fault.InvalidInput, "a picture of a point makes no sense").WithHint("give a ref or a selector")
	}
	sp, chain, err := b.place(ctx, t, halt, g)
	if err != nil {
		return nil, err
	}
	r, err := ask[pageRect](ctx, b, sp.d, halt, "rect", sp)
	if err != nil {
		return nil, sp.lost(err)
	}
	if err := sp.problem(found{Err: r.Err, What: r.What}); err != nil {
		return nil, err
	}
	a := aimed{x: r.X, y: r.Y, spot: sp}
	if err := b.climb(ctx, halt, &a, chain, false); err != nil {
		return nil, err
	}
	m, err := send(b.c, t.s.id, cdppage.GetLayoutMetrics, cdp.Empty{}).get(ctx, halt)
	if err != nil || m.CSSLayoutViewport == nil {
		return nil, orGone(err)
	}
	return &cdppage.Viewport{
		X: a.x + float64(m.CSSLayoutViewport.PageX), Y: a.y + float64(m.CSSLayoutViewport.PageY),
		Width: math.Min(r.W, maxPicture), Height: math.Min(r.H, maxPicture), Scale: 1,
	}, nil
}
