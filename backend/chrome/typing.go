package chrome

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	cdpinput "github.com/chromedp/cdproto/input"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// Type writes text into a target or, without one, where the focus is. Without
// Clear it goes behind what is there; with it, it takes its place, and a field
// that does not hold the text afterwards is told as a fault.
func (b *Browser) Type(ctx context.Context, g page.Target, ty page.Typing) (page.Effect, error) {
	w, err := b.start()
	if err != nil {
		return page.Effect{}, err
	}
	a, done, err := b.focusOn(ctx, w, g, ty)
	if err == nil && !done {
		if ty.Text != "" && !ty.Slowly && !ty.Clear && !ty.Submit {
			return b.insert(ctx, w, a, ty.Text)
		}
		err = b.write(ctx, w, ty)
	}
	if err == nil && ty.Clear && a.spot.d.frame != "" && (a.spot.Key > 0 || a.spot.Selector != "") {
		err = b.verify(ctx, w, a.spot, ty.Text)
	}
	if err == nil && ty.Submit {
		err = b.stroke(ctx, w, nil, named()["enter"])
	}
	if _, is := errors.AsType[*fault.Error](err); is {
		return page.Effect{}, err
	}
	return b.effect(ctx, w, a, err)
}

// insert sends the text, and asks for what follows without waiting for the answer
// first: it begins with the text's own event.
func (b *Browser) insert(ctx context.Context, w before, a aimed, text string) (page.Effect, error) {
	sent := send(b.c, w.t.s.id, cdpinput.InsertText, cdpinput.InsertTextParams{Text: text})
	s, err := ask[after](ctx, b, a.spot.d, w.halt, "settle", settleFor, a.spot.d.frame != w.t.frameID())
	if _, sentErr := sent.get(ctx, w.halt); sentErr != nil {
		return b.effect(ctx, w, a, sentErr)
	}
	if err == nil && !s.Changed { // the question may have come before the text
		return b.effect(ctx, w, a, nil)
	}
	return b.followed(ctx, w, a, s, err)
}

// focusOn puts the focus where text is to go. It is done with that when the
// field has a picker, whose value is set.
func (b *Browser) focusOn(ctx context.Context, w before, g page.Target, ty page.Typing) (a aimed, done bool, err error) {
	a = aimed{spot: spot{d: b.top(w.t)}}
	switch {
	case g.Point != nil:
		if a, err = b.aim(ctx, w.t, w.halt, g, true); err != nil {
			return a, false, b.why(w.t, err)
		}
		if err := b.press(ctx, w, a); err != nil {
			return a, false, err
		}
		if ty.Clear {
			_, err = ask[any](ctx, b, a.spot.d, w.halt, "selectAll")
		}
		return a, false, err
	case g.IsZero():
		_, err = ask[any](ctx, b, a.spot.d, w.halt, "watch")
		if err == nil && ty.Clear {
			_, err = ask[any](ctx, b, a.spot.d, w.halt, "selectAll")
		}
		return a, false, err
	}
	sp, _, err := b.place(ctx, w.t, w.halt, g)
	if err != nil {
		return a, false, b.why(w.t, err)
	}
	f, err := ask[found](ctx, b, sp.d, w.halt, "focus", sp, map[string]any{"write": true, "clear": ty.Clear})
	if err != nil {
		return a, false, sp.lost(err)
	}
	if err := sp.problem(f); err != nil {
		return a, false, err
	}
	a = aimed{object: f.Object, spot: sp}
	if f.Direct {
		f, err = ask[found](ctx, b, sp.d, w.halt, "setValue", sp, ty.Text)
		if err == nil {
			err = sp.problem(f)
		}
		return a, true, err
	}
	if !f.Focused { // what takes the focus is inside: a person would click
		if hit, err := b.aim(ctx, w.t, w.halt, g, true); err == nil {
			return a, false, b.press(ctx, w, hit)
		}
	}
	return a, false, nil
}

// press clicks once at a point.
func (b *Browser) press(ctx context.Context, w before, a aimed) error {
	move := mouse(cdpinput.DispatchMouseEventTypeMouseMoved, a, 0)
	down := mouse(cdpinput.DispatchMouseEventTypeMousePressed, a, 0)
	down.Button, down.ClickCount, down.Buttons = cdpinput.MouseButtonLeft, 1, 1
	up := down
	up.Type, up.Buttons = cdpinput.DispatchMouseEventTypeMouseReleased, 0
	return b.sendMouse(ctx, w, []cdpinput.DispatchMouseEventParams{move, down, up})
}

// write sends the text: whole, or key by key.
func (b *Browser) write(ctx context.Context, w before, ty page.Typing) error {
	switch {
	case ty.Text == "" && ty.Clear:
		return b.stroke(ctx, w, nil, named()["backspace"])
	case ty.Text == "":
		return nil
	case !ty.Slowly:
		_, err := send(b.c, w.t.s.id, cdpinput.InsertText, cdpinput.InsertTextParams{Text: ty.Text}).get(ctx, w.halt)
		return err
	}
	for _, r := range strings.ReplaceAll(ty.Text, "\r\n", "\n") {
		var err error
		if k := character(r); k.code != "" {
			err = b.stroke(ctx, w, nil, k)
		} else { // no key of its own
			_, err = send(b.c, w.t.s.id, cdpinput.InsertText, cdpinput.InsertTextParams{Text: string(r)}).get(ctx, w.halt)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type holding struct {
	OK   bool
	Have string
}

// verify asks whether a field holds what was typed.
func (b *Browser) verify(ctx context.Context, w before, sp spot, text string) error {
	h, err := ask[holding](ctx, b, sp.d, w.halt, "holds", sp, strings.ReplaceAll(text, "\r\n", "\n"))
	if err != nil || h.OK {
		if errors.Is(err, errOtherDocument) {
			return nil // typing led to another page
		}
		return err
	}
	return fault.New(fault.NotActionable, "the field did not take the text; it holds another one").Quoting(h.Have).
		WithHint("the page may want another form of it; take a snapshot, or type it with slowly")
}

// PressKey presses a key or chord where the focus is.
func (b *Browser) PressKey(ctx context.Context, text string) (page.Effect, error) {
	modifiers, key, err := chord(text)
	if err != nil {
		return page.Effect{}, err
	}
	w, err := b.start()
	if err != nil {
		return page.Effect{}, err
	}
	top := b.top(w.t)
	if _, err = ask[any](ctx, b, top, w.halt, "watch"); err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	return b.effect(ctx, w, aimed{spot: spot{d: top}}, b.stroke(ctx, w, modifiers, key))
}

// stroke presses and releases a key, with modifiers held, in one go.
func (b *Browser) stroke(ctx context.Context, w before, modifiers []stroke, key stroke) error {
	held := 0
	var list []cdpinput.DispatchKeyEventParams
	for _, m := range modifiers {
		held |= modifierBit(m.key)
		list = append(list, m.down(held))
	}
	if held&8 != 0 && utf8.RuneCountInString(key.key) == 1 {
		key.key = strings.ToUpper(key.key)
		if key.text != "" {
			key.text = key.key
		}
	}
	own := held | modifierBit(key.key)
	list = append(list, key.down(own), key.up(held))
	for i := len(modifiers) - 1; i >= 0; i-- {
		held &^= modifierBit(modifiers[i].key)
		list = append(list, modifiers[i].up(held))
	}
	sent := make([]answer[cdp.Empty], len(list))
	for i, e := range list {
		sent[i] = send(b.c, w.t.s.id, cdpinput.DispatchKeyEvent, e)
	}
	return waitAll(ctx, w.halt, sent)
}
