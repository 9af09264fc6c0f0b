package ops_test

import (
	"fmt"
	"testing"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
)

// TestOrder pins which of several faults is told: the first in the order of
// DESIGN §3. Each row has all the faults that come after its own as well.
func TestOrder(t *testing.T) {
	b := newBench(t)
	off := call[ops.AgentMade](b, b.owner, "agents_create", ops.AgentNew{Name: "off"})
	noScript := b.agent("no script")
	noScript.Agent.NoEvaluate = true
	paused := b.agent("paused")
	s := b.opened(paused)
	b.take(s)
	const private = "http://192.168.0.1/"
	for _, row := range []struct {
		who  grant.Principal
		tool string
		in   string
		want fault.Code
	}{
		{b.login(off.Token), "browser_clack", `{"no": 1`, fault.UnknownTool},
		{b.login(off.Token), "agents_list", `{"no": 1`, fault.UnknownTool},
		{b.owner, "browser_click", `{"no": 1`, fault.UnknownTool},
		{b.login(off.Token), "browser_click", `{"no": 1`, fault.InvalidInput},
		{b.login(off.Token), "browser_click", `{"no": 1}`, fault.InvalidInput},
		{b.login(off.Token), "browser_click", `{}`, fault.InvalidInput},
		{b.login(off.Token), "browser_navigate", `{"url": "not an address"}`, fault.InvalidInput},
		{noScript, "browser_evaluate", `{"function": ""}`, fault.InvalidInput},
		{b.login(off.Token), "browser_click", `{"ref": "e1"}`, fault.BrowserOff},
		{b.login(off.Token), "browser_navigate", `{"url": "` + private + `"}`, fault.BrowserOff},
		{noScript, "browser_evaluate", `{"function": "1"}`, fault.NotGranted},
		{noScript, "browser_click", `{"ref": "e1"}`, fault.NoSession},
		{noScript, "browser_snapshot", `{}`, fault.NoSession},
		{noScript, "browser_navigate", `{"url": "` + private + `"}`, fault.OriginRefused},
		{noScript, "browser_navigate", `{"url": "file:///etc/passwd"}`, fault.OriginRefused},
		{noScript, "browser_open", `{"url": "javascript:alert(1)"}`, fault.OriginRefused},
		{noScript, "browser_navigate", `{"url": "http://127.0.0.1:4786/"}`, fault.OriginRefused},
		{paused, "browser_click", `{}`, fault.InvalidInput},
		{paused, "browser_click", `{"ref": "e1"}`, fault.PausedByUser},
		{paused, "browser_navigate", `{"url": "file:///etc/passwd"}`, fault.PausedByUser},
		{paused, "browser_navigate", `{"url": "` + private + `"}`, fault.PausedByUser},
		{paused, "browser_open", `{"url": "` + private + `"}`, fault.PausedByUser},
		{paused, "browser_tabs", `{"action": "new", "url": "` + private + `"}`, fault.PausedByUser},
		{paused, "browser_dialog", `{"accept": true}`, fault.PausedByUser},
		{paused, "browser_screenshot", `{}`, fault.PausedByUser},
		{paused, "browser_close", `{}`, fault.PausedByUser},
	} {
		t.Run(row.tool+" "+string(row.want), func(t *testing.T) {
			b.t = t
			b.refused(row.who, row.tool, row.in, row.want)
		})
	}
	b.t = t
	if n := len(b.rack.All()); n != 1 {
		t.Errorf("refused calls opened %d browsers", n-1)
	}
	for _, tool := range []string{"browser_snapshot", "browser_read", "browser_tabs"} {
		if _, err := b.try(paused, tool, `{}`); err != nil {
			t.Errorf("%s while the user drives: %v", tool, err)
		}
	}
}

// TestOrderOfTheOwner is the same for what windows call.
func TestOrderOfTheOwner(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	a.Agent.AllowHosts = nil
	s := b.opened(a)
	v := b.take(s)
	const driving = `{"session_id": %q, "viewer": %q, "epoch": %d, "url": "http://10.0.0.1/"}`
	for _, row := range []struct {
		name, in string
		want     fault.Code
	}{
		{"control_take", `{"session_id": "sess_none", "viewer": "x"}`, fault.InvalidInput},
		{"control_take", `{"session_id": "sess_none", "viewer": "` + viewer + `"}`, fault.NotFound},
		{"live_navigate", fmt.Sprintf(driving, "sess_none", viewer, v.Epoch), fault.NotFound},
		{"live_navigate", fmt.Sprintf(driving, s.ID, viewer, v.Epoch-1), fault.NotInControl},
		{"live_navigate", fmt.Sprintf(driving, s.ID, "view_of_another", v.Epoch), fault.NotInControl},
		{"live_navigate", fmt.Sprintf(driving, s.ID, viewer, v.Epoch), fault.OriginRefused},
		{"control_take", fmt.Sprintf(`{"session_id": %q, "viewer": "view_of_another"}`, s.ID), fault.ControlHeld},
		{"control_hand_back", fmt.Sprintf(`{"session_id": %q, "viewer": "view_of_another"}`, s.ID), fault.NotInControl},
	} {
		b.refused(b.owner, row.name, row.in, row.want)
	}
	setup := grant.Principal{Kind: grant.KindOwner, Owner: ident.Local, Scope: grant.Setup}
	b.refused(setup, "control_take", fmt.Sprintf(`{"session_id": %q, "viewer": %q}`, s.ID, viewer), fault.NotGranted)
	if now := s.View(); now.Holder != viewer || now.Epoch != v.Epoch || now.URL != v.URL {
		t.Errorf("refused calls moved the session to %+v", now)
	}
}

// A browser that is off has no tools at all (A1), a switched-off script tool is
// not listed, and nobody is offered what is for the other kind.
func TestOffered(t *testing.T) {
	b := newBench(t)
	names := func(p grant.Principal) map[string]bool {
		got := map[string]bool{}
		for _, o := range b.reg.For(p) {
			got[o.Name] = true
		}
		return got
	}
	a := b.agent("on")
	if got := names(a); !got["browser_evaluate"] || !got["browser_click"] || got["agents_list"] || got["control_take"] {
		t.Errorf("an agent is offered %v", got)
	}
	a.Agent.NoEvaluate = true
	if got := names(a); got["browser_evaluate"] || !got["browser_click"] {
		t.Errorf("an agent without scripts is offered %v", got)
	}
	a.Agent.Browser = false
	if got := names(a); len(got) != 0 {
		t.Errorf("an agent without a browser is offered %v", got)
	}
	if got := names(b.owner); !got["agents_list"] || !got["control_take"] || got["browser_click"] {
		t.Errorf("the owner is offered %v", got)
	}
	setup := names(grant.Principal{Kind: grant.KindOwner, Owner: ident.Local, Scope: grant.Setup})
	if !setup["agents_create"] || !setup["profiles_create"] || setup["control_take"] || setup["live_input"] || setup["request_accept"] {
		t.Errorf("the command line is offered %v", setup)
	}
	if got := names(grant.Principal{}); len(got) != 0 {
		t.Errorf("nobody is offered %v", got)
	}
}

// What an agent did is recorded, and what it was refused; what it read is not.
func TestRecorded(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	call[ops.Acted](b, a, "browser_type", `{"ref": "e1", "text": "a secret"}`)
	call[ops.Outline](b, a, "browser_snapshot", `{}`)
	b.take(s)
	b.refused(a, "browser_click", `{"ref": "e1"}`, fault.PausedByUser)
	got := b.kinds(ident.Local)
	if got["tool_called"] != 2 || got["call_refused"] != 1 {
		t.Errorf("recorded %v", got)
	}
	kept, err := b.store.Agent(t.Context(), ident.Local, a.Agent.ID)
	must(t, err)
	if kept.FirstCallAt == nil || kept.LastCallAt == nil {
		t.Error("the times of the agent's calls are not kept")
	}
	if kept.TokenHash != a.Agent.TokenHash || kept.Name != "one" || kept.Language != agent.DefaultLanguage {
		t.Errorf("the agent is now %+v", kept)
	}
}
