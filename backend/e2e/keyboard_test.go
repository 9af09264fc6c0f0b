//go:build e2e && linux

package e2e_test

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/wire"
)

// TestKeyboardOnly: a person without a mouse watches, takes over, types on the
// page, drives it as text, and hands back, in both languages; a screen reader is
// told who drives.
func TestKeyboardOnly(t *testing.T) {
	d := newDriven(t, site(t, orderPage))
	p := d.album.seen["wide"]
	for _, lang := range []string{"en", "de"} {
		d.agent.must("browser_reload", nil)
		d.album.call("settings_set", fields{"language": lang, "theme": "light"}, nil)
		word := func(key string) string { return d.album.texts[lang].Text(key, nil) }
		p.open(d.b.url() + "/live.html#session=" + string(d.session().ID))
		p.sees(word("live.take"))
		p.heard(word("live.title.agent"))
		p.tabsTo(word("live.take"))
		p.key("Enter")
		p.drives()
		p.heard(word("live.title.you"))
		p.tabsTo(word("live.keyboard"))
		p.key("Tab") // the keys are the page's now
		p.types("J")
		eventually(t, "the page has the letter", func() bool { return strings.Contains(d.agent.must("browser_snapshot", nil), `"Order 1"`) })
		p.key("Escape", input.Shift)
		p.focusIs(word("live.handBack"))

		p.tabsTo(word("live.asText"))
		p.key("Enter")
		p.tabsTo("Your name")
		p.key("a", input.Control)
		p.types("Jö")
		p.key("Enter")
		eventually(t, "the page has the name", func() bool { return strings.Contains(d.agent.must("browser_snapshot", nil), `"Order 2"`) })
		d.album.accessible(p, "the page as text, "+lang)
		p.shot("screens/live-as-text-" + lang)
		p.tabsTo("Send")
		p.key("Enter")
		eventually(t, "the page greets", func() bool { return strings.Contains(p.outline(), "Hello Jö") }, func() string {
			p.shot("failed-text")
			return p.asks(`return document.querySelector("section").innerText + [...document.querySelectorAll("section *")].map((e) => e.tagName).join(" ")`) + p.outline()
		})
		p.key("Escape")
		p.tabsTo(word("live.handBack"))
		p.key("Enter")
		eventually(t, "the agent drives again", func() bool { return d.session().Controller == wire.AgentDrives })
		p.heard(word("live.title.agent"))
		p.open(d.album.away)
	}
}

// key presses a key, with modifiers held.
func (p *person) key(key string, modifiers ...int) {
	p.t.Helper()
	code, held := key, 0
	if len(key) == 1 {
		code = "Key" + strings.ToUpper(key)
	}
	for _, m := range modifiers {
		held |= m
	}
	p.does(input.Event{Kind: input.KeyDown, Key: key, Code: code, Modifiers: held}, input.Event{Kind: input.KeyUp, Key: key, Code: code, Modifiers: held})
}

// focused is the name of what has the keys.
func (p *person) focused() string {
	p.t.Helper()
	return p.asks(`const a = document.activeElement
		return a.getAttribute('aria-label') || a.labels?.[0]?.innerText || a.innerText || ''`)
}

func (p *person) focusIs(name string) {
	p.t.Helper()
	eventually(p.t, name+" has the keys", func() bool { return p.focused() == name }, p.focused)
}

// tabsTo goes on with the Tab key until something of that name has the keys.
func (p *person) tabsTo(name string) {
	p.t.Helper()
	var been []string
	for range 60 {
		now := p.focused()
		if now == name {
			return
		}
		been = append(been, now)
		p.key("Tab")
	}
	p.t.Fatalf("the Tab key does not come to %q but to %q", name, been)
}

// heard waits until a live region says a text.
func (p *person) heard(text string) {
	p.t.Helper()
	eventually(p.t, "a screen reader hears "+text, func() bool {
		return strings.Contains(p.asks(`return [...document.querySelectorAll('[aria-live]')].map((e) => e.innerText).join('|')`), text)
	}, p.outline)
}
