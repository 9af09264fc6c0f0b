//go:build e2e && linux

package e2e_test

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/app/tray/traytest"
	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/wire"
)

// TestSecondStart: there is one Baton per data directory; a second start shows
// the first one's window and ends.
func TestSecondStart(t *testing.T) {
	d := desk.Start(t)
	b := start(t, d.Env(), t.TempDir())
	manage := d.Window("Baton")
	d.Close(manage)
	d.NoWindow("Baton")
	second := exec.Command(desk.Binary(t), "--data-dir", b.data)
	second.Env = d.Env()
	if out, err := second.CombinedOutput(); err != nil {
		t.Fatalf("the second start: %v: %s", err, out)
	}
	d.Window("Baton")

	// A second host on the data directory, or on the port, is refused and says why.
	for _, args := range [][]string{
		{"serve", "--data-dir", b.data, "--port", freePort(t)},
		{"serve", "--data-dir", t.TempDir(), "--port", b.port},
	} {
		third := exec.Command(desk.Binary(t), args...)
		third.Env = d.Env()
		out, err := third.CombinedOutput()
		if err == nil {
			t.Errorf("baton %v started beside the first: %s", args, out)
		}
		t.Logf("baton %v: %s", args, out)
	}
}

// TestTray: the entry in the status area shows who drives, takes over, hands back
// and ends Baton.
func TestTray(t *testing.T) {
	d := desk.Start(t)
	area, err := traytest.Watch(d.Bus())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = area.Close() }()
	b := start(t, d.Env(), t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	item, err := area.Item(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, token := b.agent("Claude Code")
	b.mcp(token).must("browser_navigate", map[string]any{"url": site(t, orderPage)})
	d.Window("Baton live")

	clickEntry(t, item, "Claude Code", "Take over")
	waitFor(b, "the person drives", func(s wire.Session) bool { return s.Controller == wire.UserDrives })
	clickEntry(t, item, "you drive", "Hand back")
	waitFor(b, "the agent drives", func(s wire.Session) bool { return s.Controller == wire.AgentDrives })
	clickEntry(t, item, "agent drives", "Close browser")
	waitFor(b, "the browser is closed", func(s wire.Session) bool { return s.Phase == wire.Ended })
	clickEntry(t, item, "Quit")
	select {
	case <-b.done:
	case <-time.After(patience):
		t.Fatal("Quit did not end Baton")
	}
}

// clickEntry clicks an entry of the menu, found by parts of the labels on the way
// to it, as soon as it is there.
func clickEntry(t *testing.T, item *traytest.Item, path ...string) {
	t.Helper()
	var found traytest.Entry
	eventually(t, "the tray's menu has "+strings.Join(path, " › "), func() bool {
		menu, err := item.Menu(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range path {
			i := slices.IndexFunc(menu, func(e traytest.Entry) bool { return strings.Contains(e.Label, part) && e.Enabled })
			if i < 0 {
				return false
			}
			found, menu = menu[i], menu[i].Children
		}
		return true
	})
	if err := item.Click(t.Context(), found); err != nil {
		t.Fatal(err)
	}
}
