package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// buildPackages are the Debian packages that the build takes.
func buildPackages() []string {
	return strings.Fields("gcc libc6-dev pkg-config libgtk-3-dev libwebkit2gtk-4.1-dev")
}

// runPackages are what a running Baton takes besides.
func runPackages() []string { return []string{"chromium"} }

// testPackages are what the tests take besides.
func testPackages() []string {
	return strings.Fields("git chromium xvfb openbox xdotool wmctrl x11-utils x11-xserver-utils imagemagick xclip dbus-x11 gnome-keyring fonts-noto-color-emoji")
}

// need makes sure that the system has the packages. On Debian and its kin they
// are installed, as root or with sudo; elsewhere what to install is printed.
func need(ctx context.Context, out io.Writer, lists ...[]string) error {
	var names []string
	for _, l := range lists {
		names = append(names, l...)
	}
	switch runtime.GOOS {
	case "darwin":
		return found("xcode-select", "run: xcode-select --install")
	case "windows":
		return nil // the web view is part of the system, and no C compiler is needed
	}
	if found("dpkg-query", "") != nil {
		return withoutApt(out, names)
	}
	missing := notInstalled(ctx, names)
	if len(missing) == 0 {
		return nil
	}
	_, _ = fmt.Fprintln(out, "Installing:", strings.Join(missing, " "))
	for _, line := range []string{"apt-get update", "apt-get install -y --no-install-recommends " + strings.Join(missing, " ")} {
		c := sh(line)
		if os.Geteuid() != 0 {
			c = sh("sudo " + line)
		}
		if err := c.with("DEBIAN_FRONTEND=noninteractive").run(ctx, out); err != nil {
			return fmt.Errorf("install system packages, or run as root: %w", err)
		}
	}
	return nil
}

// withoutApt leaves it to the person, and to the compiler to say what is missing.
func withoutApt(out io.Writer, names []string) error {
	_, err := fmt.Fprintln(out, "This system has no apt. Baton needs what Debian calls:", strings.Join(names, " "))
	return err
}

func notInstalled(ctx context.Context, names []string) []string {
	var missing []string
	for _, n := range names {
		state, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${db:Status-Status}", n).Output()
		if err != nil || string(state) != "installed" {
			missing = append(missing, n)
		}
	}
	return missing
}

func found(program, otherwise string) error {
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("%s is missing; %s", program, otherwise)
	}
	return nil
}
