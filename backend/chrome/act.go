package chrome

import (
	"context"
	"errors"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpinput "github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// settleFor is how long an action is watched for a first change (ms) in a page
// that draws no frames; in one that does, the next frame ends the wait.
const settleFor = 80

// before is what is known of a tab when an action begins.
type before struct {
	t                                                           *tab
	at                                                          time.Time
	halt                                                        <-chan struct{}
	commits, inPage, nowhere, frames, windows, childTabs, files int
}

// start notes where the active tab stands, or says why nothing can be done.
func (b *Browser) start() (before, error) {
	t, halt, err := b.current()
	if err != nil {
		return before{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return before{t: t, at: time.Now(), halt: halt, commits: t.commits, inPage: t.inPage, nowhere: t.nowhere, frames: t.frameCommits, windows: t.windows, childTabs: t.childTabs, files: b.files}, nil
}

// Hover moves the pointer over a target.
func (b *Browser) Hover(ctx context.Context, g page.Target) (page.Effect, error) {
	w, err := b.start()
	if err != nil {
		return page.Effect{}, err
	}
	a, err := b.aim(ctx, w.t, w.halt, g, true)
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	move := mouse(cdpinput.DispatchMouseEventTypeMouseMoved, a, 0)
	return b.effect(ctx, w, a, b.sendMouse(ctx, w, []cdpinput.DispatchMouseEventParams{move}))
}

func mouse(kind cdpinput.DispatchMouseEventType, a aimed, modifiers int) cdpinput.DispatchMouseEventParams {
	return cdpinput.DispatchMouseEventParams{Type: kind, X: a.x, Y: a.y, Modifiers: int64(modifiers), Button: cdpinput.MouseButtonNone}
}

func buttonBit(b cdpinput.MouseButton) int64 {
	switch b {
	case cdpinput.MouseButtonLeft:
		return 1
	case cdpinput.MouseButtonRight:
		return 2
	case cdpinput.MouseButtonMiddle:
		return 4
	case cdpinput.MouseButtonBack:
		return 8
	case cdpinput.MouseButtonForward:
		return 16
	case cdpinput.MouseButtonNone:
	}
	return 0
}

// sendMouse sends events together and waits for their answers after.
func (b *Browser) sendMouse(ctx context.Context, w before, events []cdpinput.DispatchMouseEventParams) error {
	sent := make([]answer[cdp.Empty], len(events))
	for i, e := range events {
		sent[i] = send(b.c, w.t.s.id, cdpinput.DispatchMouseEvent, e)
	}
	return waitAll(ctx, w.halt, sent)
}

func waitAll(ctx context.Context, halt <-chan struct{}, sent []answer[cdp.Empty]) error {
	for _, a := range sent {
		if _, err := a.get(ctx, halt); err != nil {
			return err
		}
	}
	return nil
}

// after is what a document tells of itself after an action.
type after struct {
	Changed bool
	Leaves  bool // a form was sent
	Saves   bool // a link was clicked that saves what it leads to
	Closing bool // the page closed its window
	URL     string
	Title   string
}

// effect tells what followed an action whose events were sent; err is how their
// answers ended.
func (b *Browser) effect(ctx context.Context, w before, a aimed, err error) (page.Effect, error) {
	var s after
	if err == nil {
		s, err = ask[after](ctx, b, a.spot.d, w.halt, "settle", settleFor, a.spot.d.frame != w.t.frameID())
	}
	return b.followed(ctx, w, a, s, err)
}

// followed waits for what the target's document says is to come, and tells what
// followed; err is how its telling ended.
func (b *Browser) followed(ctx context.Context, w before, a aimed, s after, err error) (page.Effect, error) {
	e := page.Effect{Object: a.object, Changed: s.Changed || s.Closing, Spot: a.place()}
	var at *after // the top document, if it is still there
	if err == nil {
		b.awaitEnd(ctx, w, s)
		if err == nil && a.spot.d.frame == w.t.frameID() {
			at = &s
		} else if err == nil {
			if top, topErr := ask[after](ctx, b, b.top(w.t), w.halt, "effects"); topErr == nil {
				e.Changed = e.Changed || top.Changed
				at = &top
			}
		}
	}
	if ctx.Err() != nil {
		return e, b.why(w.t, ctx.Err())
	}
	if err != nil && !errors.Is(err, errHalted) && !errors.Is(err, errOtherDocument) && !errors.Is(err, errGone) {
		return e, b.why(w.t, err)
	}
	b.follow(ctx, w)
	return b.conclude(ctx, w, e, at)
}

// beginCap is how long Chrome may take to begin what a page said is to come.
const beginCap = 500 * time.Millisecond

// awaitEnd waits, with a cap, for what Chrome tells a moment after the page: the
// end of a window, where a form is sent, a file that a link saves.
func (b *Browser) awaitEnd(ctx context.Context, w before, s after) {
	if !s.Closing && !s.Leaves && !s.Saves {
		return
	}
	within := beginCap
	if s.Saves {
		within = fileCap
	}
	short, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	_ = b.await(short, func() bool { return w.t.halted || b.begun(w) })
}

// begun tells whether a tab began to load, opened another or saves a file since
// an action began; b.mu is held.
func (b *Browser) begun(w before) bool {
	t := w.t
	return t.pending || t.commits > w.commits || t.inPage > w.inPage || t.windows > w.windows || b.files > w.files
}

// follow waits, with caps, for what the action began: a tab, a navigation, a
// download.
func (b *Browser) follow(ctx context.Context, w before) {
	t := w.t
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = b.await(short, func() bool { return t.windows-w.windows <= t.childTabs-w.childTabs || t.halted })
	cap1, cancel1 := context.WithTimeout(ctx, followCap)
	defer cancel1()
	_ = b.await(cap1, func() bool { return t.halted || !t.pending })
	b.followNowhere(cap1, w)
	cap2, cancel2 := context.WithTimeout(ctx, loadCap)
	defer cancel2()
	_ = b.await(cap2, func() bool {
		now := b.active
		return now == nil || now.halted || !now.pending && now.domReady()
	})
	b.followFrames(ctx, t)
	b.saved(ctx, w.files)
}

// conclude describes the state after an action; at is what the document of before
// told last, nil if it is gone.
func (b *Browser) conclude(ctx context.Context, w before, e page.Effect, at *after) (page.Effect, error) {
	b.mu.Lock()
	t := w.t
	if t.crashed {
		defer b.mu.Unlock()
		return e, t.obstacle()
	}
	if b.err != nil {
		defer b.mu.Unlock()
		return e, b.err
	}
	e.Navigated = t.commits > w.commits || t.inPage > w.inPage
	e.Changed = e.Changed || t.frameCommits > w.frames
	if t.dialog != nil {
		d := *t.dialog
		e.Dialog = &d
	}
	if d, begun := b.newest(w.files); begun {
		f := d.file()
		e.Download = &f
	}
	now := b.active
	if now != nil && now != t && t.childTabs > w.childTabs {
		e.NewTab = string(now.id)
	}
	if t.gone != "" {
		e.Changed = true
	}
	failed := now != nil && now.failed && (e.Navigated || e.NewTab != "")
	if at != nil && now == t && !t.halted && t.commits == w.commits && t.inPage == w.inPage {
		b.placed(t, at.URL, at.Title)
		e.URL, e.Title, e.SignIn = at.URL, at.Title, t.signIn()
		now = nil
	}
	b.mu.Unlock()
	if now == nil {
		return e, nil
	}
	n, err := b.arrived(ctx, now, page.Loaded)
	if e.SignIn = n.SignIn; failed && e.SignIn == nil {
		e.Failed = b.whyFailed(ctx, w, now)
	}
	if err == nil {
		e.URL, e.Title = n.URL, n.Title
		if why, ok := b.fromProxy(n, w.at); ok {
			e.Failed = why.code()
		}
	}
	return e, nil
}

// Scroll turns the wheel at a target, or in the middle of the window, or brings
// a target into view.
func (b *Browser) Scroll(ctx context.Context, g page.Target, s page.Scroll) (page.ScrollState, error) {
	w, err := b.start()
	if err != nil {
		return page.ScrollState{}, err
	}
	r, err := b.scroll(ctx, w, g, s)
	return r, b.why(w.t, err)
}

func (b *Browser) scroll(ctx context.Context, w before, g page.Target, s page.Scroll) (page.ScrollState, error) {
	top := b.top(w.t)
	a := aimed{x: float64(b.width()) / 2, y: float64(b.height()) / 2, spot: spot{d: top}}
	var err error
	if !g.IsZero() {
		if a, err = b.aim(ctx, w.t, w.halt, g, false); err != nil {
			return page.ScrollState{}, err
		}
	}
	if s.Into {
		f, err := ask[found](ctx, b, a.spot.d, w.halt, "scrollInto", a.spot)
		if err != nil {
			return page.ScrollState{}, a.spot.lost(err)
		}
		if err := a.spot.problem(f); err != nil {
			return page.ScrollState{}, err
		}
		return ask[page.ScrollState](ctx, b, a.spot.d, w.halt, "scrollState", f.X, f.Y, 0)
	}
	if s.DX == 0 && s.DY == 0 {
		return page.ScrollState{}, fault.New(fault.InvalidInput, "dx and dy are both 0").WithHint("give a direction or a distance")
	}
	in, x, y := top, a.x, a.y
	if a.spot.d.frame != top.frame { // the frame's own scroller, in its own points
		in = a.spot.d
		f, err := ask[found](ctx, b, in, w.halt, "locate", a.spot, map[string]any{"hit": false})
		if err != nil {
			return page.ScrollState{}, a.spot.lost(err)
		}
		x, y = f.X, f.Y
	}
	if _, err = ask[page.ScrollState](ctx, b, in, w.halt, "scrollState", x, y, 0); err != nil {
		return page.ScrollState{}, err
	}
	turn := b.sendWheel(w.t.s.id, wheel{X: a.x, Y: a.y, DX: s.DX, DY: s.DY})
	if _, err = turn.get(ctx, w.halt); err != nil {
		return page.ScrollState{}, err
	}
	return ask[page.ScrollState](ctx, b, in, w.halt, "scrollState", x, y, 250)
}

// wheel is a turn of the wheel as Chrome takes it: with both distances, also
// where one is 0, which cdproto's type leaves out.
type wheel struct {
	Type      cdpinput.DispatchMouseEventType `json:"type"`
	X         float64                         `json:"x"`
	Y         float64                         `json:"y"`
	DX        float64                         `json:"deltaX"`
	DY        float64                         `json:"deltaY"`
	Modifiers int                             `json:"modifiers"`
	Buttons   int64                           `json:"buttons"`
}

func (b *Browser) sendWheel(s target.SessionID, w wheel) answer[cdp.Empty] {
	w.Type = cdpinput.DispatchMouseEventTypeMouseWheel
	return answer[cdp.Empty]{ch: b.c.post(s, cdpinput.CommandDispatchMouseEvent, w)}
}

// Select chooses in a native list by value or label.
func (b *Browser) Select(ctx context.Context, g page.Target, values []string) (page.Effect, error) {
	w, err := b.start()
	if err != nil {
		return page.Effect{}, err
	}
	if len(values) == 0 {
		return page.Effect{}, fault.New(fault.InvalidInput, "no value was given").With("field", "values")
	}
	sp, _, err := b.place(ctx, w.t, w.halt, g)
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	f, err := ask[found](ctx, b, sp.d, w.halt, "select", sp, values)
	if err == nil {
		err = sp.problem(f)
	}
	if err != nil && !errors.Is(err, errHalted) {
		return page.Effect{}, b.why(w.t, sp.lost(err))
	}
	return b.effect(ctx, w, aimed{object: f.Object, spot: sp}, err)
}
