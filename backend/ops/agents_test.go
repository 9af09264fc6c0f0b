package ops_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/site"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestCreateAgent(t *testing.T) {
	b := newBench(t)
	made := call[ops.AgentMade](b, b.owner, "agents_create", `{"name": " Claude  Code "}`)
	if made.Agent.Name != "Claude Code" || made.Agent.Browser || made.Agent.Language != "en-US" || len(made.Agent.AllowHosts) != 0 {
		t.Errorf("created %+v", made.Agent)
	}
	if !strings.HasPrefix(made.Token, agent.TokenPrefix) || len(made.Token) < 43 {
		t.Errorf("the token is %d characters long", len(made.Token))
	}
	b.refused(b.owner, "agents_create", `{"name": "CLAUDE code"}`, fault.Conflict)
	b.refused(b.owner, "agents_create", `{"name": ""}`, fault.InvalidInput)
	b.refused(b.owner, "agents_create", `{"name": "x", "allow_hosts": ["http://localhost"]}`, fault.InvalidInput)
	if n := b.kinds(ident.Local)[audit.AgentCreated]; n != 1 {
		t.Errorf("%d agents are recorded", n)
	}
}

// A token is shown once: no list, no entry and no record has it or its hash.
func TestTokenIsShownOnce(t *testing.T) {
	b := newBench(t)
	made := call[ops.AgentMade](b, b.owner, "agents_create", `{"name": "one", "browser": true}`)
	list := call[ops.AgentList](b, b.owner, "agents_list", `{}`)
	entries := call[ops.AuditList](b, b.owner, "audit_list", `{}`)
	for _, v := range []any{list, entries, made.Agent} {
		raw, err := json.Marshal(v)
		must(t, err)
		for _, secret := range []string{made.Token, agent.HashToken(made.Token), "token_hash"} {
			if strings.Contains(string(raw), secret) {
				t.Errorf("%q is in %s", secret, raw)
			}
		}
	}
	kept, err := b.store.Agent(t.Context(), ident.Local, made.ID)
	must(t, err)
	if kept.TokenHash != agent.HashToken(made.Token) || !kept.Matches(made.Token) || kept.Matches(made.Token+"x") {
		t.Error("the kept hash is not the token's")
	}
}

func TestNewTokenRevokesTheOld(t *testing.T) {
	b := newBench(t)
	made := call[ops.AgentMade](b, b.owner, "agents_create", `{"name": "one"}`)
	again := call[ops.AgentMade](b, b.owner, "agents_new_token", ops.AgentRef{AgentID: made.ID})
	if _, err := b.store.AgentByToken(t.Context(), agent.HashToken(made.Token)); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the old token: %v", err)
	}
	if a := b.login(again.Token).Agent; a.ID != made.ID {
		t.Errorf("the new token is of %s", a.ID)
	}
	call[ops.None](b, b.owner, "agents_delete", ops.AgentRef{AgentID: made.ID})
	if _, err := b.store.AgentByToken(t.Context(), agent.HashToken(again.Token)); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the token of a deleted agent: %v", err)
	}
}

// The 41 tags of the source document, and no other (A2).
func TestLanguages(t *testing.T) {
	b := newBench(t)
	if n := len(agent.Languages()); n != 41 {
		t.Errorf("there are %d languages", n)
	}
	made := call[ops.AgentMade](b, b.owner, "agents_create", `{"name": "one", "browser_language": "de-DE"}`)
	for _, tag := range agent.Languages() {
		v := call[ops.AgentView](b, b.owner, "agents_update", ops.AgentChange{AgentID: made.ID, Language: &tag})
		if v.Language != tag {
			t.Errorf("got %s, want %s", v.Language, tag)
		}
	}
	for _, tag := range []string{"", "de", "en-us", "tlh", "en_US"} {
		f := b.why(b.owner, "agents_update", ops.AgentChange{AgentID: made.ID, Language: &tag}, fault.InvalidInput)
		if f.Message != "browser_language must be a supported Chrome language" || fault.Lookup(f.Code).Status != 422 {
			t.Errorf("%q: %q with status %d", tag, f.Message, fault.Lookup(f.Code).Status)
		}
	}
	if (agent.Agent{Language: "tlh"}).RunLanguage() != "en-US" {
		t.Error("an unknown stored tag does not run en-US")
	}
}

// Switching off or another language stops that agent's browser only (A2).
func TestChangeStopsTheBrowser(t *testing.T) {
	b := newBench(t)
	one, two := b.agent("one"), b.agent("two")
	first, other := b.opened(one), b.opened(two)
	change := func(in ops.AgentChange) ops.AgentView {
		in.AgentID = one.Agent.ID
		return call[ops.AgentView](b, b.owner, "agents_update", in)
	}
	change(ops.AgentChange{Name: new("renamed"), AllowHosts: &[]string{"localhost:3000"}, NoEvaluate: new(true), Language: new("en-US"), Browser: new(true)})
	if v := first.View(); v.Phase != wire.Live {
		t.Fatalf("a change of the name ended the browser: %+v", v.End)
	}
	change(ops.AgentChange{Language: new("de-DE")})
	if v := first.View(); v.Phase != wire.Ended {
		t.Fatal("another language left the browser running")
	}
	second := b.opened(one)
	if v := change(ops.AgentChange{Browser: new(false)}); v.Session != nil {
		t.Errorf("an agent whose browser is off has %+v", v.Session)
	}
	if v := second.View(); v.Phase != wire.Ended {
		t.Fatal("switching off left the browser running")
	}
	if v := other.View(); v.Phase != wire.Live {
		t.Fatalf("the other agent's browser ended: %+v", v.End)
	}
	off := one
	off.Agent.Browser = false
	if f := b.why(off, "browser_snapshot", `{}`, fault.BrowserOff); f.Message != "browser is not enabled" || fault.Lookup(f.Code).Status != 409 {
		t.Errorf("got %q", f.Message)
	}
}

func TestDeleteAgent(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	asked := call[ops.Asked](b, a, "request_browser_signin", `{}`)
	call[ops.None](b, b.owner, "agents_delete", ops.AgentRef{AgentID: a.Agent.ID})
	if v := s.View(); v.Phase != wire.Ended {
		t.Error("the browser of a deleted agent runs")
	}
	r, err := b.store.Request(t.Context(), ident.Local, asked.RequestID)
	must(t, err)
	if r.State != "withdrawn" {
		t.Errorf("its request is %s", r.State)
	}
	b.refused(b.owner, "agents_delete", ops.AgentRef{AgentID: a.Agent.ID}, fault.NotFound)
}

// Hosts that the user allows are that agent's alone (G1).
func TestAllowedHosts(t *testing.T) {
	b := newBench(t)
	one, two := b.agent("one"), b.agent("two")
	call[ops.AgentView](b, b.owner, "agents_update", ops.AgentChange{AgentID: one.Agent.ID, AllowHosts: &[]string{"127.0.0.1:*"}})
	one.Agent.AllowHosts = []string{"127.0.0.1:*"}
	call[ops.Went](b, one, "browser_navigate", `{"url": "http://127.0.0.1:8000/"}`)
	b.refused(one, "browser_navigate", `{"url": "http://127.0.0.1:4786/"}`, fault.OriginRefused)
	b.refused(two, "browser_navigate", `{"url": "http://127.0.0.1:8000/"}`, fault.OriginRefused)
}

// agent_browser_start is what opening the agent's view does (A4).
func TestStartBrowser(t *testing.T) {
	b := newBench(t)
	on := b.agent("on")
	off := call[ops.AgentMade](b, b.owner, "agents_create", `{"name": "off"}`)
	for range 2 { // a running one is as good
		if got := call[ops.Started](b, b.owner, "agent_browser_start", ops.AgentRef{AgentID: on.Agent.ID}); got.Status != "ready" {
			t.Errorf("got %+v", got)
		}
	}
	b.refused(b.owner, "agent_browser_start", ops.AgentRef{AgentID: off.ID}, fault.BrowserOff)
	b.rack.Fail = fault.New(fault.BrowserUnavailable, "no Chrome here")
	f := b.why(b.owner, "agent_browser_start", ops.AgentRef{AgentID: b.agent("unlucky").Agent.ID}, fault.BrowserUnavailable)
	if fault.Lookup(f.Code).Status != 503 || !strings.Contains(f.Message, "no Chrome here") {
		t.Errorf("got %v", f)
	}
}

// TestListsOfHosts: the lists hold at once, for calls and for what is open, and
// what cannot stand in one is refused with the name of its field.
func TestListsOfHosts(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	var reviewed []ident.Agent
	b.app.Review = func(id ident.Agent) { reviewed = append(reviewed, id) }
	v := call[ops.AgentView](b, b.owner, "agents_update", ops.AgentChange{
		AgentID: a.Agent.ID, OnlyHosts: &[]string{"example.com", "*.shop.test:8443"}, DenyHosts: &[]string{"ads.shop.test"},
	})
	if len(v.OnlyHosts) != 2 || len(v.DenyHosts) != 1 || !slices.Equal(reviewed, []ident.Agent{a.Agent.ID}) {
		t.Errorf("the agent has %+v, reviewed were %v", v, reviewed)
	}
	a = b.again(a)
	call[ops.Went](b, a, "browser_navigate", `{"url": "https://example.com/"}`)
	call[ops.Went](b, a, "browser_navigate", `{"url": "https://a.shop.test:8443/"}`)
	for url, reason := range map[string]site.Reason{
		"https://a.shop.test/": site.NotListed, "https://other.test/": site.NotListed,
		"https://ads.shop.test:8443/": site.Denied, "http://10.0.0.1/": site.PrivateNet,
	} {
		if f := b.why(a, "browser_navigate", ops.NavigateIn{URL: url}, fault.OriginRefused); f.Details["reason"] != string(reason) {
			t.Errorf("%s: %v", url, f)
		}
	}
	call[ops.AgentView](b, b.owner, "agents_update", ops.AgentChange{AgentID: a.Agent.ID, Name: new("other")})
	if len(reviewed) != 1 {
		t.Error("another name had the connections reviewed")
	}
	for field, in := range map[string]ops.AgentChange{
		"only_hosts": {OnlyHosts: &[]string{"*.com"}}, "deny_hosts": {DenyHosts: &[]string{"http://a.test/"}}, "allow_hosts": {AllowHosts: &[]string{"a b"}},
	} {
		in.AgentID = a.Agent.ID
		if f := b.why(b.owner, "agents_update", in, fault.InvalidInput); f.Details["field"] != field || f.Hint == "" {
			t.Errorf("%s: %v", field, f)
		}
	}
	made := call[ops.AgentMade](b, b.owner, "agents_create", ops.AgentNew{Name: "two", DenyHosts: []string{"evil.test"}})
	if !slices.Equal(made.Agent.DenyHosts, []string{"evil.test"}) || len(made.Agent.OnlyHosts) != 0 {
		t.Errorf("made is %+v", made.Agent)
	}
}
