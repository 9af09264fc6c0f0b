package windows

import (
	"os/exec"
	"syscall"
)

// endWithParent lets the system end the window when the host was killed, even
// if the window no longer reads its standard input.
func endWithParent(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGTERM
}
