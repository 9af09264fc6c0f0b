package httpapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/httpapi"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/wire"
)

// takeBack are the ways in which a person takes an agent's token back.
func takeBack() map[string]func(*baton, ident.Agent) {
	return map[string]func(*baton, ident.Agent){
		"a new token": func(b *baton, id ident.Agent) { b.call(b.full, "agents_new_token", ops.AgentRef{AgentID: id}, nil) },
		"no token":    func(b *baton, id ident.Agent) { b.call(b.full, "agents_revoke_token", ops.AgentRef{AgentID: id}, nil) },
		"no agent":    func(b *baton, id ident.Agent) { b.call(b.full, "agents_delete", ops.AgentRef{AgentID: id}, nil) },
	}
}

// A token that is taken back ends the stream that it opened and the call that it
// made, with the reason; those of others go on.
func TestTakenBackTokenEndsWhatRuns(t *testing.T) {
	for name, take := range takeBack() {
		t.Run(name, func(t *testing.T) {
			b := newBaton(t)
			a, other := b.agent(b.full, "one"), b.agent(b.full, "two")
			mine, theirs := b.listen(a.Token, ""), b.listen(other.Token, "")
			var told []ident.Agent
			b.tokens.OnRevoked(func(id ident.Agent) { told = append(told, id) })
			b.call(a.Token, "request_browser_signin", ops.AskIn{}, nil)
			called := make(chan answer, 1)
			go func() {
				called <- b.do(try{method: "POST", path: "/api/tools/browser_wait_for_user", body: `{}`, token: a.Token})
			}()
			for b.tokens.Open(a.Token) < 2 { // the stream and the call
				runtime.Gosched()
			}
			take(b, a.ID)
			if len(told) != 1 || told[0] != a.ID {
				t.Errorf("told of %v", told)
			}
			if got := <-called; got.code != fault.Unauthenticated || !strings.Contains(got.body, "taken back while this ran") {
				t.Errorf("the call: %d %s", got.status, got.body)
			}
			var last heard
			for e, ok := mine.next(); ok; e, ok = mine.next() {
				last = e
			}
			var why wire.Problem
			if last.Type != string(wire.StreamEnded) || json.Unmarshal(last.Data.Data, &why) != nil || why.Code != string(fault.Unauthenticated) || why.Detail == "" {
				t.Errorf("the last event is %+v", last)
			}
			if got := b.do(try{method: "POST", path: "/api/tools/browser_open", body: `{}`, token: a.Token}); got.code != fault.Unauthenticated {
				t.Errorf("afterwards: %d %s", got.status, got.body)
			}
			b.opened(other)
			theirs.want(wire.SessionChanged)
		})
	}
}

// A token without one to follow it: the agent is still there, its browser is not.
func TestRevoke(t *testing.T) {
	b := newBaton(t)
	a := b.agent(b.full, "one")
	s := b.opened(a)
	var v ops.AgentView
	b.call(b.full, "agents_revoke_token", ops.AgentRef{AgentID: a.ID}, &v)
	if v.Token.State != ops.TokenRevoked || v.Token.MadeAt != nil || s.View().Phase != wire.Ended {
		t.Errorf("got %+v, the browser is %s", v.Token, s.View().Phase)
	}
	var made ops.AgentMade
	b.call(b.full, "agents_new_token", ops.AgentRef{AgentID: a.ID}, &made)
	if made.Agent.Token.State != ops.TokenGood || made.Agent.Token.MadeAt == nil || made.Agent.Token.UsedAt != nil {
		t.Errorf("a new one: %+v", made.Agent.Token)
	}
	b.opened(made)
}

// The time of the last use is there with the first request, and is not written
// with each.
func TestLastUseOfATokenIsKept(t *testing.T) {
	b := newBaton(t)
	a := b.agent(b.full, "one")
	seen := func() ops.TokenView {
		var all ops.AgentList
		b.call(b.full, "agents_list", ops.None{}, &all)
		return all.Agents[0].Token
	}
	if v := seen(); v.UsedAt != nil || v.MadeAt == nil {
		t.Fatalf("before: %+v", v)
	}
	b.do(try{method: "GET", path: "/api/openapi.json", token: a.Token})
	first := seen()
	if first.UsedAt == nil || first.UsedAt.Before(*first.MadeAt) {
		t.Fatalf("after: %+v", first)
	}
	b.do(try{method: "GET", path: "/api/openapi.json", token: a.Token})
	if again := seen(); !again.UsedAt.Equal(*first.UsedAt) {
		t.Errorf("the second request within a minute was written: %v", again.UsedAt)
	}
	b.do(try{method: "GET", path: "/api/openapi.json", token: a.Token + "x"})
	if v := seen(); !v.UsedAt.Equal(*first.UsedAt) {
		t.Errorf("a wrong token counts as use: %v", v)
	}
}

// A window whose token is taken back is told so and sent off.
func TestTakenBackTokenClosesTheLiveView(t *testing.T) {
	b := newBaton(t)
	s := b.opened(b.agent(b.full, "one"))
	token := b.tokens.Mint(ident.Local, grant.Full)
	w, other := b.dial(), b.watch(s, "view_of_another_one")
	w.send(wire.ClientMessage{Type: "auth", Token: token, Session: s.ID, Viewer: viewer})
	w.session(func(v wire.Session) bool { return v.ID == s.ID })
	l := b.listen(token, "")
	b.tokens.Revoke(token)
	w.fault(fault.Unauthenticated)
	if code := w.closed(); code != 4401 {
		t.Errorf("closed with %d", code)
	}
	l.want(wire.StreamEnded)
	if _, more := l.next(); more {
		t.Error("the stream goes on")
	}
	other.send(wire.ClientMessage{Type: "nonsense"})
	other.fault(fault.InvalidInput)
	if got := b.do(try{method: "GET", path: "/api/openapi.json", token: token}); got.status != http.StatusUnauthorized {
		t.Errorf("afterwards: %d", got.status)
	}
}

// What a call came to is not told to one whose token was taken back while it ran,
// although it was done.
func TestTakenBackWhileACallSucceeds(t *testing.T) {
	b := newBaton(t)
	a := b.agent(b.full, "one")
	record := b.app.Record
	b.app.Record = func(ctx context.Context, entries ...audit.Entry) { // is the last thing that a call does
		record(ctx, entries...)
		if entries[0].Kind == audit.ToolCalled && entries[0].Result == "ok" {
			b.call(b.full, "agents_new_token", ops.AgentRef{AgentID: a.ID}, nil)
		}
	}
	if got := b.do(try{method: "POST", path: "/api/tools/browser_open", body: `{}`, token: a.Token}); got.code != fault.Unauthenticated {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

// A link is good for a while, once.
func TestLinksGrowOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tokens := httpapi.NewTokens(nil, httpapi.DefaultLimits())
		old, _ := tokens.Link(ident.Local)
		time.Sleep(httpapi.LinkLife / 2)
		fresh, _ := tokens.Link(ident.Local)
		time.Sleep(httpapi.LinkLife/2 + 1)
		if _, err := tokens.Redeem(old); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("an old link: %v", err)
		}
		if token, err := tokens.Redeem(fresh); err != nil || token == "" {
			t.Errorf("a fresh link: %v", err)
		}
	})
}
