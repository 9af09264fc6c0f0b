package mcpapi

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/ops"
)

// rpc is a client of the protocols with sessions.
type rpc struct {
	t                   *testing.T
	url, token, session string
}

// began begins a session.
func began(t *testing.T, url, token string) *rpc {
	t.Helper()
	c := &rpc{t: t, url: url, token: token}
	res := c.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	if c.session = res.Header.Get("Mcp-Session-Id"); c.session == "" {
		t.Fatal("no session has begun")
	}
	_ = res.Body.Close()
	_ = c.send(http.MethodPost, `{"jsonrpc":"2.0","method":"notifications/initialized"}`).Body.Close()
	return c
}

func (c *rpc) send(method, body string) *http.Response {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.url, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
		req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = res.Body.Close(); http.DefaultClient.CloseIdleConnections() })
	return res
}

// result is what a request was answered.
func (c *rpc) result(body string, into any) {
	c.t.Helper()
	res := c.send(http.MethodPost, body)
	all, err := io.ReadAll(res.Body)
	_, data, ok := strings.Cut(string(all), "data: ")
	var answer struct{ Result json.RawMessage }
	if err != nil || !ok || json.Unmarshal([]byte(strings.Split(data, "\n")[0]), &answer) != nil {
		c.t.Fatalf("%d %s: %v", res.StatusCode, all, err)
	}
	if err := json.Unmarshal(answer.Result, into); err != nil {
		c.t.Fatalf("%s: %v", all, err)
	}
}

// tools are the tools that are listed.
func (c *rpc) tools() []string {
	c.t.Helper()
	var list mcp.ListToolsResult
	c.result(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, &list)
	var all []string
	for _, o := range list.Tools {
		all = append(all, o.Name)
	}
	return all
}

// TestASessionOutlivesBaton: a client goes on with its session when Baton was
// started again, and its stream of messages is refused as one that is not offered.
func TestASessionOutlivesBaton(t *testing.T) {
	b := newBaton(t)
	c := began(t, b.url, b.agent(t, nil))
	if got := c.tools(); len(got) != len(tools()) {
		t.Fatalf("listed %v", got)
	}
	again := NewEndpoint(b.reg, b.who)
	server := httptest.NewServer(again)
	defer server.Close()
	c.url = server.URL
	if got := c.tools(); len(got) != len(tools()) {
		t.Errorf("after a new start: listed %v", got)
	}
	if res := c.send(http.MethodGet, ""); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("the stream of a session that is not known: %s", res.Status)
	}
}

// TestASessionIsItsAgentsAlone: another agent's token on a session is answered as
// that agent, without the session, and what is switched off vanishes from it.
func TestASessionIsItsAgentsAlone(t *testing.T) {
	b := newBaton(t)
	token := b.agent(t, nil)
	c := began(t, b.url, token)
	other := *c
	other.token = b.agent(t, func(a *agent.Agent) { a.Name, a.NoEvaluate = "Other", true })
	if slices.Contains(other.tools(), "browser_evaluate") {
		t.Error("another agent is listed the tools of the session's agent")
	}
	if res := other.send(http.MethodDelete, ""); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("another agent ends the session: %s", res.Status)
	}
	mine, err := b.store.AgentByToken(t.Context(), agent.HashToken(token))
	if err != nil {
		t.Fatal(err)
	}
	mine.Browser = false
	if err := b.store.SaveAgent(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	if got := c.tools(); len(got) != 0 {
		t.Errorf("with the browser off: %v", got)
	}
	if res := c.send(http.MethodDelete, ""); res.StatusCode != http.StatusNoContent {
		t.Errorf("the end of the session: %s", res.Status)
	}
}

// TestACallIsCancelled: a client that no longer wants an answer says so, and the
// call that waits for the person ends.
func TestACallIsCancelled(t *testing.T) {
	b := newBaton(t)
	c := began(t, b.url, b.agent(t, nil))
	var asked struct{ StructuredContent ops.Asked }
	c.result(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"request_browser_signin"}}`, &asked)
	if asked.StructuredContent.RequestID == "" {
		t.Fatal("no request was made")
	}
	res := c.send(http.MethodPost, `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"browser_wait_for_user","_meta":{"progressToken":1}}}`)
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() && !strings.Contains(lines.Text(), "notifications/progress") {
	}
	_ = c.send(http.MethodPost, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}`).Body.Close()
	for lines.Scan() { // ends with the call, which would wait for ten minutes
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
}

// TestSessionsAreNotHoarded: a client that begins one after the other is answered
// all the same.
func TestSessionsAreNotHoarded(t *testing.T) {
	b := newBaton(t)
	c := began(t, b.url, b.agent(t, nil))
	for range sessionsMax - 1 {
		began(t, b.url, c.token)
	}
	beyond := &rpc{t: t, url: b.url, token: c.token}
	var said mcp.InitializeResult
	beyond.result(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"`+strconv.Itoa(sessionsMax)+`"}}}`, &said)
	if said.ServerInfo == nil || said.ServerInfo.Name != Name {
		t.Errorf("said %+v", said)
	}
	if got := beyond.tools(); len(got) != len(tools()) {
		t.Errorf("listed %v", got)
	}
}
