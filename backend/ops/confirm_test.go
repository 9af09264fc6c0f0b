package ops_test

import (
	"slices"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
)

// order is a press that sessiontest's browser takes for a button of that name.
const order = `{"ref": "Place order"}`

// stopped calls a tool that must be stopped, and gives the person's request.
func (k *kept) stopped(a grant.Principal, tool, in string) ident.Request {
	k.t.Helper()
	f := k.why(a, tool, in, fault.NeedsUser)
	id, ok := f.Details["request_id"].(ident.Request)
	if !ok || f.Hint == "" || f.PageSays() == "" {
		k.t.Fatalf("%s: %+v", tool, f)
	}
	return id
}

// Whatever presses the button is stopped before it touches the page; the person
// is asked once for the same thing.
func TestOrdersAreStopped(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	id := k.stopped(a, "browser_click", order)
	for tool, in := range map[string]string{
		"browser_type": `{"ref": "Place order", "text": "x"}`,
		"browser_fill": `{"ref": "Place order", "text": "x", "submit": true}`,
		"browser_drag": `{"from": "Place order", "to": "Place order"}`,
	} {
		if again := k.stopped(a, tool, in); again != id {
			t.Errorf("%s asks again", tool)
		}
	}
	b := k.why(a, "browser_batch", `[{"tool": "browser_click", "input": `+order+`}, {"tool": "browser_close"}]`, fault.NeedsUser)
	if b.Details["step"] != 1 {
		t.Errorf("in a batch: %v", b.Details)
	}
	for _, act := range k.rack.Last().Acts() {
		if slices.Contains([]string{"click Place order", "type Place order", "drag 2"}, act) {
			t.Errorf("the page was touched: %s", act)
		}
	}
	r, err := k.store.Request(t.Context(), a.Owner, id)
	must(t, err)
	if r.Mode != request.Confirm || r.Task != request.TaskOrder || r.Object != `button "Place order"` || r.State != request.Open {
		t.Errorf("the person is asked %+v", r)
	}
	if k.kinds(a.Owner)["call_refused"] == 0 || k.kinds(a.Owner)["request_made"] != 1 {
		t.Errorf("recorded %v", k.kinds(a.Owner))
	}
	// What does not order goes on.
	call[ops.Acted](k.bench, a, "browser_click", `{"ref": "Continue"}`)
	call[ops.Acted](k.bench, a, "browser_click", `{"ref": "Place order", "button": "right"}`)
	call[ops.Acted](k.bench, a, "browser_press_key", `{"key": "Tab"}`)
	if acts := k.rack.Last().Acts(); !slices.Contains(acts, "click Continue") || !slices.Contains(acts, "click Place order") {
		t.Errorf("what does not order did not go on: %q", acts)
	}
}

func TestAnOrderIsAllowedOnce(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	id := k.stopped(a, "browser_click", order)
	ref := ops.RequestRef{RequestID: id}
	call[request.Request](k.bench, k.owner, "request_allow", ref)
	k.refused(k.owner, "request_allow", ref, fault.Conflict)
	k.refused(k.owner, "request_decline", ref, fault.Conflict)
	if w := call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`); w.Outcome != ops.MayGoOn {
		t.Errorf("the agent learns %+v", w)
	}
	call[ops.Acted](k.bench, a, "browser_click", order)
	k.is(id, request.Done)
	if w := call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`); w.Outcome != ops.NothingToDo {
		t.Errorf("after it, the agent learns %+v", w)
	}
	if again := k.stopped(a, "browser_click", order); again == id {
		t.Error("the same request serves twice")
	}
}

// The word is for one thing: another button, another page and another session
// are not what was allowed.
func TestWhatIsAllowedIsThisAlone(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	allowed := func() {
		t.Helper()
		id := k.stopped(a, "browser_click", order)
		call[request.Request](k.bench, k.owner, "request_allow", ops.RequestRef{RequestID: id})
	}
	allowed()
	k.stopped(a, "browser_click", `{"ref": "Pay now"}`)
	allowed()
	call[ops.Went](k.bench, a, "browser_navigate", `{"url": "https://example.com/other"}`)
	k.stopped(a, "browser_click", order)
	allowed()
	call[ops.Done](k.bench, a, "browser_close", `{}`)
	call[ops.Went](k.bench, a, "browser_navigate", `{"url": "https://example.com/other"}`)
	k.stopped(a, "browser_click", order)
}

func TestAnOrderIsRefusedOrDoneByThePerson(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	s := k.opened(a)
	id := k.stopped(a, "browser_click", order)
	call[request.Request](k.bench, k.owner, "request_decline", ops.RequestRef{RequestID: id})
	if w := call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`); w.Outcome != ops.Declined {
		t.Errorf("the agent learns %+v", w)
	}
	id = k.stopped(a, "browser_click", order)
	accepted := call[ops.Accepted](k.bench, k.owner, "request_accept", ops.RequestRef{RequestID: id})
	if accepted.Session.ID != s.ID {
		t.Errorf("the person is shown %+v", accepted.Session)
	}
	k.take(s)
	k.until(id, request.Taken)
	k.refused(k.owner, "request_allow", ops.RequestRef{RequestID: id}, fault.Conflict)
	call[wire.Session](k.bench, k.owner, "control_hand_back", ops.HandBackIn{SessionID: s.ID, Viewer: viewer, Note: "Ordered."})
	k.until(id, request.Done)
	if w := call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`); w.Outcome != ops.HandedBack || w.Note != "Ordered." {
		t.Errorf("the agent learns %+v", w)
	}
}

// A sign-in has nothing to allow, and the agent itself can't.
func TestOnlyThePersonAllows(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	asked := k.ask(a, `{}`)
	k.refused(k.owner, "request_allow", ops.RequestRef{RequestID: asked.RequestID}, fault.Conflict)
	id := k.stopped(a, "browser_click", order)
	k.refused(a, "request_allow", ops.RequestRef{RequestID: id}, fault.UnknownTool)
	terminal := k.owner
	terminal.Scope = grant.Setup
	k.refused(terminal, "request_allow", ops.RequestRef{RequestID: id}, fault.NotGranted)
	k.refused(person("somebody"), "request_allow", ops.RequestRef{RequestID: id}, fault.NotFound)
}

// A script that would press it is stopped as a click is; what the user allowed is
// left for the click.
func TestScriptsAreStopped(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	call[ops.Evaluated](k.bench, a, "browser_evaluate", `{"function": "Submit"}`)
	call[ops.Evaluated](k.bench, a, "browser_evaluate", `{"function": "Place order"}`) // which has no word for pressing
	id := k.stopped(a, "browser_evaluate", `{"function": "Submit order"}`)
	call[request.Request](k.bench, k.owner, "request_allow", ops.RequestRef{RequestID: id})
	k.refused(a, "browser_evaluate", `{"function": "Submit order"}`, fault.NotActionable)
	call[ops.Acted](k.bench, a, "browser_click", `{"ref": "Submit order"}`)
	k.is(id, request.Done)
}

// A question of the page may be the order itself.
func TestDialogsThatOrder(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	s := k.opened(a)
	ask := func(message string) {
		k.rack.Last().Notice(page.Event{Dialog: &page.Dialog{Kind: "confirm", Message: message}})
		for s.View().Dialog == nil || s.View().Dialog.Message != message {
			time.Sleep(time.Millisecond)
		}
	}
	ask("Amount due: 12 €. Really?")
	k.stopped(a, "browser_dialog", `{"accept": true}`)
	call[ops.Done](k.bench, a, "browser_dialog", `{"accept": false}`)
	ask("Leave the page?")
	call[ops.Done](k.bench, a, "browser_dialog", `{"accept": true}`)
}
