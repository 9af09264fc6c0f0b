package ops_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestNothingToWaitFor(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	for range 2 {
		if w := call[ops.Waited](b, a, "browser_wait_for_user", `{}`); w.Outcome != ops.NothingToDo {
			t.Errorf("got %+v", w)
		}
		b.opened(a)
	}
}

// The call that waits when the time is up says so; the session goes on.
func TestStillWaiting(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	b.take(s)
	if w := call[ops.Waited](b, a, "browser_wait_for_user", `{"timeout_s": 1}`); w.Outcome != ops.StillWaiting {
		t.Errorf("got %+v", w)
	}
	for _, in := range []string{`{"timeout_s": -1}`, `{"timeout_s": 601}`} {
		b.refused(a, "browser_wait_for_user", in, fault.InvalidInput)
	}
}

func TestWaitEndsWithItsCaller(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	b.take(b.opened(a))
	ctx, cancel := context.WithCancel(t.Context())
	answer := make(chan error, 1)
	go func() {
		_, err := b.reg.Call(ctx, ops.Request{Principal: a, Name: "browser_wait_for_user", Input: json.RawMessage(`{}`)})
		answer <- err
	}()
	cancel()
	if err := <-answer; !fault.Is(err, fault.Canceled) {
		t.Errorf("got %v", err)
	}
}

// The person closes the browser while the agent waits.
func TestWaitEndsWithTheSession(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	b.take(s)
	waited := make(chan ops.Waited, 1)
	go func() { waited <- call[ops.Waited](b, a, "browser_wait_for_user", `{}`) }()
	must(t, s.Close(t.Context(), wire.ReasonClosed))
	if w := <-waited; w.Outcome != ops.NothingToDo {
		t.Errorf("got %+v", w)
	}
	b.refused(a, "browser_snapshot", `{}`, fault.NoSession)
}
