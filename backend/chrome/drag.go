package chrome

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpinput "github.com/chromedp/cdproto/input"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

const (
	dragSteps = 8 // moves between two points of a path
	// dragWait is how long Chrome may take to report that the page began a drag
	// and drop; its report can come after the answer to the move.
	dragWait = 150 * time.Millisecond
)

// Drag presses at the first point of a path, moves along it and lets go at the
// last. A drag and drop that the page begins gets real drag events.
func (b *Browser) Drag(ctx context.Context, path []page.Target) (page.Effect, error) {
	if len(path) < 2 {
		return page.Effect{}, fault.New(fault.InvalidInput, "a drag needs at least two points").With("field", "path")
	}
	w, err := b.start()
	if err != nil {
		return page.Effect{}, err
	}
	points, err := b.route(ctx, w, path)
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	b.input.turn.Lock()
	defer b.input.turn.Unlock()
	p := &b.input
	p.mu.Lock()
	p.letGo(b)
	p.t, p.came = w.t, make(chan struct{}, 1)
	p.mu.Unlock()
	err = b.dragAlong(ctx, w, points)
	p.mu.Lock()
	left := p.letGo(b) // also when it failed half way
	p.came = nil
	p.mu.Unlock()
	if err == nil {
		err = waitAll(ctx, w.halt, left)
	}
	return b.effect(ctx, w, points[0], err)
}

// route finds the points of a path, all in the window at the same time.
func (b *Browser) route(ctx context.Context, w before, path []page.Target) ([]aimed, error) {
	out := make([]aimed, len(path))
	for i := len(path) - 1; i >= 0; i-- { // the first last: looking for the others may have scrolled it
		var err error
		if out[i], err = b.aim(ctx, w.t, w.halt, path[i], i == 0); err != nil {
			return nil, err
		}
	}
	for i := 1; i < len(path); i++ {
		if path[i].Point != nil {
			continue
		}
		again, err := b.aim(ctx, w.t, w.halt, path[i], false)
		if err != nil {
			return nil, err
		}
		out[i] = again
	}
	if path[0].Point == nil {
		if now, err := b.aim(ctx, w.t, w.halt, path[0], false); err != nil || now.y != out[0].y && now.x != out[0].x {
			return nil, fault.New(fault.NotActionable, "the two ends of the drag are not in the window at the same time").
				WithHint("scroll so that both are, or drag in two steps")
		}
	}
	return out, nil
}

func (b *Browser) dragAlong(ctx context.Context, w before, points []aimed) error {
	if err := b.dragEvent(ctx, w, input.PointerMove, points[0].x, points[0].y); err != nil {
		return err
	}
	if err := b.dragEvent(ctx, w, input.PointerDown, points[0].x, points[0].y); err != nil {
		return err
	}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		for s := 1; s <= dragSteps; s++ {
			part := float64(s) / dragSteps
			if err := b.dragEvent(ctx, w, input.PointerMove, from.x+(to.x-from.x)*part, from.y+(to.y-from.y)*part); err != nil {
				return err
			}
			if i == 1 && s == 2 {
				b.awaitDrag(ctx)
			}
		}
	}
	last := points[len(points)-1]
	return b.dragEvent(ctx, w, input.PointerUp, last.x, last.y)
}

// awaitDrag gives Chrome the time to report a drag and drop.
func (b *Browser) awaitDrag(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, dragWait)
	defer cancel()
	select {
	case <-b.input.came:
	case <-short.Done():
	}
}

func (b *Browser) dragEvent(ctx context.Context, w before, kind input.Kind, x, y float64) error {
	p := &b.input
	p.mu.Lock()
	e := input.Event{Kind: kind, X: x, Y: y}
	if kind != input.PointerMove {
		e.Button, e.Clicks = string(cdpinput.MouseButtonLeft), 1
	}
	var sent []answer[cdp.Empty] = p.apply(b, e)
	p.mu.Unlock()
	return waitAll(ctx, w.halt, sent)
}
