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
func prepare(kind windows.Kind, saved *rect, _ focus) (rect, error) {
	return settle(saved, formOf(kind), kind, nil), nil
}

// shown puts the window at its place. Wails counts from the upper left corner of
// the current screen's work area.
func shown(wctx context.Context, kind windows.Kind, saved *rect, _ focus) {
	if kind != windows.Live && saved == nil {
		return
	}
	screens, err := runtime.ScreenGetAll(wctx)
	if err != nil {
		return
	}
	for _, s := range screens {
		if s.IsCurrent {
			at := settle(saved, formOf(kind), kind, []rect{{W: s.Size.Width, H: s.Size.Height - dock}})
			runtime.WindowSetPosition(wctx, at.X, at.Y)
		}
	}
}
