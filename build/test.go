package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

const artifacts = "artifacts"

// test runs the steps of CI. The heavy ones begin early, and those that need the
// same processor (a linter that compiles, the race detector) follow each other.
func test(ctx context.Context, names []string) error {
	steps, err := choose(testSteps(), names)
	if err != nil {
		return err
	}
	if err := need(ctx, os.Stdout, buildPackages(), testPackages()); err != nil {
		return err
	}
	return runSteps(ctx, steps, filepath.Join(artifacts, "logs"))
}

func testSteps() []step {
	lint := "go tool -modfile=build/lint.mod golangci-lint run --build-tags " + tags() + ",e2e"
	race := sh("go test -race -timeout 15m -tags " + tags() + " ./...")
	endToEnd := sh("go test -count=1 -timeout 15m -tags e2e," + tags() + " ./backend/e2e/... ./app/tray/...")
	return []step{
		{name: "npm-ci", do: all(npm("ci --no-audit --no-fund"))},
		{name: "gofumpt", do: quiet(sh("go tool -modfile=build/tools.mod gofumpt -l app backend build frontend/embed.go main.go"), "run gofumpt -w on")},
		{name: "tidy", do: all(sh("go mod tidy -diff"))},
		{name: "generated", needs: []string{"npm-ci"}, do: fresh},
		{name: "vite", needs: []string{"generated"}, do: buildPages},
		{name: "vet", needs: []string{"vite"}, do: all(sh("go vet -tags "+tags()+",e2e ./..."), sh("go vet ./..."))},
		{name: "binary", needs: []string{"vite"}, do: buildBinary},
		{name: "lint", needs: []string{"vet"}, do: all(sh(lint))},
		{name: "race", needs: []string{"vet"}, do: inDesktop(race)},
		{name: "biome", needs: []string{"generated"}, do: all(npm("run lint"))},
		{name: "tsc", needs: []string{"generated"}, do: all(npm("run typecheck"))},
		{name: "knip", needs: []string{"generated"}, do: all(npm("run knip"))},
		{name: "vitest", needs: []string{"generated"}, do: all(npm("run test"))},
		{name: "windows", needs: []string{"vite"}, do: all(
			sh("go build -tags desktop,production -o build/bin/baton.exe .").with("GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0"),
			sh("go vet -tags desktop,production ./app/...").with("GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0"))},
		{name: "darwin", needs: []string{"generated"}, do: all(
			sh("go build ./backend/...").with("GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0"))},
		{name: "govulncheck", needs: []string{"vite"}, do: asksVulnerabilities},
		{name: "npm-audit", needs: []string{"npm-ci"}, do: asksPackages},
		{name: "conformance", needs: []string{"binary"}, do: conformance},
		// Alone, as a person's machine is: clicks and keys have their own pace.
		{name: "e2e", needs: []string{"binary"}, do: inDesktop(endToEnd), turn: last},
	}
}

// fresh generates everything that is generated and wants nothing to change.
func fresh(ctx context.Context, out io.Writer) error {
	before, err := worktree(ctx)
	if err != nil {
		return err
	}
	if err := sh("go generate ./...").run(ctx, out); err != nil {
		return err
	}
	after, err := worktree(ctx)
	if err != nil {
		return err
	}
	if before != after {
		_ = sh("git status --short").run(ctx, out)
		return errors.New("generated files were out of date: look at them and commit them")
	}
	return nil
}

// worktree is a print of all that differs from the last commit.
func worktree(ctx context.Context) (string, error) {
	var all bytes.Buffer
	for _, args := range [][]string{{"status", "--porcelain=v1", "-uall"}, {"diff", "HEAD"}} {
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.Stdout = &all
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256(all.Bytes())), nil
}
