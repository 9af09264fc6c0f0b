package chrome

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// aimBudget is how long an element may take to become ready for an action.
const aimBudget = 1500 // milliseconds

// found is what the page scripts tell of a target.
type found struct {
	X, Y    float64
	Object  string
	Err     string
	What    string
	Options []string

	Tag, Type     string
	Direct, Empty bool
	Focused       bool
}

// aimed is a target and the point of the viewport to act at.
type aimed struct {
	x, y   float64
	object string
	spot   spot // zero for a point
}

// place is the point that was aimed at; nil where none was.
func (a aimed) place() *page.Point {
	if a.x == 0 && a.y == 0 {
		return nil
	}
	return &page.Point{X: a.x, Y: a.y}
}

// aim finds where to act on a target: in view, still, enabled and hit at its
// point, in its own frame and through all frames above.
func (b *Browser) aim(ctx context.Context, t *tab, halt <-chan struct{}, g page.Target, hit bool) (aimed, error) {
	sp, chain, err := b.goal(ctx, t, halt, g)
	if err != nil {
		return aimed{}, err
	}
	return b.aimAt(ctx, t, halt, g, sp, chain, hit)
}

// goal is place for what is acted on, which a point may be.
func (b *Browser) goal(ctx context.Context, t *tab, halt <-chan struct{}, g page.Target) (spot, []link, error) {
	switch {
	case g.Point != nil:
		return spot{d: b.top(t)}, nil, b.inViewport(*g.Point)
	case g.IsZero():
		return spot{}, nil, fault.New(fault.InvalidInput, "no target was given").WithHint("give a ref of the last snapshot, a selector, or x and y")
	}
	return b.place(ctx, t, halt, g)
}

// aimAt is aim for a target whose place is known.
func (b *Browser) aimAt(ctx context.Context, t *tab, halt <-chan struct{}, g page.Target, sp spot, chain []link, hit bool) (aimed, error) { //nolint:revive // whether to ask what is hit
	if g.Point != nil {
		_, err := ask[any](ctx, b, sp.d, halt, "watch")
		return aimed{x: g.Point.X, y: g.Point.Y, spot: sp}, err
	}
	for i := len(chain) - 1; i >= 0; i-- { // from the top inwards
		if _, err := ask[bool](ctx, b, chain[i].parent, halt, "bringFrame", chain[i].key); err != nil {
			return aimed{}, sp.lost(err)
		}
	}
	f, err := ask[found](ctx, b, sp.d, halt, "locate", sp, map[string]any{"budget": aimBudget, "hit": hit})
	if err != nil {
		return aimed{}, sp.lost(err)
	}
	if err := sp.problem(f); err != nil {
		return aimed{}, err
	}
	a := aimed{x: f.X, y: f.Y, object: f.Object, spot: sp}
	if len(chain) > 0 {
		if _, err := ask[any](ctx, b, b.top(t), halt, "watch"); err != nil {
			return a, sp.lost(err)
		}
		if _, err := ask[any](ctx, b, chain[0].parent, halt, "drawn"); err != nil {
			return a, sp.lost(err)
		}
	}
	return a, b.climb(ctx, halt, &a, chain, hit)
}

// inViewport refuses a point where nothing of the page is. How large a visible
// window is, is the person's matter.
func (b *Browser) inViewport(p page.Point) error {
	w, h := float64(b.width()), float64(b.height())
	if p.X >= 0 && p.Y >= 0 && (b.o.Mode != Headless || p.X < w && p.Y < h) {
		return nil
	}
	return fault.New(fault.InvalidInput, "the point %g, %g is outside the viewport", p.X, p.Y).
		WithHint("the viewport is %g × %g CSS pixels: scroll to what is meant, or use its ref", w, h)
}

// link is a frame element and the document it is in.
type link struct {
	parent doc
	key    int
}

// place resolves a target and the frames above it, the innermost first. A
// selector that finds nothing in the top document is looked for in frames.
func (b *Browser) place(ctx context.Context, t *tab, halt <-chan struct{}, g page.Target) (spot, []link, error) {
	sp, err := b.resolve(t, g)
	if err != nil {
		return sp, nil, err
	}
	if sp.d.frame == t.frameID() && sp.Selector == "" {
		return sp, nil, nil
	}
	if sp.Selector != "" {
		f, err := ask[found](ctx, b, sp.d, halt, "locate", sp, map[string]any{"hit": false})
		if err != nil || f.Err != "missing" {
			return sp, nil, sp.lost(err)
		}
	}
	docs, err := b.docs(ctx, t, halt)
	if err != nil {
		return sp, nil, err
	}
	if sp.Selector != "" {
		for _, d := range docs[1:] {
			inner := sp
			inner.d = d
			if f, err := ask[found](ctx, b, d, halt, "locate", inner, map[string]any{"hit": false}); err == nil && f.Err != "missing" {
				sp = inner
				break
			}
		}
	}
	chain, err := b.chain(ctx, docs, sp.d, halt)
	return sp, chain, sp.lost(err)
}

func (b *Browser) chain(ctx context.Context, docs []doc, d doc, halt <-chan struct{}) ([]link, error) {
	var out []link
	for {
		at := slices.IndexFunc(docs, func(x doc) bool { return x.frame == d.frame && x.loader == d.loader })
		if at < 0 {
			return nil, errOtherDocument
		}
		if docs[at].parent == "" {
			return out, nil
		}
		up := slices.IndexFunc(docs, func(x doc) bool { return x.frame == docs[at].parent })
		if up < 0 {
			return nil, errOtherDocument
		}
		key, err := b.owner(ctx, docs[up], d.frame, halt)
		if err != nil {
			return nil, err
		}
		out = append(out, link{parent: docs[up], key: key})
		d = docs[up]
	}
}

type within struct {
	X, Y, SX, SY float64
	Err          string
}

// climb takes a point of a frame up to the top viewport and asks at each level
// whether the frame is what is hit there.
func (b *Browser) climb(ctx context.Context, halt <-chan struct{}, a *aimed, chain []link, hit bool) error { //nolint:revive // whether to ask, at each of the levels
	for _, l := range chain {
		w, err := ask[within](ctx, b, l.parent, halt, "within", l.key)
		if err != nil {
			return a.spot.lost(err)
		}
		a.x, a.y = w.X+a.x*w.SX, w.Y+a.y*w.SY
		if !hit {
			continue
		}
		h, err := ask[struct {
			OK   bool
			What string
		}](ctx, b, l.parent, halt, "hitFrame", l.key, a.x, a.y)
		if err != nil {
			return a.spot.lost(err)
		}
		if !h.OK {
			return a.spot.problem(found{Err: "covered", What: h.What, Object: a.object})
		}
	}
	return nil
}

// lost turns the loss of the document into what the holder of a target is told.
func (s spot) lost(err error) error {
	if errors.Is(err, errOtherDocument) {
		if s.ref != "" {
			return stale("ref %s belongs to an earlier page", s.ref)
		}
		return staleDocument()
	}
	return err
}

// who names a target in messages: "ref e3" or the selector.
func (s spot) who() string {
	if s.ref != "" {
		return "ref " + s.ref
	}
	return s.Selector
}

// problem turns what the page scripts report into a fault that says what to do.
func (s spot) problem(f found) error {
	switch f.Err {
	case "":
		return nil
	case "gone":
		return stale("%s: the element is gone", s.who())
	case "changed":
		return stale("%s is another element by now", s.who()).Quoting(fmt.Sprintf("was %s %q, is now %s", s.Role, s.Name, f.What))
	case "bad":
		return badSelector(s.Selector)
	case "missing":
		return missing(s.Selector)
	case "disabled":
		return fault.New(fault.NotActionable, "%s is disabled", s.who()).Quoting(f.What).WithHint("something else on the page has to be done first; take a snapshot")
	case "hidden":
		return fault.New(fault.NotVisible, "%s is not visible", s.who()).Quoting(f.What).WithHint("take a snapshot: something may have to be opened or scrolled first")
	case "outside":
		return fault.New(fault.NotVisible, "%s cannot be brought into the window", s.who()).Quoting(f.What).WithHint("scroll, or open what holds it")
	case "covered":
		return fault.New(fault.NotActionable, "%s is covered", s.who()).Quoting(f.Object + " is covered by " + f.What).WithHint("close or move what covers it, then take a snapshot")
	case "moving":
		return fault.New(fault.NotActionable, "%s does not stand still", s.who()).Quoting(f.What).WithHint("wait for the movement to end and try again")
	case "readonly":
		return fault.New(fault.NotActionable, "%s is read-only", s.who()).Quoting(f.What).WithHint("its value can only be changed in another way; take a snapshot")
	case "unwritable":
		return fault.New(fault.NotActionable, "%s does not take text", s.who()).Quoting(f.What).WithHint("use browser_click for buttons, boxes and radios, and browser_select for lists")
	}
	return s.listProblem(f)
}

func (s spot) listProblem(f found) error {
	switch f.Err {
	case "option":
		return fault.Wrap(errClosedList, fault.NotActionable, "%s is in a closed list", s.who()).Quoting(f.What).WithHint("use browser_select with the list's ref and the option's label")
	case "nolist":
		return fault.New(fault.NotActionable, "%s is not a native list", s.who()).Quoting(f.What).WithHint("click it, take a snapshot, and click the option")
	case "nooption":
		return fault.New(fault.InvalidInput, "there is no option %q", f.What).WithHint("choose one of these").Quoting(strings.Join(f.Options, ", ")).With("options", f.Options)
	case "offoption":
		return fault.New(fault.NotActionable, "the option %q is disabled", f.What).WithHint("choose another one")
	case "onlyone":
		return fault.New(fault.InvalidInput, "%s takes one value", s.who()).Quoting(f.What).WithHint("give one value")
	case "format":
		return fault.New(fault.InvalidInput, "the field (%s) does not take that value", f.What).WithHint("write dates as 2026-05-31, times as 14:30, both as 2026-05-31T14:30, months as 2026-05, weeks as 2026-W22")
	}
	return fault.New(fault.Internal, "page script: %s", f.Err)
}
