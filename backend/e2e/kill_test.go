//go:build e2e && linux

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledHost kills the host as a power cut would, in the middle of work:
// no Chrome is left, the next start works, and what a site stored is kept.
func TestKilledHost(t *testing.T) {
	data := t.TempDir()
	url := site(t, signInPage)
	b := start(t, nil, data, "serve")
	_, token := b.agent("Claude Code")
	agent := b.mcp(token)
	agent.must("browser_navigate", map[string]any{"url": url})
	ref := refOf(t, agent.must("browser_snapshot", nil), "button", "Sign in")
	agent.must("browser_click", map[string]any{"ref": ref})
	agent.must("browser_screenshot", nil)
	if found, _ := filepath.Glob(filepath.Join(data, "workspaces", "*", "screenshots", "latest.jpg")); len(found) != 1 {
		t.Errorf("latest.jpg of the session: %v", found)
	}
	if len(chromes(t, data)) == 0 {
		t.Fatal("no Chrome runs on the data directory: the test would show nothing")
	}

	b.kill()
	limit := time.After(5 * time.Second)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for left := chromes(t, data); len(left) > 0; left = chromes(t, data) {
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("5 s after the kill these run: %v", left)
		}
	}

	b = start(t, nil, data, "serve")
	agent = b.mcp(token)
	agent.must("browser_navigate", map[string]any{"url": url})
	if text := agent.must("browser_read", nil); !strings.Contains(text, "Welcome jona") {
		t.Errorf("the profile lost its cookie: %q", text)
	}
	b.stop()
	if left := chromes(t, data); len(left) > 0 {
		t.Errorf("after an orderly end these run: %v", left)
	}
	for _, name := range []string{"endpoint.json"} {
		if _, err := os.Stat(filepath.Join(data, name)); !os.IsNotExist(err) {
			t.Errorf("after an orderly end %s is left (%v)", name, err)
		}
	}
}

// chromes lists the processes whose command line names the data directory, apart
// from Baton itself.
func chromes(t *testing.T, data string) []string {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, name := range all {
		raw, err := os.ReadFile(name)
		if err != nil {
			continue // it ended meanwhile
		}
		line := strings.ReplaceAll(string(raw), "\x00", " ")
		if strings.Contains(line, filepath.Join(data, "browser-profiles")) {
			found = append(found, line)
		}
	}
	return found
}
