//go:build e2e && linux

package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/wire"
)

// checkout is a form whose sending leads on.
const checkout = `<!doctype html><title>Checkout</title><link rel=icon href='data:,'><body style="margin:0;font:30px sans-serif">
<form action="/paid"><input name=q aria-label="Card number" style="position:absolute;left:100px;top:100px;width:600px;height:100px">
<input type=checkbox aria-label="Terms" style="position:absolute;left:100px;top:300px;width:100px;height:100px"></form>`

// TestHandBackReport: a person types, ticks and sends a form on Baton's pages and
// hands back with a note, in both languages. The agent learns what they did, never
// what they typed: with its next answer, by waiting, and from the events.
func TestHandBackReport(t *testing.T) {
	const typed = "4111222233334444"
	at := site(t, checkout)
	d := newDriven(t, at)
	heard := d.hears()
	said := []string{}
	for _, lang := range []string{"en", "de"} {
		d.agent.must("browser_navigate", fields{"url": at})
		d.person(lang, func(p *person, _ func(string) string) {
			p.at(400, 150)
			p.types(typed)
			p.at(150, 350)
			p.at(400, 150)
			p.does(enter...)
			eventually(t, "the form is sent", func() bool { return strings.Contains(d.session().URL, "/paid") })
		})
		var text string
		if lang == "en" {
			text = d.agent.must("browser_read", nil)
		} else {
			text = d.agent.must("browser_wait_for_user", nil)
		}
		said = append(said, text)
		own, page, _ := strings.Cut(text, "<page-")
		if !strings.Contains(own, "The user drove for") {
			t.Errorf("%s: the agent's next answer is %s", lang, text)
		}
		for _, want := range []string{`changed textbox "Card number"`, `changed checkbox "Terms"`, "went to http://127.0.0.1", "/paid"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the report lacks %s: %s", lang, want, text)
			}
		}
		if again := d.agent.must("browser_snapshot", nil); strings.Contains(again, "The user drove") {
			t.Errorf("%s: the report comes twice: %s", lang, again)
		}
		// «Let the agent continue», with a word of theirs.
		d.album.call("agent_continue", fields{"session_id": d.session().ID, "note": "Go on in " + lang}, nil)
		if next := d.agent.must("browser_read", nil); !strings.Contains(next, "The user says: Go on in "+lang) {
			t.Errorf("%s: what the person said is not in the next answer: %s", lang, next)
		}
	}
	var h wire.HandBack
	d.b.stop()
	notes := ""
	for line := range strings.Lines(<-heard) {
		data, is := strings.CutPrefix(line, "data: ")
		var e struct{ Data wire.Session }
		if !is || json.Unmarshal([]byte(data), &e) != nil || e.Data.HandedBack == nil {
			continue
		}
		h = *e.Data.HandedBack
		notes += h.Note
		raw, _ := json.Marshal(h)
		said = append(said, string(raw))
	}
	if len(h.Fields) < 2 || !strings.Contains(notes, "Go on in en") || !strings.Contains(notes, "Go on in de") || h.By != "user" {
		t.Errorf("the events say %+v, and of notes %q", h, notes)
	}
	for _, text := range said {
		for line := range strings.Lines(text) { // the page's own address, below, the agent sees anyway
			if strings.Contains(line, typed) && (strings.HasPrefix(line, "{") || strings.HasPrefix(line, "went") || strings.HasPrefix(line, "changed")) {
				t.Errorf("what was typed is told: %s", line)
			}
		}
	}
}
