//go:build e2e && linux

package e2e_test

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/wire"
)

// clinic has an open page and one that nobody but the person is to see: its
// address, title, text, console and a download all have the word.
func clinic(t *testing.T, word string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch {
		case strings.HasSuffix(r.URL.Path, ".csv"):
			w.Header().Set("Content-Disposition", "attachment")
			_, _ = io.WriteString(w, word)
		case r.URL.Path == "/":
			_, _ = io.WriteString(w, `<!doctype html><title>Clinic</title><link rel=icon href='data:,'><h1>Clinic</h1>`)
		default:
			_, _ = io.WriteString(w, `<!doctype html><title>Result `+word+`</title><link rel=icon href='data:,'>
				<h1>`+word+`</h1><input aria-label="Field `+word+`" style="position:fixed;left:0;top:200px;width:1280px;height:200px">
				<a id=d href="/`+word+`.csv" download>get</a><script>console.log("`+word+`"); fetch("/`+word+`/beacon"); d.click()</script>`)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestDrivenInPrivate: while a person drives in private, on Baton's pages in both
// languages, nothing of the page reaches the agent: by no tool, event or file, nor
// afterwards what was said and saved meanwhile; nor does the record name it.
func TestDrivenInPrivate(t *testing.T) {
	const word = "hepatitis"
	site := clinic(t, word)
	d := newDriven(t, site)
	if err := d.b.owner().Call(t.Context(), "agents_update", fields{"agent_id": d.id, "toolsets": []string{"files", "watch"}}, nil); err != nil {
		t.Fatal(err)
	}
	d.agent.must("browser_screenshot", nil)
	d.agent.must("browser_console", nil)
	heard := d.hears()
	clean := func(what, text string) {
		t.Helper()
		if strings.Contains(strings.ToLower(text), word) {
			t.Errorf("%s tells of the page: %s", what, text)
		}
	}
	d.album.live("private", "session="+string(d.session().ID), "live.title.private", func(p *person) {
		d.album.call("settings_set", fields{"language": "en"}, nil)
		p.presses("button", d.album.texts["en"].Text("live.private.take", nil))
		p.drives()
	})
	eventually(t, "the agent drives again", func() bool { return d.session().Controller == wire.AgentDrives })
	for _, lang := range []string{"en", "de"} {
		d.person(lang, func(p *person, say func(string) string) {
			p.presses("button", say("live.private.hint"))
			p.reads(say("live.title.private"))
			p.reads(d.album.texts[lang].Text("live.private.cannotSee", words.Vars{"agent": "Codex"}))
			d.goes(p, site+"/"+word)
			p.at(600, 300)
			p.types(word)
			for _, o := range ops.All() {
				if o.Tool() && o.Name != "request_browser_signin" && o.Name != "browser_batch" {
					text, failed := d.agent.call(o.Name, leastOf(o))
					clean(o.Name, text)
					if o.Needs == ops.NeedsSession && !failed {
						t.Errorf("%s answers %s", o.Name, text)
					}
				}
			}
			text, _ := d.agent.call("browser_batch", fields{"steps": []any{fields{"tool": "browser_read"}}})
			clean("browser_batch", text)
			clean("request_browser_signin", d.agent.must("request_browser_signin", nil))
			p.presses("button", say("live.private.hint")) // shown for as long as the agent needs to see that it is
			eventually(t, "the page is shown", func() bool {
				text, failed := d.agent.call("browser_read", nil)
				return !failed && strings.Contains(text, word)
			})
			p.presses("button", say("live.private.hint"))
			p.reads(say("live.title.private"))
			d.goes(p, site+"/")
		})
		for _, tool := range []string{"browser_wait_for_user", "browser_snapshot", "browser_tabs", "browser_console", "browser_network", "browser_downloads", "browser_screenshot"} {
			clean(tool+" after the hand-back", d.agent.must(tool, nil))
		}
	}
	d.events(heard, clean)
	d.b.stop()
	d.files(clean)
}

// goes lets the person go to an address and waits until the page is there.
func (d *driven) goes(p *person, url string) {
	d.t.Helper()
	d.album.drive(d.session(), "live_navigate", fields{"url": url})
	eventually(d.t, "the page is at "+url, func() bool { return d.session().URL == url })
}

// drive calls what only who drives may, as the window that does.
func (a *album) drive(s wire.Session, op string, in fields) {
	a.t.Helper()
	in["session_id"], in["viewer"], in["epoch"] = s.ID, s.Holder, s.Epoch
	a.call(op, in, nil)
}

// leastOf is the least that a tool takes.
func leastOf(o *ops.Op) fields {
	in := fields{}
	for _, name := range o.In.Required {
		in[name] = map[string]any{"array": []any{"e1"}, "boolean": true, "number": 1, "integer": 1, "string": "e1"}[o.In.Properties[name].Type]
	}
	for name, least := range map[string]fields{
		"browser_wait": {"ms": 1}, "browser_find": {"text": "a"}, "browser_navigate": {"url": "http://127.0.0.1:1/"}, "browser_wait_for_user": {"timeout_s": 1},
	} {
		if o.Name == name {
			return least
		}
	}
	return in
}

// hears reads the agent's events until the host ends.
func (d *driven) hears() <-chan string {
	d.t.Helper()
	ctx, cancel := context.WithCancel(d.t.Context())
	d.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.b.url()+"/api/events", nil)
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+d.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusOK {
		d.t.Fatalf("events: %v %v", res, err)
	}
	all := make(chan string, 1)
	go func() {
		defer func() { _ = res.Body.Close() }()
		text, _ := io.ReadAll(res.Body)
		all <- string(text)
	}()
	return all
}

// events looks at what the agent was told, of the time before, of that in private
// and after, but for the moment in which the page was shown.
func (d *driven) events(heard <-chan string, clean func(what, text string)) {
	d.t.Helper()
	var entries struct{ Entries []json.RawMessage }
	d.album.call("audit_list", fields{}, &entries)
	for _, e := range entries.Entries {
		clean("the record", string(e))
	}
	d.b.stop()
	select {
	case text := <-heard:
		private := 0
		for line := range strings.Lines(text) {
			if strings.Contains(line, `"private":true`) {
				private++
				clean("an event", line)
			}
		}
		if private < 4 {
			d.t.Errorf("only %d events of the time in private:\n%s", private, text)
		}
	case <-time.After(patience):
		d.t.Error("the events did not end")
	}
}

// files looks at what lies in the agent's reach.
func (d *driven) files(clean func(what, text string)) {
	d.t.Helper()
	looked := 0
	err := filepath.WalkDir(filepath.Join(d.b.data, "workspaces"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		clean(path, string(raw))
		looked++
		return err
	})
	if err != nil || looked < 2 {
		d.t.Errorf("looked at %d files: %v", looked, err)
	}
}
