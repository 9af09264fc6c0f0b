package chrome

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/cdp"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/snapshot"
)

// captured is what the page script tells of one document.
type captured struct {
	URL     string    `json:"u"`
	Title   string    `json:"t"`
	Nodes   []rawNode `json:"n"`
	Total   int       `json:"total"`
	About   bool      `json:"about"` // Total is an estimate
	Modal   bool      `json:"modal"`
	Closed  int       `json:"closed"` // elements that may have a closed shadow root
	Bad     bool      `json:"bad"`
	Missing bool      `json:"missing"`
}

type rawNode struct {
	Depth  int        `json:"d"`
	Role   string     `json:"r"`
	Name   string     `json:"n"`
	Key    int        `json:"k"`
	Value  string     `json:"v"`
	States []string   `json:"s"`
	Level  int        `json:"l"`
	URL    string     `json:"u"`
	Box    [4]float64 `json:"b"`
}

// part is a captured document and where its frame element is.
type part struct {
	d     doc
	c     captured
	err   error
	owner int // key of the frame element in the parent's world
}

type captureOptions struct {
	Selector    string `json:"selector"`
	Interactive bool   `json:"interactive"`
	Limit       int    `json:"limit"`
	Chars       int    `json:"chars"` // room for names and values of what is not in view; 0 is no limit
	Boxes       bool   `json:"boxes"`
}

// Snapshot captures all documents of the active tab at once and puts them
// together: every frame in the place of its element.
func (b *Browser) Snapshot(ctx context.Context, o page.Snapshot) (snapshot.Result, error) {
	for {
		t, halt, err := b.current()
		if err != nil {
			return snapshot.Result{}, err
		}
		r, err := b.capture(ctx, t, halt, o)
		if !errors.Is(err, errOtherDocument) || ctx.Err() != nil {
			return r, b.why(t, err)
		}
		// The page moved on meanwhile: wait for the next document, then look again.
		if _, err := b.settleLoad(ctx, t); err != nil {
			return snapshot.Result{}, err
		}
	}
}

func (b *Browser) capture(ctx context.Context, t *tab, halt <-chan struct{}, o page.Snapshot) (snapshot.Result, error) {
	opts := captureOptions{Selector: o.Selector, Interactive: o.InteractiveOnly, Limit: snapshot.MaxNodes, Boxes: o.JSON}
	switch {
	case o.JSON:
		opts.Limit = 1 << 20
	case o.Selector == "" && !o.InteractiveOnly:
		opts.Chars = snapshot.MaxBeyondView
	}
	list := b.listing(t)
	top := b.captureTop(t, opts) // in the same breath
	docs, err := list.get(ctx, halt)
	if err != nil {
		return snapshot.Result{}, err
	}
	parts := b.captureAll(ctx, docs, halt, opts, top)
	if parts[0].err != nil {
		return snapshot.Result{}, parts[0].err
	}
	root := 0
	if o.Selector != "" {
		if root, err = b.selected(ctx, parts, halt, opts); err != nil {
			return snapshot.Result{}, err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refs.prune(t, docs)
	a := assembly{b: b, t: t, parts: parts}
	doc := snapshot.Document{URL: parts[0].c.URL, Title: parts[0].c.Title, Modal: parts[root].c.Modal}
	doc.Nodes = a.tree(root, frameBox{sx: 1, sy: 1})
	doc.Total, doc.Estimated = a.total, a.about
	return snapshot.Render(doc, o), nil
}

// topCapture is a capture of the top document that is under way.
type topCapture struct {
	d doc
	question[captured]
}

// captureTop begins to capture the top document if its world is there, nil if not.
func (b *Browser) captureTop(t *tab, o captureOptions) *topCapture {
	d := b.top(t)
	b.mu.Lock()
	id, ok := d.ready()
	b.mu.Unlock()
	if !ok {
		return nil
	}
	return &topCapture{d: d, question: post[captured](b, d, id, "capture", o)}
}

// captureAll asks all documents in parallel; the top one may be asked already.
func (b *Browser) captureAll(ctx context.Context, docs []doc, halt <-chan struct{}, o captureOptions, top *topCapture) []part {
	parts := make([]part, len(docs))
	var wg sync.WaitGroup
	for i, d := range docs {
		wg.Go(func() {
			p := part{d: d}
			inner := o
			if i > 0 && o.Selector != "" {
				inner.Selector = "" // a frame inside the selected part is told whole
			}
			if d.parent != "" {
				if at := slices.IndexFunc(docs, func(x doc) bool { return x.frame == d.parent }); at >= 0 {
					p.owner, p.err = b.owner(ctx, docs[at], d.frame, halt)
				}
			}
			if p.err == nil {
				var under *question[captured]
				if i == 0 && top != nil && top.d.loader == d.loader {
					under = &top.question
				}
				p.c, p.err = b.captureDoc(ctx, d, halt, inner, under)
			}
			parts[i] = p
		})
	}
	wg.Wait()
	return parts
}

// captureDoc captures one document, and once more if Chrome hands over closed
// shadow roots that the first pass could not see into. The first pass may be under
// way.
func (b *Browser) captureDoc(ctx context.Context, d doc, halt <-chan struct{}, o captureOptions, under *question[captured]) (c captured, err error) {
	if under != nil {
		c, err = under.get(ctx, halt)
	} else {
		c, err = ask[captured](ctx, b, d, halt, "capture", o)
	}
	if err != nil || c.Closed == 0 {
		return c, err
	}
	if opened, err := b.openClosed(ctx, d, halt); err != nil || opened == 0 {
		return c, err
	}
	return ask[captured](ctx, b, d, halt, "capture", o)
}

// selected finds the document in which a selector names something: the top
// first, then the frames.
func (b *Browser) selected(ctx context.Context, parts []part, halt <-chan struct{}, o captureOptions) (int, error) {
	if parts[0].c.Bad {
		return 0, badSelector(o.Selector)
	}
	if !parts[0].c.Missing {
		return 0, nil
	}
	for i := range parts[1:] {
		p := &parts[i+1]
		if c, err := b.captureDoc(ctx, p.d, halt, o, nil); err == nil && !c.Missing && !c.Bad {
			p.c = c
			return i + 1, nil
		}
	}
	return 0, missing(o.Selector)
}

func badSelector(s string) error {
	return fault.New(fault.InvalidInput, "%q is not a CSS selector", s).With("field", "selector").
		WithHint("write one such as main, #results or .card")
}

func missing(s string) error {
	return fault.New(fault.NotFound, "nothing on the page matches %q", s).WithHint("take a snapshot without selector to see what is there")
}

// frameBox is where the inside of a frame lies in the top viewport.
type frameBox struct{ x, y, sx, sy float64 }

// assembly puts parts together; b.mu is held.
type assembly struct {
	b     *Browser
	t     *tab
	parts []part
	total int
	about bool
}

func (a *assembly) tree(i int, at frameBox) []snapshot.Node {
	p := a.parts[i]
	a.total += p.c.Total
	a.about = a.about || p.c.About
	nodes, _ := a.level(p, 0, 0, at)
	return nodes
}

// level builds the nodes from index n on that lie at depth or deeper.
func (a *assembly) level(p part, n, depth int, at frameBox) ([]snapshot.Node, int) {
	var out []snapshot.Node
	for n < len(p.c.Nodes) && p.c.Nodes[n].Depth >= depth {
		raw := p.c.Nodes[n]
		node := a.node(p, raw, at)
		n++
		if raw.Role == "iframe" {
			node.Children = a.frame(p, raw, node)
		} else if n < len(p.c.Nodes) && p.c.Nodes[n].Depth > raw.Depth {
			node.Children, n = a.level(p, n, raw.Depth+1, at)
		}
		out = append(out, node)
	}
	return out, n
}

func (a *assembly) node(p part, raw rawNode, at frameBox) snapshot.Node {
	n := snapshot.Node{
		Role: raw.Role, Name: raw.Name, Value: raw.Value, States: raw.States, Level: raw.Level, URL: raw.URL,
		X: at.x + raw.Box[0]*at.sx, Y: at.y + raw.Box[1]*at.sy, Width: raw.Box[2] * at.sx, Height: raw.Box[3] * at.sy,
	}
	if raw.Key > 0 && raw.Role != "iframe" {
		n.Ref = a.b.refs.show(a.t, p.d, raw.Key, raw.Role, raw.Name)
	}
	return n
}

// frame is the tree of the document in a frame element.
func (a *assembly) frame(p part, raw rawNode, node snapshot.Node) []snapshot.Node {
	i := slices.IndexFunc(a.parts, func(c part) bool {
		return c.d.parent == p.d.frame && c.owner == raw.Key && c.owner != 0 && c.d.frame != cdp.FrameID("")
	})
	if i < 0 || a.parts[i].err != nil {
		return nil
	}
	return a.tree(i, frameBox{x: node.X, y: node.Y, sx: 1, sy: 1})
}
