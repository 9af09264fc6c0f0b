//go:build e2e && linux

package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

// bookingSite has fields whose lists and pickers no picture of it shows.
const bookingSite = `<!doctype html><title>Booking</title><link rel=icon href='data:,'>
<body style="margin:0;font:16px sans-serif"><style>body>*{position:absolute;left:100px;width:320px;height:40px}</style>
<select id=room aria-label=Room style="top:100px"><option value=s>Single room<option value=d>Double room<optgroup label="With a view">
<option value=b>Balcony<option value=t disabled>Tower</optgroup></select>
<input type=date id=day aria-label=Arrival min=2026-05-01 max=2026-05-31 style="top:200px">
<select id=low aria-label=Country style="top:640px"></select>
<script>for(let i=1;i<=200;i++)low.add(new Option('Country '+i));log=[];for(const n of ['input','change'])addEventListener(n,e=>log.push(n+' '+e.target.id+' '+e.target.value))</script>`

// driven is a page of the agent that a person takes over on Baton's pages.
type driven struct {
	t     *testing.T
	b     *baton
	album *album
	agent *tools
	id    string
	token string // of the agent
}

func newDriven(t *testing.T, url string) *driven {
	t.Helper()
	if os.Getenv("BATON_ARTIFACTS") == "" {
		t.Setenv("BATON_ARTIFACTS", t.TempDir())
	}
	d := &driven{t: t, b: start(t, nil, t.TempDir(), "serve", "--owner-link")}
	d.album = newAlbum(t, d.b)
	d.album.enter()
	d.id, d.token = d.b.agent("Codex")
	d.agent = d.b.mcp(d.token)
	d.agent.must("browser_navigate", fields{"url": url})
	return d
}

func (d *driven) session() wire.Session { return sessionOf(d.t, d.album, d.id) }

// live takes pictures of the live window while the person there drives.
func (d *driven) live(name string, prepare func(*person)) {
	d.t.Helper()
	d.album.live(name, "take=1&session="+string(d.session().ID), "live.title.you", func(p *person) {
		p.drives()
		prepare(p)
	})
	eventually(d.t, "the agent drives again", func() bool { return d.session().Controller == wire.AgentDrives })
}

// person lets a person drive in a language, and hands back.
func (d *driven) person(lang string, does func(p *person, word func(key string) string)) {
	d.t.Helper()
	d.album.call("settings_set", fields{"language": lang, "theme": "light"}, nil)
	word := func(key string) string { return d.album.texts[lang].Text(key, nil) }
	p := d.album.seen["wide"]
	p.open(d.b.url() + "/live.html#take=1&session=" + string(d.session().ID))
	p.drives()
	does(p, word)
	p.presses("button", word("live.handBack"))
	eventually(d.t, "the agent drives again", func() bool { return d.session().Controller == wire.AgentDrives })
	p.open(d.album.away)
}

// drives waits until the picture is there and takes what is done on it.
func (p *person) drives() {
	p.t.Helper()
	eventually(p.t, "the person drives", func() bool {
		return p.asks(`return document.querySelector('[role=application] canvas:not(.invisible)') ? 'yes' : ''`) == "yes"
	}, p.outline)
}

// evaluates is what a script gives the agent.
func (d *driven) evaluates(script string) string {
	d.t.Helper()
	return d.agent.must("browser_evaluate", fields{"function": script})
}

// choosesIn waits until the list of that name has the keys.
func (p *person) choosesIn(name string) {
	p.t.Helper()
	eventually(p.t, "the list "+name+" has the keys", func() bool {
		return p.asks(`const a = document.activeElement; return a.getAttribute('role') + ' ' + a.getAttribute('aria-label')`) == "listbox "+name
	}, p.outline)
}

var escape = []input.Event{{Kind: input.KeyDown, Key: "Escape", Code: "Escape"}, {Kind: input.KeyUp, Key: "Escape", Code: "Escape"}}

// TestPickers: who drives opens lists and dates of the page on Baton's pages, by
// mouse and keys and in both languages, and the page is told as by hand.
func TestPickers(t *testing.T) {
	d := newDriven(t, site(t, bookingSite))
	d.live("picker-list", func(p *person) { p.at(200, 120); p.choosesIn("Room") })
	d.live("picker-upward", func(p *person) { p.at(200, 660); p.choosesIn("Country") })
	d.live("picker-date", func(p *person) { p.at(405, 220); p.focuses("Arrival") })
	for _, lang := range []string{"en", "de"} {
		d.agent.must("browser_reload", nil)
		d.person(lang, func(p *person, word func(string) string) {
			p.at(200, 120)
			p.choosesIn("Room")
			p.types("b")
			p.types("a")
			p.does(enter...)
			eventually(t, "the list is answered", func() bool { return d.session().Picker == nil })
			p.at(200, 120)
			p.choosesIn("Room")
			p.chooses("Double room")
			eventually(t, "the list is answered again", func() bool { return d.session().Picker == nil })
			p.at(200, 120)
			p.choosesIn("Room")
			p.does(escape...)
			eventually(t, "the list is closed", func() bool { return d.session().Picker == nil })
			p.at(405, 220)
			p.focuses("Arrival")
			p.fills("2027-05-09")
			p.presses("button", word("live.dialog.ok"))
			p.reads(word("live.pick.refused"))
			p.fills("2026-05-09")
			p.presses("button", word("live.dialog.ok"))
			eventually(t, "the date is picked", func() bool { return d.session().Picker == nil })
		})
		want := "input room b, change room b, input room d, change room d, input day 2026-05-09, change day 2026-05-09"
		if got := d.evaluates("() => log.join(', ')"); !strings.Contains(got, want) {
			t.Errorf("%s: the page was told %s, want %s", lang, got, want)
		}
	}
	d.onlyWhoDrives()
}

// fills gives the field that has the focus a value, as its own picker does.
func (p *person) fills(value string) {
	p.t.Helper()
	p.do(func(ctx context.Context) error {
		_, err := p.b.Fill(ctx, page.Target{Selector: "input[name=value]"}, value)
		return err
	})
}

const paperSite = `<!doctype html><title>Papers</title><link rel=icon href='data:,'>
<body style="margin:0;font:16px sans-serif"><style>body>*{position:absolute;left:100px;width:320px;height:40px}</style>
<input type=file id=one aria-label="Receipt of the hotel" accept=".pdf,image/*" style="top:100px"><input type=file id=many multiple style="top:200px">
<p id=out style="top:300px"></p><script>one.onchange=many.onchange=async e=>{let all='';for(const f of e.target.files)all+=f.name+'='+f.size+'='+(await f.text()).slice(-5)+';'
out.textContent=all}</script>`

// TestFilesOfThePerson: a page asks for files, and the person gives their own on
// Baton's pages; the agent cannot give them anywhere else, and they go with the session.
func TestFilesOfThePerson(t *testing.T) {
	d := newDriven(t, site(t, paperSite))
	d.live("files", func(p *person) { p.at(150, 120); p.reads("Receipt of the hotel") })
	mine := t.TempDir()
	large := filepath.Join(mine, "scan ä.pdf")
	for name, text := range map[string]string{large: strings.Repeat("x", 1_300_000) + "grün", filepath.Join(mine, "b.txt"): "hello"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, lang := range []string{"en", "de"} {
		d.agent.must("browser_reload", nil)
		d.person(lang, func(p *person, word func(string) string) {
			p.at(150, 220)
			p.reads(word("live.files.chooseMany"))
			p.presses("button", word("live.cancel"))
			eventually(t, "the chooser is closed", func() bool { return d.session().Picker == nil })
			p.at(150, 220)
			p.reads(word("live.files.chooseMany"))
			p.gives(word("live.files.chooseMany"), large, filepath.Join(mine, "b.txt"))
			eventually(t, "the files are given", func() bool { return d.session().Picker == nil })
		})
		want := "scan ä.pdf=1300005=xgrün;b.txt=5=hello;"
		if got := d.agent.must("browser_read", nil); !strings.Contains(got, want) {
			t.Errorf("%s: the page read %s, want %s", lang, got, want)
		}
	}
	kept, err := filepath.Glob(filepath.Join(d.b.data, "browser-profiles", "*", "given-files", "*", "0", "scan ä.pdf"))
	if err != nil || len(kept) != 2 {
		t.Fatalf("the files are kept as %v, %v", kept, err)
	}
	if answer, failed := d.agent.call("browser_upload", fields{"paths": []string{kept[0]}}); !failed {
		t.Errorf("the agent gave a file of the person: %s", answer)
	}
	d.agent.must("browser_close", nil)
	eventually(t, "the files are gone with the session", func() bool { _, err := os.Stat(kept[0]); return os.IsNotExist(err) })
}

// gives answers the chooser that a button opens.
func (p *person) gives(button string, paths ...string) {
	p.t.Helper()
	p.sees(`"` + button + `"`)
	ref := strings.TrimPrefix(refOf(p.t, p.outline(), "button", button), "@")
	p.do(p.b.ReleaseInput) // what opens a chooser now is the engine's own
	p.do(func(ctx context.Context) error {
		_, err := p.b.Upload(ctx, page.Target{Ref: ref}, paths)
		return err
	})
}

// onlyWhoDrives: nobody else asks or answers, and nothing that is not open any more.
func (d *driven) onlyWhoDrives() {
	d.t.Helper()
	c := client.New(d.b.url(), d.album.token)
	d.t.Cleanup(c.Close)
	v := d.session()
	try := func(viewer, id string) error {
		return c.Call(d.t.Context(), "live_pick", fields{"session_id": v.ID, "viewer": viewer, "epoch": v.Epoch, "id": id, "accept": true}, nil)
	}
	d.album.call("control_take", fields{"session_id": v.ID, "viewer": "view_of_the_test"}, &v)
	d.album.call("live_input", fields{"session_id": v.ID, "viewer": "view_of_the_test", "epoch": v.Epoch, "events": []input.Event{
		{Kind: input.PointerDown, X: 200, Y: 120, Button: "left", Clicks: 1}, {Kind: input.PointerUp, X: 200, Y: 120, Button: "left", Clicks: 1},
	}}, nil)
	eventually(d.t, "the list is open", func() bool { return d.session().Picker != nil })
	id := d.session().Picker.ID
	ask := c.Call(d.t.Context(), "live_picker", fields{"session_id": v.ID, "viewer": "view_of_another", "epoch": v.Epoch, "id": id}, nil)
	for what, err := range map[string]error{"asking": ask, "answering": try("view_of_another", id)} {
		if !fault.Is(err, fault.NotInControl) && !fault.Is(err, fault.ControlHeld) {
			d.t.Errorf("%s from another window: %v", what, err)
		}
	}
	if err := try("view_of_the_test", "picker-0"); !fault.Is(err, fault.Conflict) {
		d.t.Errorf("a picker that is not open: %v", err)
	}
	d.album.call("control_hand_back", fields{"session_id": v.ID, "viewer": "view_of_the_test"}, nil)
	if v = d.session(); v.Picker != nil {
		d.t.Error("the list stays open after the hand-back")
	}
}

// TestCrashedPage: a page that crashes is covered, and who drives loads it again.
func TestCrashedPage(t *testing.T) {
	d := newDriven(t, site(t, bookingSite))
	crashes := func() {
		chrometest.KillRenderers(d.b.data)
		eventually(t, "the page crashed", func() bool {
			tabs := d.session().Tabs
			return len(tabs) == 1 && tabs[0].Crashed
		})
	}
	crashes()
	watch := "session=" + string(d.session().ID)
	d.album.live("crash-agent", watch, "live.title.agent", func(p *person) { p.sees("alert") })
	d.album.live("crash-you", "take=1&"+watch, "live.title.you", func(p *person) { p.sees("alert") })
	eventually(t, "the agent drives again", func() bool { return d.session().Controller == wire.AgentDrives })
	d.agent.must("browser_reload", nil)
	for _, lang := range []string{"en", "de"} {
		d.person(lang, func(p *person, word func(string) string) {
			crashes()
			p.reads(word("live.crash.title"))
			eventually(t, "the button has the keys", func() bool { return p.asks(`return document.activeElement.innerText`) == word("live.reload") })
			p.does(enter...)
			eventually(t, "the page is back", func() bool { return !d.session().Tabs[0].Crashed })
			// What is clicked before it is drawn again is clicked on nothing.
			eventually(t, "and has its list", func() bool { return strings.Contains(d.agent.must("browser_snapshot", nil), `"Room"`) })
			p.drives()
			p.at(200, 120)
			p.choosesIn("Room")
		})
	}
}

// TestCursorOfThePage: the pointer has the shape of the page for who drives, and of
// none for who watches.
func TestCursorOfThePage(t *testing.T) {
	d := newDriven(t, site(t, `<!doctype html><title>Shapes</title><body style="margin:0"><div style="height:300px;cursor:grab"></div><div style="height:300px;cursor:not-allowed"></div>`))
	shape := `return document.querySelector('[data-region="picture"]').style.cursor`
	d.person("en", func(p *person, _ func(string) string) {
		for y, want := range map[float64]string{100: "grab", 400: "not-allowed"} {
			eventually(t, "the pointer is "+want, func() bool { p.at(640, y); return p.asks(shape) == want })
		}
	})
	p := d.album.seen["wide"]
	p.open(d.b.url() + "/live.html#session=" + string(d.session().ID))
	p.sees(d.album.texts["en"].Text("live.take", nil))
	p.at(640, 100)
	if got := p.asks(shape); got != "" {
		t.Errorf("who watches has the pointer %s", got)
	}
}
