package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mcpPackages are the conformance suite and the Inspector of the Model Context
// Protocol, and the Node that both take. They are installed for the checks alone.
func mcpPackages() []string {
	return []string{"node@22", "@modelcontextprotocol/conformance@0.1.16", "@modelcontextprotocol/inspector@2.12.0"}
}

// conformance runs the suite and the Inspector against a real Baton.
func conformance(ctx context.Context, out io.Writer) error {
	dir, err := mcpTools(ctx, out)
	if err != nil {
		return err
	}
	c := sh("go test -count=1 -v -timeout 10m -tags e2e," + tags() + " -run ^(TestConformance|TestInspector)$ ./backend/e2e/")
	return inDesktop(c.with("BATON_MCP_TOOLS="+dir))(ctx, out)
}

// mcpTools installs the packages below build/cache, unless they are there.
func mcpTools(ctx context.Context, out io.Writer) (string, error) {
	dir, err := filepath.Abs(filepath.Join("build", "cache", "mcp"))
	if err != nil {
		return "", err
	}
	stamp, want := filepath.Join(dir, "installed"), strings.Join(mcpPackages(), "\n")
	if got, err := os.ReadFile(stamp); err == nil && string(got) == want {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	install := call{args: slices.Concat([]string{
		"npm", "install", "--prefix", dir, "--no-save", "--no-package-lock", "--no-audit", "--no-fund",
	}, mcpPackages())}
	if err := install.run(ctx, out); err != nil {
		return "", err
	}
	return dir, os.WriteFile(stamp, []byte(want), 0o644)
}
