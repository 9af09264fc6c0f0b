package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// measure prints one figure. «size» is what is shipped, and «screens» is no
// figure but a picture of every screen in every size, language and theme, in
// artifacts/screens; any other name stands for the Go benchmarks whose name has
// it, such as snapshot for BenchmarkSnapshot.
func measure(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("measure takes one name: size, screens, or a part of the name of a Go benchmark")
	}
	if err := build(ctx); err != nil {
		return err
	}
	if args[0] == "size" {
		return sizes()
	}
	if args[0] == "screens" {
		screens := sh("go test -count=1 -timeout 30m -run ^TestScreens$ -tags e2e," + tags() + " ./backend/e2e")
		return inDesktop(screens.with("BATON_SCREENS=all"))(ctx, os.Stdout)
	}
	bench := sh("go test -run ^$ -benchmem -count 3 -timeout 30m -tags " + tags() + " -bench")
	return inDesktop(bench.and("(?i)"+args[0], "./..."))(ctx, os.Stdout)
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
