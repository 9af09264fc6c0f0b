//go:build e2e && linux

package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/wire"
	"github.com/batonbrowser/baton/frontend"
)

// vault is a site whose sign-in ends with the browser, at /keep after a day. Its
// field is where a person at the desktop finds it.
func vault(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.Method == http.MethodPost {
			c := &http.Cookie{Name: "who", Value: r.FormValue("who"), Path: "/", HttpOnly: true}
			if r.URL.Path == "/keep" {
				c.MaxAge = 24 * 60 * 60
			}
			http.SetCookie(w, c)
			http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
			return
		}
		who := "nobody"
		if c, err := r.Cookie("who"); err == nil {
			who = c.Value
		}
		_, _ = fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Vault of %[1]s</title><style>body{margin:0;font:28px sans-serif;background:#dce6f4}
			input{position:absolute;left:100px;top:120px;width:900px;height:120px;font-size:60px}</style><h1>Hello %[1]s</h1>
			<form method=post><input name=who aria-label=Account></form>`, who)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// atDesk is a person at Baton's page and at the desktop, and an agent.
type atDesk struct {
	t     *testing.T
	d     *desk.Desk
	b     *baton
	p     *person
	agent *tools
	word  func(key string) string
	lang  string
}

func sitDown(t *testing.T, lang string) *atDesk {
	t.Helper()
	d := desk.Start(t)
	a := &atDesk{t: t, d: d, lang: lang, b: start(t, d.Env(), t.TempDir(), "serve", "--owner-link")}
	texts, err := words.Load(frontend.Locales, lang)
	if err != nil {
		t.Fatal(err)
	}
	a.word = func(key string) string { return texts.Text(key, nil) }
	if err := a.b.owner().Call(t.Context(), "settings_set", map[string]any{"language": lang}, nil); err != nil {
		t.Fatal(err)
	}
	_, token := a.b.agent("Claude Code")
	a.agent = a.b.mcp(token)
	a.p = a.b.visit()
	a.p.sees("Claude Code")
	return a
}

// opens opens the page as a real window, in which the person then signs in.
func (a *atDesk) opens(account string) desk.Window {
	a.t.Helper()
	a.p.presses("button", a.word("live.more"))
	a.p.presses("menuitem", a.word("live.realWindow"))
	w := a.d.Window("Vault of nobody")
	a.p.sees(a.word("live.apart.title"))
	a.p.sees(a.word("live.apart.back"))
	a.p.shot("real-window-page-" + a.lang)
	a.d.Click(w, 400, 88+180)
	a.d.Type(account)
	a.d.Key("Return")
	w = a.d.Window("Vault of " + account)
	a.d.Shot("real-window-" + a.lang)
	return w
}

// TestRealWindow: a person opens the agent's browser as a real window, signs in
// there with the mouse and keyboard of the desktop, and comes back by the button or
// by closing the window; the agent goes on signed in and has seen nothing of it.
func TestRealWindow(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		t.Run(lang, func(t *testing.T) {
			a := sitDown(t, lang)
			url := vault(t)
			a.agent.must("browser_navigate", map[string]any{"url": url})
			a.p.open(a.b.url() + "/live.html")
			a.p.presses("button", a.word("live.take"))
			a.p.sees(a.word("live.handBack"))
			w := a.opens("Ada")
			for _, tool := range []string{"browser_snapshot", "browser_read", "browser_screenshot", "browser_tabs", "browser_click"} {
				in := map[string]any{}
				if tool == "browser_click" {
					in["ref"] = "e1"
				}
				if text, failed := a.agent.call(tool, in); !failed || !strings.Contains(text, "paused_by_user") || strings.Contains(text, "Vault") || strings.Contains(text, url[7:]) {
					t.Errorf("%s while the window is open: %s", tool, text)
				}
			}
			if lang == "en" {
				a.p.presses("button", a.word("live.apart.back"))
			} else {
				a.d.CloseWindow(w)
			}
			a.d.NoWindow("Vault")
			a.p.sees(a.word("live.more"))
			waitFor(a.b, "the page is back", func(s wire.Session) bool {
				return s.RealWindow == "" && s.Phase == wire.Live && s.Title == "Vault of Ada"
			})
			a.p.shot("real-window-back-" + lang)

			// The person goes on in the live view, and once more in a window, which the
			// hand-back closes.
			a.p.at(400, 180)
			a.p.types("Grace")
			a.p.does(enter...)
			eventually(t, "the live view takes input", func() bool {
				text, _ := a.agent.call("browser_read", nil)
				return strings.Contains(text, "Hello Grace")
			})
			a.p.presses("button", a.word("live.more"))
			a.p.presses("menuitem", a.word("live.realWindow"))
			a.d.Window("Vault of Grace")
			a.p.sees(a.word("live.apart.title"))
			a.p.presses("button", a.word("live.handBack"))
			a.d.NoWindow("Vault")
			waitFor(a.b, "the agent drives", func(s wire.Session) bool { return s.Controller == wire.AgentDrives })
			if text := a.agent.must("browser_read", nil) + a.agent.must("browser_navigate", map[string]any{"url": url + "/later"}); strings.Count(text, "Vault of Grace") < 2 {
				t.Errorf("the agent is not signed in: %s", text)
			}
			var log ops.AuditList
			if err := a.b.owner().Call(t.Context(), "audit_list", map[string]any{"limit": 200}, &log); err != nil {
				t.Fatal(err)
			}
			opened := 0
			for _, e := range log.Entries {
				if e.Kind == audit.RealWindow && e.By == audit.ByUser {
					opened++
				}
			}
			if opened != 2 {
				t.Errorf("the record has %d openings of a window", opened)
			}
		})
	}
}

// TestRealWindowForSignIn: a sign-in can be done in a real window; Done closes it,
// and the profile has what was signed in there.
func TestRealWindowForSignIn(t *testing.T) {
	a := sitDown(t, "de")
	url := vault(t) + "/keep"
	a.agent.must("request_browser_signin", map[string]any{"message": "I need the account", "url": url})
	a.p.sees("I need the account")
	a.p.presses("button", a.word("live.takeBrowser"))
	a.p.sees(a.word("live.done"))
	waitFor(a.b, "the page of the request is there", func(s wire.Session) bool { return s.Title == "Vault of nobody" })
	a.opens("Ada")
	a.p.shot("real-window-signin")
	a.p.presses("button", a.word("live.done"))
	a.d.NoWindow("Vault")
	a.agent.must("browser_navigate", map[string]any{"url": url})
	if text := a.agent.must("browser_read", nil); !strings.Contains(text, "Hello Ada") {
		t.Errorf("the profile is not signed in: %s", text)
	}
}

// TestRealWindowWithoutDesktop: where no window can open it is said what to do, and
// the browser goes on as it was.
func TestRealWindowWithoutDesktop(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	b := start(t, nil, t.TempDir(), "serve", "--owner-link")
	texts, err := words.Load(frontend.Locales, "en")
	if err != nil {
		t.Fatal(err)
	}
	_, token := b.agent("Claude Code")
	agent := b.mcp(token)
	agent.must("browser_navigate", map[string]any{"url": vault(t)})
	p := b.visit()
	p.sees("Claude Code")
	p.open(b.url() + "/live.html")
	p.presses("button", texts.Text("live.take", nil))
	p.presses("button", texts.Text("live.more", nil))
	p.presses("menuitem", texts.Text("live.realWindow", nil))
	p.reads(texts.Text("fault.noDesktop", nil))
	p.shot("real-window-no-desktop")
	p.at(400, 180)
	p.types("Ada")
	p.does(enter...)
	eventually(t, "the live view takes input", func() bool {
		text, _ := agent.call("browser_read", nil)
		return strings.Contains(text, "Hello Ada")
	})
}

// Where «More» and its last entry are in the live window, from its right edge.
const moreX, moreY, apartX, apartY = -24, 66, -90, 196

// TestRealWindowFromLiveWindow: the live window of the desktop opens it, stays where
// it is, and has the page again when the person has closed it.
func TestRealWindowFromLiveWindow(t *testing.T) {
	l := openLive(t)
	d := l.desk
	d.Click(l.live, takeX, headerY)
	l.drives(wire.UserDrives)
	d.Click(l.live, moreX, moreY)
	entry := l.live.Place.Min.Add(image.Pt(l.live.Place.Dx()+apartX, apartY))
	d.Until("the menu is open", func(ctx context.Context) error {
		if coloured(d, image.Rectangle{Min: entry, Max: entry}.Inset(-8), pageColour)(ctx) == nil {
			return errors.New("the page is there")
		}
		return nil
	})
	d.Shot("real-window-menu")
	d.Click(l.live, apartX, apartY)
	w := d.Window("Order - ")
	waitFor(l.b, "the page is in its own window", func(s wire.Session) bool { return s.RealWindow == wire.WindowOpen })
	d.Until("the live window offers the way back", coloured(d, l.live.Place, youFill))
	d.Shot("real-window-from-live")
	if place := d.Window("Baton live").Place; place != l.live.Place {
		t.Errorf("the live window went to %v", place)
	}
	d.CloseWindow(w)
	d.NoWindow("Order - ")
	waitFor(l.b, "the page is back", func(s wire.Session) bool { return s.RealWindow == "" && s.Phase == wire.Live })
	l.at("the live window shows the page again", l.live.Place)
	d.Click(l.live, handX, headerY)
	l.drives(wire.AgentDrives)
	l.agent.must("browser_snapshot", nil)
}
