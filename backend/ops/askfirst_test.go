package ops_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
)

// change sets an agent's policy as the person does, and gives the agent as it
// authenticates from then on.
func (k *kept) change(a grant.Principal, in string) grant.Principal {
	k.t.Helper()
	call[ops.AgentView](k.bench, k.owner, "agents_update", `{"agent_id": "`+string(a.Agent.ID)+`", `+in+`}`)
	return k.again(a)
}

func (k *kept) allow(id ident.Request) {
	k.t.Helper()
	call[request.Request](k.bench, k.owner, "request_allow", ops.RequestRef{RequestID: id})
}

// What sends, deletes or uploads is stopped where the person wants to be asked,
// and nowhere else; what they allow may be done once.
func TestAskFirst(t *testing.T) {
	k := keeping(t)
	a := k.agent("one")
	k.opened(a)
	file := filepath.Join(t.TempDir(), "paper.txt")
	must(t, os.WriteFile(file, []byte("x"), 0o600))
	a = k.change(a, `"upload_folders": ["`+filepath.Dir(file)+`"]`)
	steps := []struct {
		rule string
		task request.Task
		tool string
		in   string
	}{
		{agent.AskSend, request.TaskSend, "browser_click", `{"ref": "Send message"}`},
		{agent.AskSend, request.TaskSend, "browser_type", `{"ref": "Absenden", "text": "x"}`},
		{agent.AskDelete, request.TaskDelete, "browser_click", `{"ref": "Delete 3 items"}`},
		{agent.AskUpload, request.TaskUpload, "browser_upload", `{"ref": "File", "paths": ["` + file + `"]}`},
	}
	for _, s := range steps {
		call[ops.Acted](k.bench, a, s.tool, s.in) // nobody asked to be asked
	}
	for _, s := range steps {
		asked := k.change(a, `"ask_first": ["`+s.rule+`"]`)
		for _, other := range steps {
			if other.rule != s.rule {
				call[ops.Acted](k.bench, asked, other.tool, other.in)
			}
		}
		acts := len(k.rack.Last().Acts())
		id := k.stopped(asked, s.tool, s.in)
		if now := k.rack.Last().Acts(); slices.Contains(now[acts:], "click "+s.in) || len(now) > acts+1 { // to look what there is to download
			t.Errorf("%s %s: the page was touched: %q", s.rule, s.tool, now[acts:])
		}
		if again := k.stopped(asked, s.tool, s.in); again != id {
			t.Errorf("%s %s: the person is asked twice", s.rule, s.tool)
		}
		r, err := k.store.Request(t.Context(), a.Owner, id)
		must(t, err)
		if r.Task != s.task || r.Mode != request.Confirm || r.Object == "" || s.task == request.TaskUpload && r.Object != "paper.txt" {
			t.Errorf("%s: the person is asked %+v", s.rule, r)
		}
		k.allow(id)
		call[ops.Acted](k.bench, asked, s.tool, s.in)
		k.is(id, request.Done)
		if again := k.stopped(asked, s.tool, s.in); again == id {
			t.Errorf("%s: the same word serves twice", s.rule)
		}
	}
}

// A site where the agent was not before: it is neither opened nor read nor acted
// on, however the tab came there; what is allowed stays allowed until it is taken
// out of the list.
func TestNewSite(t *testing.T) {
	k := keeping(t)
	a := k.change(k.agent("one"), `"ask_first": ["new_site"]`)
	k.stopped(a, "browser_navigate", `{"url": "https://shop.example.co.uk/a"}`)
	if len(k.rack.All()) != 0 {
		t.Error("a browser was started for a site that nobody allowed")
	}
	k.stopped(a, "browser_open", `{"url": "https://shop.example.co.uk/a"}`)
	id := k.stopped(a, "browser_navigate", `{"url": "https://shop.example.co.uk/a"}`)
	k.allow(id)
	a = k.again(a)
	if !slices.Equal(a.Agent.Sites, []string{"example.co.uk"}) {
		t.Errorf("kept %q", a.Agent.Sites)
	}
	call[ops.Went](k.bench, a, "browser_navigate", `{"url": "https://www.example.co.uk/b"}`)
	call[ops.Acted](k.bench, a, "browser_click", `{"ref": "Next"}`)

	k.rack.Last().At("https://elsewhere.example/") // a redirect, a script, a link
	for tool, in := range map[string]string{
		"browser_snapshot": `{}`, "browser_read": `{}`, "browser_screenshot": `{}`, "browser_click": `{"ref": "Next"}`,
		"browser_evaluate": `{"function": "1"}`, "browser_find": `{"text": "x"}`, "browser_wait": `{"text": "x"}`,
	} {
		k.stopped(a, tool, in)
	}
	call[ops.Went](k.bench, a, "browser_back", `{}`) // away is always free
	k.rack.Last().At("https://www.example.co.uk/b")
	call[ops.Acted](k.bench, a, "browser_click", `{"ref": "Next"}`)
	a = k.change(a, `"known_sites": []`)
	k.stopped(a, "browser_click", `{"ref": "Next"}`)
}

// An agent that may only look goes and reads; a tool that is switched off is not
// listed.
func TestWhatAnAgentMayUse(t *testing.T) {
	k := keeping(t)
	a := k.change(k.agent("one"), `"read_only": true, "no_tools": ["browser_screenshot"]`)
	for _, o := range k.reg.For(a) {
		if o.Name == "browser_click" || o.Name == "browser_screenshot" || o.Name == "browser_evaluate" {
			t.Errorf("%s is listed", o.Name)
		}
	}
	call[ops.Went](k.bench, a, "browser_navigate", `{"url": "https://example.com/"}`)
	call[ops.Outline](k.bench, a, "browser_snapshot", `{}`)
	for tool, in := range map[string]string{
		"browser_click": `{"ref": "e1"}`, "browser_type": `{"text": "x"}`, "browser_fill": `{"ref": "e1", "text": "x"}`, "browser_screenshot": `{}`,
		"browser_evaluate": `{"function": "1"}`, "browser_press_key": `{"key": "Enter"}`, "browser_upload": `{"paths": ["x"]}`, "browser_dialog": `{"accept": true}`,
	} {
		if f := k.why(a, tool, in, fault.NotGranted); f.Hint == "" {
			t.Errorf("%s: no hint", tool)
		}
	}
	k.refused(a, "browser_batch", `[{"tool": "browser_click", "input": {"ref": "e1"}}]`, fault.NotGranted)
	for _, in := range []string{`"no_tools": ["browser_clack"]`, `"ask_first": ["buy"]`, `"known_sites": ["a b"]`, `"known_sites": ["https://a.test/"]`} {
		k.refused(k.owner, "agents_update", `{"agent_id": "`+string(a.Agent.ID)+`", `+in+`}`, fault.InvalidInput)
	}
	if again := k.again(a).Agent; !again.ReadOnly || len(again.NoTools) != 1 || len(again.AskFirst)+len(again.Sites) != 0 {
		t.Errorf("a refused change changed %+v", again)
	}
}

// TestGate is the golden order of the gate (DESIGN §3): one call that everything
// speaks against, and what is told once the reason told before is gone.
func TestGate(t *testing.T) {
	k := keeping(t)
	a := k.change(k.agent("one"), `"browser": false, "no_tools": ["browser_click"], "read_only": true, "ask_first": ["new_site", "send"]`)
	in := `{"ref": "Send", "no": 1}`
	tool := "browser_clack"
	var told []string
	for range 20 {
		got, err := k.try(a, tool, in)
		if err == nil {
			told = append(told, fmt.Sprintf("ok: %T", got))
			break
		}
		f := fault.From(err)
		told = append(told, string(f.Code)+": "+f.Message)
		switch s, open := k.app.Sessions.OfAgent(a.Agent.ID); {
		case f.Code == fault.UnknownTool:
			tool = "browser_click"
		case f.Code == fault.InvalidInput:
			in = `{"ref": "Send"}`
		case f.Code == fault.BrowserOff:
			a = k.change(a, `"browser": true`)
		case f.Code == fault.NotGranted && len(a.Agent.NoTools) > 0:
			a = k.change(a, `"no_tools": []`)
		case f.Code == fault.NotGranted:
			a = k.change(a, `"read_only": false`)
		case f.Code == fault.NoSession:
			k.opened(a)
			k.rack.Last().At("https://example.com/")
			s, _ = k.app.Sessions.OfAgent(a.Agent.ID)
			k.take(s)
		case f.Code == fault.PausedByUser && open:
			call[wire.Session](k.bench, k.owner, "control_hand_back", ops.HandBackIn{SessionID: s.ID, Viewer: viewer})
		case f.Code == fault.NeedsUser:
			id, _ := f.Details["request_id"].(ident.Request)
			k.allow(id)
			a = k.again(a)
		}
	}
	got := strings.Join(told, "\n") + "\n"
	want, err := os.ReadFile("testdata/gate.txt")
	must(t, err)
	if got != string(want) {
		t.Errorf("the gate tells\n%s\nnot\n%s", got, want)
	}
}
