//go:build desktop && !race

package tray_test

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batonbrowser/baton/app/mark"
	"github.com/batonbrowser/baton/app/tray"
	"github.com/batonbrowser/baton/app/tray/traytest"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/frontend"
)

// host is what the tray shows and calls, recorded.
type host struct {
	mu      sync.Mutex
	state   tray.State
	changes chan struct{}
	done    chan string
}

func (h *host) State() tray.State {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state
}

func (h *host) Changes() <-chan struct{} { return h.changes }

func (h *host) set(s tray.State) {
	h.mu.Lock()
	s.Words = h.state.Words
	h.state = s
	h.mu.Unlock()
	h.changes <- struct{}{}
}

func (h *host) did(what string, id ident.Session) error { h.done <- what + string(id); return nil }

func (h *host) Show(_ context.Context, id ident.Session) error     { return h.did("show ", id) }
func (h *host) TakeOver(_ context.Context, id ident.Session) error { return h.did("take ", id) }
func (h *host) HandBack(_ context.Context, id ident.Session) error { return h.did("hand back ", id) }

func (h *host) CloseBrowser(_ context.Context, id ident.Session) error {
	return h.did("close ", id)
}
func (h *host) OpenBaton(context.Context) error { return h.did("open", "") }
func (h *host) Quit(context.Context) error      { return h.did("quit", "") }

// bus starts a session bus of the test's own.
func bus(t *testing.T) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skipf("no dbus-daemon: %v", err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// TestEntry goes through the life of the entry on a real session bus. The tray
// can run only once in a process, so this is one test. It runs beside the
// end-to-end tests and without the race detector, which finds the library's own
// connection to the bus.
func TestEntry(t *testing.T) {
	address := bus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	t.Setenv("XDG_CURRENT_DESKTOP", "GNOME")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	w, err := words.Load(frontend.Locales, "en")
	if err != nil {
		t.Fatal(err)
	}
	area, err := traytest.Watch(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = area.Close() }()
	h := &host{state: tray.State{Words: w}, changes: make(chan struct{}), done: make(chan string, 1)}
	var running sync.WaitGroup
	running.Go(func() {
		if err := tray.Run(ctx, tray.Options{Source: h, Actions: h}); err != nil {
			t.Error(err)
		}
	})
	item, err := area.Item(ctx)
	if err != nil {
		t.Fatal(err)
	}
	wantMenu(ctx, t, item, "No browser is open", "Open Baton", "Quit")
	idle := picture(ctx, t, item)

	drive := func(sign mark.Sign) tray.State {
		return tray.State{Sessions: []tray.Session{{ID: "sess_1", Agent: "Claude Code", Host: "a.test", Sign: sign}}}
	}
	h.set(drive(mark.Agent))
	menu := wantSession(ctx, t, item, "Claude Code, a.test, agent drives", "Show", "Take over", "Close browser")
	until(ctx, t, "the icon changes", func() bool { return !slices.Equal(picture(ctx, t, item), idle) })
	until(ctx, t, "the tool tip counts", func() bool {
		tip, err := item.ToolTip()
		return err == nil && tip == "Baton: 1 browser open"
	})
	wantClick(ctx, t, item, h, menu[0].Children[1], "take sess_1")
	wantClick(ctx, t, item, h, menu[0].Children[0], "show sess_1")

	h.set(drive(mark.You))
	menu = wantSession(ctx, t, item, "Claude Code, a.test, you drive", "Show", "Hand back", "Close browser")
	wantClick(ctx, t, item, h, menu[0].Children[1], "hand back sess_1")
	wantClick(ctx, t, item, h, menu[0].Children[2], "close sess_1")
	wantClick(ctx, t, item, h, menu[1], "open")
	wantClick(ctx, t, item, h, menu[2], "quit")

	h.set(tray.State{})
	wantMenu(ctx, t, item, "No browser is open", "Open Baton", "Quit")
	cancel()
	running.Wait()
}

// wantMenu waits until the menu has these entries.
func wantMenu(ctx context.Context, t *testing.T, item *traytest.Item, labels ...string) {
	t.Helper()
	until(ctx, t, fmt.Sprintf("the menu becomes %q", labels), func() bool {
		return slices.Equal(labelsOf(menuOf(ctx, t, item)), labels)
	})
}

// wantSession waits until the menu has one session with these entries: they
// change one by one, and a panel may look in between.
func wantSession(ctx context.Context, t *testing.T, item *traytest.Item, label string, entries ...string) (menu []traytest.Entry) {
	t.Helper()
	until(ctx, t, fmt.Sprintf("the menu has %q with %q", label, entries), func() bool {
		menu = menuOf(ctx, t, item)
		return slices.Equal(labelsOf(menu), []string{label, "Open Baton", "Quit"}) && slices.Equal(labelsOf(menu[0].Children), entries)
	})
	return menu
}

func menuOf(ctx context.Context, t *testing.T, item *traytest.Item) []traytest.Entry {
	t.Helper()
	menu, err := item.Menu(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return menu
}

func until(ctx context.Context, t *testing.T, what string, ok func() bool) {
	t.Helper()
	for !ok() {
		if ctx.Err() != nil {
			t.Fatalf("did not happen: %s", what)
		}
	}
}

func labelsOf(menu []traytest.Entry) []string {
	var all []string
	for _, e := range menu {
		all = append(all, e.Label)
	}
	return all
}

func wantClick(ctx context.Context, t *testing.T, item *traytest.Item, h *host, e traytest.Entry, want string) {
	t.Helper()
	if err := item.Click(ctx, e); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-h.done:
		if got != want {
			t.Errorf("a click on %q did %q, want %q", e.Label, got, want)
		}
	case <-ctx.Done():
		t.Fatalf("a click on %q did nothing", e.Label)
	}
}

func picture(ctx context.Context, t *testing.T, item *traytest.Item) (argb []byte) {
	t.Helper()
	until(ctx, t, "the entry has an icon", func() bool { // a panel may look before it is there
		w, h, pixels, err := item.Icon()
		argb = pixels
		return err == nil && w == 32 && h == 32
	})
	return argb
}
