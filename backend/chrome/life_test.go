//go:build linux

package chrome_test

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// hostProcess is another process that runs a browser until it is killed.
func hostProcess(dir string) {
	b, err := chrome.Start(context.Background(), chrome.Options{UserDataDir: dir})
	if err != nil {
		_, _ = os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
	_, _ = os.Stdout.WriteString("ready\n")
	<-b.Done()
}

func TestChromeEndsWithItsHost(t *testing.T) {
	t.Run("in order", func(t *testing.T) { killHost(t, func(string) {}) })
	// One that hangs does not see the end of its pipe; its guard ends it.
	t.Run("when it hangs", func(t *testing.T) {
		killHost(t, func(dir string) {
			for _, pid := range chrometest.Processes(dir) {
				n, _ := strconv.Atoi(pid)
				_ = syscall.Kill(n, syscall.SIGSTOP)
			}
		})
	})
}

// killHost kills a host with a running Chrome, to which before was done: nothing
// is left, and the next start works.
func killHost(t *testing.T, before func(dir string)) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "BATON_TEST_HOST="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if n, err := out.Read(make([]byte, 8)); err != nil || n == 0 {
		t.Fatalf("the host did not start: %v", err)
	}
	if len(chrometest.Processes(dir)) == 0 {
		t.Fatal("no browser runs")
	}
	before(dir)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	for end := time.Now().Add(5 * time.Second); len(chrometest.Processes(dir)) > 0; {
		if time.Now().After(end) {
			t.Fatalf("left over:\n%s", describe(chrometest.Processes(dir)))
		}
		<-time.After(20 * time.Millisecond)
	}
	// The lock that is left, of another host on top, does not hold the next start up.
	lock := filepath.Join(dir, "SingletonLock")
	_ = os.Remove(lock)
	if err := os.Symlink("elsewhere-4711", lock); err != nil {
		t.Fatal(err)
	}
	startAgain(t, dir)
}

// startAgain starts on a profile twice: while the first runs, the second is
// refused and touches nothing.
func startAgain(t *testing.T, dir string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	b, err := chrome.Start(ctx, chrome.Options{UserDataDir: dir, Language: "de-DE"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = chrome.Start(ctx, chrome.Options{UserDataDir: dir})
	wantFault(t, err, fault.ProfileBusy, "process")
	v, err := b.Evaluate(ctx, "[navigator.language, navigator.webdriver, navigator.userAgent.includes('Headless'), innerWidth, innerHeight, document.hasFocus()].join()", page.Target{})
	if err != nil || v.Text != `"de-DE,false,false,1280,720,true"` {
		t.Errorf("%s, %v", v.Text, err)
	}
	if err := b.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if b.Err() != nil {
		t.Errorf("after Close: %v", b.Err())
	}
	if _, err := b.Snapshot(ctx, page.Snapshot{}); err == nil {
		t.Error("a closed browser took a snapshot")
	}
	if left := chrometest.Processes(dir); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestReapAndCrash(t *testing.T) {
	dir := t.TempDir()
	b, err := chrome.Start(t.Context(), chrome.Options{UserDataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if n := chrome.Reap(dir); n == 0 {
		t.Error("nothing was reaped")
	}
	<-b.Done()
	wantFault(t, b.Err(), fault.BrowserUnavailable, "unexpectedly", "browser_open")
	_, err = b.Navigate(t.Context(), "http://127.0.0.1/")
	wantFault(t, err, fault.NotFound)
	if err := b.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestFind(t *testing.T) {
	path, version, err := chrome.Find("")
	if err != nil || path == "" || !strings.Contains(version, ".") {
		t.Errorf("found %s %s, %v", path, version, err)
	}
	_, _, err = chrome.Find("/nowhere/chrome")
	wantFault(t, err, fault.BrowserUnavailable, "/nowhere/chrome", "settings")
	t.Setenv("PATH", t.TempDir())
	_, _, err = chrome.Find("")
	wantFault(t, err, fault.BrowserUnavailable, "install")
}

func TestCookiesAreFlushed(t *testing.T) {
	dir := t.TempDir()
	url := serveCookie(t)
	for i, want := range []string{`""`, `"kept=yes"`} {
		b, err := chrome.Start(t.Context(), chrome.Options{UserDataDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Navigate(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		v, err := b.Evaluate(t.Context(), "const was = document.cookie; document.cookie = 'kept=yes; max-age=9999'; return was", page.Target{})
		if err != nil || v.Text != want {
			t.Errorf("start %d: %s, %v", i+1, v.Text, err)
		}
		if err := b.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// describe tells what processes are, and how they stand.
func describe(pids []string) string {
	out, _ := exec.Command("ps", "-o", "pid,ppid,pgid,stat,wchan:20,etimes,args", "-p", strings.Join(pids, ",")).CombinedOutput()
	return string(out)
}

// TestNobodyElseDrivesIt: no process of the browser takes connections.
func TestNobodyElseDrivesIt(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	if got := chrometest.Listening(strconv.Itoa(os.Getpid())); len(got) == 0 {
		t.Fatal("the test does not see its own listener")
	}
	all := chrometest.Processes(one.dir)
	if len(all) == 0 {
		t.Fatal("no process of the browser is seen")
	}
	for _, pid := range all {
		if at := chrometest.Listening(pid); len(at) > 0 {
			t.Errorf("process %s listens at %v", pid, at)
		}
	}
}
