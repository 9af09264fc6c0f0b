//go:build e2e && linux

package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/wire"
)

// shopPage is a page with a form, as agents meet them.
const shopPage = `<!doctype html><html lang="en"><title>Cart</title><style>
body{margin:0;font:20px/30px Georgia,serif;background:#fdfcfa;color:#222}header{background:#173a34;color:#fff;padding:22px 60px;font-size:24px}
main{display:grid;grid-template-columns:1fr 380px;gap:60px;padding:40px 60px}h1{margin:0 0 24px}label{display:block;margin:16px 0 4px;font-size:17px}
input{width:100%;box-sizing:border-box;font:inherit;padding:10px 14px;border:1px solid #bbb}aside{background:#f0ede6;padding:24px 28px}
button{font:inherit;margin:14px 8px 0 0;padding:12px 22px;border:0;background:#c9602b;color:#fff}</style>
<header>Lindenhof books</header><main><form onsubmit="return false"><h1>Your cart</h1><label for="n">Name on the parcel</label><input id="n" value="Jona Ferber">
<label for="s">Street</label><input id="s" value="Hafenweg 12"><label for="c">City</label><input id="c">
<button onclick="confirm('Delete the draft of order 2026-119? This cannot be undone.')">Delete draft</button>
<button onclick="alert('The parcel leaves on Monday.')">When does it leave</button><button onclick="prompt('Which code is on your card?', 'LIND')">Use a code</button></form>
<aside><p>Salt roads <b>24.00 €</b><p>A field of weather <b>18.90 €</b><p>Tide tables <b>47.00 €</b><p><b>Total 89.90 €</b><button>Place order</button></aside></main>`

// TestScreens looks at every screen: in CI in one size each, in two languages and
// themes; with BATON_SCREENS=all in all of them.
func TestScreens(t *testing.T) {
	s := &screens{t: t, b: start(t, nil, t.TempDir(), "serve", "--owner-link"), url: site(t, shopPage)}
	s.album = newAlbum(t, s.b)
	s.noLink()
	s.enter()
	s.empty()
	s.connecting()
	s.crew()
	s.manageFilled()
	s.liveDriving()
	s.confirms()
	s.liveDialogs()
	s.liveOthers()
	s.warns()
	s.liveOver()
	s.chromes()
	s.lost()
}

// screens is a host with something on every screen.
type screens struct {
	*album
	t     *testing.T
	b     *baton
	url   string
	staff map[string]*hand
}

// hand is an agent of the crew.
type hand struct {
	id    string
	tools *tools
}

// noLink: a browser that is not signed in. It follows the system.
func (s *screens) noLink() {
	s.each("manage", func(r room, p *person) {
		p.open(s.b.url() + "/")
		s.shoot(p, "manage-no-link-"+r.name, "link.title", look{r.language[:2], "light"})
	})
}

func (s *screens) empty() {
	s.live("empty", "", "live.title.empty")
	s.manage("now-empty", "/", "now.title")
	s.manage(rare+"agents-empty", "/agents", "agents.title")
	s.manage(rare+"connections-empty", "/connections", "connections.title")
	s.manage(rare+"activity-empty", "/activity", "activity.title")
}

// connecting: an agent is made, and calls for the first time.
func (s *screens) connecting() {
	s.manage("connect-1", "/connect", "connect.title")
	s.manage(rare+"connect-2", "/connect", "connect.title", func(p *person) {
		p.presses("button", s.word("connect.create"))
		p.sees("bat_")
	})
	s.manage("connect-3", "/connect", "connect.title", func(p *person) {
		p.presses("button", s.word("connect.create"))
		p.sees("bat_")
		token := regexp.MustCompile(`bat_[A-Za-z0-9_-]+`).FindString(p.asks(`return document.querySelector('pre').innerText`))
		s.b.mcp(token).call("browser_tabs", map[string]any{"action": "list"})
		p.sees(strings.Split(s.word("connect.connected"), "{{")[0])
	})
	var list struct {
		Agents []struct {
			ID       string
			Terminal bool
		}
	}
	s.call("agents_list", nil, &list)
	for _, a := range list.Agents {
		if !a.Terminal {
			s.call("agents_delete", map[string]any{"agent_id": a.ID}, nil)
		}
	}
}

// word is a text in the language that is set last.
func (s *screens) word(key string) string {
	return s.texts[s.looks[len(s.looks)-1].language].Text(key, nil)
}

// crew: agents whose browsers are in all states.
func (s *screens) crew() {
	s.staff = map[string]*hand{}
	for _, name := range []string{"Claude Code", "Codex", "Invoice run", "Weather script"} {
		id, token := s.b.agent(name)
		s.staff[name] = &hand{id, s.b.mcp(token)}
	}
	for name, in := range map[string]string{"Work": "Claude Code", "Reading list": "Codex", "Accounts": "Invoice run", "Weather": "Weather script"} {
		var p struct{ ID string }
		if err := json.Unmarshal(s.b.run("profiles", "create", name, "--consent", "--json"), &p); err != nil {
			s.t.Fatal(err)
		}
		a := s.staff[in].tools
		a.must("browser_open", map[string]any{"profile_id": p.ID, "url": s.url + "/orders/2026/cart?step=address#form"})
		a.must("browser_click", map[string]any{"ref": refOf(s.t, a.must("browser_snapshot", nil), "textbox", "City")})
	}
	var old struct{ ID string }
	for _, name := range []string{"Old shop", "A profile with a rather long name of its own"} {
		if err := json.Unmarshal(s.b.run("profiles", "create", name, "--consent", "--json"), &old); err != nil {
			s.t.Fatal(err)
		}
		if name == "Old shop" {
			s.call("profiles_update", map[string]any{"profile_id": old.ID, "disabled": true}, nil)
		}
	}
	s.staff["Invoice run"].tools.must("browser_close", nil)
	s.staff["Codex"].tools.must("request_browser_signin", map[string]any{
		"task": "order", "message": "Three books are in the cart, 89.90 €. Delivery goes to the address in the account.",
	})
}

func (s *screens) session(agent string) wire.Session {
	s.t.Helper()
	var list struct{ Sessions []wire.Session }
	s.call("sessions_list", nil, &list)
	for _, v := range list.Sessions {
		if v.AgentName == agent {
			return v
		}
	}
	s.t.Fatalf("%s has no session", agent)
	return wire.Session{}
}

// drivenBy lets a browser of the album drive a session while fn runs.
func (s *screens) drivenBy(room, agent string, fn func()) {
	s.t.Helper()
	p := s.seen[room]
	p.open(s.away)
	p.open(s.b.url() + "/live.html#take=1&session=" + string(s.session(agent).ID))
	eventually(s.t, "the person drives "+agent, func() bool { return s.session(agent).Controller == wire.UserDrives })
	if in := s.session(agent).HolderIn; in != wire.BrowserWindow {
		s.t.Errorf("the window that drives is said to be %q", in)
	}
	fn()
	p.open(s.away)
	s.back(agent)
}

// back waits until the agent drives again.
func (s *screens) back(agent string) {
	s.t.Helper()
	eventually(s.t, agent+" drives again", func() bool { return s.session(agent).Controller == wire.AgentDrives })
}

func (s *screens) manageFilled() {
	s.drivenBy("window", "Weather script", func() {
		s.manage("now", "/", "now.title", func(p *person) {
			eventually(s.t, "the tiles have pictures", func() bool {
				return p.asks(`return [...document.querySelectorAll('canvas')].every((c) => c.width > 1) && document.querySelectorAll('canvas').length > 2 ? 'yes' : 'no'`) == "yes"
			})
		})
		s.manage("connections", "/connections", "connections.title")
	})
	s.manage("connections-create", "/connections", "connections.title", func(p *person) { p.presses("button", s.word("profiles.new")) })
	s.manage(rare+"connections-menu", "/connections", "connections.title", s.profileMenu)
	s.manage("connections-delete", "/connections", "connections.title", s.profileMenu, func(p *person) {
		p.presses("menuitem", s.word("profiles.delete"))
	})
	s.manage(rare+"agents", "/agents", "agents.title")
	s.manage("agent-running", "/agents/"+s.staff["Claude Code"].id, "Claude Code")
	s.manage(rare+"agent-closed", "/agents/"+s.staff["Invoice run"].id, "Invoice run")
	s.manage("agent-policy", "/agents/"+s.staff["Invoice run"].id+"/policy", "Invoice run")
	s.manage("agent-settings", "/agents/"+s.staff["Invoice run"].id+"/settings", "Invoice run", func(p *person) {
		p.sees(s.word("agent.delete"))
		p.asks(`document.querySelector('#content').scrollTo(0, 1e6); return ''`)
	})
	s.manage("activity", "/activity", "activity.title", func(p *person) {
		p.presses("combobox", s.word("activity.agent"))
		p.chooses("Claude Code")
		p.sees("City") // what the agent has clicked
	})
	s.manage("settings", "/settings", "settings.title")
	s.manage(rare+"settings-end", "/settings", "settings.title", func(p *person) {
		p.sees(s.word("settings.status"))
		p.asks(`document.querySelector('#content').scrollTo(0, 1e6); return ''`)
	})
}

func (s *screens) profileMenu(p *person) {
	p.presses("button", strings.ReplaceAll(s.word("profiles.more"), "{{name}}", "Old shop"))
	p.sees(s.word("profiles.delete"))
}

func (s *screens) liveDriving() {
	watch := "session=" + string(s.session("Claude Code").ID)
	drawn := func(p *person) {
		eventually(s.t, "the picture is there", func() bool {
			return p.asks(`const c = document.querySelector('canvas'); return c && c.width > 1 ? 'yes' : 'no'`) == "yes"
		})
	}
	s.live("agent", watch, "live.title.agent", drawn)
	s.live(rare+"pill-agent", watch, "", drawn, s.minimise)
	s.live("switcher", watch, "live.title.agent", drawn, func(p *person) {
		p.asks(`document.querySelector('h1 button').click(); return ''`)
		p.sees("Codex")
	})
	s.live("you", "take=1&"+watch, "live.title.you", drawn)
	s.back("Claude Code")
	s.live(rare+"pill-you", "take=1&"+watch, "", func(p *person) { p.sees(s.word("live.title.you")) }, s.minimise)
	s.back("Claude Code")
	s.live("handed-back", "take=1&"+watch, "live.title.agent", drawn, func(p *person) {
		p.asks(`[...document.querySelectorAll('button')].find((b) => b.innerText.startsWith(` + "`" + s.word("live.handBack") + "`" + `) && b.offsetParent || b.innerText === ` + "`" + s.word("live.pill") + "`" + ` && b.offsetParent).click(); return ''`)
		p.sees(s.word("live.continue"))
	})
	needs := "session=" + string(s.session("Codex").ID)
	s.live("needs", needs, "live.title.needs", drawn)
	s.live("pill-needs", needs, "", drawn, s.minimise)
	s.drivenBy("wide", "Claude Code", func() { s.live("other", watch, "live.title.other", drawn) })
}

func (s *screens) minimise(p *person) { p.presses("button", s.word("live.minimise")) }

// confirms: an order that the person is asked about (T8).
func (s *screens) confirms() {
	a := s.staff["Claude Code"].tools
	if _, refused := a.call("browser_click", map[string]any{"ref": refOf(s.t, a.must("browser_snapshot", nil), "button", "Place order")}); !refused {
		s.t.Fatal("the order was placed")
	}
	asked := func(p *person) { p.sees(s.word("request.allow")) }
	s.live("confirm", "session="+string(s.session("Claude Code").ID), "live.title.needs", asked)
	s.manage("now-confirm", "/", "now.title", asked)
	var list struct {
		Requests []struct{ ID, State, Mode string }
	}
	s.call("requests_list", nil, &list)
	for _, r := range list.Requests {
		if r.State == "open" && r.Mode == "confirm" {
			s.call("request_decline", map[string]any{"request_id": r.ID}, nil)
		}
	}
}

// liveDialogs: a question of the page, inert and to be answered.
func (s *screens) liveDialogs() {
	a := s.staff["Claude Code"].tools
	watch := "session=" + string(s.session("Claude Code").ID)
	all := map[string]string{"prompt": "Use a code"}
	if every() {
		all["confirm"], all["alert"] = "Delete draft", "When does it leave"
	}
	for kind, button := range all {
		a.call("browser_click", map[string]any{"ref": refOf(s.t, a.must("browser_snapshot", nil), "button", button)})
		eventually(s.t, "the page asks", func() bool { return s.session("Claude Code").Dialog != nil })
		asked := func(p *person) { p.sees(`alertdialog`) }
		s.live("dialog-"+kind+"-agent", watch, "live.title.agent", asked)
		s.live("dialog-"+kind+"-you", "take=1&"+watch, "live.title.you", asked)
		s.back("Claude Code")
		a.must("browser_dialog", map[string]any{"accept": true})
	}
}

// liveOthers: signing in, in a browser that belongs to the person alone. Whoever
// leaves its page cancels it, so each room has one of its own.
func (s *screens) liveOthers() {
	a := s.staff["Invoice run"].tools
	s.each("live", func(r room, p *person) {
		a.must("request_browser_signin", map[string]any{"url": s.url + "/account", "message": "I need the account."})
		var list struct {
			Requests []struct {
				ID, State string
				AgentID   string `json:"agent_id"`
			}
		}
		s.call("requests_list", nil, &list)
		var taken struct{ Session wire.Session }
		for _, asked := range list.Requests {
			if asked.State == "open" && asked.AgentID == s.staff["Invoice run"].id {
				s.call("request_accept", map[string]any{"request_id": asked.ID}, &taken)
			}
		}
		p.open(s.away)
		p.open(s.b.url() + "/live.html#take=1&session=" + string(taken.Session.ID))
		p.sees(s.word("live.done"))
		s.take("live-signin", r, "live.title.signin")
		p.open(s.away)
		eventually(s.t, "the sign-in is over", func() bool { return s.ended(taken.Session) })
	})
}

func (s *screens) ended(v wire.Session) bool {
	s.t.Helper()
	var one struct{ Session *wire.Session }
	s.call("session_get", map[string]any{"session_id": v.ID}, &one)
	return one.Session != nil && one.Session.Phase == wire.Ended
}

// liveOver: the end, and nothing but a request of an agent without a browser.
func (s *screens) liveOver() {
	for _, name := range []string{"Weather script", "Codex", "Claude Code"} {
		s.staff[name].tools.must("browser_close", nil)
	}
	s.live("ended", "session="+string(s.session("Claude Code").ID), "live.title.ended")
	s.live(rare+"pill-ended", "session="+string(s.session("Claude Code").ID), "", s.minimise)
	s.staff["Claude Code"].tools.must("request_browser_signin", map[string]any{"url": s.url + "/account", "message": "I need the account."})
	s.live(rare+"ended-request", "session="+string(s.session("Claude Code").ID), "live.title.ended", func(p *person) {
		p.sees(s.word("request.decline"))
	})
	s.manage(rare+"now-request", "/", "now.title")
}

// chromes: a Chrome that does not start, and one that takes its time.
func (s *screens) chromes() {
	write := func(name, body string) string {
		file := filepath.Join(s.t.TempDir(), name)
		script := "#!/bin/sh\ncase \"$*\" in *--version*) echo 'Chromium 140.0.0.0'; exit 0;; esac\n" + body + "\n"
		if err := os.WriteFile(file, []byte(script), 0o755); err != nil {
			s.t.Fatal(err)
		}
		return file
	}
	s.call("settings_set", map[string]any{"chrome_path": write("slow-chromium", "exec sleep 60")}, nil)
	s.each("live", func(r room, p *person) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.staff["Codex"].tools.call("browser_navigate", map[string]any{"url": s.url})
		}()
		eventually(s.t, "the browser is opening", func() bool { return s.session("Codex").Phase == wire.Opening })
		opening := s.session("Codex")
		p.open(s.b.url() + "/live.html#session=" + string(opening.ID))
		p.sees(s.word("live.title.opening"))
		s.take("live-opening", r, "live.title.opening")
		s.call("session_close", map[string]any{"session_id": opening.ID}, nil)
		<-done
		p.open(s.away)
	})
	s.call("settings_set", map[string]any{"chrome_path": write("chromium", "echo 'cannot open display' >&2; exit 1")}, nil)
	id := s.staff["Invoice run"].id
	if _, failed := s.staff["Invoice run"].tools.call("browser_navigate", map[string]any{"url": s.url}); !failed {
		s.t.Fatal("a Chrome that ends at once is taken for one that runs")
	}
	s.live("failed", "session="+string(s.session("Invoice run").ID), "live.title.failed")
	s.manage(rare+"agent-failed", "/agents/"+id, "Invoice run")
	s.manage("now-ended", "/", "now.title")
}

// lost: the host goes away while someone watches, and while someone drives. The
// settings cannot be changed then, so each language has a host of its own.
func (s *screens) lost() {
	looks := s.looks[:1]
	if every() {
		looks = s.looks
	}
	for _, l := range looks {
		b := start(s.t, nil, s.t.TempDir(), "serve", "--owner-link")
		if err := b.owner().Call(s.t.Context(), "settings_set", map[string]any{"language": l.language, "theme": l.theme}, nil); err != nil {
			s.t.Fatal(err)
		}
		_, token := b.agent("Claude Code")
		b.mcp(token).must("browser_navigate", map[string]any{"url": s.url})
		live := &album{t: s.t, b: b, rooms: s.rooms, seen: s.seen, texts: s.texts, away: s.away}
		live.enter()
		live.each("live", func(r room, p *person) {
			take := map[bool]string{true: "#take=1", false: ""}[r.name == "window"]
			p.open(b.url() + "/live.html" + take)
			eventually(s.t, "the picture is there", func() bool {
				return p.asks(`const c = document.querySelector("canvas"); return c && c.width > 1 ? "yes" : "no"`) == "yes"
			})
		})
		b.kill()
		live.each("live", func(r room, p *person) {
			p.sees(s.texts[l.language].Text("live.tryNow", nil))
			live.shoot(p, strings.Join([]string{"live-lost", r.name, l.language, l.theme}, "-"), "", l)
		})
		live.each("live", func(_ room, p *person) { p.open(s.away) })
	}
}
