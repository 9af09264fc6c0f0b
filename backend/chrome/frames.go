package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/batonbrowser/baton/backend/chrome/inject"
	"github.com/batonbrowser/baton/backend/fault"
)

// doc is one document: of the top or of a frame, as it is now.
type doc struct {
	s      *session
	frame  cdp.FrameID
	loader cdp.LoaderID
	parent cdp.FrameID // empty for the top
	url    string
}

var errOtherDocument = errors.New("the document is another one by now")

// top is the document of a tab itself.
func (b *Browser) top(t *tab) doc {
	b.mu.Lock()
	defer b.mu.Unlock()
	return doc{s: t.s, frame: t.frameID(), loader: t.loader, url: t.url}
}

// docs lists all documents of a tab, the top first, parents before children.
func (b *Browser) docs(ctx context.Context, t *tab, halt <-chan struct{}) ([]doc, error) {
	return b.listing(t).get(ctx, halt)
}

// listing is the answer of the sessions of a tab, yet to come, which documents
// they have.
type listing struct {
	t     *tab
	of    []*session
	asked []answer[cdppage.GetFrameTreeResult]
}

func (b *Browser) listing(t *tab) listing {
	b.mu.Lock()
	l := listing{t: t, of: []*session{t.s}}
	for _, s := range b.sessions {
		if s.tab == t && s != t.s {
			l.of = append(l.of, s)
		}
	}
	b.mu.Unlock()
	for _, s := range l.of {
		l.asked = append(l.asked, send(b.c, s.id, cdppage.GetFrameTree, cdp.Empty{}))
	}
	return l
}

func (l listing) get(ctx context.Context, halt <-chan struct{}) ([]doc, error) {
	found := map[cdp.FrameID][]doc{}
	var out []doc
	for i, s := range l.of {
		r, err := l.asked[i].get(ctx, halt)
		if err != nil || r.FrameTree == nil {
			if s == l.t.s {
				return nil, orGone(err)
			}
			continue // a frame that has just gone
		}
		collect(s, r.FrameTree, s.above, found)
	}
	var order func(parent cdp.FrameID)
	order = func(parent cdp.FrameID) {
		for _, d := range found[parent] {
			out = append(out, d)
			order(d.frame)
		}
	}
	order("")
	return out, nil
}

func orGone(err error) error {
	if err == nil {
		return errGone
	}
	return err
}

// collect sorts the documents of a session's tree under their parents.
func collect(s *session, tree *cdppage.FrameTree, parent cdp.FrameID, found map[cdp.FrameID][]doc) {
	f := tree.Frame
	found[parent] = append(found[parent], doc{s: s, frame: f.ID, loader: f.LoaderID, parent: parent, url: f.URL})
	for _, c := range tree.ChildFrames {
		collect(s, c, f.ID, found)
	}
}

// lostDocument tells the errors that mean that a document was replaced while it
// was asked from others.
func lostDocument(err error) error {
	if e, ok := errors.AsType[*cdproto.Error](err); ok {
		for _, part := range []string{"context", "navigated", "No frame", "Frame", "frame", "closed", "Could not find"} {
			if strings.Contains(e.Message, part) {
				return errOtherDocument
			}
		}
	}
	if errors.Is(err, errGone) {
		return errOtherDocument
	}
	return err
}

// ask calls a function of our world and decodes what it gives.
func ask[R any](ctx context.Context, b *Browser, d doc, halt <-chan struct{}, fn string, args ...any) (R, error) {
	id, err := b.world(ctx, d, halt)
	if err != nil {
		var none R
		return none, err
	}
	return post[R](b, d, id, fn, args...).get(ctx, halt)
}

// question is the answer of our world, yet to come.
type question[R any] struct {
	fn  string
	e   answer[runtime.EvaluateResult]
	err error
}

// post is ask without waiting, in a world that is there.
func post[R any](b *Browser, d doc, id runtime.ExecutionContextID, fn string, args ...any) question[R] {
	raw, err := json.Marshal(append([]any{}, args...))
	if err != nil {
		return question[R]{err: err}
	}
	return question[R]{fn: fn, e: send(b.c, d.s.id, runtime.Evaluate, runtime.EvaluateParams{
		Expression: inject.Call(d.token(), fn, string(raw)), ContextID: id,
		ReturnByValue: new(true), AwaitPromise: new(true), Silent: new(true),
	})}
}

// there tells whether the answer has come.
func (q question[R]) there() bool { return len(q.e.ch) > 0 }

func (q question[R]) get(ctx context.Context, halt <-chan struct{}) (R, error) {
	var none R
	if q.err != nil {
		return none, q.err
	}
	e, err := q.e.get(ctx, halt)
	if err != nil {
		return none, lostDocument(err)
	}
	return decodeAsk[R](q.fn, e)
}

func decodeAsk[R any](fn string, e runtime.EvaluateResult) (R, error) {
	var v R
	if e.ExceptionDetails != nil {
		return v, errors.New("page script " + fn + ": " + exceptionText(e.ExceptionDetails))
	}
	var text string
	if e.Result == nil || jsonv2.Unmarshal(e.Result.Value, &text) != nil || text == "stale" {
		return v, errOtherDocument
	}
	var failed struct{ Fail string }
	if strings.HasPrefix(text, `{"fail":`) && json.Unmarshal([]byte(text), &failed) == nil {
		return v, errors.New("page script " + fn + ": " + failed.Fail)
	}
	return v, json.Unmarshal([]byte(text), &v)
}

func exceptionText(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	if e.Exception != nil && len(e.Exception.Value) > 0 {
		return string(e.Exception.Value)
	}
	return e.Text
}

// owner gives the key, in the parent's world, of the element that holds a frame:
// it is the same one for as long as there is that frame.
func (b *Browser) owner(ctx context.Context, parent doc, child cdp.FrameID, halt <-chan struct{}) (int, error) {
	id, err := b.world(ctx, parent, halt)
	if err != nil {
		return 0, err
	}
	b.mu.Lock()
	w := parent.s.worlds[parent.frame]
	key := w.owners[child]
	b.mu.Unlock()
	if key > 0 && w.context == id {
		return key, nil
	}
	if key, err = b.askOwner(ctx, parent, child, id, halt); err != nil {
		return 0, err
	}
	b.mu.Lock()
	if w := parent.s.worlds[parent.frame]; w.context == id {
		w.owners[child] = key
	}
	b.mu.Unlock()
	return key, nil
}

func (b *Browser) askOwner(ctx context.Context, parent doc, child cdp.FrameID, id runtime.ExecutionContextID, halt <-chan struct{}) (int, error) {
	o, err := send(b.c, parent.s.id, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: child}).get(ctx, halt)
	if err != nil {
		return 0, lostDocument(err)
	}
	return b.keyOf(ctx, parent, o.BackendNodeID, id, halt)
}

// keyOf gives the key of a node in the world of its document.
func (b *Browser) keyOf(ctx context.Context, d doc, node cdp.BackendNodeID, id runtime.ExecutionContextID, halt <-chan struct{}) (int, error) {
	n, err := send(b.c, d.s.id, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: node, ExecutionContextID: id}).get(ctx, halt)
	if err != nil || n.Object == nil {
		return 0, lostDocument(orGone(err))
	}
	r, err := send(b.c, d.s.id, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: "function(){return __batonKey(this)}", ObjectID: n.Object.ObjectID, ReturnByValue: new(true),
	}).get(ctx, halt)
	if err != nil || r.Result == nil {
		return 0, lostDocument(orGone(err))
	}
	return strconv.Atoi(string(r.Result.Value))
}

// staleDocument is what a caller with a ref or a selector is told when the
// document went away under it.
func staleDocument() error {
	return fault.New(fault.StaleRef, "the page is another one by now").WithHint("call browser_snapshot and use its refs")
}
