package host

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/site"
	"github.com/batonbrowser/baton/frontend"
)

// TestNoticesInEveryLanguage: each refusal of the gate is said in words of its own,
// with the host, in both languages.
func TestNoticesInEveryLanguage(t *testing.T) {
	check := func(p site.Policy, host string, port int) *fault.Error { return fault.From(p.CheckHost(host, port)) }
	refusals := map[string]*fault.Error{
		"private":   check(site.Policy{}, "printer.local", 80),
		"own":       check(site.Policy{OwnPort: 4786}, "localhost", 4786),
		"denied":    check(site.Policy{Deny: []string{"ads.test"}}, "ads.test", 443),
		"notListed": check(site.Policy{Only: []string{"a.test"}}, "b.test", 443),
		"unreached": fault.New(fault.NavigationFailed, "x").With("host", "dead.test"),
		"other":     check(site.Policy{}, "a b", 80),
	}
	for _, language := range []string{"en", "de"} {
		texts, err := words.Load(frontend.Locales, language)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for kind, f := range refusals {
			n := noticeIn(texts, f)
			host, _ := f.Details["host"].(string)
			if n.Language != language || !strings.Contains(n.Text, host) || said[n.Text] != "" || strings.Contains(n.Title+n.Heading+n.Text+n.Hint, "gate.") || n.Hint == "" {
				t.Errorf("%s, %s: %+v", language, kind, n)
			}
			said[n.Text] = kind
			if kind != "other" && n.Text == texts.Text("gate.other", nil) || kind == "own" && !strings.Contains(n.Text, "Baton") {
				t.Errorf("%s, %s: %s", language, kind, n.Text)
			}
		}
	}
}
