package chrome

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// refTable binds refs to elements. Numbers only rise: a ref is never given to a
// second element, so an old one cannot hit something new. Guarded by Browser.mu.
type refTable struct {
	last    int
	dropped int // refs up to here were dropped by Evaluate
	byRef   map[int]*ref
	byNode  map[nodeID]*ref
}

// nodeID names an element: its document and its key in our world there.
type nodeID struct {
	frame  cdp.FrameID
	loader cdp.LoaderID
	key    int
}

// ref is what was shown of an element.
type ref struct {
	n     int
	node  nodeID
	tab   *tab
	s     *session
	above cdp.FrameID
	role  string
	name  string
}

// show gives the ref of an element and remembers what it was shown as.
func (r *refTable) show(t *tab, d doc, key int, role, name string) string {
	if r.byRef == nil {
		r.byRef, r.byNode = map[int]*ref{}, map[nodeID]*ref{}
	}
	id := nodeID{frame: d.frame, loader: d.loader, key: key}
	e := r.byNode[id]
	if e == nil {
		r.last++
		e = &ref{n: r.last, node: id, tab: t}
		r.byNode[id], r.byRef[e.n] = e, e
	}
	e.s, e.above, e.role, e.name = d.s, d.parent, role, name
	return "e" + strconv.Itoa(e.n)
}

// drop forgets all refs: a script may have moved what they meant (K3).
func (r *refTable) drop() {
	r.dropped = r.last
	r.byRef, r.byNode = nil, nil
}

// prune forgets the refs of documents of a tab that are not there any more.
func (r *refTable) prune(t *tab, there []doc) {
	live := map[cdp.LoaderID]bool{}
	for _, d := range there {
		live[d.loader] = true
	}
	for n, e := range r.byRef {
		if e.tab == t && !live[e.node.loader] {
			delete(r.byRef, n)
			delete(r.byNode, e.node)
		}
	}
}

// forget forgets the refs of a tab that is closed.
func (r *refTable) forget(t *tab) {
	for n, e := range r.byRef {
		if e.tab == t {
			delete(r.byRef, n)
			delete(r.byNode, e.node)
		}
	}
}

// find gives what a ref stands for on a tab, or says why it stands for nothing.
func (r *refTable) find(text string, t *tab) (*ref, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "ref="), "@"), "e"))
	if err != nil || n <= 0 {
		return nil, fault.New(fault.InvalidInput, "%q is not a ref", text).WithHint("refs look like e12; browser_snapshot gives them")
	}
	e := r.byRef[n]
	switch {
	case e == nil && n > r.last:
		return nil, stale("ref e%d was never given out", n)
	case e == nil && n <= r.dropped:
		return nil, stale("ref e%d is out of date: refs are dropped after browser_evaluate", n)
	case e == nil:
		return nil, stale("ref e%d belongs to an earlier page", n)
	case e.tab != t:
		return nil, stale("ref e%d belongs to another tab", n)
	case e.node.frame == t.frameID() && e.node.loader != t.loader:
		return nil, stale("ref e%d belongs to an earlier page", n)
	}
	return e, nil
}

func stale(format string, args ...any) *fault.Error {
	return fault.New(fault.StaleRef, format, args...).WithHint("call browser_snapshot and use its refs")
}

// spot is a target as the page scripts get it.
type spot struct {
	Key      int    `json:"key,omitempty"`
	Selector string `json:"selector,omitempty"`
	Role     string `json:"role,omitempty"`
	Name     string `json:"name"`

	d   doc
	ref string
}

// resolve turns a target that is not a point into a spot of a document.
func (b *Browser) resolve(t *tab, g page.Target) (spot, error) {
	if g.Ref == "" {
		return spot{Selector: g.Selector, d: b.top(t)}, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	e, err := b.refs.find(g.Ref, t)
	if err != nil {
		return spot{}, err
	}
	return spot{
		Key: e.node.key, Role: e.role, Name: e.name, ref: fmt.Sprintf("e%d", e.n),
		d: doc{s: e.s, frame: e.node.frame, loader: e.node.loader, parent: e.above},
	}, nil
}
