package window

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

// step is how far each further window lies from the one before.
const step = 56

// margin is the distance of the live window from the edges of the work area.
const margin = 16

func formOf(k windows.Kind) form {
	if k == windows.Live {
		return form{w: 520, h: 420, minW: 400, minH: 330}
	}
	return form{w: 1180, h: 780, minW: 720, minH: 520}
}

// settle decides where the nth window of a kind goes, counted from 0. The first of the work areas is
// the main screen's; without any the size alone counts. A remembered place is
// moved as little as it takes to lie within the screen it was mostly on, or on
// the main screen if that one is gone.
func settle(saved *rect, f form, k windows.Kind, nth int, areas []rect) rect {
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
		return r.stepped(nth).within(area)
	}
	area = r.nearest(areas)
	return r.stepped(nth).within(area)
}

// stepped keeps the headers of the windows behind the nth one in sight.
func (r rect) stepped(nth int) rect {
	r.X, r.Y = r.X-nth*step, r.Y-nth*step
	return r
}

// nearest is the area that has most of r, or the first where none has any.
func (r rect) nearest(areas []rect) rect {
	area := areas[0]
	for _, a := range areas {
		if r.shared(a) > r.shared(area) {
			area = a
		}
	}
	return area
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

// places are where a window was: for each set of displays that it was seen on, so
// that a laptop at its desk and the same one under way do not move it about.
type places struct {
	Last rect            `json:"last"`
	On   map[string]rect `json:"on,omitempty"`
}

// maxSets is how many sets of displays are remembered; then all are forgotten but
// the present one.
const maxSets = 20

// displaySet names a set of displays by their sizes, in no order.
func displaySet(sizes []rect) string {
	names := make([]string, len(sizes))
	for i, s := range sizes {
		names[i] = fmt.Sprintf("%dx%d", s.W, s.H)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// on is the place for a set of displays: where the window was on them, else where
// it was last.
func (p *places) on(displays string) *rect {
	if p == nil {
		return nil
	}
	if r, ok := p.On[displays]; ok {
		return &r
	}
	return &p.Last
}

// moved is where a window goes when the displays have changed: to where it was on
// them, else as little as it takes to be on one. A pill, and a window over nearly
// all of its screen, keep their size.
func (p *places) moved(k windows.Kind, now rect, displays string, areas []rect) rect {
	if len(areas) == 0 {
		return now
	}
	if p != nil && now.worth(k, areas[0]) {
		if r, ok := p.On[displays]; ok {
			return settle(&r, formOf(k), k, 0, areas)
		}
	}
	return now.within(now.nearest(areas))
}

// recall reads the remembered places; a missing or broken file has none.
func recall(dataDir string, k windows.Kind) *places {
	if dataDir == "" {
		return nil
	}
	raw, err := os.ReadFile(placeFile(dataDir, k))
	if err != nil {
		return nil
	}
	var p places
	if err := json.Unmarshal(raw, &p); err != nil || !p.Last.worth(k, rect{}) {
		return nil
	}
	maps.DeleteFunc(p.On, func(_ string, r rect) bool { return !r.worth(k, rect{}) })
	return &p
}

// remember writes the place on a set of displays, whole or not at all.
func remember(dataDir string, k windows.Kind, displays string, r rect) error {
	if dataDir == "" {
		return nil
	}
	p := recall(dataDir, k)
	if p == nil || p.On == nil || len(p.On) >= maxSets {
		p = &places{On: map[string]rect{}}
	}
	p.Last, p.On[displays] = r, r
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	name := placeFile(dataDir, k)
	if err := os.WriteFile(name+".new", raw, 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
