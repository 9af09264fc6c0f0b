package ops_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// Nothing that an agent says names a file; what is saved is new, inside the
// session's folder and for its user alone (case sec-file-name-climb).
func TestSavedFilesStayInTheirFolder(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	shots, err := b.app.Dirs.Screenshots(s.ID)
	must(t, err)
	who, workspace, outside := b.again(a), filepath.Dir(shots), t.TempDir()
	for _, name := range []string{"../../outside.png", "/tmp/outside.png", `a\..\..\b.png`, "CON.png", strings.Repeat("x", 5000), "a\nb.png", "a\x00b.png", ".hidden", "", "shots/../x.png"} {
		for _, field := range []string{"name", "path", "filename", "file", "relative_path"} {
			for _, tool := range []string{"browser_screenshot", "browser_pdf"} {
				if _, err := b.try(who, tool, map[string]any{field: name}); !fault.Is(err, fault.InvalidInput) {
					t.Errorf("%s with %s %.20q: %v", tool, field, name, err)
				}
			}
		}
	}
	seen := map[string]bool{}
	for range 50 { // several within one thousandth of a second
		p := call[ops.Picture](b, who, "browser_screenshot", ops.ScreenshotIn{})
		info, err := os.Lstat(p.Path)
		if err != nil || info.Mode().Perm() != 0o600 || !info.Mode().IsRegular() || seen[p.Path] || filepath.Dir(p.Path) != shots || filepath.Join(workspace, p.RelativePath) != p.Path {
			t.Fatalf("saved as %+v: %v", p, err)
		}
		seen[p.Path] = true
	}
	// A link in the place of the folder leads nowhere.
	must(t, os.RemoveAll(shots))
	must(t, os.Symlink(outside, shots))
	must(t, os.RemoveAll(filepath.Join(workspace, "screenshots")))
	must(t, os.Symlink(outside, filepath.Join(workspace, "screenshots")))
	if p, err := b.try(who, "browser_screenshot", ops.ScreenshotIn{}); !fault.Is(err, fault.StorageUnwritable) {
		t.Errorf("through a link: %+v, %v", p, err)
	}
	must(t, os.Remove(shots))
	call[ops.Picture](b, who, "browser_screenshot", ops.ScreenshotIn{}) // but the latest one has a link still
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("outside there are %v, %v", left, err)
	}
}
