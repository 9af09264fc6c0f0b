//go:build e2e && linux

package e2e_test

import (
	"os"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/settings"
	"github.com/batonbrowser/baton/backend/wire"
)

func writeFile(name string, content []byte) error { return os.WriteFile(name, content, 0o644) }

// TestFirstLightInABrowser is the scenario of TestFirstLight without a desktop:
// baton serve, and its pages in a browser, in both languages.
func TestFirstLightInABrowser(t *testing.T) {
	for _, lang := range []struct{ tag, take, back, closed, last string }{
		{"en", "Take over", "Hand back to agent", "Browser closed", "Last picture from"},
		{"de", "Übernehmen", "An Agent zurückgeben", "Browser geschlossen", "Letztes Bild von"},
	} {
		t.Run(lang.tag, func(t *testing.T) {
			b := start(t, nil, t.TempDir(), "serve", "--owner-link")
			var set settings.Settings
			if err := b.owner().Call(t.Context(), "settings_set", map[string]any{"language": lang.tag}, &set); err != nil {
				t.Fatal(err)
			}
			_, token := b.agent("Codex")
			agent := b.mcp(token)
			agent.must("browser_navigate", map[string]any{"url": site(t, orderPage)})
			send := refOf(t, agent.must("browser_snapshot", nil), "button", "Send")

			p := b.visit()
			p.sees("Codex")
			p.open(b.url() + "/live.html")
			p.presses("button", lang.take)
			p.sees(lang.back)
			p.at(640, 260)
			p.types("Grüße 👋")
			personTyped(t, agent)
			p.shot("serve-person-drives-" + lang.tag)
			if text, failed := agent.call("browser_click", map[string]any{"ref": send}); !failed || !strings.Contains(text, "paused_by_user") {
				t.Fatalf("the agent's click while the person drives: %s", text)
			}
			waited := make(chan string, 1)
			go func() {
				text, _ := agent.call("browser_wait_for_user", nil)
				waited <- text
			}()
			p.presses("button", lang.back)
			if text := <-waited; !strings.Contains(text, "handed the browser back") {
				t.Fatalf("browser_wait_for_user answered %q", text)
			}
			agent.must("browser_click", map[string]any{"ref": send})
			if text := agent.must("browser_read", nil); !strings.Contains(text, "Hello Grüße 👋") {
				t.Fatalf("after the hand-back the page says %q", text)
			}
			p.shot("serve-handed-back-" + lang.tag)
			agent.must("browser_close", nil)
			p.sees(lang.closed)
			p.shot("serve-ended-" + lang.tag)

			// A page that comes later still gets the last picture.
			p.open(b.url() + "/live.html?late")
			p.sees(lang.last)
		})
	}
}

// signInPage remembers in a cookie that someone signed in.
const signInPage = `<!doctype html><html lang="en"><title>Sign in</title><style>body{margin:0;font:28px sans-serif}
button{position:absolute;left:100px;top:300px;width:1080px;height:200px;font-size:60px}</style>
<h1 id="h">Please sign in</h1><button onclick="document.cookie='who=jona;max-age=86400;path=/';show()">Sign in</button>
<script>function show(){ if(/who=/.test(document.cookie)) h.textContent='Welcome '+document.cookie.split('who=')[1] } show()</script>`

// TestRequests: an agent asks, and what the person does answers it.
func TestRequests(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve", "--owner-link")
	_, token := b.agent("Claude Code")
	agent := b.mcp(token)
	url := site(t, signInPage)
	p := b.visit()

	ask := func(in map[string]any, mode string) <-chan string {
		t.Helper()
		if text := agent.must("request_browser_signin", in); !strings.Contains(text, "mode "+mode) {
			t.Fatalf("request_browser_signin answered %q, want mode %s", text, mode)
		}
		waited := make(chan string, 1)
		go func() {
			text, _ := agent.call("browser_wait_for_user", nil)
			waited <- text
		}()
		return waited
	}

	// Without a browser: a sign-in on the profile, which is ready afterwards.
	waited := ask(map[string]any{"message": "I need the account", "url": url}, "signin")
	p.sees("I need the account")
	p.shot("request-signin")
	p.presses("button", "Take over browser")
	waitFor(b, "the browser of the sign-in is open", func(s wire.Session) bool { return s.Purpose == wire.ForSignIn && s.Phase == wire.Live })
	p.sees("Done")
	eventually(t, "the person is on the page of the request", func() bool { return strings.Contains(p.outline(), url[7:]) })
	p.at(640, 400)
	p.shot("request-signin-session")
	p.presses("button", "Done")
	if text := <-waited; !strings.Contains(text, "The user is done") {
		t.Fatalf("after Done, browser_wait_for_user answered %q", text)
	}
	agent.must("browser_navigate", map[string]any{"url": url})
	if text := agent.must("browser_read", nil); !strings.Contains(text, "Welcome jona") {
		t.Fatalf("the profile is not signed in: %q", text)
	}
	if list := string(b.run("profiles", "list", "--json")); !strings.Contains(list, `"ready"`) {
		t.Errorf("the profile is not ready: %s", list)
	}

	// With a browser: the person takes the agent's own session over.
	p.open(b.url() + "/")
	waited = ask(map[string]any{"message": "Check the order", "task": "order"}, "takeover")
	p.presses("button", "Take over browser")
	p.presses("button", "Hand back to agent")
	if text := <-waited; !strings.Contains(text, "handed the browser back") {
		t.Fatalf("after the hand-back, browser_wait_for_user answered %q", text)
	}

	// Declined.
	p.open(b.url() + "/")
	waited = ask(map[string]any{"message": "A code, please", "task": "code"}, "takeover")
	p.sees("A code, please")
	p.presses("button", "Decline")
	if text := <-waited; !strings.Contains(text, "declined") {
		t.Fatalf("after Decline, browser_wait_for_user answered %q", text)
	}
}
