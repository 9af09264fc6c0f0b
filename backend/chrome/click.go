package chrome

import (
	"context"
	"errors"

	cdpinput "github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"

	"github.com/batonbrowser/baton/backend/page"
)

// Click moves the pointer to a target and clicks there.
func (b *Browser) Click(ctx context.Context, g page.Target, c page.Click) (page.Effect, error) {
	w, err := b.start()
	if err != nil {
		return page.Effect{}, err
	}
	sp, chain, err := b.goal(ctx, w.t, w.halt, g)
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	f, err := b.followClick(ctx, w, sp, max(c.Count, 1))
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	a, err := b.aimAt(ctx, w.t, w.halt, g, sp, chain, true)
	if err != nil {
		f.end()
	}
	if errors.Is(err, errClosedList) {
		return b.pick(ctx, w, g)
	}
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	events := clicks(a, c)
	for try := 1; ; try++ {
		err = b.sendMouse(ctx, w, events)
		if err != nil || a.spot.d.s == w.t.s || try == clickTries || b.arrivedAt(ctx, w, a) {
			return f.effect(ctx, a, err)
		}
	}
}

// clicks are the events of a click: a move to the point, then its presses.
func clicks(a aimed, c page.Click) []cdpinput.DispatchMouseEventParams {
	button := cdpinput.MouseButton(c.Button)
	if button == "" {
		button = cdpinput.MouseButtonLeft
	}
	events := []cdpinput.DispatchMouseEventParams{mouse(cdpinput.DispatchMouseEventTypeMouseMoved, a, c.Modifiers)}
	for n := 1; n <= max(c.Count, 1); n++ {
		down := mouse(cdpinput.DispatchMouseEventTypeMousePressed, a, c.Modifiers)
		down.Button, down.ClickCount, down.Buttons = button, int64(n), buttonBit(button)
		up := down
		up.Type, up.Buttons = cdpinput.DispatchMouseEventTypeMouseReleased, 0
		events = append(events, down, up)
	}
	return events
}

// following is the question of what follows a click. Into the top document it is
// sent ahead of the click: one that came after it would wait until what the click
// changed is drawn.
type following struct {
	b     *Browser
	w     before
	d     doc
	id    runtime.ExecutionContextID
	after *question[after] // nil where it is asked afterwards
}

func (b *Browser) followClick(ctx context.Context, w before, sp spot, presses int) (following, error) {
	f := following{b: b, w: w, d: sp.d}
	if sp.d.frame != w.t.frameID() {
		return f, nil
	}
	id, err := b.world(ctx, sp.d, w.halt)
	if err != nil {
		return f, sp.lost(err)
	}
	q := post[after](b, sp.d, id, "settleAfter", presses, settleFor)
	f.id, f.after = id, &q
	return f, nil
}

// end says that no more events come.
func (f following) end() {
	if f.after != nil && !f.after.there() {
		post[any](f.b, f.d, f.id, "delivered")
	}
}

// effect tells what followed; err is how the answers of the click's events ended.
func (f following) effect(ctx context.Context, a aimed, err error) (page.Effect, error) {
	f.end() // they may have gone elsewhere
	if f.after == nil {
		return f.b.effect(ctx, f.w, a, err)
	}
	var s after
	if err == nil {
		s, err = f.after.get(ctx, f.w.halt)
	}
	return f.b.followed(ctx, f.w, a, s, err)
}

// clickTries is how often a click into a frame of another process is sent until
// it arrives: Chrome finds that process by where it stood at the last picture.
const clickTries = 3

// arrivedAt tells whether a press reached the target's document, and lets Chrome
// draw if it did not.
func (b *Browser) arrivedAt(ctx context.Context, w before, a aimed) bool {
	seen, err := ask[bool](ctx, b, a.spot.d, w.halt, "pressed")
	if err != nil || seen {
		return true
	}
	_, err = ask[any](ctx, b, a.spot.d, w.halt, "drawn")
	return err != nil
}
