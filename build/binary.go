package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

func binary() string {
	name := "baton"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join("build", "bin", name)
}

// build builds the program with its pages.
func build(ctx context.Context) error {
	if err := need(ctx, os.Stdout, buildPackages()); err != nil {
		return err
	}
	for _, do := range []func(context.Context, io.Writer) error{installModules, buildPages, buildBinary} {
		if err := do(ctx, os.Stdout); err != nil {
			return err
		}
	}
	return nil
}

// buildBinary builds with the go command: Wails' own CLI adds bundles, not code.
func buildBinary(ctx context.Context, out io.Writer) error {
	if err := sh("go build -trimpath -tags "+tags()+" -o "+binary()+" .").run(ctx, out); err != nil || runtime.GOOS != "linux" {
		return err
	}
	return sh("go build -trimpath -tags production -o "+console()+" .").with("CGO_ENABLED=0").run(ctx, out)
}

// console is the same program without windows, for agents with a shell and for
// machines without a desktop. On Linux a program with windows loads the web view
// at its start, also where it only sends a command: that takes fifty milliseconds
// and as many megabytes. Elsewhere the program with windows does not.
func console() string {
	if runtime.GOOS == "linux" {
		return filepath.Join("build", "bin", "batonctl")
	}
	return binary()
}

// run builds Baton and starts it: on the desktop if there is one.
func run(ctx context.Context, args []string) error {
	if err := build(ctx); err != nil {
		return err
	}
	if err := need(ctx, os.Stdout, runPackages()); err != nil {
		return err
	}
	if len(args) == 0 && !hasDisplay() {
		fmt.Println("There is no display: Baton serves its pages instead. Open the link below in a browser on this machine,\n" +
			"or from another machine after: ssh -L 4786:127.0.0.1:4786 USER@THIS-MACHINE")
		args = []string{"serve", "--owner-link"}
	}
	c := call{args: append([]string{binary()}, args...)}
	cmd := c.command(ctx, os.Stdout)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil //nolint:nilerr // ended by Ctrl+C, as wished
	}
	if _, ended := errors.AsType[*exec.ExitError](err); ended {
		return fmt.Errorf("baton: %w", err)
	}
	return err
}

func hasDisplay() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// bundle makes the installable form of this system with the Wails CLI. -m keeps
// it from tidying go.mod and -skipbindings from running the program.
func bundle(ctx context.Context) error {
	if err := build(ctx); err != nil {
		return err
	}
	c := sh("go tool -modfile=build/tools.mod wails build -m -s -skipbindings -trimpath")
	if runtime.GOOS == "linux" {
		c = c.and("-tags", "webkit2_41")
	}
	if runtime.GOOS == "windows" {
		// The program of the window has no console, so the command line is a second file.
		if err := sh("go build -trimpath -tags "+tags()+" -o build/bin/batonctl.exe .").run(ctx, os.Stdout); err != nil {
			return err
		}
	}
	return c.run(ctx, os.Stdout)
}
