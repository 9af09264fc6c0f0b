// Package app chooses what this process is. The host starts its windows as
// child processes of the same binary: `baton window live|manage` is one Wails
// window and nothing else; every other command line belongs to package cli,
// which also starts the host.
package app

import (
	"context"
	"fmt"
	"os"

	"github.com/batonbrowser/baton/app/cli"
	"github.com/batonbrowser/baton/app/window"
	"github.com/batonbrowser/baton/app/windows"
)

// Main runs the process that args (without the program's name) ask for and
// gives its exit code. It must be called from the main goroutine: both the tray
// and a window need the main thread.
func Main(args []string) int {
	if len(args) == 2 && args[0] == "window" {
		if err := window.Run(context.Background(), os.Stdin, windows.Kind(args[1])); err != nil {
			_, _ = fmt.Fprintln(os.Stderr, "baton window:", err)
			return 1
		}
		return 0
	}
	return cli.Main(args)
}
