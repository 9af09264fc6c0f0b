//go:build e2e && linux

package e2e_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/ops"
)

// mcpTool is the command of a program of the Model Context Protocol project, run
// on the Node that was installed beside it.
func mcpTool(t *testing.T, script string) []string {
	t.Helper()
	dir := os.Getenv("BATON_MCP_TOOLS")
	if dir == "" {
		t.Skip("skipped: no MCP tools (go run ./build test conformance brings them)")
	}
	modules := filepath.Join(dir, "node_modules")
	return []string{filepath.Join(modules, "node", "bin", "node"), filepath.Join(modules, "@modelcontextprotocol", filepath.FromSlash(script))}
}

// output runs a program and gives what it printed.
func output(t *testing.T, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+cmd.Dir, "NO_COLOR=1")
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// relay adds an agent's token for a program that sends none. Its own address
// stands for Baton's; every other Host and Origin is passed on as it came.
func relay(t *testing.T, b *baton, token string) string {
	t.Helper()
	to, err := url.Parse(b.url())
	if err != nil {
		t.Fatal(err)
	}
	var own string
	meant := func(host string) string {
		if host == own {
			return to.Host
		}
		return host
	}
	s := httptest.NewServer(&httputil.ReverseProxy{
		FlushInterval: -1, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = meant(r.In.Host)
			if host, ok := strings.CutPrefix(r.In.Header.Get("Origin"), "http://"); ok {
				r.Out.Header.Set("Origin", "http://"+meant(host))
			}
			r.Out.Header.Set("Authorization", "Bearer "+token)
		},
	})
	t.Cleanup(s.Close)
	own = s.Listener.Addr().String()
	return s.URL
}

// fixtures are the scenarios that ask for tools, prompts and resources which only
// a server made for the suite has: test_*, test://, and json_schema_2020_12_tool.
func fixtures() []string {
	return strings.Fields(`
		completion-complete tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource
		tools-call-mixed-content tools-call-with-logging tools-call-error tools-call-with-progress tools-call-sampling
		tools-call-elicitation json-schema-2020-12 elicitation-sep1034-defaults elicitation-sep1330-enums server-sse-polling
		resources-read-text resources-read-binary resources-templates-read resources-subscribe resources-unsubscribe
		prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image`)
}

// TestConformance runs the conformance suite of the Model Context Protocol: every
// scenario for servers that the installed version lists and that needs no fixture.
func TestConformance(t *testing.T) {
	suite := mcpTool(t, "conformance/dist/index.js")
	listed, err := output(t, append(suite, "list", "--server")...)
	if err != nil {
		t.Fatalf("%v: %s", err, listed)
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^ +- ([a-z0-9-]+)`).FindAllStringSubmatch(listed, -1) {
		if !slices.Contains(fixtures(), m[1]) {
			names = append(names, m[1])
		}
	}
	for _, name := range []string{"server-initialize", "tools-list", "dns-rebinding-protection"} {
		if !slices.Contains(names, name) {
			t.Errorf("the suite does not list %s: %s", name, listed)
		}
	}
	b := start(t, nil, t.TempDir(), "serve")
	_, token := b.agent("Conformance")
	at := relay(t, b, token) + "/mcp"
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			out, err := output(t, append(suite, "server", "--url", at, "--scenario", name)...)
			result := regexp.MustCompile(`Passed: \d[^\n]*`).FindString(out)
			good := strings.HasSuffix(result, ", 0 failed, 0 warnings") && !strings.HasPrefix(result, "Passed: 0")
			if err != nil || !good {
				t.Fatalf("%v\n%s", err, out)
			}
			t.Log(result)
		})
	}
}

// TestInspector lists and calls the tools with the command line of the MCP
// Inspector, which sends the token itself.
func TestInspector(t *testing.T) {
	inspector := mcpTool(t, "inspector/clients/launcher/build/index.js")
	b := start(t, nil, t.TempDir(), "serve")
	_, token := b.agent("Inspector")
	ask := func(into any, method ...string) {
		t.Helper()
		args := slices.Concat(inspector, []string{"--cli", b.url() + "/mcp", "--transport", "http", "--header", "Authorization: Bearer " + token, "--method"}, method)
		out, err := output(t, args...)
		if err != nil || json.Unmarshal([]byte(out), into) != nil {
			t.Fatalf("%v: %v\n%s", method, err, out)
		}
	}
	var list struct{ Tools []struct{ Name string } }
	ask(&list, "tools/list", "--strict")
	for _, o := range ops.All() {
		if o.Tool() && o.Listed(agent.Agent{}) && !slices.ContainsFunc(list.Tools, func(l struct{ Name string }) bool { return l.Name == o.Name }) {
			t.Errorf("%s is not listed", o.Name)
		}
	}
	type answer struct {
		IsError bool
		Content []struct{ Text string }
	}
	for _, call := range []struct {
		args []string
		want string
	}{
		{[]string{"browser_navigate", "--tool-arg", "url=" + site(t, orderPage)}, `"Order"`},
		{[]string{"browser_snapshot"}, `button @`},
	} {
		var a answer
		ask(&a, append([]string{"tools/call", "--tool-name"}, call.args...)...)
		if a.IsError || len(a.Content) != 1 || !strings.Contains(a.Content[0].Text, call.want) {
			t.Errorf("%s answered %+v", call.args[0], a)
		}
	}
	t.Logf("%d tools listed, browser_navigate and browser_snapshot called", len(list.Tools))
}
