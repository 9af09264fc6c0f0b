//go:build e2e && linux

package e2e_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/wire"
)

// cellsPage has nine cells over all of the window, and tells which was clicked, and where.
const cellsPage = `<!doctype html><title>Nine cells</title><link rel=icon href='data:,'>
<style>html,body{margin:0;height:100%;overflow:hidden}#g{display:grid;grid-template:repeat(3,1fr)/repeat(3,1fr);width:100%;height:100vh}button{font:28px sans-serif}</style>
<div id=g></div><script>for(let i=1;i<=9;i++){const b=document.createElement('button');b.textContent='Cell '+i
b.onclick=e=>document.title='cell '+i+' @'+e.clientX+','+e.clientY;g.append(b)}</script>`

// view is a window in which a person drives.
type view struct {
	width, height int
	scale, zoom   float64 // device pixels per pixel of the system; the browser's zoom
}

// TestLetterbox: what a person clicks in the picture is clicked on the page, at
// every shape of the window, resolution of the screen and zoom; the bars beside
// the picture are nothing.
func TestLetterbox(t *testing.T) {
	d := desk.Start(t)
	for _, v := range d.Env() {
		if name, value, _ := strings.Cut(v, "="); name == "DISPLAY" {
			t.Setenv(name, value)
		}
	}
	b := start(t, d.Env(), t.TempDir(), "serve", "--owner-link")
	_, token := b.agent("Codex")
	agent := b.mcp(token)
	agent.must("browser_navigate", fields{"url": site(t, cellsPage)})
	views := []view{{520, 400, 1, 1}, {1500, 500, 1.5, 1}, {400, 900, 2, 1}, {520, 400, 1, 0.8}, {1500, 500, 1, 1.5}}
	if every() {
		views = nil
		for _, size := range [][2]int{{520, 400}, {1500, 500}, {400, 900}} {
			for _, scale := range []float64{1, 1.5, 2} {
				for _, zoom := range []float64{0.8, 1, 1.5} {
					views = append(views, view{size[0], size[1], scale, zoom})
				}
			}
		}
	}
	for _, v := range views {
		t.Logf("%dx%d at %g, zoom %g", v.width, v.height, v.scale, v.zoom)
		v.clicks(t, b, agent)
	}
}

// clicks clicks the middle of each cell, 3 points inside each corner of the picture, and the bars.
func (v view) clicks(t *testing.T, b *baton, agent *tools) {
	t.Helper()
	ratio := v.scale * v.zoom // as browsers zoom: more device pixels for a pixel of the page
	p := b.visitIn(chrome.Options{
		Mode: chrome.Visible, Width: int(float64(v.width) / v.zoom), Height: int(float64(v.height) / v.zoom),
		ExtraArgs: []string{"--force-device-scale-factor=" + strconv.FormatFloat(ratio, 'f', -1, 64)},
	}, b.link())
	p.sees("navigation")
	session := waitFor(b, "the agent drives", func(s wire.Session) bool { return s.Controller == wire.AgentDrives })
	p.open(b.url() + "/live.html#take=1&session=" + string(session.ID))
	p.drives()
	var pic struct{ X, Y, W, H, Ratio float64 }
	p.answers(`const r = document.querySelector("canvas").getBoundingClientRect(); return {X: r.x, Y: r.y, W: r.width, H: r.height, Ratio: devicePixelRatio}`, &pic)
	if math.Abs(pic.Ratio-ratio) > 0.01 {
		t.Fatalf("the screen has %g device pixels to one, not %g", pic.Ratio, ratio)
	}
	scale := min(pic.W/1280, pic.H/720)
	left, top := pic.X+(pic.W-1280*scale)/2, pic.Y+(pic.H-720*scale)/2
	right, bottom := left+1280*scale, top+720*scale
	click := func(x, y float64) {
		p.does(
			input.Event{Kind: input.PointerMove, X: x, Y: y},
			input.Event{Kind: input.PointerDown, X: x, Y: y, Button: "left", Clicks: 1},
			input.Event{Kind: input.PointerUp, X: x, Y: y, Button: "left", Clicks: 1},
		)
	}
	off := 1.0
	if scale < 0.5 {
		off = 2
	}
	check := func(x, y float64) {
		t.Helper()
		x, y = math.Round(x), math.Round(y)
		pageX, pageY := (x-left)/scale, (y-top)/scale
		cell := 1 + int(pageX/(1280.0/3)) + 3*int(pageY/240)
		var last string
		click(x, y)
		eventually(t, fmt.Sprintf("cell %d is clicked at %.1f,%.1f", cell, pageX, pageY), func() bool {
			last = regexp.MustCompile(`cell \d @\S+\d`).FindString(agent.must("browser_snapshot", nil))
			var got int
			var gotX, gotY float64
			_, err := fmt.Sscanf(last, "cell %d @%g,%g", &got, &gotX, &gotY)
			return err == nil && got == cell && math.Abs(gotX-pageX) <= off && math.Abs(gotY-pageY) <= off
		}, func() string { return last })
	}
	for row := range 3 {
		for col := range 3 {
			check(left+(float64(col)+0.5)*1280/3*scale, top+(float64(row)+0.5)*240*scale)
		}
	}
	const in = 3
	for _, at := range [][2]float64{{left + in, top + in}, {right - in, top + in}, {left + in, bottom - in}, {right - in, bottom - in}} {
		check(at[0], at[1])
	}
	for _, at := range [][2]float64{{(pic.X + left) / 2, pic.Y + pic.H/2}, {pic.X + pic.W/2, (pic.Y + top) / 2}} {
		if at[0] > left-2 && at[1] > top-2 {
			continue // there is no bar
		}
		click(at[0], at[1])
		check(left+1280.0/6*scale, top+120*scale) // what came before it has been done
		if title := agent.must("browser_snapshot", nil); !strings.Contains(title, "cell 1 @") {
			t.Errorf("a click on the bar did something: %s", title)
		}
	}
	p.presses("button", "Hand back to agent")
	waitFor(b, "the agent drives again", func(s wire.Session) bool { return s.Controller == wire.AgentDrives })
}
