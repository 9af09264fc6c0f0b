//go:build e2e && linux

package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// TestWhatIsNoCall sends what no client library would: every surface refuses it
// with a code and a hint, and the agent's browser goes on.
func TestWhatIsNoCall(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	_, token := b.agent("Raw")
	page := site(t, quietPage)
	agent := b.mcp(token)
	agent.must("browser_navigate", map[string]any{"url": page})

	rest := overHTTP{t: t, base: b.url(), token: token, accept: "application/json"}
	mcpPost := overHTTP{t: t, base: b.url(), token: token, accept: "application/json, text/event-stream"}
	cli := overCLI{t: t, b: b, token: token, json: true}
	huge := bytes.Repeat([]byte("x"), 5*ops.MaxInput)
	for name, c := range map[string]struct {
		got  reply
		want fault.Code
	}{
		"http: half an object":            {rest.post("/api/tools/browser_click", []byte(`{"ref":"button"`)), fault.InvalidInput},
		"http: two objects":               {rest.post("/api/tools/browser_click", []byte(`{"ref":"button"}{}`)), fault.InvalidInput},
		"http: a list":                    {rest.post("/api/tools/browser_click", []byte(`["button"]`)), fault.InvalidInput},
		"http: a batch that is no list":   {rest.post("/api/tools", []byte(`"button"`)), fault.InvalidInput},
		"http: a batch with half a step":  {rest.post("/api/tools", []byte(`[{"tool":"browser_click"`)), fault.InvalidInput},
		"http: a batch in a batch":        {rest.post("/api/tools", []byte(`[{"tool":"browser_batch","input":[]}]`)), fault.InvalidInput},
		"http: a text":                    {rest.post("/api/tools/browser_click", []byte(`"button"`)), fault.InvalidInput},
		"http: not UTF-8":                 {rest.post("/api/tools/browser_click", []byte("{\"ref\":\"\xff\xfe}")), fault.InvalidInput},
		"http: far too much":              {rest.post("/api/tools/browser_click", huge), fault.TooLarge},
		"http: an unknown tool":           {rest.post("/api/tools/browser_fly", []byte(`{}`)), fault.UnknownTool},
		"http: an operation of the owner": {rest.post("/api/tools/agents_list", []byte(`{}`)), fault.UnknownTool},
		"http: an unknown route":          {rest.post("/api/nothing", []byte(`{}`)), fault.NotFound},
		"mcp: half a message":             {mcpPost.post("/mcp", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call"`)), fault.InvalidInput},
		"mcp: nothing":                    {mcpPost.post("/mcp", nil), fault.InvalidInput},
		"mcp: far too much":               {mcpPost.post("/mcp", huge), fault.TooLarge},
		"cli: half a list":                {cli.run([]string{"drag", "--path", `[{"x":1,`}), fault.InvalidInput},
		"cli: an unknown command":         {cli.run([]string{"fly"}), fault.InvalidInput},
		"cli: an operation of windows":    {cli.run([]string{"control", "take"}), fault.InvalidInput},
	} {
		if !c.got.failed || c.got.code != string(c.want) || c.got.message == "" || c.got.hint == "" {
			t.Errorf("%s: want %s with a hint, got %+v", name, c.want, c.got)
		}
	}
	if r := rest.post("/api/tools", []byte(`[{"tool":"browser_snapshot"},{"tool":"browser_read"}]`)); r.failed || !strings.Contains(r.value, "events: 0") {
		t.Errorf("a list at POST /api/tools: %+v", r)
	}
	if r := cli.run([]string{"batch", "snapshot", "read '#n'"}); r.failed || !strings.Contains(r.value, `"tool":"browser_read"`) {
		t.Errorf("a batch of command lines: %+v", r)
	}
	for _, s := range []overMCP{{t: t, s: agent.s}, {t: t, s: b.bridge(token)}} {
		if r := s.call("browser_fly", nil); r.code != string(fault.UnknownTool) || r.hint == "" {
			t.Errorf("MCP, an unknown tool: %+v", r)
		}
		if r := s.call("agents_list", nil); r.code != string(fault.UnknownTool) {
			t.Errorf("MCP, an operation of the owner: %+v", r)
		}
	}
	if text := agent.must("browser_read", nil); !strings.Contains(text, "events: 0") {
		t.Errorf("the page was touched: %s", text)
	}
}

// TestBridgeSurvivesNoise writes lines to baton mcp that are not messages: they
// are answered or left alone, and the next call works.
func TestBridgeSurvivesNoise(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	_, token := b.agent("Noise")
	cmd := exec.Command(desk.Binary(t), "mcp", "--data-dir", b.data)
	cmd.Env = append(os.Environ(), "BATON_TOKEN="+token)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`
	for _, line := range []string{hello, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "this is no JSON", `{"jsonrpc":"2.0",`, `[1,2`, `{"no":"message"}`, `[]`} {
		if _, err := io.WriteString(in, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.WriteString(in, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"browser_snapshot","arguments":{}}}`+"\n"); err != nil {
		t.Fatal(err)
	}
	answered, refused := false, 0
	for !answered && lines.Scan() {
		var m struct {
			ID     any
			Error  *struct{ Code int }
			Result struct {
				StructuredContent struct{ Code fault.Code } `json:"structuredContent"`
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("the bridge wrote a line that is not JSON: %s", lines.Bytes())
		}
		if m.Error != nil && m.ID == nil && (m.Error.Code == -32700 || m.Error.Code == -32600) {
			refused++
		}
		answered = m.ID == 2.0 && m.Result.StructuredContent.Code == fault.NoSession
	}
	if !answered {
		t.Error("after noise the bridge does not answer a call")
	}
	if refused != 5 {
		t.Errorf("%d of 5 lines were refused", refused)
	}
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the bridge ended with %v", err)
	}
}

// TestSurfacesKnowTheAgent calls with no token, a wrong one, one that was
// replaced and one whose browser is off: the same refusal everywhere.
func TestSurfacesKnowTheAgent(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	var off struct{ Token string }
	if err := json.Unmarshal(b.run("agents", "create", "Off", "--json"), &off); err != nil {
		t.Fatal(err)
	}
	_, old := b.agent("Renewed")
	b.run("agents", "new-token", "Renewed")
	for name, c := range map[string]struct {
		token string
		want  fault.Code
	}{
		"wrong": {"bat_wrong", fault.Unauthenticated},
		"old":   {old, fault.Unauthenticated},
		"off":   {off.Token, fault.BrowserOff},
	} {
		said := map[string]string{}
		for surface, r := range map[string]reply{
			"http":   overHTTP{t: t, base: b.url(), token: c.token, accept: "application/json"}.call("browser_navigate", map[string]any{"url": "https://example.com/"}),
			"bridge": overMCP{t: t, s: b.bridge(c.token)}.call("browser_navigate", map[string]any{"url": "https://example.com/"}),
			"cli":    overCLI{t: t, b: b, token: c.token, json: true}.call("browser_navigate", map[string]any{"url": "https://example.com/"}),
		} {
			if !r.failed || r.code != string(c.want) || r.hint == "" {
				t.Errorf("%s token over %s: want %s with a hint, got %+v", name, surface, c.want, r)
			}
			said[r.message+r.hint] = surface
		}
		if len(said) != 1 {
			t.Errorf("%s token: the words differ: %v", name, said)
		}
	}
	if r := (overMCP{t: t, s: b.mcp(off.Token).s}).call("browser_navigate", map[string]any{"url": "https://example.com/"}); r.code != string(fault.BrowserOff) {
		t.Errorf("over MCP with the browser off: %+v", r)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url()+"/mcp", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized || res.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("MCP without a token: %s", res.Status)
	}
}
