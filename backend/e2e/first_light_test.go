//go:build e2e && linux

package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/wire"
)

// orderPage has a field and a button large enough to be hit in a small picture.
// Its colour is one that nothing of Baton has.
const orderPage = `<!doctype html><html lang="en"><title>Order</title>
<style>body{margin:0;background:#c04fd8;font:28px sans-serif}
label{position:absolute;left:100px;top:120px} input{position:absolute;left:100px;top:180px;width:1080px;height:160px;font-size:60px}
button{position:absolute;left:100px;top:420px;width:400px;height:120px;font-size:40px} p{position:absolute;left:560px;top:440px}</style>
<h1>Order form</h1><label for="n">Your name</label><input id="n" oninput="document.title='Order '+this.value.length">
<button onclick="out.textContent='Hello '+n.value">Send</button><p role="status" id="out"></p>`

// Where things are in the live window at its first size: from the right edge in
// the header, and in the picture, which shows 1280×720 at 520 px width.
const (
	takeX, handX = -148, -176
	headerY      = 26
	pictureY     = 91
	scale        = 520.0 / 1280
)

// onPage is the point of the live window that shows a point of the page.
func onPage(x, y int) (int, int) {
	return int(float64(x) * scale), pictureY + int(float64(y)*scale)
}

// TestFirstLight is the product's main job: an agent drives, the person sees it
// live, takes over with real mouse and keyboard, types, hands back, and the agent
// goes on from there.
func TestFirstLight(t *testing.T) {
	d := desk.Start(t)
	b := start(t, d.Env(), t.TempDir())
	d.Window("Baton")
	_, token := b.agent("Claude Code")
	agent := b.mcp(token)

	// The agent opens a page, reads it, clicks and types.
	page := site(t, orderPage)
	agent.must("browser_navigate", map[string]any{"url": page})
	outline := agent.must("browser_snapshot", nil)
	name, send := refOf(t, outline, "textbox", "Your name"), refOf(t, outline, "button", "Send")
	agent.must("browser_type", map[string]any{"ref": name, "text": "Jona"})
	agent.must("browser_click", map[string]any{"ref": send})
	if text := agent.must("browser_read", nil); !strings.Contains(text, "Hello Jona") {
		t.Fatalf("after typing and clicking the page says %q", text)
	}

	// The live window opened by itself and shows the page.
	live := d.Window("Baton live")
	d.Until("the live window shows the page", coloured(d, live.Place, pageColour))
	d.Shot("first-light-agent-drives")

	// The person takes over and empties the field.
	d.Click(live, takeX, headerY)
	session := waitFor(b, "the person drives", func(s wire.Session) bool { return s.Controller == wire.UserDrives })
	d.Until("the window says that the person drives", coloured(d, header(live), youTint))
	x, y := onPage(640, 260)
	d.Click(live, x, y)
	d.Key("ctrl+a", "BackSpace")
	d.Type("Grüße 👋")
	defer d.Shot("first-light-last") // what a failure looked like
	personTyped(t, agent)
	d.Shot("first-light-person-drives")

	// Meanwhile the agent can look and not act.
	text, failed := agent.call("browser_click", map[string]any{"ref": send})
	if !failed || !strings.Contains(text, "paused_by_user") {
		t.Fatalf("the agent's click while the person drives: %s", text)
	}
	waited := make(chan string, 1)
	go func() {
		text, _ := agent.call("browser_wait_for_user", nil)
		waited <- text
	}()

	// The person hands back; the agent goes on on the same page.
	d.Click(live, handX, headerY)
	if text := <-waited; !strings.Contains(text, "handed the browser back") {
		t.Fatalf("browser_wait_for_user answered %q", text)
	}
	agent.must("browser_click", map[string]any{"ref": send})
	if text := agent.must("browser_read", nil); !strings.Contains(text, "Hello Grüße 👋") {
		t.Fatalf("after the hand-back the page says %q", text)
	}
	after := waitFor(b, "the agent drives", func(s wire.Session) bool { return s.Controller == wire.AgentDrives })
	if after.ID != session.ID {
		t.Errorf("the agent goes on in another session: %s, not %s", after.ID, session.ID)
	}
	d.Until("the window says that the agent drives", coloured(d, header(live), canvas))
	d.Shot("first-light-handed-back")

	// After the end the window stays and says why.
	agent.must("browser_close", nil)
	waitFor(b, "the session ended", func(s wire.Session) bool { return s.Phase == wire.Ended })
	d.Until("the window says why", func(ctx context.Context) error {
		if coloured(d, live.Place, pageColour)(ctx) == nil {
			return errors.New("the picture still looks live")
		}
		return nil
	})
	d.Shot("first-light-ended")
}

// personTyped waits until the page has the eight code units of «Grüße 👋», which
// an agent that looks meanwhile learns of the page and not from the field.
func personTyped(t *testing.T, agent *tools) {
	t.Helper()
	outline := ""
	eventually(t, "the page has what the person typed", func() bool {
		outline = agent.must("browser_snapshot", nil)
		return strings.Contains(outline, `"Order 8"`)
	})
	if strings.Contains(outline, "Grüße") || !strings.Contains(outline, "value: [filled]") {
		t.Errorf("while the person drives the agent sees what they type:\n%s", outline)
	}
}

// waitFor waits until the newest session is as wanted.
func waitFor(b *baton, what string, ok func(wire.Session) bool) wire.Session {
	b.t.Helper()
	owner := b.owner()
	var out struct{ Session *wire.Session }
	eventually(b.t, what, func() bool {
		out.Session = nil // what is left out of the answer is not as it was before
		if err := owner.Call(b.t.Context(), "session_get", struct{}{}, &out); err != nil {
			b.t.Fatal(err)
		}
		return out.Session != nil && ok(*out.Session)
	})
	return *out.Session
}

// Colours that tell what is seen: that of the test page, and those of the live
// window's header while the person or the agent drives, in light.
var (
	pageColour = color.RGBA{0xc0, 0x4f, 0xd8, 0xff}
	youTint    = color.RGBA{0xe9, 0xef, 0xfc, 0xff}
	canvas     = color.RGBA{0xf2, 0xf1, 0xed, 0xff}
)

// header is the part of the live window that says who drives.
func header(w desk.Window) image.Rectangle {
	return image.Rect(w.Place.Min.X, w.Place.Min.Y, w.Place.Max.X, w.Place.Min.Y+88)
}

// coloured tells whether a part of the screen has much of a colour, give or take
// what JPEG does to it.
func coloured(d *desk.Desk, part image.Rectangle, want color.RGBA) func(context.Context) error {
	near := func(got uint32, want uint8) bool { return max(int(got>>8), int(want))-min(int(got>>8), int(want)) < 12 }
	return func(context.Context) error {
		img, err := picture(d)
		if err != nil {
			return err
		}
		found := 0
		for y := part.Min.Y; y < part.Max.Y; y += 3 {
			for x := part.Min.X; x < part.Max.X; x += 3 {
				if r, g, b, _ := img.At(x, y).RGBA(); near(r, want.R) && near(g, want.G) && near(b, want.B) {
					found++
				}
			}
		}
		// A quarter of a small part is enough.
		if area := part.Dx() * part.Dy(); found < min(500, area/9/4) {
			return fmt.Errorf("%d points have the colour", found)
		}
		return nil
	}
}

// picture is the screen as it is now.
func picture(d *desk.Desk) (image.Image, error) {
	file := d.Shot("probe")
	defer func() { _ = os.Remove(file) }()
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return png.Decode(f)
}

// TestSetUpWithoutAHost makes agents and profiles while nothing runs, and a host
// that starts later knows them.
func TestSetUpWithoutAHost(t *testing.T) {
	b := &baton{t: t, data: t.TempDir()}
	_, token := b.agent("Early")
	var made struct{ ID, Name, Status string }
	if err := json.Unmarshal(b.run("profiles", "create", "Work", "--consent", "--json"), &made); err != nil || made.Name != "Work" || made.Status != "awaiting_sign_in" {
		t.Fatalf("profiles create printed %+v (%v)", made, err)
	}
	if _, err := b.try("profiles", "create", "work", "--consent"); err == nil {
		t.Error("a second profile of that name was created")
	}
	if _, err := b.try("profiles", "create", "Other"); err == nil {
		t.Error("a profile was created without consent")
	}
	host := start(t, nil, b.data, "serve")
	text, failed := host.mcp(token).call("browser_wait_for_user", nil)
	if failed {
		t.Errorf("the early agent is not known: %s", text)
	}
}
