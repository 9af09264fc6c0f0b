//go:build e2e && linux

package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/e2e/desk"
)

// window starts one native window that has no host. It gives its standard input,
// whose end closes it, and its process.
func window(t *testing.T, d *desk.Desk, kind, dataDir string) (io.Closer, *exec.Cmd) {
	t.Helper()
	cmd := exec.Command(desk.Binary(t), "window", kind)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = d.Env()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	boot := map[string]any{"base_url": "http://127.0.0.1:1", "token": "none", "language": "de", "theme": "light", "data_dir": dataDir}
	if err := json.NewEncoder(stdin).Encode(boot); err != nil {
		t.Fatal(err)
	}
	return stdin, cmd
}

// TestNativeWindows starts both windows as the host does and looks at them.
func TestNativeWindows(t *testing.T) {
	d := desk.Start(t)
	data := t.TempDir()
	_, _ = window(t, d, "manage", data)
	manage := d.Window("Baton")
	d.Until("the management window has the keyboard", active(d, "Baton"))
	if size := manage.Place.Size(); size != image.Pt(1180, 780) {
		t.Errorf("the management window is %v", size)
	}

	stdin, live := window(t, d, "live", data)
	w := d.Window("Baton live")
	if want := image.Rect(desk.Width-536, desk.Height-436, desk.Width-16, desk.Height-16); w.Place != want {
		t.Errorf("the live window is at %v, want %v", w.Place, want)
	}
	state := d.State(w)
	if !strings.Contains(state, "_NET_WM_STATE_ABOVE") || !strings.Contains(state, "0x2, 0x0, 0x0") {
		t.Errorf("the live window is not frameless and above others: %s", state)
	}
	d.Until("the live window has drawn its page", func(context.Context) error {
		if n := d.Colours(w.Place); n < 8 {
			return fmt.Errorf("%d colours", n)
		}
		return nil
	})
	if title := d.Active(); title != "Baton" {
		t.Errorf("the live window has taken the keyboard: %q has it", title)
	}
	d.Shot("windows-without-host")

	// Its host ends, and it remembers where it was.
	d.Move(w, 300, 200)
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := live.Wait(); err != nil {
		t.Errorf("the live window ended with %v", err)
	}
	d.NoWindow("Baton live")
	_, _ = window(t, d, "live", data)
	if again := d.Window("Baton live"); again.Place.Min != image.Pt(300, 200) {
		t.Errorf("the live window came back at %v", again.Place)
	}
}

// TestDisplaysComeAndGo: a window stays on the displays, and is where it was left
// on each set of them.
func TestDisplaysComeAndGo(t *testing.T) {
	d := desk.Start(t)
	data := t.TempDir()
	kept := func(displays string) {
		t.Helper()
		var raw []byte
		eventually(t, "the place on "+displays+" is kept", func() bool {
			raw, _ = os.ReadFile(filepath.Join(data, "window-live.json"))
			return strings.Contains(string(raw), `"`+displays+`"`)
		}, func() string { return string(raw) })
	}
	half := desk.Width / 2
	stdin, live := window(t, d, "live", data)
	w := d.Window("Baton live")
	right := image.Rect(half+100, 300, half+620, 720)
	d.Move(w, right.Min.X, right.Min.Y)
	kept(fmt.Sprintf("%dx%d", desk.Width, desk.Height))

	d.Display(half)
	d.At(w, image.Rect(half-520, 300, half, 720))
	left := image.Rect(60, 80, 580, 500)
	d.Move(w, left.Min.X, left.Min.Y)
	kept(fmt.Sprintf("%dx%d", half, desk.Height))

	d.Display(desk.Width)
	d.At(w, right)
	d.Display(half)
	d.At(w, left)

	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := live.Wait(); err != nil {
		t.Errorf("the live window ended with %v", err)
	}
	d.NoWindow("Baton live")
	d.Display(desk.Width)
	_, _ = window(t, d, "live", data)
	d.At(d.Window("Baton live"), right)
}

func active(d *desk.Desk, title string) func(context.Context) error {
	return func(context.Context) error {
		if got := d.Active(); got != title {
			return fmt.Errorf("%q has it", got)
		}
		return nil
	}
}
