//go:build e2e && linux

package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/wire"
)

// Where the buttons of the live window are: from its upper right corner.
const (
	closeX, largerX, pillX = -23, -51, -79
	pillHeight             = 40
	acceptX, acceptY       = -120, 122 // «Take over browser» of the first request, in the management window
)

// The colours of the other page, and of a button that lets the person drive.
var (
	otherColour = color.RGBA{0x2f, 0xae, 0x3c, 0xff}
	youFill     = color.RGBA{0x1f, 0x59, 0xd6, 0xff}
)

// otherPage has a colour that neither Baton nor the page of the order has.
const otherPage = `<!doctype html><html lang="en"><title>Other</title><style>body{margin:0;background:#2fae3c}</style><h1>Other</h1>`

// liveDesk is a desktop with Baton and an agent whose browser is open.
type liveDesk struct {
	t     *testing.T
	desk  *desk.Desk
	b     *baton
	agent *tools
	live  desk.Window
}

func openLive(t *testing.T) *liveDesk {
	t.Helper()
	l := &liveDesk{t: t, desk: desk.Start(t)}
	l.b = start(t, l.desk.Env(), t.TempDir())
	l.desk.Window("Baton")
	l.desk.Until("the management window has the keyboard", active(l.desk, "Baton"))
	_, token := l.b.agent("Claude Code")
	l.agent = l.b.mcp(token)
	l.agent.must("browser_navigate", map[string]any{"url": site(t, orderPage)})
	l.live = l.desk.Window("Baton live")
	l.desk.Until("the live window shows the page", coloured(l.desk, l.live.Place, pageColour))
	return l
}

// at waits until the live window is at a place, and has drawn the page's picture
// there: until then a click would meet what was drawn before.
func (l *liveDesk) at(what string, want image.Rectangle) {
	l.t.Helper()
	l.desk.Until(what, func(context.Context) error {
		if l.live = l.desk.Window("Baton live"); l.live.Place != want {
			return fmt.Errorf("the live window is at %v, not %v", l.live.Place, want)
		}
		return nil
	})
	l.desk.Until(what+", and shows the page", coloured(l.desk, want, pageColour))
}

// drives waits until someone drives the newest session.
func (l *liveDesk) drives(who wire.Controller) wire.Session {
	l.t.Helper()
	return waitFor(l.b, string(who)+" drives", func(s wire.Session) bool { return s.Controller == who })
}

// TestLiveWindowShapes: it opens without taking the keyboard, is dragged by its
// header, becomes a pill in its corner and comes back, and fills the screen.
func TestLiveWindowShapes(t *testing.T) {
	l := openLive(t)
	d := l.desk
	if title := d.Active(); title != "Baton" {
		t.Errorf("the live window has taken the keyboard: %q has it", title)
	}
	first := l.live.Place
	d.DragWindow(l.live, image.Pt(300, 8), image.Pt(-400, -300))
	moved := first.Add(image.Pt(-400, -300))
	l.at("the header moves the window", moved)

	d.Click(l.live, pillX, headerY)
	d.Until("the window is a pill in its corner", func(context.Context) error {
		l.live = d.Window("Baton live")
		if p := l.live.Place; p.Dy() != pillHeight || p.Dx() > 400 || p.Max != moved.Max {
			return fmt.Errorf("it is at %v, and was at %v", p, moved)
		}
		return nil
	})
	d.Shot("live-pill")
	// What happens meanwhile is there when the picture is.
	for range 3 {
		l.agent.must("browser_navigate", map[string]any{"url": site(t, otherPage)})
		l.agent.must("browser_navigate", map[string]any{"url": site(t, orderPage)})
	}
	d.Click(l.live, 40, pillHeight/2)
	l.at("a click on the pill brings the window back", moved)

	d.Click(l.live, largerX, headerY)
	l.at("the window fills the screen", image.Rect(16, 16, desk.Width-16, desk.Height-16))
	d.Shot("live-maximised")
	d.Key("Escape")
	l.at("Esc brings the window back", moved)
}

// TestLiveWindowClosing: closing hands back and hides the window for this
// session; the person can bring it back in control, and the next session opens it.
func TestLiveWindowClosing(t *testing.T) {
	l := openLive(t)
	d := l.desk
	d.Click(l.live, takeX, headerY)
	if in := l.drives(wire.UserDrives).HolderIn; in != wire.LiveWindow {
		t.Errorf("the window that drives is said to be %q", in)
	}
	d.Click(l.live, closeX, headerY)
	l.drives(wire.AgentDrives)
	d.NoWindow("Baton live")
	l.agent.must("browser_reload", nil)

	// The person takes it over in the management window, and the window manager
	// closes the live window.
	l.agent.must("request_browser_signin", map[string]any{"task": "order", "message": "Three books are in the cart."})
	manage := d.Window("Baton")
	at := manage.Place.Min.Add(image.Pt(manage.Place.Dx()+acceptX, acceptY))
	button := image.Rectangle{Min: at, Max: at}.Inset(-14)
	d.Until("the management window shows the request", func(ctx context.Context) error {
		return coloured(d, button, youFill)(ctx)
	})
	d.Shot("manage-request")
	d.Click(manage, acceptX, acceptY)
	l.live = d.Window("Baton live")
	l.drives(wire.UserDrives)
	d.Shot("live-taken-from-manage")
	d.CloseWindow(l.live)
	d.NoWindow("Baton live")
	l.drives(wire.AgentDrives)

	l.agent.must("browser_close", nil)
	d.NoWindow("Baton live")
	l.agent.must("browser_navigate", map[string]any{"url": site(t, orderPage)})
	l.live = d.Window("Baton live")
	d.Until("the next session opens the window again", coloured(d, l.live.Place, pageColour))
}

// TestLiveWindowKeepsItsSession: a second browser does not take the window; when
// the first has ended, the window goes on with the second.
func TestLiveWindowKeepsItsSession(t *testing.T) {
	l := openLive(t)
	d := l.desk
	_, token := l.b.agent("Codex")
	second := l.b.mcp(token)
	second.must("browser_navigate", map[string]any{"url": site(t, otherPage)})
	second.must("browser_snapshot", nil)
	d.Shot("live-switcher")
	if err := coloured(d, l.live.Place, pageColour)(t.Context()); err != nil {
		t.Errorf("the second browser took the window: %v", err)
	}
	l.agent.must("browser_close", nil)
	d.Until("the window goes on with the second browser", coloured(d, l.live.Place, otherColour))
}

// TestLiveWindowEach: by setting, each agent's browser has a window of its own,
// with its header in sight, and closing one hands back what it drove alone.
func TestLiveWindowEach(t *testing.T) {
	l := openLive(t)
	d := l.desk
	l.agent.must("browser_close", nil)
	d.Close(l.live)
	d.NoWindow("Baton live")
	if err := l.b.owner().Call(t.Context(), "settings_set", fields{"live_windows": "each"}, nil); err != nil {
		t.Fatal(err)
	}
	l.agent.must("browser_navigate", fields{"url": site(t, orderPage)})
	first := d.Window("Baton live")
	d.Until("the first window shows its page", coloured(d, first.Place, pageColour))
	_, token := l.b.agent("Codex")
	second := l.b.mcp(token)
	second.must("browser_navigate", fields{"url": site(t, otherPage)})
	var other desk.Window
	d.Until("there is a second window", func(ctx context.Context) error {
		all, err := d.Windows(ctx)
		for _, w := range all {
			if w.Title == first.Title && w.ID != first.ID {
				other = w
				return err
			}
		}
		return errors.New("there is not")
	})
	if want := first.Place.Sub(image.Pt(56, 56)); other.Place != want {
		t.Errorf("the second window is at %v, want %v", other.Place, want)
	}
	d.Move(other, 40, 60)
	other.Place = image.Rect(40, 60, 560, 480)
	d.Until("the second window shows its page", coloured(d, other.Place, otherColour))
	d.Until("the first still shows its own", coloured(d, first.Place, pageColour))
	d.Shot("live-one-each")

	d.Click(first, takeX, headerY)
	holders := func() (held []string) {
		var out struct{ Sessions []wire.Session }
		if err := l.b.owner().Call(t.Context(), "sessions_list", nil, &out); err != nil {
			t.Fatal(err)
		}
		for _, s := range out.Sessions {
			if s.Controller == wire.UserDrives {
				held = append(held, s.AgentName)
			}
		}
		return held
	}
	eventually(t, "the first one is driven", func() bool { return slices.Equal(holders(), []string{"Claude Code"}) })
	d.Close(other)
	eventually(t, "the second window is gone", func() bool {
		all, err := d.Windows(t.Context())
		return err == nil && !slices.ContainsFunc(all, func(w desk.Window) bool { return w.ID == other.ID })
	})
	if held := holders(); !slices.Equal(held, []string{"Claude Code"}) {
		t.Errorf("after the other window was closed the person drives %v", held)
	}
	d.Close(first)
	eventually(t, "the closed window hands back", func() bool { return len(holders()) == 0 })
}
