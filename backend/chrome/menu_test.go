//go:build linux

package chrome_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const menuPage = `<body style="margin:0;font:16px/30px sans-serif"><style>body>*{position:absolute;left:20px;width:200px;height:30px;margin:0}</style>
<a href="/next" style="top:10px">A link</a><a href="/big" style="top:60px"><img src="/dot.png" style="width:60px;height:30px"></a>
<input id=f value="some words" style="top:110px"><input type=password id=w value=secret style="top:160px"><input readonly id=ro value=fixed style="top:210px">
<p id=words style="top:260px">Words to select</p><div id=has style="top:310px" oncontextmenu="event.preventDefault();log.push('own')">Has its own</div>
<div id=stops style="top:360px" oncontextmenu="event.stopPropagation()">Stops it</div><div id=host style="top:410px"></div>
<iframe style="top:460px;left:100px;height:100px;border:5px solid" src="http://b.test:PORT/in"></iframe>
<button id=b style="top:600px" onclick="log.push('clicked')">Press</button>
<script>log=[];for(const n of ['contextmenu','keydown','input'])document.addEventListener(n,e=>log.push(n+':'+(e.key||'')+e.defaultPrevented));
host.attachShadow({mode:'open'}).innerHTML='<a href="/inner" style="display:block">Inner</a>'</script>`

func (p *picking) rightClick(x, y float64) {
	p.t.Helper()
	at := input.Event{X: x, Y: y, Button: "right", Clicks: 1}
	for _, k := range []input.Kind{input.PointerMove, input.PointerDown, input.PointerUp} {
		at.Kind = k
		p.does(at)
	}
}

func (p *picking) menu() (page.Picker, page.Field) {
	p.t.Helper()
	o := p.opened()
	if o.Kind != page.PickMenu {
		p.t.Fatalf("told %+v", o)
	}
	f := p.field(o.ID)
	if f.Menu == nil {
		p.t.Fatalf("the menu is for %+v", f)
	}
	return o, f
}

func menuSite(w http.ResponseWriter, r *http.Request) {
	switch _, port, _ := strings.Cut(r.Host, ":"); r.URL.Path {
	case "/dot.png":
		raw, _ := base64.StdEncoding.DecodeString(dot)
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(raw)
	case "/in":
		_, _ = w.Write([]byte(`<!doctype html><body style="margin:0"><a href="/framed" style="display:block;width:150px;height:40px">Framed</a>`))
	case "/":
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><link rel=icon href='data:,'>" + strings.ReplaceAll(menuPage, "PORT", port)))
	default:
		http.NotFound(w, r)
	}
}

// A right click asks for a menu where the page has none, at its spot and for what is
// there: the page sees the event as ever, and the keys stay its own.
func TestPersonAsksForMenus(t *testing.T) {
	ctx, b := openHandler(t, menuSite, "a.test")
	p := &picking{t: t, ctx: ctx, b: b}
	home := strings.TrimSuffix(active(t, b).URL, "/")
	framed := strings.Replace(home, "a.test", "b.test", 1) + "/framed"
	p.rest()
	for _, c := range []struct {
		x, y float64
		want page.Menu
	}{
		{40, 25, page.Menu{Link: home + "/next"}},
		{40, 75, page.Menu{Link: home + "/big", Image: home + "/dot.png"}},
		{600, 25, page.Menu{}},
		{150, 225, page.Menu{}}, // it cannot be written to
		{150, 125, page.Menu{Writes: true}},
		{150, 175, page.Menu{Writes: true}},
		{30, 425, page.Menu{Link: home + "/inner"}},
		{130, 480, page.Menu{Link: framed}},
		{150, 375, page.Menu{}}, // it stops the event
	} {
		p.rightClick(c.x, c.y)
		o, f := p.menu()
		if f.X != c.x || f.Y != c.y || *f.Menu != c.want {
			t.Errorf("at %g, %g: %+v for %+v, want %+v", c.x, c.y, f, *f.Menu, c.want)
		}
		p.pick(o.ID, nil)
	}
	if got := p.log(); strings.Contains(got, "true") || strings.Contains(got, "keydown") || strings.Count(got, "contextmenu:false") < 5 {
		t.Errorf("the page was told %q", got)
	}
	p.does(input.Event{Kind: input.KeyDown, Key: "Escape", Code: "Escape"}, input.Event{Kind: input.KeyUp, Key: "Escape", Code: "Escape"})
	p.click(50, 615)
	p.wantLog("keydown:Escapefalse clicked")
}

// A page with a menu of its own keeps it, and gets no other.
func TestPagesKeepTheirOwnMenu(t *testing.T) {
	ctx, b := openHandler(t, menuSite, "")
	p := &picking{t: t, ctx: ctx, b: b}
	p.rest()
	from := p.at
	p.rightClick(100, 325)
	p.wantLog("own contextmenu:true")
	p.rightClick(40, 25) // what is told next is for this one
	o, f := p.menu()
	if !strings.HasSuffix(f.Menu.Link, "/next") {
		t.Errorf("the menu is for %+v", f.Menu)
	}
	one.events.mu.Lock()
	told := 0
	for _, e := range one.events.list[from:] {
		if e.Picker != nil {
			told++
		}
	}
	one.events.mu.Unlock()
	if told != 1 {
		t.Errorf("%d menus were told", told)
	}
	p.pick(o.ID, nil)
}

// By the key of the menu, and what is taken from one: cut and select all as by hand,
// and the image as the page has it.
func TestPersonTakesFromMenus(t *testing.T) {
	ctx, b := openHandler(t, menuSite, "")
	p := &picking{t: t, ctx: ctx, b: b}
	p.rest()
	p.rightClick(150, 125)
	o, _ := p.menu()
	p.pick(o.ID, &page.Choice{Value: string(page.MenuSelectAll)})
	if err := b.Wait(ctx, page.Wait{Function: `getSelection() + '' === 'some words'`}); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Selected(ctx); err != nil || got != "some words" {
		t.Errorf("selected is %q, %v", got, err)
	}
	p.does(input.Event{Kind: input.KeyDown, Key: "ContextMenu", Code: "ContextMenu"}, input.Event{Kind: input.KeyUp, Key: "ContextMenu", Code: "ContextMenu"})
	o, f := p.menu()
	if !f.Menu.Cuts || !f.Menu.Selected || f.Y < 110 || f.Y > 145 {
		t.Errorf("by its key the menu is %+v for %+v", f, f.Menu)
	}
	wantFault(t, b.Pick(ctx, o.ID, &page.Choice{Value: "paste"}), fault.InvalidInput)
	wantFault(t, b.Pick(ctx, o.ID, &page.Choice{Value: string(page.MenuSaveImage)}), fault.Conflict)
	p.pick(o.ID, &page.Choice{Value: string(page.MenuCut)})
	if err := b.Wait(ctx, page.Wait{Function: `document.getElementById('f').value === ''`}); err != nil {
		t.Error(err)
	}
	p.rightClick(40, 75)
	o, _ = p.menu()
	if err := b.Pick(ctx, o.ID, &page.Choice{Value: string(page.MenuSaveImage)}); err != nil {
		t.Fatal(err)
	}
	d := p.file(func(d page.Transfer) bool { return d.State == page.FileThere })
	want, _ := base64.StdEncoding.DecodeString(dot)
	if got, err := os.ReadFile(d.Path); err != nil || !bytes.Equal(got, want) || filepath.Ext(d.Name) != ".png" {
		t.Errorf("%+v: %d bytes, %v", d, len(got), err)
	}
}
