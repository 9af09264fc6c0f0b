// Package corpora is for tests alone: it finds material that this repository does
// not have and that some tests compare against. BATON_SHARED names its folder; by
// default it lies beside the repository. Without it such a test is skipped.
package corpora

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Dir is a folder of the material, such as "corpora/aria-wpt".
func Dir(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("BATON_SHARED")
	if root == "" {
		_, here, _, _ := runtime.Caller(0)
		root = filepath.Join(filepath.Dir(here), "..", "..", "..", "shared")
	}
	dir := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(dir); err != nil { //nolint:gosec // test material
		t.Skip("skipped: no corpora")
	}
	return dir
}

// Rows reads a file of JSON lines.
func Rows[R any](t testing.TB, file string) (all []R) {
	t.Helper()
	f, err := os.Open(file) //nolint:gosec // test material
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var r R
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return all
}
