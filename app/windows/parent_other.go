//go:build !linux

package windows

import "os/exec"

// endWithParent does nothing here: the window ends with its standard input.
func endWithParent(*exec.Cmd) {}
