//go:build !windows

package chrome

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// attachPipes gives Chrome its ends as file descriptors 3 and 4.
func attachPipes(cmd *exec.Cmd, theirs, _ [2]*os.File) error {
	cmd.ExtraFiles = []*os.File{theirs[0], theirs[1]}
	return nil
}

// group is the process group of Chrome, led by it, and the guard that outlives
// this process.
type group struct {
	pid   int
	guard *exec.Cmd
	hold  *os.File // its end is what the guard waits for
}

// guardScript waits until this process is gone, however it went. Chrome sees the
// end of its pipe at the same moment and ends by itself, which writes its cookies
// to the disk; SIGTERM would not (a headless Chrome drops them). What is left
// after three seconds hangs, and is killed. No "--" before the group: the sh of Debian
// takes it for a number and kills nothing.
const guardScript = `while read -r _; do :; done; sleep 3; kill -KILL "-$1" 2>/dev/null`

func startInGroup(cmd *exec.Cmd) (group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return group{}, err
	}
	g := group{pid: cmd.Process.Pid}
	if err := g.watch(); err != nil {
		g.kill()
		_ = cmd.Wait()
		return group{}, err
	}
	return g, nil
}

// watch starts the guard, in a group of its own so that no signal of a terminal
// reaches it.
func (g *group) watch() error {
	wait, hold, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = wait.Close() }()
	g.guard = exec.Command("/bin/sh", "-c", guardScript, "sh", strconv.Itoa(g.pid)) //nolint:gosec // a number
	g.guard.Stdin, g.guard.Env = wait, []string{"PATH=/usr/bin:/bin"}
	g.guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := g.guard.Start(); err != nil {
		return errors.Join(err, hold.Close())
	}
	g.hold = hold
	return nil
}

// kill ends the whole tree at once.
func (g group) kill() { _ = syscall.Kill(-g.pid, syscall.SIGKILL) }

// close ends the guard: Chrome is gone.
func (g group) close() {
	_ = syscall.Kill(-g.guard.Process.Pid, syscall.SIGKILL)
	_ = g.guard.Wait()
	_ = g.hold.Close()
}

// alive tells whether a process exists.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}

func killPID(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
