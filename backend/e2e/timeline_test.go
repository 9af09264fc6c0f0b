//go:build e2e && linux

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/input"
)

// TestTimeline: the person looks back at what the agent did, with pictures, by
// mouse and keys and in both languages, and what they typed themselves is not there.
func TestTimeline(t *testing.T) {
	d := newDriven(t, site(t, orderPage))
	outline := d.agent.must("browser_snapshot", nil)
	d.agent.must("browser_type", fields{"ref": refOf(t, outline, "textbox", "Your name"), "text": "Jona"})
	d.agent.must("browser_click", fields{"ref": refOf(t, outline, "button", "Send")})
	// Of an agent that is interrupted at once no picture is taken.
	eventually(t, "the agent's steps are pictured", func() bool {
		taken, err := filepath.Glob(filepath.Join(d.b.data, "timelines", "*", string(d.session().ID), "*.jpg"))
		return err == nil && len(taken) > 0
	})
	d.person("en", func(p *person, _ func(string) string) {
		p.at(640, 260)
		p.types("secretly")
		eventually(t, "the page has it", func() bool { return strings.Contains(d.agent.must("browser_snapshot", nil), "Order 12") })
	})
	d.agent.call("browser_navigate", fields{"url": "http://10.0.0.1/"})
	id := string(d.session().ID)
	steps, err := filepath.Glob(filepath.Join(d.b.data, "timelines", "*", id, "steps.jsonl"))
	if err != nil || len(steps) != 1 {
		t.Fatalf("the steps are in %v, %v", steps, err)
	}
	if raw, err := os.ReadFile(steps[0]); err != nil || strings.Contains(string(raw), "secretly") || strings.Contains(string(raw), "Jona") {
		t.Errorf("a typed value is in the timeline, %v:\n%s", err, raw)
	}
	for _, lang := range []string{"en", "de"} {
		d.album.call("settings_set", fields{"language": lang}, nil)
		w := d.album.texts[lang]
		p := d.album.seen["wide"]
		p.open(d.b.url() + "/#/sessions/" + id)
		p.sees(w.Text("audit.control_returned", nil))
		p.sees(w.Text("audit.control_taken", nil))
		p.reads("10.0.0.1")
		p.asks(`document.querySelector('[role=listbox]').focus(); return ''`)
		p.stepsTo("Home", w.Text("audit.session_opened", nil))
		p.stepsTo("ArrowDown", w.Text("step.browser_navigate", nil))
		p.stepsTo("ArrowDown", w.Text("step.browser_snapshot", nil))
		eventually(t, "the picture of the step is there", func() bool {
			return p.asks(`const i = document.querySelector('main img'); return i && i.naturalWidth > 0 && i.alt.includes('127.0.0.1') ? 'yes' : ''`) == "yes"
		}, p.outline)
	}
	d.agent.must("browser_close", nil)
	d.album.live("ended-timeline", "session="+id, "live.title.ended")
	d.album.manage("timeline", "/sessions/"+id, "Codex", func(p *person) { p.reads("10.0.0.1") })
}

// stepsTo presses a key and waits until that step is the chosen one.
func (p *person) stepsTo(key, step string) {
	p.t.Helper()
	p.does(input.Event{Kind: input.KeyDown, Key: key, Code: key}, input.Event{Kind: input.KeyUp, Key: key, Code: key})
	eventually(p.t, "the step "+step+" is chosen", func() bool {
		return strings.Contains(p.asks(`return document.querySelector('[role=option][aria-selected=true]').innerText`), step)
	}, p.outline)
}
