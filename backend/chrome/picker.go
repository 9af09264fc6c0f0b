package chrome

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpinput "github.com/chromedp/cdproto/input"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// opened is the picker that the person opened last, until it is answered or gone;
// Browser.mu guards which one it is.
type opened struct {
	page.Picker
	t   *tab
	d   doc
	key int // of the field, in the world of d

	node  cdp.BackendNodeID // of the field that asks for files, and then:
	many  bool              // it takes more than one
	files []string          // what was given so far
	bytes int64             // together; Browser.giving guards it
}

// mayOpen tells whether what a person did may open the picker of a field.
func mayOpen(events []input.Event) bool {
	return slices.ContainsFunc(events, func(e input.Event) bool {
		switch e.Kind {
		case input.PointerUp:
			return true
		case input.Text:
			return e.Text == " "
		case input.KeyDown:
			return !e.Repeat && slices.Contains([]string{"Enter", " ", "ArrowDown", "ArrowUp", "F4"}, e.Key)
		case input.PointerMove, input.PointerDown, input.Wheel, input.KeyUp, input.Paste, input.Cancel:
		}
		return false
	})
}

// lookCap is how long a page may take to say whether a picker is open.
const lookCap = 3 * time.Second

// looking is the question whether Chrome has a picker open. It is asked beside the
// input, which does not wait for a busy page, and once more for all that came meanwhile.
type looking struct {
	wanted atomic.Int64 // since nobody was looking
	turn   atomic.Int64 // of the person; a picker of an earlier one is none
}

// look begins to find out whether a picker is open now.
func (b *Browser) look() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing || b.looking.wanted.Add(1) > 1 {
		return
	}
	turn := b.looking.turn.Load()
	b.work.Go(func() {
		for {
			n := b.looking.wanted.Load()
			b.lookOnce(turn)
			if b.looking.wanted.CompareAndSwap(n, 0) {
				return
			}
			turn = b.looking.turn.Load()
		}
	})
}

// lookOnce tells which picker is open. A page that does not answer in time has none.
func (b *Browser) lookOnce(turn int64) {
	ctx, cancel := context.WithTimeout(context.Background(), lookCap)
	defer cancel()
	t, halt, err := b.current()
	if err != nil {
		return
	}
	now, err := b.openField(ctx, t, halt)
	if err != nil {
		return
	}
	b.mu.Lock()
	was := b.opened
	chooses := now == nil && was != nil && was.Kind == page.PickFiles // that Chrome does not draw
	other := b.looking.turn.Load() == turn && !chooses && (now == nil || was == nil || was.d != now.d || was.key != now.key)
	if other {
		b.setPicker(now)
	}
	b.mu.Unlock()
	if other && now != nil { // the keys that opened it come up elsewhere
		b.input.mu.Lock()
		b.input.letGo(b)
		b.input.mu.Unlock()
	}
}

// setPicker notes which picker is open, nil for none, and tells it; b.mu is held.
func (b *Browser) setPicker(o *opened) {
	if o == nil && b.opened == nil {
		return
	}
	b.opened = o
	e := page.Event{Picked: true}
	if o != nil {
		o.ID = "picker-" + strconv.FormatInt(b.pickers.Add(1), 10)
		p := o.Picker
		e = page.Event{Picker: &p}
	}
	b.note(e)
}

// dropPicker forgets the picker if it was one of these; b.mu is held.
func (b *Browser) dropPicker(which func(*opened) bool) {
	if b.opened != nil && which(b.opened) {
		b.setPicker(nil)
	}
}

func of(t *tab) func(*opened) bool { return func(o *opened) bool { return o.t == t } }

type openField struct {
	Key    int
	Kind   page.PickerKind
	Name   string
	Inner  bool // the focus is in a frame
	Closed bool // or maybe in a closed shadow root
}

// closedDepth is how many closed shadow roots, one in another, are looked into.
const closedDepth = 5

// openIn is the field whose picker Chrome has open in a document.
func (b *Browser) openIn(ctx context.Context, d doc, halt <-chan struct{}) (f openField, err error) {
	for range closedDepth {
		f, err = ask[openField](ctx, b, d, halt, "openField")
		if err != nil || !f.Closed {
			return f, err
		}
		if _, err = b.openClosed(ctx, d, halt); err != nil {
			return f, err
		}
	}
	return f, nil
}

// openField is the field whose picker Chrome has open in a tab; nil if none is.
func (b *Browser) openField(ctx context.Context, t *tab, halt <-chan struct{}) (*opened, error) {
	d := b.top(t)
	f, err := b.openIn(ctx, d, halt)
	if err != nil {
		return nil, err
	}
	if f.Inner {
		docs, err := b.docs(ctx, t, halt)
		if err != nil {
			return nil, err
		}
		for _, inner := range docs[1:] {
			if f, err = b.openIn(ctx, inner, halt); err == nil && f.Kind != "" {
				d = inner
				break
			}
		}
	}
	if f.Kind == "" {
		return nil, nil
	}
	return &opened{Picker: page.Picker{Kind: f.Kind, Name: f.Name}, t: t, d: d, key: f.Key}, nil
}

// picker is the open one, if it still is the one that is meant.
func (b *Browser) picker(id string) (*opened, <-chan struct{}, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.opened
	if o == nil || o.ID != id {
		return nil, nil, fault.New(fault.Conflict, "this picker is not open any more").With("field", "id").WithHint("click the field again")
	}
	return o, o.t.halt, o.t.obstacle()
}

// Field tells what the open picker is for.
func (b *Browser) Field(ctx context.Context, id string) (page.Field, error) {
	o, halt, err := b.picker(id)
	if err != nil {
		return page.Field{}, err
	}
	if err := b.resolveChooser(ctx, o, halt); err != nil {
		return page.Field{}, b.pickLost(o, err)
	}
	r, err := ask[struct {
		page.Field
		Err string
	}](ctx, b, o.d, halt, "pickerField", o.key)
	if err == nil {
		err = b.pickProblem(o, found{Err: r.Err})
	}
	if err != nil {
		return page.Field{}, b.pickLost(o, err)
	}
	f := r.Field
	if f.X, f.Y, f.W, f.H, err = b.inWindow(ctx, o, halt, f); err != nil {
		return page.Field{}, b.pickLost(o, err)
	}
	return f, nil
}

// inWindow takes the place of a field through the frames above it to the window.
func (b *Browser) inWindow(ctx context.Context, o *opened, halt <-chan struct{}, f page.Field) (x, y, w, h float64, err error) {
	from := aimed{x: f.X, y: f.Y, spot: spot{d: o.d}}
	to := aimed{x: f.X + f.W, y: f.Y + f.H, spot: spot{d: o.d}}
	if o.d.frame != o.t.frameID() {
		docs, err := b.docs(ctx, o.t, halt)
		if err != nil {
			return 0, 0, 0, 0, err
		}
		chain, err := b.chain(ctx, docs, o.d, halt)
		if err != nil {
			return 0, 0, 0, 0, err
		}
		for _, a := range []*aimed{&from, &to} {
			if err := b.climb(ctx, halt, a, chain, false); err != nil {
				return 0, 0, 0, 0, err
			}
		}
	}
	p, err := ask[struct{ X, Y, Scale float64 }](ctx, b, b.top(o.t), halt, "inWindow", from.x, from.y)
	return p.X, p.Y, (to.x - from.x) * p.Scale, (to.y - from.y) * p.Scale, err
}

// Pick answers the open picker with what a person picked, or closes it without;
// Chrome's own closes first. The field checks a value by itself, and the picker
// stays open for another one when it refuses.
func (b *Browser) Pick(ctx context.Context, id string, c *page.Choice) error {
	o, halt, err := b.picker(id)
	if err != nil {
		return err
	}
	if err := b.closeOwn(ctx, o, halt); err != nil {
		return b.pickLost(o, err)
	}
	if c != nil {
		if err := b.picked(ctx, o, halt, *c); err != nil {
			return b.pickLost(o, err)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dropPicker(func(now *opened) bool { return now == o })
	return nil
}

func (b *Browser) picked(ctx context.Context, o *opened, halt <-chan struct{}, c page.Choice) error {
	var f found
	var err error
	if o.Kind == page.PickFiles {
		err = b.hand(ctx, o, halt, c.Files)
	} else if o.Kind == page.PickList {
		f, err = ask[found](ctx, b, o.d, halt, "chooseAt", o.key, c.Index, c.Label)
	} else {
		f, err = ask[found](ctx, b, o.d, halt, "giveValue", o.key, c.Value)
	}
	if errors.Is(err, errHalted) { // the page answered the choice with a question
		return nil
	}
	if err != nil {
		return err
	}
	return b.pickProblem(o, f)
}

// closeOwn closes Chrome's own picker by the key that does so: no page sees it then.
func (b *Browser) closeOwn(ctx context.Context, o *opened, halt <-chan struct{}) error {
	if o.Kind == page.PickFiles {
		return nil
	}
	now, err := b.openField(ctx, o.t, halt)
	if err != nil || now == nil || now.d != o.d || now.key != o.key {
		return err
	}
	// It goes down and not up: that would reach the page.
	send(b.c, o.t.s.id, cdpinput.DispatchKeyEvent, named()["escape"].down(0))
	closed, err := ask[bool](ctx, b, o.d, halt, "pickerClosed", o.key)
	if err == nil && !closed {
		b.o.Log.Warn("Chrome did not close the picker of a field")
	}
	return err
}

// pickProblem turns what the page scripts report into what the person is told.
func (b *Browser) pickProblem(o *opened, f found) error {
	switch f.Err {
	case "":
		return nil
	case "format", "range", "step":
		return fault.New(fault.InvalidInput, "the field does not take that value").With("field", "value").With("why", f.Err).
			WithHint("give one within its bounds")
	case "disabled", "offoption":
		return fault.New(fault.NotActionable, "it is disabled").WithHint("choose another one")
	case "gone", "changed":
		return errOtherDocument
	}
	return spot{d: o.d}.problem(f)
}

// pickLost forgets a picker whose field is gone.
func (b *Browser) pickLost(o *opened, err error) error {
	if !errors.Is(err, errOtherDocument) {
		return b.why(o.t, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dropPicker(func(now *opened) bool { return now == o })
	return fault.New(fault.Conflict, "the page changed under the picker").With("field", "id").WithHint("click the field again")
}

// dismissPicker closes what the person left open.
func (b *Browser) dismissPicker(ctx context.Context) {
	b.looking.turn.Add(1)
	b.noChoosers()
	b.mu.Lock()
	o := b.opened
	b.mu.Unlock()
	if o == nil {
		return
	}
	_ = b.Pick(ctx, o.ID, nil)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dropPicker(func(now *opened) bool { return now == o }) // also where the page does not answer
}
