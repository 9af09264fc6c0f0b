//go:build e2e && linux

package e2e_test

import (
	"strings"
	"testing"
)

// TestAskFirst: an agent comes to a new site and wants to send; each waits for the
// person's word, which they give in Baton's pages.
func TestAskFirst(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve", "--owner-link")
	id, token := b.agent("Codex")
	err := b.owner().Call(t.Context(), "agents_update", map[string]any{"agent_id": id, "ask_first": []string{"send", "new_site"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	agent := b.mcp(token)
	url := site(t, orderPage)
	p := b.visit()

	stopped := func(tool string, in map[string]any, says string) {
		t.Helper()
		if text, failed := agent.call(tool, in); !failed || !strings.Contains(text, "needs_user") || !strings.Contains(text, says) {
			t.Fatalf("%s answered %q", tool, text)
		}
	}
	allowed := func(press string) {
		t.Helper()
		waited := make(chan string, 1)
		go func() {
			text, _ := agent.call("browser_wait_for_user", nil)
			waited <- text
		}()
		p.presses("button", press)
		if text := <-waited; !strings.Contains(text, "The user allows it") {
			t.Fatalf("after %s, browser_wait_for_user answered %q", press, text)
		}
	}

	stopped("browser_navigate", map[string]any{"url": url}, "new to you")
	p.sees("It was not on")
	p.shot("ask-new-site")
	allowed("Allow this site")
	agent.must("browser_navigate", map[string]any{"url": url})
	send := refOf(t, agent.must("browser_snapshot", nil), "button", "Send")
	stopped("browser_click", map[string]any{"ref": send}, "send or publish")
	p.open(b.url() + "/live.html")
	p.sees("It wants to press “Send”.")
	p.shot("ask-send")
	allowed("Allow once")
	agent.must("browser_click", map[string]any{"ref": send})
	if text := agent.must("browser_read", nil); !strings.Contains(text, "Hello") {
		t.Fatalf("the page says %q", text)
	}
	stopped("browser_click", map[string]any{"ref": send}, "send or publish")
}
