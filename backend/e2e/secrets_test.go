//go:build e2e && linux

package e2e_test

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSecretsOfAPage: what password fields and hidden fields hold, of the page's
// own or typed by the agent, is in no answer, no log and no file of Baton (case
// sec-secret-in-outline, but for saved logins).
func TestSecretsOfAPage(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	id, token := b.agent("Codex")
	if err := b.owner().Call(t.Context(), "agents_update", map[string]any{"agent_id": id, "toolsets": []string{"files", "watch"}}, nil); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.FileServer(http.Dir("testdata")))
	defer web.Close()
	agent := b.mcp(token)
	secrets := []string{"Trial-Pass-41", "Preset-Key-77", "tok-3f9a"}
	wants := func(what, text string) {
		t.Helper()
		for _, s := range secrets {
			if strings.Contains(text, s) {
				t.Errorf("%s tells %s:\n%s", what, s, text)
			}
		}
	}
	agent.must("browser_navigate", map[string]any{"url": web.URL + "/secret-field.html"})
	field := refOf(t, agent.must("browser_snapshot", nil), "textbox", "Password")
	user := refOf(t, agent.must("browser_snapshot", nil), "textbox", "User")
	wants("browser_type", agent.must("browser_type", map[string]any{"ref": user, "text": "robin@example.test"}))
	wants("browser_type", agent.must("browser_type", map[string]any{"ref": field, "text": secrets[0]}))
	wants("browser_press_key", agent.must("browser_press_key", map[string]any{"key": "Tab"}))
	for _, in := range []struct {
		tool string
		in   map[string]any
	}{
		{"browser_snapshot", nil},
		{"browser_snapshot", map[string]any{"all": true}},
		{"browser_snapshot", map[string]any{"ref": field}},
		{"browser_read", nil},
		{"browser_read", map[string]any{"ref": field}},
		{"browser_find", map[string]any{"text": "Password"}},
		{"browser_find", map[string]any{"text": secrets[0]}},
		{"browser_tabs", map[string]any{"action": "list"}},
		{"browser_console", nil},
		{"browser_network", nil},
		{"browser_screenshot", nil},
	} {
		text, _ := agent.call(in.tool, in.in)
		if in.tool == "browser_find" {
			text = strings.ReplaceAll(text, in.in["text"].(string), "") // says what was looked for
		}
		wants(in.tool, text)
	}
	if text := agent.must("browser_snapshot", nil); strings.Count(text, "[filled]") != 2 || !strings.Contains(text, "robin@example.test") {
		t.Errorf("the outline shows\n%s", text)
	}
	wants("the record", string(b.run("audit", "list", "--json")))
	wants("the agents", string(b.run("agents", "list", "--json")))
	b.stop()
	log, err := os.ReadFile(b.log)
	if err != nil || len(log) == 0 {
		t.Fatalf("the log: %v", err)
	}
	wants("the log", string(log))
	looked := 0
	err = filepath.WalkDir(b.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "browser-profiles" { // Chrome's own, with its cache of the page
			return skipFolder(err)
		}
		if d.IsDir() {
			return nil
		}
		raw, err := os.ReadFile(path)
		looked++
		for _, s := range secrets {
			if bytes.Contains(raw, []byte(s)) {
				t.Errorf("%s has %s", path, s)
			}
		}
		return err
	})
	if err != nil || looked < 3 {
		t.Errorf("looked at %d files: %v", looked, err)
	}
}

// skipFolder leaves a folder out, unless something went wrong.
func skipFolder(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}
