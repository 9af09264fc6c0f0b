//go:build desktop

package window

import (
	"context"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"github.com/batonbrowser/baton/app/windows"
)

// startHidden: showing a hidden window would bring the program forward.
const startHidden = false

// dock is the room that is left below, for Wails tells the size of the screen
// but not of its work area.
const dock = 100

// prepare decides the size; the place follows in shown.
func prepare(kind windows.Kind, nth int, known func() *places, _ focus) (rect, error) {
	return settle(known().on(""), formOf(kind), kind, nth, nil), nil
}

// shown puts the window at its place. Wails counts from the upper left corner of
// the current screen's work area.
func shown(wctx context.Context, kind windows.Kind, nth int, known func() *places, _ focus) {
	saved := known().on(displaySet(screens(wctx)))
	if kind != windows.Live && saved == nil {
		return
	}
	if all := screens(wctx); len(all) > 0 {
		at := settle(saved, formOf(kind), kind, nth, []rect{{W: all[0].W, H: all[0].H - dock}})
		runtime.WindowSetPosition(wctx, at.X, at.Y)
	}
}
