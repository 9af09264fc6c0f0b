package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// buildPages builds the pages if one of their sources is newer than they are.
func buildPages(ctx context.Context, out io.Writer) error {
	if !stale("frontend/dist/index.html", "frontend") {
		return nil
	}
	return npm("run build").run(ctx, out)
}

// installModules brings node_modules to what package-lock.json says.
func installModules(ctx context.Context, out io.Writer) error {
	const stamp = "frontend/node_modules/.package-lock.json"
	if !stale(stamp, "frontend/package-lock.json") {
		return nil
	}
	return npm("ci --no-audit --no-fund").run(ctx, out)
}

// stale tells whether something below source is newer than the file, or the
// file is missing.
func stale(file, source string) bool {
	info, err := os.Stat(file)
	if err != nil {
		return true
	}
	return newest(source).After(info.ModTime())
}

func newest(source string) time.Time {
	var last time.Time
	_ = filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what cannot be read is no source
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist") {
			return fs.SkipDir
		}
		if info, err := d.Info(); err == nil && !d.IsDir() && !strings.HasSuffix(path, ".go") && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return nil
	})
	return last
}
