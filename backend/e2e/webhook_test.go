//go:build e2e && linux

package e2e_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/webhook"
	"github.com/batonbrowser/baton/backend/wire"
)

// TestWebhook: a person names a program in the settings, in both languages, and gets
// the key once; it is told of a hand-back, of «Let the agent continue» and of an
// answered request, signed, and nothing of the page.
func TestWebhook(t *testing.T) {
	type came struct {
		sign, id, at string
		body         []byte
	}
	got := make(chan came, 50)
	program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- came{r.Header.Get("webhook-signature"), r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp"), body}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer program.Close()
	d := newDriven(t, site(t, checkout))
	d.album.manage("settings-webhook", "/settings", "settings.title", func(p *person) { p.reads("Webhook") })
	var key secret.Secret
	p := d.album.seen["wide"]
	for _, lang := range []string{"en", "de"} {
		d.album.call("settings_set", fields{"language": lang, "theme": "light"}, nil)
		d.album.call("webhook_set", fields{}, nil)
		p.open(d.album.away)
		p.open(d.b.url() + "/#/settings")
		p.presses("textbox", d.says(lang, "settings.webhook.url", nil))
		p.types(program.URL + "/hook")
		p.presses("button", d.says(lang, "settings.webhook.save", nil))
		p.reads(d.says(lang, "settings.webhook.secretOnce", nil))
		written := p.asks(`return [...document.querySelectorAll('code')].map((c) => c.innerText).find((x) => x.startsWith('whsec_')) ?? ''`)
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(written, webhook.SecretPrefix))
		if err != nil || len(raw) != 32 {
			t.Fatalf("the key is shown as %q", written)
		}
		key = secret.New(raw)
		p.presses("button", d.says(lang, "settings.webhook.test", nil))
		before, _, _ := strings.Cut(d.says(lang, "settings.webhook.taken", words.Vars{"time": "|"}), "|")
		p.reads(before)
		p.shot("webhook-" + lang)
		p.open(d.album.away)
	}
	var view struct{ Secret string }
	d.album.call("webhook_get", nil, &view)
	if view.Secret != "" {
		t.Error("the key is shown again")
	}
	d.agent.must("request_browser_signin", fields{"message": "Pay the secret cart."})
	d.person("en", func(p *person, _ func(string) string) { p.at(150, 350) })
	d.album.call("agent_continue", fields{"session_id": d.session().ID, "note": "Go on."}, nil)
	eventually(t, "the agent drives", func() bool { return d.session().Controller == wire.AgentDrives })
	seen := map[webhook.Type]webhook.Data{}
	for len(seen) < 4 {
		select {
		case c := <-got:
			var n webhook.Notice
			if err := json.Unmarshal(c.body, &n); err != nil {
				t.Fatal(err)
			}
			if n.Type != webhook.Trial && webhook.Sign(key, c.id, c.at, c.body) != c.sign {
				t.Errorf("%s is signed with %s", n.Type, c.sign)
			}
			if text := string(c.body); strings.Contains(text, "127.0.0.1") || strings.Contains(text, "Checkout") || strings.Contains(text, "Terms") || strings.Contains(text, "cart") {
				t.Errorf("a notice tells of the page: %s", text)
			}
			seen[n.Type] = n.Data
		case <-time.After(patience):
			t.Fatalf("only came %+v", seen)
		}
	}
	if seen[webhook.GoOn].Note != "Go on." || seen[webhook.Answered].Outcome != "done" || seen[webhook.HandedBack].AgentName != "Codex" {
		t.Errorf("came %+v", seen)
	}
}
