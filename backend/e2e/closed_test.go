//go:build e2e && linux

package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/page"
)

// TestWhereBatonListens: on this machine's own address and one port, and nowhere
// else; its browsers' proxies the same.
func TestWhereBatonListens(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	_, token := b.agent("Codex")
	b.mcp(token).must("browser_navigate", map[string]any{"url": site(t, quietPage)})
	at := chrometest.Listening(fmt.Sprint(b.cmd.Process.Pid))
	if len(at) != 2 { // the API and the gate of the one browser
		t.Errorf("listens at %v", at)
	}
	for _, a := range at {
		if !strings.HasPrefix(a, "0100007F:") { // 127.0.0.1, as the system writes it
			t.Errorf("listens at %s", a)
		}
	}
}

// TestDataDirectoryIsClosed: a data directory that was open to other users is
// closed, and what lies in it is for its user alone.
func TestDataDirectoryIsClosed(t *testing.T) {
	data := t.TempDir()
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	b := start(t, nil, data, "serve")
	_, token := b.agent("Codex")
	b.mcp(token).must("browser_open", nil)
	for _, name := range []string{"", "browser-profiles/*", "downloads/*"} {
		all, err := filepath.Glob(filepath.Join(data, name))
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %v, %v", name, all, err)
		}
		for _, path := range all {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("%s: %v, %v", path, info.Mode(), err)
			}
		}
	}
	for _, name := range []string{"endpoint.json", "terminal.token"} {
		if info, err := os.Stat(filepath.Join(data, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// TestPagesKeepTheirPolicy: Baton's own pages, used as a person uses them, ask for
// nothing that their closed policy refuses, keep nothing in cookies, and no
// address of theirs has a token.
func TestPagesKeepTheirPolicy(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve", "--owner-link")
	_, token := b.agent("Codex")
	b.mcp(token).must("browser_navigate", map[string]any{"url": site(t, quietPage)})
	link := b.link()
	p := b.visitIn(chrome.Options{Width: 1100, Height: 800, Watch: true}, link)
	p.sees("Codex")
	p.presses("link", "Codex Agent drives")
	p.sees("Revoke token")
	for _, path := range []string{"/#/settings", "/#/connections", "/#/activity", "/#/connect", "/live.html"} {
		p.open(b.url() + path)
		p.sees("")
	}
	p.sees("Take over")
	p.do(func(ctx context.Context) error {
		w, err := p.b.Watched(ctx)
		if err != nil {
			return err
		}
		for _, line := range w.Messages {
			if text := fmt.Sprint(line); strings.Contains(text, "Content Security Policy") || strings.Contains(text, "Refused to") {
				t.Errorf("the page asks for what is refused: %s", text)
			}
		}
		addresses := 0
		for _, r := range w.Requests {
			addresses++
			if strings.Contains(r.URL, "own_") || strings.Contains(r.URL, "bat_") || strings.Contains(r.URL, "token=") {
				t.Errorf("an address has a token: %s", r.URL)
			}
		}
		v, err := p.b.Evaluate(ctx, `() => [document.cookie, location.href, document.styleSheets.length > 0, getComputedStyle(document.body).fontFamily]`, page.Target{})
		if err == nil && (!strings.HasPrefix(v.Text, `["",`) || strings.Contains(v.Text, "link=") || strings.Contains(v.Text, "own_") || !strings.Contains(v.Text, "true")) {
			t.Errorf("the page has %s", v.Text)
		}
		if addresses == 0 {
			t.Error("no request was seen")
		}
		return err
	})
	// The link was used: whoever reads it in the history or the terminal has nothing.
	again := b.visitIn(chrome.Options{}, link)
	again.sees("Baton")
	if text := again.outline(); strings.Contains(text, "Codex") {
		t.Errorf("a used link signs in again:\n%s", text)
	}
}
