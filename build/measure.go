package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// figures are what measure knows by name; any other name stands for the Go
// benchmarks whose name has it, such as snapshot for BenchmarkSnapshot.
func figures() map[string]func(context.Context, io.Writer) error {
	return map[string]func(context.Context, io.Writer) error{
		"size":        func(context.Context, io.Writer) error { return sizes() },
		"conformance": conformance, // what the suite of the Model Context Protocol says
		// A picture of every screen in every size, language and theme, in artifacts/screens.
		"screens": inDesktop(sh("go test -count=1 -timeout 30m -run ^(TestScreens|TestLetterbox)$ -tags e2e," + tags() + " ./backend/e2e").with("BATON_SCREENS=all")),
		// Every task page with ten seeds, by a solver that sees outlines alone.
		"tasks": all(sh("go test -count=1 -v -timeout 30m -run ^TestTasks$ ./backend/tasks -seeds 10")),
		// All pages of the shared corpora (BATON_SHARED): what is told of them, what can be clicked, names and roles.
		"corpora": all(
			sh("go test -count=1 -v -timeout 60m -run ^(TestDriverPages|TestPeerOutlines)$ ./backend/tasks -corpora 1 -clicks 1000"),
			sh("go test -count=1 -v -timeout 30m -run NamesAndRoles ./backend/chrome")),
		"soak": all(sh("go test -count=1 -v -timeout 30m -run ^TestSoak$ ./backend/tasks -soak 2000")),
		// Every address of the shared corpus by every way of a page, in a real Chromium.
		"gate":       all(sh("go test -count=1 -v -timeout 120m -run ^TestVectors$ ./backend/egress -vectors")),
		"gate-speed": all(sh("go test -count=1 -v -timeout 20m -run ^TestGateSpeed$ ./backend/egress -speed 21")),
		"fuzz":       fuzz,
		// Calls and open streams at the real host; alone, as a person's machine is.
		"load": all(sh("go test -count=1 -v -timeout 5m -run ^TestLoad$ -tags e2e," + tags() + " ./backend/e2e -load 30s -rate 2000 -streams 500")),
		// Take, hand back, act, input, crash and lost windows in 10,000 random orders each.
		"model": all(sh("go test -count=1 -v -timeout 60m -run ^(TestAnyInterleaving|TestAnyInterleaving)$ ./backend/session ./backend/control -rapid.checks=10000")),
		"kill":  all(sh("go test -count=1 -v -run Kill ./backend/store -kills 60")),
		// What Chrome itself can do, beside the engine alone and Baton over MCP.
		"floor": floor,
		// The live view from its viewers' side, beside Chrome's own and a neighbour's; alone, as a person's machine is.
		"live": liveFigures,
	}
}

// measure prints one figure.
func measure(ctx context.Context, args []string) error {
	known := figures()
	if len(args) == 0 || len(args) > 1 && args[0] != "bench" {
		return fmt.Errorf("measure takes one name: bench (with what its program takes), %s, or a part of the name of a Go benchmark",
			strings.Join(slices.Sorted(maps.Keys(known)), ", "))
	}
	if err := build(ctx); err != nil {
		return err
	}
	if args[0] == "bench" {
		return bench(ctx, os.Stdout, args[1:])
	}
	if figure := known[args[0]]; figure != nil {
		return figure(ctx, os.Stdout)
	}
	benchmarks := sh("go test -run ^$ -benchmem -count 3 -timeout 30m -tags " + tags() + " -bench")
	return inDesktop(benchmarks.and("(?i)"+args[0], "./..."))(ctx, os.Stdout)
}

// fuzz runs every fuzzer of the repository for a while.
func fuzz(ctx context.Context, out io.Writer) error {
	list, err := exec.CommandContext(ctx, "go", "test", "-list", "^Fuzz", "./backend/...").Output()
	if err != nil {
		return fmt.Errorf("list the fuzzers: %w", err)
	}
	var names []string
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Fuzz") {
			names = append(names, line)
			continue
		}
		result := strings.Fields(line) // "ok  package  time", after its names
		for _, name := range names {
			if err := sh("go test -run ^$ -fuzztime 30s -fuzz").and("^"+name+"$", result[1]).run(ctx, out); err != nil {
				return err
			}
		}
		names = nil
	}
	return nil
}

func sizes() error {
	info, err := os.Stat(binary())
	if err != nil {
		return err
	}
	fmt.Printf("%-28s %8.1f MB\n", filepath.ToSlash(binary()), float64(info.Size())/1e6)
	return filepath.WalkDir("frontend/dist", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".woff2") {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Size() > 1000 {
			fmt.Printf("%-28s %8.1f kB\n", d.Name(), float64(info.Size())/1e3)
		}
		return err
	})
}
