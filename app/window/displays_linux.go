//go:build desktop

package window

/*
#include <stdint.h>
void baton_go(int x, int y, int w, int h);
*/
import "C"

import (
	"runtime/cgo"

	"github.com/batonbrowser/baton/app/windows"
)

// follower is a window that stays on the displays as they change.
type follower struct {
	kind  windows.Kind
	known func() *places
}

// batonDisplaysChanged is called by GTK's thread.
//
//export batonDisplaysChanged
func batonDisplaysChanged(who C.uintptr_t, x, y, w, h C.int) {
	f, ok := cgo.Handle(who).Value().(follower)
	if !ok {
		return
	}
	now := rect{X: int(x), Y: int(y), W: int(w), H: int(h)}
	work, whole := areas()
	if at := f.known().moved(f.kind, now, displaySet(whole), work); at != now {
		C.baton_go(C.int(at.X), C.int(at.Y), C.int(at.W), C.int(at.H))
	}
}
