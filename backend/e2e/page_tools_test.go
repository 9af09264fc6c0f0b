//go:build e2e && linux

package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
)

// toolsSite has words, a link, a field and a part with a menu of its own.
const toolsSite = `<!doctype html><title>Orchard</title><link rel=icon href='data:,'>
<body style="margin:0;font:18px/40px sans-serif"><style>body>*{position:absolute;left:100px;width:400px;height:40px;margin:0}</style>
<a href="/other" style="top:100px">About apples</a><input id=f value="Ripe apples" aria-label=Fruit style="top:160px">
<div id=own style="top:220px" oncontextmenu="event.preventDefault();note('own menu')">With a menu of its own</div>
<p style="top:280px">No pears here, but apples</p><p style="top:1600px">Far below are apples too</p>
<input id=s list=l aria-label=Kind style="left:700px;top:160px"><datalist id=l><option>Boskoop<option>Braeburn<option value=Elstar label="early"></datalist>
<pre id=told style="top:340px"></pre><pre id=may style="top:400px"></pre><pre id=stands style="top:460px">at the top</pre>
<script>log=[];const note=(x)=>{log.push(x);told.textContent=log.join(', ')};f.addEventListener('input',()=>note('input '+f.value.length))
s.addEventListener('change',()=>note('change '+s.value))
onscroll=()=>{stands.textContent=scrollY>0?'further down':'at the top'}
navigator.permissions.query({name:'geolocation'}).then(p=>{const say=()=>{may.textContent='may: '+p.state};p.onchange=say;say()})</script>`

// clicksRight asks for the menu at a point of the agent's page.
func (p *person) clicksRight(x, y float64) {
	p.t.Helper()
	left, top, scale := p.picture()
	at := input.Event{X: left + x*scale, Y: top + y*scale, Button: "right", Clicks: 1}
	var all []input.Event
	for _, k := range []input.Kind{input.PointerMove, input.PointerDown, input.PointerUp} {
		at.Kind = k
		all = append(all, at)
	}
	p.does(all...)
}

func key(name, code string, modifiers int) []input.Event {
	return []input.Event{{Kind: input.KeyDown, Key: name, Code: code, Modifiers: modifiers}, {Kind: input.KeyUp, Key: name, Code: code, Modifiers: modifiers}}
}

// TestAroundThePage: who drives has what Chrome draws around a page on Baton's pages,
// in both languages, by mouse and keys, and nobody else has.
func TestAroundThePage(t *testing.T) {
	d := newDriven(t, site(t, toolsSite))
	host := strings.TrimPrefix(d.session().URL, "http://")
	host = strings.TrimSuffix(host, "/")
	named := func(text string) string { return strings.ReplaceAll(text, "{{host}}", host) }
	d.live("menu-link", func(p *person) { p.clicksRight(150, 120); p.sees("menuitem") })
	d.live("menu-field", func(p *person) { p.clicksRight(150, 180); p.sees("menuitem") })
	d.live("find", func(p *person) {
		p.does(key("f", "KeyF", input.Control)...)
		eventually(t, "the search has the keys", p.hasKeys("INPUT"))
		p.types("apples")
		eventually(t, "the words are marked", func() bool { return p.asks(`return String(document.querySelectorAll('[data-mark]').length)`) == "3" }, p.outline)
	})
	d.live("suggest", func(p *person) { p.at(750, 180); p.sees("listbox") })
	d.live("site", func(p *person) {
		p.presses("button", named(d.album.texts[p.asks(`return document.documentElement.lang`)].Text("live.site", nil)))
		p.sees("switch")
	})
	for _, lang := range []string{"en", "de"} {
		d.agent.must("browser_reload", nil)
		d.person(lang, func(p *person, word func(string) string) {
			d.allows(p, word, named)
			d.searches(p, word)
			d.usesMenu(p, word)
		})
		d.person(lang, func(p *person, _ func(string) string) { d.takesSuggestion(p) })
		d.person(lang, func(p *person, word func(string) string) {
			d.opensLink(p, word)
		})
	}
	d.onlyWhoDrivesAsks()
}

// pageSays waits until the page reads so: the agent sees that while the person drives.
func (d *driven) pageSays(text string) {
	d.t.Helper()
	eventually(d.t, "the page says "+text, func() bool { return strings.Contains(d.agent.must("browser_read", nil), text) },
		func() string { return d.agent.must("browser_read", nil) })
}

// hasKeys tells whether what has the focus is of that kind.
func (p *person) hasKeys(tag string) func() bool {
	return func() bool { return p.asks(`return document.activeElement.tagName`) == tag }
}

// allows: the person gives the site a permission and takes it back.
func (d *driven) allows(p *person, word, named func(string) string) {
	d.t.Helper()
	d.pageSays("may: prompt")
	for _, want := range []string{"granted", "prompt"} {
		p.presses("button", named(word("live.site")))
		p.presses("switch", word("live.permission.geolocation"))
		p.reads(word("live.site.reload"))
		p.does(escape...)
		d.pageSays("may: " + want)
	}
}

// searches: the person finds words by the keys and goes through them.
func (d *driven) searches(p *person, word func(string) string) {
	d.t.Helper()
	counts := func(at string) {
		d.t.Helper()
		p.reads(strings.NewReplacer("{{at}}", at, "{{count}}", "4").Replace(word("live.find.of")))
	}
	p.at(700, 500)
	p.does(key("f", "KeyF", input.Control)...)
	eventually(d.t, "the search has the keys", p.hasKeys("INPUT"), p.outline)
	p.types("APPLES")
	counts("1")
	for _, at := range []string{"2", "3", "4"} {
		p.does(enter...)
		counts(at)
	}
	d.pageSays("further down")
	p.does(escape...)
	eventually(d.t, "the page has the keys again", p.hasKeys("TEXTAREA"), p.outline)
	p.presses("button", word("live.more"))
	p.presses("menuitem", word("live.find"))
	eventually(d.t, "the search of the menu has the keys", p.hasKeys("INPUT"), p.outline)
	p.types("quinces")
	p.reads(word("live.find.none"))
	p.presses("button", word("live.find.close"))
}

// usesMenu: the person takes from the menu of the page, and the page keeps its own.
func (d *driven) usesMenu(p *person, word func(string) string) {
	d.t.Helper()
	gone := func() {
		d.t.Helper()
		eventually(d.t, "the menu is gone", func() bool { return d.session().Picker == nil })
	}
	p.at(700, 500)
	p.does(key("Home", "Home", 0)...)
	d.pageSays("at the top")
	p.clicksRight(150, 240)
	d.pageSays("own menu")
	p.clicksRight(150, 180)
	p.presses("menuitem", word("live.menu.selectAll"))
	gone()
	p.drives()
	p.clicksRight(150, 180)
	p.presses("menuitem", word("live.menu.cut"))
	gone()
	d.pageSays("own menu, input 0")
	p.clicksRight(150, 180)
	p.presses("menuitem", word("live.menu.paste")) // the test's browser asks nobody whether it may
	p.reads(word("fault.clipboard"))
	gone()
}

// takesSuggestion: the person types, goes down by the keys and takes what they want.
func (d *driven) takesSuggestion(p *person) {
	d.t.Helper()
	p.at(750, 180)
	p.sees("listbox")
	p.types("B")
	p.types("r")
	eventually(d.t, "one fits", func() bool {
		return p.asks(`return [...document.querySelectorAll('[role=option]')].map(o => o.innerText).join()`) == "Braeburn"
	}, p.outline)
	p.does(key("ArrowDown", "ArrowDown", 0)...)
	p.does(enter...)
	d.pageSays("change Braeburn")
	eventually(d.t, "the suggestions are gone", func() bool { return d.session().Picker == nil })
}

// opensLink: a link of the menu opens in a new tab.
func (d *driven) opensLink(p *person, word func(string) string) {
	d.t.Helper()
	gone := func() {
		d.t.Helper()
		eventually(d.t, "the menu is gone", func() bool { return d.session().Picker == nil })
	}
	tabs := len(d.session().Tabs)
	p.clicksRight(150, 120)
	p.presses("menuitem", word("live.menu.openTab"))
	eventually(d.t, "the link opens in a new tab", func() bool { return len(d.session().Tabs) == tabs+1 && strings.HasSuffix(d.session().URL, "/other") }, p.outline)
	gone()
}

// onlyWhoDrivesAsks: another window looks for nothing and allows nothing.
func (d *driven) onlyWhoDrivesAsks() {
	d.t.Helper()
	c := client.New(d.b.url(), d.album.token)
	d.t.Cleanup(c.Close)
	v := d.session()
	for name, more := range map[string]fields{
		"live_find": {"text": "apples"}, "live_site": {}, "live_permit": {"origin": strings.TrimSuffix(v.URL, "/"), "name": "camera", "allowed": true},
	} {
		in := fields{"session_id": v.ID, "viewer": "view_of_another", "epoch": v.Epoch}
		for k, x := range more {
			in[k] = x
		}
		if err := c.Call(d.t.Context(), name, in, nil); !fault.Is(err, fault.NotInControl) && !fault.Is(err, fault.ControlHeld) {
			raw, _ := json.Marshal(in)
			d.t.Errorf("%s of another window: %v for %s", name, err, raw)
		}
	}
}
