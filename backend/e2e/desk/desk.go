//go:build e2e && linux

// Package desk is a desktop for tests: an X server on a free display with a
// window manager, a session bus with an unlocked keychain, and a person who sees
// windows, moves the mouse and types on the keyboard.
//
// Everything belongs to one test and ends with it. Waiting is always for a fact,
// until the test's deadline; nothing sleeps for a while and hopes.
package desk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// Desk is one test's desktop.
type Desk struct {
	t       *testing.T
	home    string
	display string
	bus     string
	shots   string
}

// Size of the screen.
const (
	Width  = 1600
	Height = 1000
)

// patience is how long a fact may take on a busy machine.
const patience = 45 * time.Second

// Start makes a desktop. Tests that need one are skipped where its parts are not
// installed.
func Start(t *testing.T) *Desk {
	t.Helper()
	for _, program := range []string{"Xvfb", "openbox", "xdotool", "wmctrl", "import", "xclip", "xrandr", "xmodmap", "dbus-daemon", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no desktop to test on: %s is not installed", program)
		}
	}
	d := &Desk{t: t, home: t.TempDir(), shots: artifacts(t)}
	d.startX()
	d.startKeyboard()
	d.startBus()
	d.startKeychain()
	d.startManager()
	return d
}

// Env is the environment for programs on this desktop: with its display, bus and
// keychain and with an empty home of their own.
func (d *Desk) Env(more ...string) []string {
	var env []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "XDG_") && !strings.HasPrefix(name, "BATON_") && !strings.HasPrefix(name, "LC_") {
			env = append(env, v)
		}
	}
	env = append(env, "HOME="+d.home, "DISPLAY="+d.display, "DBUS_SESSION_BUS_ADDRESS="+d.bus,
		"XDG_RUNTIME_DIR="+d.home, "WAYLAND_DISPLAY=", "LANG=C.UTF-8", "LANGUAGE=en", "NO_AT_BRIDGE=1")
	return append(env, more...)
}

// Home is the home folder of programs on this desktop.
func (d *Desk) Home() string { return d.home }

// Bus is the address of the session bus.
func (d *Desk) Bus() string { return d.bus }

// Binary is the built program: that of BATON_BIN, which the build tool sets, or
// the one in build/bin.
func Binary(t *testing.T) string {
	t.Helper()
	name := os.Getenv("BATON_BIN")
	if name == "" {
		name = filepath.Join(top(t), "build", "bin", "baton")
	}
	if _, err := os.Stat(name); err != nil {
		t.Fatalf("the program is not built (go run ./build build): %v", err)
	}
	return name
}

func artifacts(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("BATON_ARTIFACTS")
	if dir == "" {
		dir = filepath.Join(top(t), "artifacts")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func top(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatalf("find the repository: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// startX starts the X server, which chooses a free display and says when it is ready.
func (d *Desk) startX() {
	d.t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", Width, Height), "-nolisten", "tcp", "-noreset")
	cmd.ExtraFiles = []*os.File{w}
	d.keep(cmd)
	_ = w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		d.t.Fatalf("the X server did not start: %v", err)
	}
	d.display = ":" + strings.TrimSpace(number)
}

func (d *Desk) startBus() {
	d.t.Helper()
	cmd := exec.Command("dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile")
	cmd.Env = d.Env()
	out, err := cmd.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	d.keep(cmd)
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		d.t.Fatalf("the session bus did not start: %v", err)
	}
	d.bus = strings.TrimSpace(address)
}

// startKeychain unlocks a keychain with a password given on standard input.
func (d *Desk) startKeychain() {
	d.t.Helper()
	cmd := exec.Command("gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground")
	cmd.Env = d.Env()
	cmd.Stdin = strings.NewReader("baton")
	d.keep(cmd)
	bus, err := dbus.Connect(d.bus)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = bus.Close() })
	d.until("the keychain runs", func(ctx context.Context) error {
		var owned bool
		err := bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, "org.freedesktop.secrets").Store(&owned)
		if err == nil && !owned {
			err = errors.New("nobody keeps secrets on the session bus")
		}
		return err
	})
}

func (d *Desk) startManager() {
	d.t.Helper()
	cmd := exec.Command("openbox")
	cmd.Env = d.Env()
	d.keep(cmd)
	d.until("the window manager runs", func(ctx context.Context) error {
		_, err := d.run(ctx, "wmctrl", "-m")
		return err
	})
}

// Keep starts a program on this desktop that ends with the test.
func (d *Desk) Keep(cmd *exec.Cmd) *exec.Cmd {
	d.t.Helper()
	if cmd.Env == nil {
		cmd.Env = d.Env()
	}
	return d.keep(cmd)
}

func (d *Desk) keep(cmd *exec.Cmd) *exec.Cmd {
	d.t.Helper()
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		ended := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		ended.Stop()
	})
	return cmd
}

// run runs a small program on the desktop and gives what it printed.
func (d *Desk) run(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = d.Env()
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// until asks again and again until the answer is no error. Each question costs a
// process or a picture, so this does not burn a processor.
func (d *Desk) until(what string, ask func(context.Context) error) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), patience)
	defer cancel()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		err := ask(ctx)
		if err == nil {
			return
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			d.Shot("failed-" + strings.ReplaceAll(d.t.Name(), "/", "-"))
			d.t.Fatalf("%s: not so after %s: %v", what, patience, err)
		}
	}
}

// Until waits until check gives no error, and fails the test with its last one
// if that takes too long. What says what is waited for.
func (d *Desk) Until(what string, check func(context.Context) error) {
	d.t.Helper()
	d.until(what, check)
}
