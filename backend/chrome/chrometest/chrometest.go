// Package chrometest is for tests alone: it looks for what a Chrome has left.
package chrometest

import (
	"os"
	"path/filepath"
	"strconv"
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

// KillRenderers ends the page processes of the browsers on profiles below a directory (Linux).
func KillRenderers(dir string) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range all {
		raw, err := os.ReadFile(file) //nolint:gosec // a file of the system
		line := string(raw)
		if err != nil || !strings.Contains(line, "--type=renderer") || !strings.Contains(line, dir) {
			continue
		}
		pid, _ := strconv.Atoi(strings.Split(file, "/")[2])
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Kill()
		}
	}
}

// Listening lists the addresses, as the system writes them, at which a process
// takes TCP connections (Linux).
func Listening(pid string) []string {
	fds, _ := filepath.Glob("/proc/" + pid + "/fd/*")
	own := map[string]bool{}
	for _, fd := range fds {
		to, err := os.Readlink(fd)
		if inode, ok := strings.CutPrefix(to, "socket:["); ok && err == nil {
			own[strings.TrimSuffix(inode, "]")] = true
		}
	}
	var out []string
	for _, table := range []string{"tcp", "tcp6"} {
		raw, _ := os.ReadFile("/proc/net/" + table) //nolint:gosec // a file of the system
		for line := range strings.Lines(string(raw)) {
			if f := strings.Fields(line); len(f) > 9 && f[3] == listen && own[f[9]] {
				out = append(out, f[1])
			}
		}
	}
	return out
}

// listen is TCP_LISTEN in /proc/net/tcp.
const listen = "0A"
