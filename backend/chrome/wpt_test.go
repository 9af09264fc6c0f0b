//go:build linux

package chrome_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/corpora"
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
	Title    string `json:"title"`
	Agrees   bool   `json:"chromium_agrees"`
}

// misses are the rows that are known to be missed, each with its reason.
func misses() map[string]string {
	const (
		minimum = "a group by its attribute alone (HTML-AAM's minimum role, tentative) would be one more line without a use"
		target  = "shadowRootReferenceTarget is an experiment of Chromium"
	)
	return map[string]string{
		"html-aam/roles-minimum.tentative.html 1 role":                      minimum,
		"html-aam/roles-minimum.tentative.html 4 role":                      minimum,
		"wai-aria/role/list-roles.tentative.html 0 role":                    "an item outside of a list is still told as its author called it",
		"shadow-dom/reference-target/tentative/aria-labelledby.html 0 name": target,
		"shadow-dom/reference-target/tentative/aria-labelledby.html 2 name": target,
		"shadow-dom/reference-target/tentative/aria-labelledby.html 4 name": target,
	}
}

// TestNamesAndRoles measures names and roles by what the Web Platform Tests
// expect and Chromium's own tree agrees with. Every miss is listed with its reason.
func TestNamesAndRoles(t *testing.T) {
	dir := corpora.Dir(t, "corpora/aria-wpt")
	namesAndRoles(t, dir, expectations(t, filepath.Join(dir, "expected.jsonl")))
}

// TestNamesAndRolesOfSnippets is the same for the snippets of another library.
func TestNamesAndRolesOfSnippets(t *testing.T) {
	dir := corpora.Dir(t, "corpora/outline-snippets")
	namesAndRoles(t, dir, expectations(t, filepath.Join(dir, "name-role-snippets.jsonl")))
}

func namesAndRoles(t *testing.T, dir string, rows []expectation) {
	t.Helper()
	files := http.FileServer(http.Dir(dir))
	_, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			_, _ = w.Write([]byte("<title>start</title>"))
			return
		}
		if r.URL.Path == "/made" {
			html, _ := url.QueryUnescape(r.URL.RawQuery)
			_, _ = w.Write([]byte("<!doctype html>" + html))
			return
		}
		files.ServeHTTP(w, r)
	}, "")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // many pages
	t.Cleanup(cancel)
	base := active(t, b).URL
	good, all, known := map[string]int{}, map[string]int{}, misses()
	at := ""
	for _, x := range rows {
		if page := x.page(); page != at || page == "" {
			at = page
			if _, err := b.Navigate(ctx, base+page); err != nil {
				t.Fatalf("%s: %v", x.File, err)
			}
		}
		mark := fmt.Sprintf("document.querySelector(%q)", x.Selector)
		if x.Nth != nil {
			mark = fmt.Sprintf("document.querySelectorAll('[data-expectedlabel],[data-expectedrole]')[%d]", *x.Nth)
		}
		if _, err := b.Evaluate(ctx, "document.querySelectorAll('[data-here]').forEach(e => e.removeAttribute('data-here')); "+mark+".setAttribute('data-here', ''); return 1", page.Target{}); err != nil {
			t.Errorf("%s: not on the page: %v", x.id(), err)
			continue
		}
		role, name := described(ctx, t, b)
		got := strings.Replace(role, "img", "image", 1)
		if got == "" {
			got = "generic"
		}
		if x.Property == "name" {
			got = name
		}
		all[x.Property]++
		if x.Expected == "" && x.Property == "role" {
			x.Expected = "generic"
		}
		right := strings.Join(strings.Fields(got), " ") == strings.Join(strings.Fields(x.Expected), " ")
		switch why := known[x.id()]; {
		case right && why != "":
			t.Errorf("%s is right by now, and listed as a miss", x.id())
		case right:
			good[x.Property]++
		case why != "":
			t.Logf("%s: got %q, want %q: %s", x.id(), got, x.Expected, why)
		default:
			t.Errorf("%s: got %q, want %q (%s)", x.id(), got, x.Expected, x.Test)
		}
	}
	t.Logf("names %d of %d, roles %d of %d", good["name"], all["name"], good["role"], all["role"])
	for what, least := range map[string]float64{"name": 0.97, "role": 0.97} {
		if share := float64(good[what]) / float64(all[what]); share < least {
			t.Errorf("%s: %.2f are right, want %.2f", what, share, least)
		}
	}
}

// page is the address of a row: its file, or the markup that its test makes.
func (x expectation) page() string {
	if x.HTML != "" {
		return "made?" + url.QueryEscape(x.HTML)
	}
	return x.File
}

func (x expectation) id() string {
	if x.Nth != nil {
		return fmt.Sprintf("%s %d %s", x.File, *x.Nth, x.Property)
	}
	return fmt.Sprintf("%s%s %s %s", x.File, x.Title, x.Selector, x.Property)
}

// expectations are the rows that Chromium agrees with.
func expectations(t *testing.T, file string) []expectation {
	t.Helper()
	return slices.DeleteFunc(corpora.Rows[expectation](t, file), func(x expectation) bool { return !x.Agrees || x.Property == "description" })
}

func described(ctx context.Context, t *testing.T, b *chrome.Browser) (role, name string) {
	t.Helper()
	role, name, err := chrome.Described(ctx, b, "[data-here]")
	if err != nil {
		t.Fatal(err)
	}
	return role, name
}
