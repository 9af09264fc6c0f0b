package injection_test

import (
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/corpora"
	"github.com/batonbrowser/baton/backend/injection"
)

// The texts of real pages are not marked, but for what is listed here with its
// reason. Each page is looked at as its source, which has more words than any
// reader or agent sees, and as its text.
func TestRealPagesAreNotMarked(t *testing.T) {
	known := map[string]string{}
	dir := corpora.Dir(t, "corpora")
	w, pages, bytes := injection.Read(), 0, 0
	tags := regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)>|<[^>]*>`)
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".html", ".htm", ".jsonl", ".json", ".txt", ".md"}, filepath.Ext(file)) {
			return err
		}
		raw, err := os.ReadFile(file) //nolint:gosec // test material
		if err != nil {
			return err
		}
		pages, bytes = pages+1, bytes+len(raw)
		name, _ := filepath.Rel(dir, file)
		source := string(raw)
		for view, text := range map[string]string{"source": source, "text": html.UnescapeString(tags.ReplaceAllString(source, " "))} {
			for _, f := range w.Find(text) {
				if known[name+" "+f.Quote] == "" {
					t.Errorf("%s, its %s: %s %q", name, view, f.Kind, f.Quote)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d KB", pages, bytes/1024)
	if pages < 1000 || strings.TrimSpace(dir) == "" {
		t.Errorf("only %d files", pages)
	}
}
