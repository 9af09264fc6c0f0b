package chrome

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	cdpinput "github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/batonbrowser/baton/backend/input"
)

// inputCap bounds how long a batch waits for the page to take it: a page that is
// busy, or asks something, does not hold the person up.
const inputCap = 300 * time.Millisecond

const dragIntercepted = "Input.dragIntercepted"

// pressed is what the person holds down, and where; so that it can be let go.
type pressed struct {
	turn sync.Mutex // one batch at a time

	mu      sync.Mutex
	t       *tab
	keys    map[string]stroke // by code, or by key where there is no code
	buttons map[cdpinput.MouseButton]bool
	x, y    float64
	drag    *cdpinput.DragData // a drag and drop that the page began
	entered bool
	came    chan struct{} // gets a token with each drag begun
}

// intercepted notes a drag and drop that Chrome would hand to the system.
func (p *pressed) intercepted(raw jsonv2.Value) {
	var e cdpinput.EventDragIntercepted
	if jsonv2.Unmarshal(raw, &e, chromedp.DefaultUnmarshalOptions) != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drag, p.entered = e.Data, false
	if p.came != nil {
		select {
		case p.came <- struct{}{}:
		default:
		}
	}
}

// Input applies what a person did, in order and together. It waits a moment for
// the page to take it, but neither for a busy page nor for a dialog.
func (b *Browser) Input(ctx context.Context, events []input.Event) error {
	b.input.turn.Lock()
	defer b.input.turn.Unlock()
	t, halt, err := b.current()
	if t == nil {
		return err
	}
	if slices.ContainsFunc(events, mayChoose) {
		b.choosers(ctx, t, halt)
	}
	if slices.ContainsFunc(events, asksMenu) {
		b.hearMenus(ctx, t, halt)
		b.looking.menu.Store(true)
	}
	for _, e := range events {
		if how := suggesting(e); how != "" {
			b.looking.typed.Store(how)
		}
	}
	p := &b.input
	p.mu.Lock()
	if p.t != t {
		p.letGo(b)
		p.t = t
	}
	var sent []answer[cdp.Empty]
	for i, e := range events {
		if e.Kind == input.PointerMove && i+1 < len(events) && events[i+1].Kind == input.PointerMove && !p.dragging() {
			continue // the next one stands for both
		}
		sent = append(sent, p.apply(b, e)...)
	}
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, inputCap)
	defer cancel()
	if errors.Is(waitAll(ctx, halt, sent), errGone) {
		return b.why(t, errGone)
	}
	if mayOpen(events) {
		b.look()
	}
	return nil
}

func (p *pressed) dragging() bool { return len(p.buttons) > 0 }

// apply sends one event; p.mu is held.
func (p *pressed) apply(b *Browser, e input.Event) []answer[cdp.Empty] {
	s := p.t.s.id
	switch e.Kind {
	case input.PointerMove, input.PointerDown, input.PointerUp, input.Wheel:
		return p.pointer(b, e)
	case input.KeyDown, input.KeyUp:
		return []answer[cdp.Empty]{send(b.c, s, cdpinput.DispatchKeyEvent, p.key(e))}
	case input.Text:
		return p.text(b, e.Text)
	case input.Paste:
		return []answer[cdp.Empty]{send(b.c, s, cdpinput.InsertText, cdpinput.InsertTextParams{Text: e.Text})}
	case input.Cancel:
		return p.letGo(b)
	}
	return nil
}

// text writes what was typed. What has a key of its own is that key: in lists,
// dates and boxes, and in games, text means nothing.
func (p *pressed) text(b *Browser, text string) []answer[cdp.Empty] {
	s := p.t.s.id
	if r, n := utf8.DecodeRuneInString(text); n == len(text) && r >= ' ' {
		if k := character(r); k.code != "" {
			held := 0
			if p.keys["ShiftLeft"].key != "" || p.keys["ShiftRight"].key != "" {
				held = input.Shift
			}
			return []answer[cdp.Empty]{send(b.c, s, cdpinput.DispatchKeyEvent, k.down(held)), send(b.c, s, cdpinput.DispatchKeyEvent, k.up(held))}
		}
	}
	return []answer[cdp.Empty]{send(b.c, s, cdpinput.InsertText, cdpinput.InsertTextParams{Text: text})}
}

func (p *pressed) pointer(b *Browser, e input.Event) []answer[cdp.Empty] {
	s := p.t.s.id
	p.x, p.y = e.X, e.Y
	m := cdpinput.DispatchMouseEventParams{X: e.X, Y: e.Y, Modifiers: int64(e.Modifiers), Button: cdpinput.MouseButtonNone}
	var out []answer[cdp.Empty]
	switch e.Kind {
	case input.PointerMove:
		if p.drag != nil {
			return p.dragTo(b, e.X, e.Y)
		}
		m.Type, m.Button = cdpinput.DispatchMouseEventTypeMouseMoved, p.held()
	case input.PointerDown:
		m.Type, m.Button = cdpinput.DispatchMouseEventTypeMousePressed, cdpinput.MouseButton(e.Button)
		m.ClickCount = int64(max(e.Clicks, 1))
		p.hold(m.Button)
		out = append(out, send(b.c, s, cdpinput.SetInterceptDrags, cdpinput.SetInterceptDragsParams{Enabled: true}))
	case input.PointerUp:
		if p.drag != nil {
			out = append(out, p.drop(b, e.X, e.Y)...)
		}
		m.Type, m.Button = cdpinput.DispatchMouseEventTypeMouseReleased, cdpinput.MouseButton(e.Button)
		m.ClickCount = int64(max(e.Clicks, 1))
		delete(p.buttons, m.Button)
	case input.Wheel:
		return []answer[cdp.Empty]{b.sendWheel(s, wheel{X: e.X, Y: e.Y, DX: e.DX, DY: e.DY, Modifiers: e.Modifiers, Buttons: p.bits()})}
	case input.KeyDown, input.KeyUp, input.Text, input.Paste, input.Cancel:
		return nil // not of the pointer
	}
	m.Buttons = p.bits()
	out = append(out, send(b.c, s, cdpinput.DispatchMouseEvent, m))
	if e.Kind == input.PointerUp && len(p.buttons) == 0 {
		out = append(out, send(b.c, s, cdpinput.SetInterceptDrags, cdpinput.SetInterceptDragsParams{Enabled: false}))
	}
	return out
}

func (p *pressed) hold(m cdpinput.MouseButton) {
	if p.buttons == nil {
		p.buttons = map[cdpinput.MouseButton]bool{}
	}
	p.buttons[m] = true
}

// held is the button that a move is made with.
func (p *pressed) held() cdpinput.MouseButton {
	for _, m := range []cdpinput.MouseButton{cdpinput.MouseButtonLeft, cdpinput.MouseButtonRight, cdpinput.MouseButtonMiddle} {
		if p.buttons[m] {
			return m
		}
	}
	return cdpinput.MouseButtonNone
}

func (p *pressed) bits() int64 {
	var n int64
	for m := range p.buttons {
		n |= buttonBit(m)
	}
	return n
}

func (p *pressed) dragTo(b *Browser, x, y float64) []answer[cdp.Empty] {
	var out []answer[cdp.Empty]
	over := cdpinput.DispatchDragEventParams{Type: cdpinput.DispatchDragEventTypeDragOver, X: x, Y: y, Data: p.drag}
	if !p.entered {
		p.entered = true
		enter := over
		enter.Type = cdpinput.DispatchDragEventTypeDragEnter
		out = append(out, send(b.c, p.t.s.id, cdpinput.DispatchDragEvent, enter))
	}
	return append(out, send(b.c, p.t.s.id, cdpinput.DispatchDragEvent, over))
}

func (p *pressed) drop(b *Browser, x, y float64) []answer[cdp.Empty] {
	out := p.dragTo(b, x, y)
	end := cdpinput.DispatchDragEventParams{Type: cdpinput.DispatchDragEventTypeDrop, X: x, Y: y, Data: p.drag}
	p.drag, p.entered = nil, false
	return append(out, send(b.c, p.t.s.id, cdpinput.DispatchDragEvent, end))
}

// key is the event of a person's key. The browser of the window says which
// character it made, so every layout works.
func (p *pressed) key(e input.Event) cdpinput.DispatchKeyEventParams {
	k, ok := strokeOf(e.Key)
	if !ok {
		k = stroke{key: e.Key}
	}
	if e.Code != "" {
		k.code = e.Code
		if vk := codeKey(e.Code); vk != 0 {
			k.vk = vk
		}
	}
	id := k.code
	if id == "" {
		id = k.key
	}
	if e.Kind == input.KeyUp {
		delete(p.keys, id)
		return k.up(e.Modifiers)
	}
	if p.keys == nil {
		p.keys = map[string]stroke{}
	}
	p.keys[id] = k
	m := k.down(e.Modifiers)
	if e.Modifiers&input.Control != 0 && e.Modifiers&input.Alt != 0 && len(e.Key) > 0 && k.text != "" { // AltGr writes characters
		m.Type, m.Text = cdpinput.DispatchKeyEventTypeKeyDown, k.text
		m.Modifiers &^= int64(input.Control | input.Alt)
		m.Commands = nil
	}
	if e.Repeat {
		m.AutoRepeat = new(true)
	}
	return m
}

// codeKey is the virtual key of a place on the keyboard.
func codeKey(code string) int64 {
	switch {
	case len(code) == 4 && code[:3] == "Key":
		return int64(code[3])
	case len(code) == 6 && code[:5] == "Digit":
		return int64(code[5])
	case len(code) == 7 && code[:6] == "Numpad" && code[6] >= '0' && code[6] <= '9':
		return int64(code[6]-'0') + 96
	}
	return 0
}

// ReleaseInput lets go of every key and button that is held, and closes the picker
// that the person left open.
func (b *Browser) ReleaseInput(ctx context.Context) error {
	b.input.turn.Lock()
	defer b.input.turn.Unlock()
	p := &b.input
	p.mu.Lock()
	var halt <-chan struct{}
	if p.t != nil {
		b.mu.Lock()
		halt = p.t.halt
		b.mu.Unlock()
	}
	sent := p.letGo(b)
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, inputCap)
	defer cancel()
	_ = waitAll(ctx, halt, sent) // sent in any case; a busy page takes it later
	b.dismissPicker(ctx)
	return nil
}

// letGo sends the releases; p.mu is held.
func (p *pressed) letGo(b *Browser) []answer[cdp.Empty] {
	if p.t == nil {
		return nil
	}
	s := p.t.s.id
	var out []answer[cdp.Empty]
	for _, k := range p.keys {
		out = append(out, send(b.c, s, cdpinput.DispatchKeyEvent, k.up(0)))
	}
	p.keys = nil
	if p.drag != nil {
		end := cdpinput.DispatchDragEventParams{Type: cdpinput.DispatchDragEventTypeDragCancel, X: p.x, Y: p.y, Data: p.drag}
		out = append(out, send(b.c, s, cdpinput.DispatchDragEvent, end))
		p.drag, p.entered = nil, false
	}
	for m := range p.buttons {
		delete(p.buttons, m)
		out = append(out, send(b.c, s, cdpinput.DispatchMouseEvent, cdpinput.DispatchMouseEventParams{
			Type: cdpinput.DispatchMouseEventTypeMouseReleased, X: p.x, Y: p.y, Button: m, Buttons: p.bits(), ClickCount: 1,
		}))
	}
	return append(out, send(b.c, s, cdpinput.SetInterceptDrags, cdpinput.SetInterceptDragsParams{Enabled: false}))
}
