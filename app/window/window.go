// Package window is the process of one native window: the page of the live view
// or of the management window in the system's web view.
//
// The process reads one line of JSON from its standard input (a
// windows.Bootstrap), shows the page that is built into the binary and hands the
// line's content to it by its only bound method. The page talks to the host over
// the loopback API; nothing of the host's work is done here, so that a crash of
// the web view ends no session. The window closes when its standard input does.
//
// Place and size are kept in the data directory and always brought back onto a
// screen. The live window is frameless, stays above others and does not take the
// focus when it opens by itself; where a system grants less than that (Wayland,
// macOS) it is an ordinary window and works all the same.
//
// Only a build with the tag `desktop` has windows: it needs the system's web
// view libraries. In any other build Run says so.
package window

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/batonbrowser/baton/app/windows"
	"github.com/batonbrowser/baton/backend/fault"
)

// maxLine is the longest line a host sends.
const maxLine = 64 << 10

// Shell is what the page can call: `window.go.window.Shell`.
type Shell struct{ boot windows.Bootstrap }

// Bootstrap gives the page what it has to know to begin.
func (s *Shell) Bootstrap() windows.Bootstrap { return s.boot }

// read takes the host's line. The reader that it returns has what follows.
func read(stdin io.Reader, kind windows.Kind) (windows.Bootstrap, io.Reader, error) {
	if !kind.Valid() {
		return windows.Bootstrap{}, nil, fault.New(fault.InvalidInput, "there is no window %q", kind).
			WithHint("the windows are live and manage")
	}
	r := bufio.NewReaderSize(stdin, maxLine)
	line, err := r.ReadSlice('\n')
	if err != nil {
		return windows.Bootstrap{}, nil, fault.Wrap(err, fault.InvalidInput, "the host did not say what to show").
			WithHint("windows are opened by Baton itself: run baton")
	}
	var boot windows.Bootstrap
	if err := json.Unmarshal(line, &boot); err != nil {
		return windows.Bootstrap{}, nil, fault.Wrap(err, fault.InvalidInput, "the host's line is not understood").
			WithHint("host and window must be of the same version of Baton")
	}
	boot.Window = kind
	return boot, r, nil
}
