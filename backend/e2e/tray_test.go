//go:build e2e && linux

package e2e_test

import (
	"context"
	"testing"
	"time"

	"github.com/batonbrowser/baton/app/tray/traytest"
	"github.com/batonbrowser/baton/backend/e2e/desk"
)

// TestTrayOfTheDesktop: the host's entry in the status area opens the window,
// brings it back after it was closed, and ends Baton.
func TestTrayOfTheDesktop(t *testing.T) {
	d := desk.Start(t)
	area, err := traytest.Watch(d.Bus())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = area.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	b := start(t, d.Env(), t.TempDir())
	item, err := area.Item(ctx)
	if err != nil {
		t.Fatal(err)
	}
	choose := func(label string) {
		t.Helper()
		menu, err := item.Menu(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range menu {
			if e.Label == label {
				if err := item.Click(ctx, e); err != nil {
					t.Fatal(err)
				}
				return
			}
		}
		t.Fatalf("the menu has no %q: %+v", label, menu)
	}
	// A start of Baton by the person shows the window; closing it leaves Baton.
	d.CloseWindow(d.Window("Baton"))
	d.NoWindow("Baton")
	choose("Open Baton")
	d.Window("Baton")
	choose("Quit")
	select {
	case <-b.done:
	case <-time.After(patience):
		t.Fatal("Baton did not end")
	}
	d.NoWindow("Baton")
}
