//go:build e2e && linux

package e2e_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/wire"
)

// keyPage says which keys it saw go down and up.
const keyPage = `<!doctype html><title>Keys</title><link rel=icon href='data:,'><body style="margin:0"><p id=saw style="height:700px">
<script>const log=[];for(const n of ['keydown','keyup'])addEventListener(n,e=>{log.push(n+' '+e.key);saw.textContent=log.join(', ')+'.'})</script>`

var control = input.Event{Kind: input.KeyDown, Key: "Control", Code: "ControlLeft", Modifiers: input.Control}

// holds takes over in a window and keeps a key of the page pressed.
func (d *driven) holds(p *person) {
	d.t.Helper()
	d.agent.must("browser_reload", nil)
	p.open(d.b.url() + "/live.html#take=1&session=" + string(d.session().ID))
	p.drives()
	p.at(600, 300)
	p.does(control)
	d.saw("keydown Control")
}

// saw waits until the page has seen keys.
func (d *driven) saw(keys string) {
	d.t.Helper()
	text := ""
	eventually(d.t, "the page saw "+keys, func() bool {
		text = d.agent.must("browser_read", nil)
		return strings.Contains(text, keys+".")
	}, func() string { return text })
}

// says is a text in a language.
func (d *driven) says(lang, key string, vars words.Vars) string {
	return d.album.texts[lang].Text(key, vars)
}

// TestTakeItHere: two windows of one person. The second one is refused, says where
// is driven, and takes it there; the first becomes a view, and the key that was
// held in it is up.
func TestTakeItHere(t *testing.T) {
	d := newDriven(t, site(t, keyPage))
	first, second := d.album.seen["wide"], d.album.seen["window"]
	for _, lang := range []string{"en", "de"} {
		d.album.call("settings_set", fields{"language": lang, "theme": "light"}, nil)
		d.holds(first)
		held := d.session()
		again := client.New(d.b.url(), d.album.token)
		err := again.Call(t.Context(), "control_take", fields{"session_id": held.ID, "viewer": "view_of_another"}, nil)
		if f := fault.From(err); f == nil || f.Code != fault.ControlHeld || fault.Lookup(f.Code).Status != 409 {
			t.Errorf("a second window takes over: %v", err)
		}
		again.Close()
		second.open(d.b.url() + "/live.html#take=1&session=" + string(held.ID))
		second.reads(d.says(lang, "live.title.other", nil))
		second.reads(d.says(lang, "fault.control_held", nil))
		second.reads(d.says(lang, "live.viewOnly", nil))
		second.reads(strings.TrimSuffix(d.says(lang, "live.hereBrowser", words.Vars{"time": ""}), "."))
		second.presses("button", d.says(lang, "live.takeHere", nil))
		second.drives()
		d.saw("keydown Control, keyup Control")
		first.reads(d.says(lang, "live.title.other", nil))
		first.types("x") // goes nowhere
		second.at(600, 300)
		second.types("y")
		d.saw("keyup Control, keydown y, keyup y")
		if now := d.session(); now.Holder == held.Holder || now.Epoch != held.Epoch+1 {
			t.Errorf("control went from %+v to %+v", held, now)
		}
		first.presses("button", d.says(lang, "live.takeHere", nil)) // and back
		first.drives()
		second.reads(d.says(lang, "live.title.other", nil))
		first.presses("button", d.says(lang, "live.handBack", nil))
		eventually(t, "the agent drives again", func() bool { return d.session().Controller == wire.AgentDrives })
		first.open(d.album.away)
		second.open(d.album.away)
	}
}

// cuts ends the page's stream and lets no new one come until it is mended.
const cuts = `const send = WebSocket.prototype.send, real = WebSocket
WebSocket.prototype.send = function (m) { WebSocket.prototype.send = send; const s = this; setTimeout(() => s.close()); return send.call(this, m) }
window.WebSocket = class extends real { constructor() { super('ws://127.0.0.1:1/') } }
window.mends = () => { window.WebSocket = real }
return ''`

// TestLostWindow: a window that loses its connection counts down and goes on from
// there when it is mended; one that is gone for good is handed back for, while the
// person's other window counts down.
func TestLostWindow(t *testing.T) {
	d := newDriven(t, site(t, keyPage))
	lang := "en"
	p := d.album.seen["wide"]
	d.album.call("settings_set", fields{"language": lang, "theme": "light"}, nil)
	d.holds(p)
	epoch := d.session().Epoch
	p.asks(cuts)
	p.does(input.Event{Kind: input.PointerMove, X: 300, Y: 300}) // something to send
	countdown, _, _ := strings.Cut(d.says(lang, "live.lostDriving", words.Vars{"s": "|"}), "|")
	p.reads(countdown)
	p.shot("lost-window")
	p.asks(`window.mends(); return ''`)
	p.presses("button", d.says(lang, "live.tryNow", nil))
	p.reads(d.says(lang, "live.paused", nil))
	p.types("y")
	d.saw("keydown Control, keydown y, keyup y")
	if now := d.session(); now.Epoch != epoch || now.ReturnsAt != nil {
		t.Errorf("after the connection was mended: %+v", now)
	}
	p.open(d.album.away)
	eventually(t, "leaving hands back", func() bool { return d.session().Controller == wire.AgentDrives })
	d.saw("keyup Control")

	// One whose machine gives up says nothing any more.
	gone := d.b.visit()
	gone.sees("navigation")
	d.holds(gone)
	watching := d.album.seen["window"]
	watching.open(d.b.url() + "/live.html#session=" + string(d.session().ID))
	watching.reads(d.says(lang, "live.title.other", nil))
	gone.vanishes()
	there, _, _ := strings.Cut(d.says(lang, "live.lostThere", words.Vars{"s": "|"}), "|")
	watching.reads(there)
	watching.shot("lost-there")
	if text := d.agent.must("browser_wait_for_user", fields{"timeout_s": 60}); !strings.Contains(text, "left; control came back to you") {
		t.Errorf("the agent waits and learns %q", text)
	}
	d.saw("keyup Control")
	watching.open(d.album.away)
}

// vanishes kills the person's browser, as a power cut would.
func (p *person) vanishes() {
	p.t.Helper()
	if err := syscall.Kill(p.b.Pid(), syscall.SIGKILL); err != nil {
		p.t.Fatal(err)
	}
}

// TestSigningOut: who signs out on the pages hands back at once, keys first, and
// is known no more.
func TestSigningOut(t *testing.T) {
	d := newDriven(t, site(t, keyPage))
	for _, lang := range []string{"en", "de"} {
		d.album.call("settings_set", fields{"language": lang, "theme": "light"}, nil)
		p := d.b.visit()
		p.sees("navigation")
		d.holds(p)
		if status := p.asks(`const r = await fetch('/api/owner-link', {method: 'DELETE', headers: {Authorization: 'Bearer ' + sessionStorage.getItem('baton.token')}}); return String(r.status)`); status != "200" {
			t.Errorf("signing out answered %s", status)
		}
		eventually(t, "the agent drives again", func() bool { return d.session().Controller == wire.AgentDrives })
		d.saw("keyup Control")
		p.reads(d.says("en", "link.title", nil)) // in the language of the browser

		p = d.b.visit()
		p.sees("navigation")
		p.open(d.b.url() + "/#/settings")
		p.presses("button", d.says(lang, "settings.signOut", nil))
		p.reads(d.says("en", "link.title", nil)) // in the language of the browser
	}
}
