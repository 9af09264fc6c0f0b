package ops_test

import (
	"context"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
)

// kept is a bench whose requests are kept, as the host does it.
type kept struct {
	*bench
	events *event.Subscription
}

// keeping starts KeepRequests and waits until it has withdrawn what an earlier
// run left, so that it follows from then on.
func keeping(t *testing.T) *kept {
	t.Helper()
	b := newBench(t)
	k := &kept{bench: b, events: b.app.Bus.Subscribe(ident.Local, 0)}
	left := request.Request{ID: ident.NewRequest(), Owner: ident.Local, Agent: ident.NewAgent(), State: request.Taken, CreatedAt: time.Now()}
	must(t, b.store.SaveRequest(t.Context(), left))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.app.KeepRequests(ctx, ident.Local) }()
	t.Cleanup(func() {
		cancel()
		must(t, <-done)
		k.events.Close()
	})
	k.until(left.ID, request.Withdrawn)
	return k
}

// until waits for the event that tells a request's state.
func (k *kept) until(id ident.Request, want request.State) request.Request {
	k.t.Helper()
	var states []request.State
	for {
		select {
		case e := <-k.events.C:
			r, ok := e.Data.(request.Request)
			if !ok || r.ID != id {
				continue
			}
			states = append(states, r.State)
			if r.State == want {
				return k.is(id, want)
			}
		case <-time.After(10 * time.Second):
			k.t.Fatalf("the request is not %s; it was %q", want, states)
		}
	}
}

// is reads a request and checks its state.
func (k *kept) is(id ident.Request, want request.State) request.Request {
	k.t.Helper()
	r, err := k.store.Request(k.t.Context(), ident.Local, id)
	must(k.t, err)
	if r.State != want {
		k.t.Fatalf("the request is %s, want %s", r.State, want)
	}
	return r
}

func (k *kept) ask(a grant.Principal, in string) ops.Asked {
	k.t.Helper()
	return call[ops.Asked](k.bench, a, "request_browser_signin", in)
}

// Ask, take over, hand back: the agent learns it, with the person's note.
func TestRequestTakenAndDone(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	s := k.opened(a)
	asked := k.ask(a, `{"task": "captcha", "message": "please"}`)
	if asked.Mode != request.TakeOver {
		t.Errorf("the mode is %s", asked.Mode)
	}
	accepted := call[ops.Accepted](k.bench, k.owner, "request_accept", ops.RequestRef{RequestID: asked.RequestID})
	if accepted.Native || accepted.Session.ID != s.ID {
		t.Errorf("accepted %+v", accepted)
	}
	k.take(s)
	k.until(asked.RequestID, request.Taken)
	waited := make(chan ops.Waited, 1)
	go func() { waited <- call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`) }()
	call[wire.Session](k.bench, k.owner, "control_hand_back", ops.HandBackIn{SessionID: s.ID, Viewer: viewer, Note: "solved"})
	if w := <-waited; w.Outcome != ops.HandedBack || w.Note != "solved" {
		t.Errorf("the agent learns %+v", w)
	}
	r := k.until(asked.RequestID, request.Done)
	if r.AnsweredAt == nil {
		t.Error("the time of the answer is not kept")
	}
	k.refused(k.owner, "request_decline", ops.RequestRef{RequestID: r.ID}, fault.Conflict)
	k.is(r.ID, request.Done)
}

// A hand-back right after the take-over does not leave the request taken.
func TestRequestTakenAndDoneAtOnce(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	s := k.opened(a)
	for range 10 {
		asked := k.ask(a, `{}`)
		k.take(s)
		call[wire.Session](k.bench, k.owner, "control_hand_back", ops.HandBackIn{SessionID: s.ID, Viewer: viewer})
		k.until(asked.RequestID, request.Done)
	}
}

func TestRequestDeclined(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	asked := k.ask(a, `{}`)
	waited := make(chan ops.Waited, 1)
	go func() { waited <- call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`) }()
	call[request.Request](k.bench, k.owner, "request_decline", ops.RequestRef{RequestID: asked.RequestID})
	if w := <-waited; w.Outcome != ops.Declined {
		t.Errorf("the agent learns %+v", w)
	}
	k.refused(k.owner, "request_accept", ops.RequestRef{RequestID: asked.RequestID}, fault.Conflict)
}

func TestRequestExpires(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	r := request.Request{
		ID: ident.NewRequest(), Owner: ident.Local, Agent: a.Agent.ID, State: request.Open,
		CreatedAt: time.Now(), ExpiresAt: time.Now().Add(20 * time.Millisecond),
	}
	must(t, k.store.SaveRequest(t.Context(), r))
	k.app.Bus.Publish(ident.Local, wire.RequestChanged, r)
	k.until(r.ID, request.Expired)
	if w := call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`); w.Outcome != ops.Expired {
		t.Errorf("the agent learns %+v", w)
	}
	if n := k.kinds(ident.Local)["request_answered"]; n != 2 { // and the one of the earlier run
		t.Errorf("%d answers are recorded", n)
	}
}

func TestRequestOfAnEndedSession(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	asked := k.ask(a, `{}`)
	k.rack.Last().Crash("gone")
	k.until(asked.RequestID, request.Withdrawn)
	if w := call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`); w.Outcome != ops.Withdrawn {
		t.Errorf("the agent learns %+v", w)
	}
}

// One question at a time: a new one replaces the old.
func TestSecondRequestReplacesTheFirst(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	first, second := k.ask(a, `{}`), k.ask(a, `{"task": "code"}`)
	k.is(first.RequestID, request.Withdrawn)
	k.is(second.RequestID, request.Open)
}

// Without a browser the person signs in on the profile, and the agent's next
// browser opens it (T10, P6).
func TestRequestBySignIn(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	id := k.profile("Work", profile.AwaitingSignIn)
	asked := k.ask(a, `{"profile_id": "`+string(id)+`", "url": "https://example.com/login"}`)
	if asked.Mode != request.SignIn {
		t.Errorf("the mode is %s", asked.Mode)
	}
	accepted := call[ops.Accepted](k.bench, k.owner, "request_accept", ops.RequestRef{RequestID: asked.RequestID})
	if v := accepted.Session; v.Purpose != wire.ForSignIn || v.ProfileID != id {
		t.Fatalf("accepted %+v", v)
	}
	k.until(asked.RequestID, request.Taken)
	k.refused(a, "browser_open", ops.OpenIn{ProfileID: id}, fault.ProfileBusy)
	p := call[profile.Profile](k.bench, k.owner, "signin_finish", ops.SessionRef{SessionID: accepted.Session.ID})
	if p.Status != profile.Ready || p.SignedInAt == nil {
		t.Errorf("the profile is %+v", p)
	}
	k.until(asked.RequestID, request.Done)
	if w := call[ops.Waited](k.bench, a, "browser_wait_for_user", `{}`); w.Outcome != ops.SignedIn {
		t.Errorf("the agent learns %+v", w)
	}
	if got := call[ops.Opened](k.bench, a, "browser_open", `{}`); got.ProfileID != id {
		t.Errorf("opened %q", got.Profile)
	}
}

func TestCancelledSignIn(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	id := k.profile("Work", profile.AwaitingSignIn)
	asked := k.ask(a, `{"profile_id": "`+string(id)+`"}`)
	v := call[wire.Session](k.bench, k.owner, "signin_start", ops.SignInIn{RequestID: asked.RequestID, ProfileID: id, Viewer: viewer})
	if v.Controller != wire.UserDrives {
		t.Errorf("%s drives a sign-in", v.Controller)
	}
	call[ops.None](k.bench, k.owner, "signin_cancel", ops.SessionRef{SessionID: v.ID})
	k.until(asked.RequestID, request.Declined)
	if p := k.profiles()[0]; p.Status != profile.AwaitingSignIn {
		t.Errorf("the profile is %s", p.Status)
	}
	k.refused(k.owner, "signin_finish", ops.SessionRef{SessionID: v.ID}, fault.NoSession)
}

// A sign-in that cannot be started as asked opens nothing.
func TestRefusedSignInOpensNothing(t *testing.T) {
	b := newBench(t)
	b.refused(b.owner, "signin_start", `{"viewer": "x"}`, fault.InvalidInput)
	b.refused(b.owner, "signin_start", `{"url": "http://"}`, fault.InvalidInput)
	b.refused(b.owner, "signin_start", `{"url": "http://10.0.0.1/"}`, fault.OriginRefused)
	b.refused(b.owner, "signin_start", `{"request_id": "req_none"}`, fault.NotFound)
	b.refused(b.owner, "signin_start", `{"profile_id": "prof_none"}`, fault.NotFound)
	if len(b.rack.All()) != 0 || len(b.profiles()) != 0 {
		t.Error("a refused sign-in opened something")
	}
}
