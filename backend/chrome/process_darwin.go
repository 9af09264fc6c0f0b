package chrome

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// processesOf lists the processes that were started with the directory as their
// user data directory.
func processesOf(userDataDir string) []int {
	out, err := exec.Command("ps", "-axww", "-o", "pid=,command=").Output()
	if err != nil {
		return nil
	}
	want := "--user-data-dir=" + userDataDir + " "
	var pids []int
	for line := range strings.SplitSeq(string(out), "\n") {
		number, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		pid, err := strconv.Atoi(number)
		if err == nil && pid != os.Getpid() && strings.Contains(command+" ", want) {
			pids = append(pids, pid)
		}
	}
	return pids
}
