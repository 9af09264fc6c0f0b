package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// session runs a command on a session bus of its own, with an unlocked keychain.
const session = `printf baton | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null && exec "$@"`

// inDesktop runs a call on a small desktop of its own: an X server on a free
// display, a window manager, a session bus and a keychain. Nothing of the
// person's own session is touched. On macOS and Windows it runs as it is.
func inDesktop(c call) func(context.Context, io.Writer) error {
	return func(ctx context.Context, out io.Writer) error {
		here, err := os.Getwd()
		if err != nil {
			return err
		}
		c := c.with("BATON_BIN="+filepath.Join(here, binary()), "BATON_ARTIFACTS="+filepath.Join(here, artifacts))
		if runtime.GOOS != "linux" {
			return c.run(ctx, out)
		}
		home, err := os.MkdirTemp("", "baton-desktop-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(home) }()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		display, end, err := startX(ctx, out)
		if err != nil {
			return err
		}
		defer end()
		c = c.with("DISPLAY="+display, "XDG_RUNTIME_DIR="+home, "XDG_DATA_HOME="+filepath.Join(home, "data"), "WAYLAND_DISPLAY=")
		c.args = append([]string{"dbus-run-session", "--", "sh", "-c", session, "sh"}, c.args...)
		return c.run(ctx, out)
	}
}

// startX starts an X server, which says when it is ready and what its display
// is, and a window manager on it.
func startX(ctx context.Context, out io.Writer) (string, func(), error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = r.Close() }()
	server := sh("Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp").command(ctx, out)
	server.ExtraFiles = []*os.File{w}
	if err := server.Start(); err != nil {
		_ = w.Close()
		return "", nil, err
	}
	_ = w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		stop(server)
		return "", nil, fmt.Errorf("the X server did not start: %w", err)
	}
	display := ":" + strings.TrimSpace(number)
	manager := sh("openbox").with("DISPLAY="+display).command(ctx, out)
	if err := manager.Start(); err != nil {
		stop(server)
		return "", nil, err
	}
	return display, func() { stop(manager); stop(server) }, nil
}

func stop(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait()
}
