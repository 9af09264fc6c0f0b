// Command build is Baton's build tool. It needs Go and Node and brings the rest:
//
//	go run ./build run           build Baton and start it
//	go run ./build build         build it into build/bin
//	go run ./build test [NAME…]  run all that CI runs, or the named steps and what they need
//	go run ./build measure NAME  measure one of the figures of the README
//	go run ./build package       make an installable bundle with the Wails CLI
//	go run ./build icons         draw the icons anew
//
// Everything is written below build/bin, build/cache, frontend/dist and artifacts.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := start(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		stop()
		os.Exit(1)
	}
}

func start(ctx context.Context, args []string) error {
	if err := enterRoot(); err != nil {
		return err
	}
	command := "help"
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	switch command {
	case "run":
		return run(ctx, args)
	case "build":
		return build(ctx)
	case "test":
		return test(ctx, args)
	case "measure":
		return measure(ctx, args)
	case "package":
		return bundle(ctx)
	case "icons":
		return icons()
	}
	return fmt.Errorf("unknown command %q; there are run, build, test, measure, package and icons", command)
}

// enterRoot makes the top of the repository the current directory.
func enterRoot() error {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("find the repository: %w", err)
	}
	return os.Chdir(strings.TrimSpace(string(out)))
}

// icons draws the files that the bundles of the three systems take.
func icons() error {
	for name, draw := range iconFiles() {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, draw(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
