package chrome

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
)

// unlock removes the lock that an ended Chrome left on a user data directory:
// of a crash, of a copy from another machine, of a changed host name. A lock is
// live only if a process runs on that very directory; then nothing is touched
// and the fault names the process.
func (o Options) unlock() error {
	if pids := processesOf(o.UserDataDir); len(pids) > 0 {
		return busy(o.UserDataDir, pids[0])
	}
	if runtime.GOOS == "windows" {
		return o.unlockWindows()
	}
	lock := filepath.Join(o.UserDataDir, "SingletonLock")
	holder, err := os.Readlink(lock)
	if err != nil {
		if _, err = os.Lstat(lock); err != nil {
			return nil //nolint:nilerr // there is no lock
		}
	}
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" && lockLives(holder) {
		return busy(o.UserDataDir, 0)
	}
	for _, name := range []string{"SingletonLock", "SingletonCookie", "SingletonSocket"} {
		if err := os.Remove(filepath.Join(o.UserDataDir, name)); err != nil && !os.IsNotExist(err) {
			return fault.Wrap(err, fault.StorageUnwritable, "the old lock of the browser profile cannot be removed").
				WithHint("check the rights of %s", o.UserDataDir)
		}
	}
	o.Log.Info("removed a lock that an ended browser left", "dir", o.UserDataDir, "holder", holder)
	return nil
}

// unlockWindows: Windows deletes the lock with the process that holds it open;
// what is still open belongs to one that runs.
func (o Options) unlockWindows() error {
	err := os.Remove(filepath.Join(o.UserDataDir, "lockfile"))
	if err != nil && !os.IsNotExist(err) {
		return busy(o.UserDataDir, 0)
	}
	return nil
}

// lockLives reads "host-pid" and asks whether that process runs here; used only
// where the processes of a directory cannot be listed.
func lockLives(holder string) bool {
	at := strings.LastIndexByte(holder, '-')
	if at < 0 {
		return false
	}
	host, _ := os.Hostname()
	pid, err := strconv.Atoi(holder[at+1:])
	return err == nil && holder[:at] == host && alive(pid)
}

func busy(dir string, pid int) error {
	f := fault.New(fault.ProfileBusy, "another browser already runs on this profile").
		WithHint("close that browser, or use another profile").With("dir", dir)
	if pid > 0 {
		f = fault.New(fault.ProfileBusy, "another browser (process %d) already runs on this profile", pid).
			WithHint("close that browser, or use another profile").With("dir", dir).With("pid", pid)
	}
	return f
}

// Reap ends the processes that provably run on a user data directory of ours,
// for the next start after a crash. It gives how many it found and waits until
// they are gone, for 5 s at most.
func Reap(userDataDir string) int {
	found := 0
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		pids := processesOf(userDataDir)
		found = max(found, len(pids))
		if len(pids) == 0 {
			return found
		}
		for _, pid := range pids {
			killPID(pid)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return found
		}
	}
}
