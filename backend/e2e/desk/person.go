//go:build e2e && linux

package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Window is a window on the desktop.
type Window struct {
	ID    string
	Title string
	Place image.Rectangle // on the screen, without the frame of the manager
}

// Windows are the windows that are shown.
func (d *Desk) Windows(ctx context.Context) ([]Window, error) {
	out, err := d.run(ctx, "wmctrl", "-l")
	if err != nil {
		return nil, err
	}
	var all []Window
	for line := range strings.Lines(out) {
		// id, desktop, host, title
		f := strings.SplitN(strings.Join(strings.Fields(line), " "), " ", 4)
		if len(f) < 4 {
			continue
		}
		w := Window{ID: f[0], Title: f[3]}
		if w.Place, err = d.place(ctx, w.ID); err != nil {
			continue // closed in the meantime
		}
		all = append(all, w)
	}
	return all, nil
}

// place asks xwininfo: xdotool counts the frame of a window twice.
func (d *Desk) place(ctx context.Context, id string) (image.Rectangle, error) {
	out, err := d.run(ctx, "xwininfo", "-id", id)
	if err != nil {
		return image.Rectangle{}, err
	}
	values := map[string]int{}
	for line := range strings.Lines(out) {
		name, v, _ := strings.Cut(strings.TrimSpace(line), ":")
		values[name], _ = strconv.Atoi(strings.TrimSpace(v))
	}
	x, y := values["Absolute upper-left X"], values["Absolute upper-left Y"]
	return image.Rect(x, y, x+values["Width"], y+values["Height"]), nil
}

// Window waits for a window whose title has the text.
func (d *Desk) Window(title string) Window {
	d.t.Helper()
	var found Window
	d.until("a window «"+title+"» is open", func(ctx context.Context) error {
		all, err := d.Windows(ctx)
		if err != nil {
			return err
		}
		var titles []string
		for _, w := range all {
			if strings.Contains(w.Title, title) {
				found = w
				return nil
			}
			titles = append(titles, w.Title)
		}
		return fmt.Errorf("the windows are %q", titles)
	})
	return found
}

// NoWindow waits until no window's title has the text.
func (d *Desk) NoWindow(title string) {
	d.t.Helper()
	d.until("no window «"+title+"» is open", func(ctx context.Context) error {
		all, err := d.Windows(ctx)
		if err != nil {
			return err
		}
		for _, w := range all {
			if strings.Contains(w.Title, title) {
				return errors.New("it is still open")
			}
		}
		return nil
	})
}

// Close closes a window as its title bar's button does.
func (d *Desk) Close(w Window) {
	d.t.Helper()
	d.must("wmctrl", "-i", "-c", w.ID)
}

// Active is the title of the window that has the keyboard.
func (d *Desk) Active() string {
	d.t.Helper()
	title, err := d.run(d.t.Context(), "xdotool", "getactivewindow", "getwindowname")
	if err != nil {
		return ""
	}
	return title
}

// State gives what the window manager was told of a window, such as
// _NET_WM_STATE_ABOVE.
func (d *Desk) State(w Window) string {
	d.t.Helper()
	return d.must("xprop", "-id", w.ID, "_NET_WM_STATE", "_MOTIF_WM_HINTS")
}

// Click clicks at a point of the window, counted from its upper left corner;
// negative numbers count from the other edge.
func (d *Desk) Click(w Window, x, y int) {
	d.t.Helper()
	if x < 0 {
		x += w.Place.Dx()
	}
	if y < 0 {
		y += w.Place.Dy()
	}
	d.ClickAt(w.Place.Min.X+x, w.Place.Min.Y+y)
}

// ClickAt clicks at a point of the screen.
func (d *Desk) ClickAt(x, y int) {
	d.t.Helper()
	d.must("xdotool", "mousemove", "--sync", strconv.Itoa(x), strconv.Itoa(y), "click", "1")
}

// DragWindow drags a window by what is at a point of it, as a person does: with
// the button held until the window follows and is where it belongs.
func (d *Desk) DragWindow(w Window, at, by image.Point) {
	d.t.Helper()
	from, to := w.Place.Min.Add(at), w.Place.Min.Add(at).Add(by)
	s := strconv.Itoa
	d.must("xdotool", "mousemove", "--sync", s(from.X), s(from.Y), "mousedown", "1")
	defer d.must("xdotool", "mouseup", "1")
	step := 0
	d.until("the window follows the mouse", func(ctx context.Context) error {
		step++ // a mouse that moves tells where it is
		if _, err := d.run(ctx, "xdotool", "mousemove", s(to.X+step%2), s(to.Y)); err != nil {
			return err
		}
		place, err := d.place(ctx, w.ID)
		if err == nil && place.Min == w.Place.Min {
			err = errors.New("it stays where it is")
		}
		return err
	})
	d.must("xdotool", "mousemove", s(to.X), s(to.Y))
	d.until("the window is where it was dragged to", func(ctx context.Context) error {
		place, err := d.place(ctx, w.ID)
		if want := w.Place.Min.Add(by); err == nil && place.Min != want {
			err = fmt.Errorf("it is at %v, not %v", place.Min, want)
		}
		return err
	})
}

// Move moves a window as a window manager does, and waits until it is there.
func (d *Desk) Move(w Window, x, y int) {
	d.t.Helper()
	d.must("xdotool", "windowmove", w.ID, strconv.Itoa(x), strconv.Itoa(y))
	d.until("the window has moved", func(ctx context.Context) error {
		at, err := d.place(ctx, w.ID)
		if err == nil && at.Min != image.Pt(x, y) {
			err = fmt.Errorf("it is at %v", at)
		}
		return err
	})
}

// Display makes the display this wide, as when another one is plugged in.
func (d *Desk) Display(width int) {
	d.t.Helper()
	d.must("xrandr", "--setmonitor", fmt.Sprintf("display%d", width), fmt.Sprintf("%d/%dx%d/%d+0+0", width, width/4, Height, Height/4), "screen")
	d.must("xrandr", "--fbmm", fmt.Sprintf("%dx%d", width/4, Height/4)) // programs hear of a new size alone
}

// At waits until a window is at a place.
func (d *Desk) At(w Window, want image.Rectangle) {
	d.t.Helper()
	d.until("the window is at "+want.String(), func(ctx context.Context) error {
		at, err := d.place(ctx, w.ID)
		if err == nil && at != want {
			err = fmt.Errorf("it is at %v", at)
		}
		return err
	})
}

// CloseWindow asks a window to close, as its close button does.
func (d *Desk) CloseWindow(w Window) {
	d.t.Helper()
	d.must("wmctrl", "-i", "-c", w.ID)
}

// Wheel turns the wheel at the pointer; positive is down.
func (d *Desk) Wheel(clicks int) {
	d.t.Helper()
	button := "5"
	if clicks < 0 {
		button, clicks = "4", -clicks
	}
	d.must("xdotool", "click", "--repeat", strconv.Itoa(clicks), button)
}

// Key presses keys by their X names, such as "shift+Escape".
func (d *Desk) Key(keys ...string) {
	d.t.Helper()
	d.must("xdotool", append([]string{"key", "--delay", "30"}, keys...)...)
}

// Paste puts text on the clipboard and pastes it.
func (d *Desk) Paste(text string) {
	d.t.Helper()
	cmd := exec.CommandContext(d.t.Context(), "xclip", "-selection", "clipboard", "-in", "-quiet", "-loops", "0")
	cmd.Env = d.Env()
	cmd.Stdin = strings.NewReader(text)
	d.keep(cmd) // a clipboard lives in the program that owns it
	d.until("the clipboard has the text", func(ctx context.Context) error {
		got, err := d.run(ctx, "xclip", "-selection", "clipboard", "-out")
		if err == nil && got != strings.TrimSpace(text) {
			err = fmt.Errorf("it has %q", got)
		}
		return err
	})
	d.Key("ctrl+v")
}

// Shot takes a picture of the screen into the artefacts and gives its file.
func (d *Desk) Shot(name string) string {
	d.t.Helper()
	file := filepath.Join(d.shots, name+".png")
	cmd := exec.Command("import", "-silent", "-window", "root", file)
	cmd.Env = d.Env()
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Errorf("take a picture: %v: %s", err, out)
	}
	return file
}

// Colours counts the colours in a part of the screen: a blank window has one or two.
func (d *Desk) Colours(part image.Rectangle) int {
	d.t.Helper()
	file := d.Shot("colours")
	raw, err := os.ReadFile(file)
	if err != nil {
		d.t.Fatal(err)
	}
	_ = os.Remove(file)
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		d.t.Fatal(err)
	}
	seen := map[[3]uint32]bool{}
	part = part.Intersect(img.Bounds())
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}

func (d *Desk) must(name string, args ...string) string {
	d.t.Helper()
	out, err := d.run(d.t.Context(), name, args...)
	if err != nil {
		d.t.Fatal(err)
	}
	return out
}
