//go:build linux

package chrome_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// desktop is an X server of the test's own, with the programs of a person at it.
func desktop(t *testing.T) {
	t.Helper()
	for _, program := range []string{"Xvfb", "openbox", "xdotool", "wmctrl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no desktop to test on: %s is not installed", program)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{w}
	running(t, x)
	_ = w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("the X server did not start: %v", err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	t.Setenv("WAYLAND_DISPLAY", "")
	running(t, exec.Command("openbox"))
	until(t, "the window manager runs", func() error { return exec.Command("wmctrl", "-m").Run() })
}

func running(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// until asks again and again; what is asked is another process.
func until(t *testing.T, what string, ask func() error) {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		err := ask()
		if err == nil {
			return
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-limit:
			t.Fatalf("%s: not so: %v", what, err)
		}
	}
}

// closeWindow does what the window's own close button does.
func closeWindow(t *testing.T, title string) {
	t.Helper()
	until(t, "the window takes the wish", func() error { return exec.Command("wmctrl", "-c", title).Run() })
}

// bank is a site with a sign-in that ends with the browser.
func bank(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.Method == http.MethodPost {
			http.SetCookie(w, &http.Cookie{Name: "who", Value: r.FormValue("who"), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
			http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
			return
		}
		who := "nobody"
		if c, err := r.Cookie("who"); err == nil {
			who = c.Value
		}
		_, _ = fmt.Fprintf(w, `<!doctype html><link rel=icon href="data:,"><title>Bank %s</title><h1>Hello %s</h1>
			<form method=post><input name=who aria-label=Who style="position:fixed;left:0;top:60px;width:600px;height:200px"></form>
			<script>document.cookie = 'script=1'; const seen = sessionStorage.step ?? 'none'; sessionStorage.step = 'two'; localStorage.kept ??= %q;
			document.body.append('step ' + seen)</script>`, r.URL.Path, who, who)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// inPage is what the page in front says and has.
func inPage(ctx context.Context, t *testing.T, b *chrome.Browser) string {
	t.Helper()
	v, err := b.Evaluate(ctx, `[location.pathname, document.querySelector('h1')?.textContent, document.body.lastChild.textContent, localStorage.kept, document.cookie].join('; ')`, page.Target{})
	if err != nil {
		t.Fatal(err)
	}
	return v.Text
}

// hasTabs waits for the three tabs: those behind load on their own.
func hasTabs(t *testing.T, b *chrome.Browser) {
	t.Helper()
	until(t, "the tabs came along", func() error {
		if got := paths(b); got != "first second* third" {
			return fmt.Errorf("the tabs are %s", got)
		}
		return nil
	})
}

func paths(b *chrome.Browser) string {
	var out []string
	for _, x := range b.Tabs() {
		name := x.URL[strings.LastIndex(x.URL, "/")+1:]
		if x.Active {
			name += "*"
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

// TestRealWindow moves a browser from a Chrome without a window into one with a
// window and back, with a sign-in that lives in a cookie without a date.
func TestRealWindow(t *testing.T) {
	desktop(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	dir, site := filepath.Join(t.TempDir(), "profile"), bank(t)

	b := startOn(t, chrome.Options{UserDataDir: dir})
	for i, path := range []string{"/first", "/second", "/third"} {
		var err error
		if i == 0 {
			_, err = b.Navigate(ctx, site+path)
		} else {
			_, err = b.NewTab(ctx, site+path)
		}
		must(t, err)
	}
	must(t, b.SelectTab(ctx, b.Tabs()[1].ID))
	_, err := b.Type(ctx, page.Target{Selector: "input"}, page.Typing{Text: "Ada", Submit: true})
	must(t, err)
	wantText(ctx, t, b, "h1", "Hello Ada")
	old := refOf(ctx, t, b, `textbox "Who"`)
	luggage := b.Pack(ctx)
	if text := fmt.Sprintf("%v %+v %#v", luggage, luggage, luggage.Cookies); strings.Contains(text, "Ada") || strings.Contains(text, "step") {
		t.Errorf("what is taken along can be read: %s", text)
	}
	must(t, b.Close(ctx))

	w := startOn(t, chrome.Options{UserDataDir: dir, Mode: chrome.Visible, Luggage: &luggage})
	if got, want := inPage(ctx, t, w), `"/second; Hello Ada; step two; nobody; script=1"`; got != want {
		t.Errorf("in the window\n%s, not\n%s", got, want)
	}
	hasTabs(t, w)
	v, err := w.Evaluate(ctx, "[navigator.webdriver, navigator.userAgent.includes('Headless'), outerWidth - innerWidth < 40, outerHeight - innerHeight < 110].join()", page.Target{})
	if err != nil || v.Text != `"false,false,true,true"` {
		t.Errorf("the window is %s, %v", v.Text, err)
	}
	wantFault(t, clickOn(ctx, w, old), fault.StaleRef, "ref e1")

	// A person types with the keyboard of the desktop.
	until(t, "the window is in front", func() error { return exec.Command("wmctrl", "-a", "Bank /second").Run() })
	must(t, exec.Command("xdotool", "search", "--sync", "--name", "Bank /second", "windowfocus", "--sync").Run())
	must(t, exec.Command("xdotool", "search", "--name", "Bank /second", "mousemove", "--window", "%1", "200", "300", "click", "1").Run())
	must(t, exec.Command("xdotool", "type", "--delay", "20", "Grace\n").Run())
	until(t, "the window's sign-in is kept", func() error { return chrome.Kept(w, "Grace") })
	closeWindow(t, "Bank /second")
	select {
	case <-w.Done():
	case <-ctx.Done():
		t.Fatal("the browser goes on without a window")
	}
	if w.Err() != nil {
		t.Errorf("a closed window is a crash: %v", w.Err())
	}
	luggage = w.Pack(ctx)
	must(t, w.Close(ctx))

	b = startOn(t, chrome.Options{UserDataDir: dir, Luggage: &luggage})
	if got, want := inPage(ctx, t, b), `"/second; Hello Grace; step two; nobody; script=1"`; got != want {
		t.Errorf("back again\n%s, not\n%s", got, want)
	}
	hasTabs(t, b)
	wantFault(t, clickOn(ctx, b, old), fault.StaleRef, "ref e1")
	still, err := b.Still(ctx, page.Cast{})
	must(t, err)
	if c, err := jpeg.DecodeConfig(bytes.NewReader(still.JPEG)); err != nil || c.Width != still.Width || c.Height != still.Height || c.Width != 1280 {
		t.Errorf("the picture is %d×%d, of a page of %d×%d, %v", c.Width, c.Height, still.Width, still.Height, err)
	}
	for _, e := range [][]input.Event{
		{{Kind: input.PointerDown, X: 300, Y: 150, Button: "left", Clicks: 1}, {Kind: input.PointerUp, X: 300, Y: 150, Button: "left", Clicks: 1}},
		{{Kind: input.Text, Text: "Lin"}},
		{{Kind: input.KeyDown, Key: "Enter", Code: "Enter"}, {Kind: input.KeyUp, Key: "Enter", Code: "Enter"}},
	} {
		must(t, b.Input(ctx, e))
	}
	must(t, b.Wait(ctx, page.Wait{Text: "Hello Lin"}))
}

// A window whose Chrome is killed has crashed: that is no wish to go back.
func TestRealWindowCrash(t *testing.T) {
	desktop(t)
	w := startOn(t, chrome.Options{UserDataDir: filepath.Join(t.TempDir(), "profile"), Mode: chrome.Visible})
	must(t, syscall.Kill(w.Pid(), syscall.SIGKILL))
	<-w.Done()
	wantFault(t, w.Err(), fault.BrowserUnavailable, "unexpectedly")
}

func clickOn(ctx context.Context, b *chrome.Browser, what page.Target) error {
	_, err := b.Click(ctx, what, page.Click{})
	return err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
