//go:build !windows

package chrome

import (
	"os"
	"os/exec"
	"syscall"
)

// attachPipes gives Chrome its ends as file descriptors 3 and 4.
func attachPipes(cmd *exec.Cmd, theirs, _ [2]*os.File) error {
	cmd.ExtraFiles = []*os.File{theirs[0], theirs[1]}
	return nil
}

// group is the process group of Chrome, led by it.
type group struct{ pid int }

func startInGroup(cmd *exec.Cmd) (group, error) {
	cmd.SysProcAttr = attributes()
	if err := cmd.Start(); err != nil {
		return group{}, err
	}
	return group{pid: cmd.Process.Pid}, nil
}

// kill ends the whole tree at once.
func (g group) kill() { _ = syscall.Kill(-g.pid, syscall.SIGKILL) }

func (g group) close() {}

// alive tells whether a process exists.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}

func killPID(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
