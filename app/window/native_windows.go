//go:build desktop

package window

import (
	"context"
	"os"
	"syscall"
	"unsafe"

	win "golang.org/x/sys/windows"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"github.com/batonbrowser/baton/app/windows"
)

// startHidden: the window appears at its place, without the focus, once its page
// is there.
const startHidden = true

// prepare decides the size; the place follows in shown, where the pixels of the
// screen are known.
func prepare(kind windows.Kind, nth int, known func() *places, _ focus) (rect, error) {
	return settle(known().on(""), formOf(kind), kind, nth, nil), nil
}

const (
	monitorNearest = 2
	topmost        = ^uintptr(0) // HWND_TOPMOST
	noSize         = 0x0001
	noActivate     = 0x0010
	showWindow     = 0x0040
)

type monitorInfo struct {
	size    uint32
	monitor win.Rect
	work    win.Rect
	flags   uint32
}

// shown puts the live window at its place and shows it.
func shown(wctx context.Context, kind windows.Kind, nth int, known func() *places, f focus) {
	if kind != windows.Live {
		return
	}
	saved := known().on(displaySet(screens(wctx)))
	user32 := win.NewLazySystemDLL("user32.dll")
	hwnd := own()
	var r win.Rect
	ok, _, _ := user32.NewProc("GetWindowRect").Call(hwnd, uintptr(unsafe.Pointer(&r)))
	if hwnd == 0 || ok == 0 {
		runtime.WindowShow(wctx)
		return
	}
	// Wails counts sizes in scaled points and places in pixels.
	size := formOf(kind)
	size.w, size.h = int(r.Right-r.Left), int(r.Bottom-r.Top)
	if saved != nil {
		saved = &rect{X: saved.X, Y: saved.Y, W: size.w, H: size.h}
		r = win.Rect{
			Left: int32(saved.X), Top: int32(saved.Y), //nolint:gosec // screen pixels
			Right: int32(saved.X + saved.W), Bottom: int32(saved.Y + saved.H), //nolint:gosec // screen pixels
		}
	}
	at := settle(saved, size, kind, nth, workArea(user32, r))
	_, _, _ = user32.NewProc("SetWindowPos").Call(hwnd, topmost, uintptr(at.X), uintptr(at.Y), 0, 0, noSize|noActivate|showWindow)
	if f == takesFocus {
		runtime.WindowShow(wctx)
	}
}

func workArea(user32 *win.LazyDLL, r win.Rect) []rect {
	monitor, _, _ := user32.NewProc("MonitorFromRect").Call(uintptr(unsafe.Pointer(&r)), monitorNearest)
	info := monitorInfo{size: uint32(unsafe.Sizeof(monitorInfo{}))}
	if ok, _, _ := user32.NewProc("GetMonitorInfoW").Call(monitor, uintptr(unsafe.Pointer(&info))); ok == 0 {
		return nil
	}
	w := info.work
	return []rect{{X: int(w.Left), Y: int(w.Top), W: int(w.Right - w.Left), H: int(w.Bottom - w.Top)}}
}

// own finds the window that Wails has made in this process.
func own() uintptr {
	var found uintptr
	pid := uint32(os.Getpid()) //nolint:gosec // process ids are small
	each := syscall.NewCallback(func(h win.HWND, _ uintptr) uintptr {
		var owner uint32
		_, _ = win.GetWindowThreadProcessId(h, &owner)
		var class [64]uint16
		n, _ := win.GetClassName(h, &class[0], int32(len(class)))
		if owner == pid && win.UTF16ToString(class[:n]) == "wailsWindow" {
			found = uintptr(h)
			return 0
		}
		return 1
	})
	_ = win.EnumWindows(each, nil) // stopping early counts as an error
	return found
}
