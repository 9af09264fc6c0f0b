//go:build e2e && linux

package e2e_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// TestRevokedTokenEndsEverything: on the running host, a token that is taken back
// ends the agent's session of MCP with its open stream, its event stream, its
// running call and its browser, and is refused like one that never was.
func TestRevokedTokenEndsEverything(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	id, token := b.agent("Codex")
	_, other := b.agent("Claude Code")
	agent := b.mcp(token) // which has a stream for messages of the server
	agent.must("browser_navigate", map[string]any{"url": site(t, quietPage)})
	raw := overHTTP{t: t, base: b.url(), token: token, accept: "application/json"}

	events := b.get(t, "/api/events", token, nil)
	messages := b.get(t, "/mcp", token, http.Header{"Mcp-Session-Id": {b.session(t, token)}, "Accept": {"text/event-stream"}})
	agent.must("request_browser_signin", map[string]any{"message": "Please"})
	waits := b.mcpPost(t, token, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"browser_wait_for_user","_meta":{"progressToken":1}}}`)
	running := bufio.NewScanner(waits.Body)
	for running.Scan() && !strings.Contains(running.Text(), "notifications/progress") {
	}

	b.run("agents", "revoke-token", id)
	said := ""
	for running.Scan() { // ends with the call, which would wait for ten minutes
		said += running.Text()
	}
	// It is told why, if that is faster than the end of its connection.
	if strings.Contains(said, `"result"`) && !strings.Contains(said, "taken back") {
		t.Errorf("the running call was answered: %q", said)
	}
	if last := rest(events); !strings.Contains(last, "stream/ended") || !strings.Contains(last, "taken back") {
		t.Errorf("the event stream ended with %q", last)
	}
	rest(messages) // ends
	eventually(t, "its browser closes", func() bool {
		list, err := b.try("sessions", "list", "--json")
		return err == nil && !strings.Contains(string(list), `"live"`)
	})
	never := overHTTP{t: t, base: b.url(), token: "bat_" + strings.Repeat("A", 43), accept: "application/json"}
	if was, wasNot := raw.call("browser_open", nil), never.call("browser_open", nil); was.message != wasNot.message || was.code != wasNot.code || was.hint != wasNot.hint || was.code != string(fault.Unauthenticated) {
		t.Errorf("a revoked token: %+v, one that never was: %+v", was, wasNot)
	}
	b.mcp(other).must("browser_open", nil)
	if list := string(b.run("agents", "list", "--json")); !strings.Contains(list, `"state":"revoked"`) || !strings.Contains(list, `"used_at"`) {
		t.Errorf("the list of agents says %s", list)
	}
}

// get opens a stream.
func (b *baton) get(t *testing.T, path, token string, header http.Header) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.url()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		req.Header[k] = v
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", path, res.Status)
	}
	return res
}

// session begins a session of MCP and gives its id.
func (b *baton) session(t *testing.T, token string) string {
	t.Helper()
	res := b.mcpPost(t, token, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	id := res.Header.Get("Mcp-Session-Id")
	if id == "" {
		t.Fatalf("no session has begun: %s", res.Status)
	}
	return id
}

// mcpPost sends a message of MCP as it stands.
func (b *baton) mcpPost(t *testing.T, token, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url()+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// rest reads a stream to its end and gives its last line that says something.
func rest(res *http.Response) (last string) {
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "data:") {
			last = lines.Text()
		}
	}
	return last
}

// TestAPersonTakesATokenBack on the agent's page, in both languages.
func TestAPersonTakesATokenBack(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve", "--owner-link")
	p := b.visit()
	for _, lang := range []struct{ tag, used, revoke, asks, none string }{
		{"en", "The token was last used:", "Revoke token", " back?", "The agent has no token."},
		{"de", "Das Token wurde zuletzt benutzt:", "Token widerrufen", " widerrufen?", "Der Agent hat kein Token."},
	} {
		name := "Codex " + lang.tag
		if err := b.owner().Call(t.Context(), "settings_set", map[string]any{"language": lang.tag}, nil); err != nil {
			t.Fatal(err)
		}
		id, token := b.agent(name)
		agent := b.mcp(token)
		agent.must("browser_open", nil)
		p.open(b.url() + "/#/agents/" + id)
		p.sees(lang.used)
		p.shot("token-" + lang.tag)
		p.presses("button", lang.revoke)
		p.sees(name + lang.asks)
		_, question, _ := strings.Cut(p.outline(), lang.asks)
		ref := refOf(t, question, "button", lang.revoke)
		p.do(func(ctx context.Context) error {
			_, err := p.b.Click(ctx, page.Target{Ref: strings.TrimPrefix(ref, "@")}, page.Click{Count: 1})
			return err
		})
		p.sees(lang.none)
		p.shot("token-revoked-" + lang.tag)
		if r := (overHTTP{t: t, base: b.url(), token: token, accept: "application/json"}).call("browser_open", nil); r.code != string(fault.Unauthenticated) {
			t.Errorf("afterwards: %+v", r)
		}
	}
}
