//go:build linux

package chrome_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/page"
)

// expectation is a row of the Web Platform Tests' accessible names and roles.
type expectation struct {
	File     string `json:"file"`
	Nth      *int   `json:"nth"`
	Selector string `json:"selector"`
	HTML     string `json:"html"`
	Property string `json:"property"`
	Expected string `json:"expected"`
	Test     string `json:"testname"`
	Agrees   bool   `json:"chromium_agrees"`
}

// TestNamesAndRoles measures names and roles by what the Web Platform Tests
// expect and Chromium's own tree agrees with.
func TestNamesAndRoles(t *testing.T) {
	dir := sharedDir(t, "corpora/aria-wpt")
	rows := expectations(t, filepath.Join(dir, "expected.jsonl"))
	files := http.FileServer(http.Dir(dir))
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			_, _ = w.Write([]byte("<title>start</title>"))
			return
		}
		files.ServeHTTP(w, r)
	}, "")
	base := active(t, b).URL
	good, all := map[string]int{}, map[string]int{}
	at := ""
	for _, x := range rows {
		if x.File != at {
			at = x.File
			if _, err := b.Navigate(ctx, base+x.File); err != nil {
				t.Fatalf("%s: %v", x.File, err)
			}
		}
		mark := fmt.Sprintf("document.querySelectorAll('[data-expectedlabel],[data-expectedrole]')[%d]", *x.Nth)
		if _, err := b.Evaluate(ctx, "document.querySelectorAll('[data-here]').forEach(e => e.removeAttribute('data-here')); "+mark+".setAttribute('data-here', ''); return 1", page.Target{}); err != nil {
			continue // made by a script that is not there
		}
		role, name := described(ctx, t, b)
		got := strings.Replace(role, "img", "image", 1)
		if x.Property == "name" {
			got = name
		}
		all[x.Property]++
		if strings.Join(strings.Fields(got), " ") == strings.Join(strings.Fields(x.Expected), " ") {
			good[x.Property]++
		} else if os.Getenv("BATON_SHOW") != "" {
			t.Logf("%s %d %s: got %q, want %q (%s)", x.File, *x.Nth, x.Property, got, x.Expected, x.Test)
		}
	}
	t.Logf("names %d of %d, roles %d of %d", good["name"], all["name"], good["role"], all["role"])
	for what, least := range map[string]float64{"name": 0.92, "role": 0.90} {
		if share := float64(good[what]) / float64(all[what]); share < least {
			t.Errorf("%s: %.2f are right, want %.2f", what, share, least)
		}
	}
}

func sharedDir(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("BATON_SHARED")
	if root == "" {
		root = "../../../shared"
	}
	dir := filepath.Join(root, name)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("skipped: no corpora")
	}
	return dir
}

func expectations(t *testing.T, file string) []expectation {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out []expectation
	for s := bufio.NewScanner(f); s.Scan(); {
		var x expectation
		if err := json.Unmarshal(s.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		if x.Agrees && x.Nth != nil && x.HTML == "" && x.Property != "description" {
			out = append(out, x)
		}
	}
	return out
}

func described(ctx context.Context, t *testing.T, b *chrome.Browser) (role, name string) {
	t.Helper()
	role, name, err := chrome.Described(ctx, b, "[data-here]")
	if err != nil {
		t.Fatal(err)
	}
	return role, name
}
