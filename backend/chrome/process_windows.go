package chrome

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// attachPipes gives Chrome its ends as inherited handles, which it finds in a
// switch; our ends are kept from every child.
func attachPipes(cmd *exec.Cmd, theirs, ours [2]*os.File) error {
	for _, f := range ours {
		if err := syscall.SetHandleInformation(syscall.Handle(f.Fd()), syscall.HANDLE_FLAG_INHERIT, 0); err != nil {
			return fmt.Errorf("keeping a pipe from the browser: %w", err)
		}
	}
	r, w := syscall.Handle(theirs[0].Fd()), syscall.Handle(theirs[1].Fd())
	cmd.SysProcAttr = &syscall.SysProcAttr{AdditionalInheritedHandles: []syscall.Handle{r, w}}
	cmd.Args = slices.Insert(cmd.Args, 1, fmt.Sprintf("--remote-debugging-io-pipes=%d,%d", r, w))
	return nil
}

// group is a job object: Windows ends its processes when our handle closes, and
// ours closes with this process.
type group struct{ job windows.Handle }

func startInGroup(cmd *exec.Cmd) (group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return group{}, err
	}
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	g := group{job: job}
	if _, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))); err != nil {
		g.close()
		return group{}, err
	}
	if err = cmd.Start(); err != nil {
		g.close()
		return group{}, err
	}
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(cmd.Process.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, h)
		_ = windows.CloseHandle(h)
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		g.close()
		return group{}, err
	}
	return g, nil
}

// kill ends the whole tree at once.
func (g group) kill() { _ = windows.TerminateJobObject(g.job, 1) }

func (g group) close() { _ = windows.CloseHandle(g.job) }

// processesOf finds nothing: the job object leaves nothing behind to find.
func processesOf(string) []int { return nil }

func killPID(int) {}

func alive(int) bool { return false }
