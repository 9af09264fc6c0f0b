// Command baton is the whole of Baton in one binary: the host that owns the
// browsers, its windows, the headless server and the command line.
package main

import (
	"os"

	"github.com/batonbrowser/baton/app"
)

func main() {
	os.Exit(app.Main(os.Args[1:]))
}
