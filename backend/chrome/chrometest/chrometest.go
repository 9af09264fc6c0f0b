// Package chrometest is for tests alone: it looks for what a Chrome has left.
package chrometest

import (
	"os"
	"path/filepath"
	"strings"
)

// Processes lists the processes that run on a profile below a directory (Linux).
func Processes(dir string) []string {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	var out []string
	for _, file := range all {
		raw, err := os.ReadFile(file) //nolint:gosec // a file of the system
		if err == nil && strings.Contains(string(raw), "--user-data-dir="+dir) {
			out = append(out, strings.Split(file, "/")[2])
		}
	}
	return out
}
