package chrome

import (
	"bytes"
	"os"
	"strconv"
)

// processesOf lists the processes that were started with the directory as their
// user data directory; Chrome passes the switch on to its children.
func processesOf(userDataDir string) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	want := []byte("--user-data-dir=" + userDataDir)
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		line, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err != nil {
			continue
		}
		// A child's command line may be joined by spaces: it writes its title.
		for arg := range bytes.FieldsFuncSeq(line, func(r rune) bool { return r == 0 || r == ' ' }) {
			if bytes.Equal(arg, want) {
				pids = append(pids, pid)
				break
			}
		}
	}
	return pids
}
