package window

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/batonbrowser/baton/app/windows"
)

// rect is a place on the desktop in the system's window coordinates.
type rect struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"width"`
	H int `json:"height"`
}

// form is how a window of a kind looks when nothing is remembered.
type form struct{ w, h, minW, minH int }

// margin is the distance of the live window from the edges of the work area.
const margin = 16

func formOf(k windows.Kind) form {
	if k == windows.Live {
		return form{w: 520, h: 420, minW: 400, minH: 330}
	}
	return form{w: 1180, h: 780, minW: 720, minH: 520}
}

// settle decides where a window of the form goes. The first of the work areas is
// the main screen's; without any the size alone counts. A remembered place is
// moved as little as it takes to lie within the screen it was mostly on, or on
// the main screen if that one is gone.
func settle(saved *rect, f form, k windows.Kind, areas []rect) rect {
	r := rect{W: f.w, H: f.h}
	if saved != nil {
		r = rect{X: saved.X, Y: saved.Y, W: max(saved.W, f.minW), H: max(saved.H, f.minH)}
	}
	if len(areas) == 0 {
		return r
	}
	area := areas[0]
	if saved == nil {
		r.W, r.H = min(r.W, area.W), min(r.H, area.H)
		r.X, r.Y = area.X+(area.W-r.W)/2, area.Y+(area.H-r.H)/2
		if k == windows.Live {
			r.X, r.Y = area.X+area.W-r.W-margin, area.Y+area.H-r.H-margin
		}
		return r.within(area)
	}
	for _, a := range areas {
		if r.shared(a) > r.shared(area) {
			area = a
		}
	}
	return r.within(area)
}

func (r rect) within(a rect) rect {
	r.W, r.H = min(r.W, a.W), min(r.H, a.H)
	r.X = min(max(r.X, a.X), a.X+a.W-r.W)
	r.Y = min(max(r.Y, a.Y), a.Y+a.H-r.H)
	return r
}

// shared is the size of the part that lies in a.
func (r rect) shared(a rect) int {
	w := min(r.X+r.W, a.X+a.W) - max(r.X, a.X)
	h := min(r.Y+r.H, a.Y+a.H) - max(r.Y, a.Y)
	return max(w, 0) * max(h, 0)
}

// worth tells whether a place is to be remembered. Those that the page makes for
// a while are not: the pill, and the size of nearly the whole screen.
func (r rect) worth(k windows.Kind, screen rect) bool {
	f := formOf(k)
	whole := screen.W > 0 && r.W >= screen.W-2*margin && r.H >= screen.H-2*margin
	return r.W >= f.minW && r.H >= f.minH && !whole
}

// The two windows are two processes, so each has a file of its own.
func placeFile(dataDir string, k windows.Kind) string {
	return filepath.Join(dataDir, "window-"+string(k)+".json")
}

// recall reads the remembered place; a missing or broken file is no place.
func recall(dataDir string, k windows.Kind) *rect {
	if dataDir == "" {
		return nil
	}
	raw, err := os.ReadFile(placeFile(dataDir, k))
	if err != nil {
		return nil
	}
	var r rect
	if err := json.Unmarshal(raw, &r); err != nil || !r.worth(k, rect{}) {
		return nil
	}
	return &r
}

// remember writes the place, whole or not at all.
func remember(dataDir string, k windows.Kind, r rect) error {
	if dataDir == "" {
		return nil
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	name := placeFile(dataDir, k)
	if err := os.WriteFile(name+".new", raw, 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
