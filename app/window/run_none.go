//go:build !desktop

package window

import (
	"context"
	"io"

	"github.com/batonbrowser/baton/app/windows"
	"github.com/batonbrowser/baton/backend/fault"
)

// Available tells whether this build has windows.
const Available = false

// Run says that this build has no windows.
func Run(_ context.Context, stdin io.Reader, kind windows.Kind) error {
	if _, _, err := read(stdin, kind); err != nil {
		return err
	}
	return fault.New(fault.BrowserUnavailable, "this build has no windows").
		WithHint("build with: go run ./build build")
}
