package contract

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batonbrowser/baton/backend/ops"
)

var update = flag.Bool("update", false, "write the files anew")

func TestFilesAreUpToDate(t *testing.T) {
	all := ops.All()
	openapi, err := OpenAPI("1")
	if err != nil {
		t.Fatal(err)
	}
	for path, made := range map[string][]byte{
		"openapi.json":                        openapi,
		"tools.md":                            Tools(all),
		"cli.md":                              CLI(all),
		"../../frontend/src/api/types.gen.ts": TypeScript(all),
	} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if *update {
				if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, made, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			kept, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(kept, made) {
				t.Errorf("out of date; run go test ./backend/contract -update\n%s", cmp.Diff(string(kept), string(made)))
			}
		})
	}
}
