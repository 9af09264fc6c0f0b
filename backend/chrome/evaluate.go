package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"

	"github.com/batonbrowser/baton/backend/chrome/inject"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// stopCap is how long Chrome may take to end a script that ran too long.
const stopCap = 500 * time.Millisecond

// Evaluate runs an agent's script in the world of the page: an expression, a
// function (which gets the target's element, if one is given), or a function
// body with return; await is allowed. What it gives is JSON, cut at 20,000
// characters. All refs are dropped afterwards (K3).
func (b *Browser) Evaluate(ctx context.Context, function string, g page.Target) (page.Value, error) {
	return b.run(ctx, function, g, func() {
		b.mu.Lock()
		b.refs.drop()
		b.mu.Unlock()
	})
}

// Inspect is Evaluate for a script that changes nothing: refs stay. One that
// changes something harms no ref either, since each is asked what it is before
// it is used; but the agent would not be told to look again.
func (b *Browser) Inspect(ctx context.Context, function string, g page.Target) (page.Value, error) {
	return b.run(ctx, function, g, func() {})
}

// run runs a script, and after once it has run, however it ended.
func (b *Browser) run(ctx context.Context, function string, g page.Target, after func()) (page.Value, error) {
	w, err := b.start()
	if err != nil {
		return page.Value{}, err
	}
	object, s, err := b.element(ctx, w, g)
	if err != nil {
		return page.Value{}, b.why(w.t, err)
	}
	r, err := b.evaluate(ctx, w, s, inject.Expression(function), object)
	if err == nil && isSyntax(r.ExceptionDetails) {
		r, err = b.evaluate(ctx, w, s, inject.Body(function), object)
	}
	after()
	if err != nil {
		if errors.Is(lostDocument(err), errOtherDocument) {
			b.follow(ctx, w)
			return page.Value{}, fault.New(fault.EvaluateFailed, "the script led to another page before it ended").WithHint("take a snapshot of the new page")
		}
		return page.Value{}, b.why(w.t, err)
	}
	return value(r)
}

// isSyntax tells a text that does not parse from a script that threw.
func isSyntax(e *runtime.ExceptionDetails) bool {
	return e != nil && e.Exception != nil && e.Exception.ClassName == "SyntaxError" && !strings.Contains(e.Text, "in promise")
}

// element gives the target's element in the page's own world; without a target
// it is none, which stands for the window.
func (b *Browser) element(ctx context.Context, w before, g page.Target) (runtime.RemoteObjectID, *session, error) {
	if g.IsZero() || g.Point != nil {
		return "", w.t.s, nil
	}
	sp, _, err := b.place(ctx, w.t, w.halt, g)
	if err != nil {
		return "", nil, err
	}
	f, err := ask[found](ctx, b, sp.d, w.halt, "locate", sp, map[string]any{"hit": false})
	if err != nil {
		return "", nil, sp.lost(err)
	}
	if f.Err != "hidden" && f.Err != "outside" && f.Err != "moving" && f.Err != "covered" {
		if err := sp.problem(f); err != nil {
			return "", nil, err
		}
	}
	object, err := b.inPage(ctx, w, sp)
	return object, sp.d.s, err
}

// inPage takes an element from our world to the page's own.
func (b *Browser) inPage(ctx context.Context, w before, sp spot) (runtime.RemoteObjectID, error) {
	id, err := b.world(ctx, sp.d, w.halt)
	if err != nil {
		return "", sp.lost(err)
	}
	raw, err := json.Marshal(sp)
	if err != nil {
		return "", err
	}
	r, err := send(b.c, sp.d.s.id, runtime.Evaluate, runtime.EvaluateParams{Expression: "__batonElement(" + string(raw) + ")", ContextID: id}).get(ctx, w.halt)
	if err != nil || r.Result == nil || r.Result.ObjectID == "" {
		return "", sp.lost(lostDocument(orGone(err)))
	}
	n, err := send(b.c, sp.d.s.id, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: r.Result.ObjectID}).get(ctx, w.halt)
	if err != nil || n.Node == nil {
		return "", sp.lost(lostDocument(orGone(err)))
	}
	o, err := send(b.c, sp.d.s.id, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: n.Node.BackendNodeID}).get(ctx, w.halt)
	if err != nil || o.Object == nil {
		return "", sp.lost(lostDocument(orGone(err)))
	}
	return o.Object.ObjectID, nil
}

// evaluate runs a script until it ends or the context does; then it is stopped,
// so that a page is not left with a script that runs for ever.
func (b *Browser) evaluate(ctx context.Context, w before, s *session, function string, object runtime.RemoteObjectID) (runtime.CallFunctionOnResult, error) {
	r, err := b.callOn(s, function, object).get(ctx, w.halt)
	if ctx.Err() != nil {
		short, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopCap)
		defer cancel()
		_, _ = send(b.c, s.id, runtime.TerminateExecution, cdp.Empty{}).get(short, nil)
		return r, fault.Wrap(ctx.Err(), fault.From(ctx.Err()).Code, "the script did not end in time").
			WithHint("it was stopped; make it shorter, or pass a longer timeout")
	}
	return r, err
}

// callOn calls a function on an element, or on the window.
func (b *Browser) callOn(s *session, function string, object runtime.RemoteObjectID) answer[runtime.CallFunctionOnResult] {
	if object != "" {
		return send(b.c, s.id, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			FunctionDeclaration: function, ObjectID: object,
			ReturnByValue: new(true), AwaitPromise: new(true), UserGesture: new(true), Silent: new(true),
		})
	}
	// One question instead of two. Its answer has the same form.
	return answer[runtime.CallFunctionOnResult]{ch: send(b.c, s.id, runtime.Evaluate, runtime.EvaluateParams{
		Expression:    "(" + function + ").call(globalThis)",
		ReturnByValue: new(true), AwaitPromise: new(true), UserGesture: new(true), Silent: new(true),
	}).ch}
}

// scripted is what the wrapper of a script gives.
type scripted struct {
	Text  string `json:"text"`
	Total int    `json:"total"`
	Error string `json:"error"`
}

func value(r runtime.CallFunctionOnResult) (page.Value, error) {
	if r.ExceptionDetails != nil {
		text := exceptionText(r.ExceptionDetails)
		if first, _, ok := strings.Cut(text, "\n    at "); ok {
			text = first
		}
		return page.Value{}, fault.New(fault.EvaluateFailed, "the script threw").Quoting(text).
			WithHint("correct the script; page text is in the DOM, not in variables of the page's scripts")
	}
	var s scripted
	if r.Result == nil || jsonv2.Unmarshal(r.Result.Value, &s) != nil {
		return page.Value{}, fault.New(fault.EvaluateFailed, "the script gave nothing that can be told")
	}
	if s.Error != "" {
		return page.Value{}, fault.New(fault.EvaluateFailed, "the value cannot be given").Quoting(s.Error).WithHint("return plain data: strings, numbers, lists and objects")
	}
	v := page.Value{Text: s.Text, Total: s.Total}
	if json.Valid([]byte(s.Text)) {
		v.JSON = json.RawMessage(s.Text)
	}
	return v, nil
}
