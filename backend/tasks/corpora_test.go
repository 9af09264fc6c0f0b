//go:build linux

package tasks_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/corpora"
)

var (
	everyPage = flag.Int("corpora", 12, "take every nth page of the corpora; 1 is all of them")
	clicks    = flag.Int("clicks", 5, "how many refs of a corpus page are clicked")
)

// corpus is a folder of the shared corpora, served on loopback.
func corpus(t *testing.T, name string) (dir, url string) {
	t.Helper()
	dir = corpora.Dir(t, "corpora/"+name)
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	s.Config.SetKeepAlivesEnabled(false) // a connection that waits would look like a leak
	t.Cleanup(s.Close)
	return dir, s.URL + "/"
}

// driverPage is a row of pages.jsonl.
type driverPage struct {
	File        string
	Interactive []struct{ Role, Name string }
	RenderError string `json:"render_error"`
}

// seen is a node of browser_snapshot with format json.
type seen struct {
	Ref, Role, Name     string
	States              []string
	X, Y, Width, Height float64
	Children            []seen
}

// walk calls fn with every node.
func walk(list []seen, fn func(seen)) {
	for _, n := range list {
		fn(n)
		walk(n.Children, fn)
	}
}

// visitor goes over the pages of a corpus.
type visitor struct {
	t     *testing.T
	tools agentTools
	slow  time.Duration // the longest call
}

// call calls a tool and answers what the page asks meanwhile.
func (v *visitor) call(tool string, in map[string]any) (string, error) {
	v.t.Helper()
	for range 10 {
		began := time.Now()
		text, err := v.tools.call(v.t.Context(), tool, in)
		v.slow = max(v.slow, time.Since(began))
		var r refusal
		if !errors.As(err, &r) {
			if err != nil {
				v.t.Fatalf("%s %v: %v", tool, in, err) // the surface itself failed
			}
			return text, nil
		}
		if r.code() != "dialog_open" {
			return "", err
		}
		if _, err := v.tools.call(v.t.Context(), "browser_dialog", map[string]any{"accept": true}); err != nil && !strings.Contains(err.Error(), "no dialog") {
			v.t.Errorf("the dialog could not be answered: %v", err)
		}
	}
	return "", errors.New(tool + ": the page does not stop asking")
}

// open opens a page, whatever it asks.
func (v *visitor) open(url string) {
	v.t.Helper()
	if _, err := v.call("browser_navigate", map[string]any{"url": url}); err != nil {
		v.t.Fatalf("open %s: %v", url, err)
	}
}

func (v *visitor) tree() []seen {
	v.t.Helper()
	text, err := v.call("browser_snapshot", map[string]any{"format": "json"})
	if err != nil {
		v.t.Errorf("snapshot: %v", err)
		return nil
	}
	var tree []seen
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		v.t.Errorf("snapshot: %v", err)
	}
	return tree
}

// TestDriverPages opens, sees, reads, pictures and closes pages that other
// drivers test themselves with, wants what can be used to be told with its name
// and a ref, and clicks it.
func TestDriverPages(t *testing.T) {
	dir, url := corpus(t, "driver-pages")
	v := &visitor{tools: one.connect(t)}
	found, wanted, clicked, refused := 0, 0, 0, map[string]int{}
	for i, p := range corpora.Rows[driverPage](t, filepath.Join(dir, "pages.jsonl")) {
		if i%*everyPage != 0 {
			continue
		}
		t.Run(p.File, func(t *testing.T) {
			v.t = t
			if p.RenderError != "" { // a download
				v.open(url)
				return
			}
			v.open(url + p.File)
			for _, tool := range []string{"browser_snapshot", "browser_read", "browser_screenshot"} {
				if _, err := v.call(tool, nil); err != nil {
					t.Errorf("%v", err)
				}
			}
			tree := v.tree()
			f, w := complete(t, p, tree)
			found, wanted = found+f, wanted+w
			clicked += v.clickAll(url+p.File, tree, refused)
			v.leave()
		})
	}
	t.Logf("%d of %d things with a name are told with a ref; %d clicked, refused %v; the longest call took %s", found, wanted, clicked, refused, v.slow.Round(time.Millisecond))
}

// sameRole tells whether our role stands for Chromium's.
func sameRole(theirs, ours string) bool {
	switch theirs {
	case "Date", "InputTime", "ColorWell", "DateTime":
		return slices.Contains([]string{"date", "time", "color", "datetime", "month", "week", "textbox", "button"}, ours)
	case "DisclosureTriangle":
		return ours == "button"
	case "link":
		return ours == "link" || ours == "clickable" // Chromium calls an anchor with a handler so, whether it leads anywhere or not
	case "button":
		return ours == "button" || ours == "file"
	case "textbox":
		return ours == "textbox" || ours == "searchbox"
	}
	return theirs == ours
}

// complete counts the things with a name that are told, each once.
func complete(t *testing.T, p driverPage, tree []seen) (found, wanted int) {
	t.Helper()
	var ours []seen
	walk(tree, func(n seen) {
		if n.Ref != "" {
			ours = append(ours, n)
		}
	})
	for _, want := range p.Interactive {
		name := plain(want.Name)
		if name == "" {
			continue
		}
		wanted++
		at := slices.IndexFunc(ours, func(n seen) bool { return sameRole(want.Role, n.Role) && sameName(name, plain(n.Name)) })
		if at < 0 {
			miss := fmt.Sprintf("%s: %s %q", p.File, want.Role, name)
			if why := missed(miss); why != "" {
				t.Logf("%s is not told: %s", miss, why)
			} else {
				t.Errorf("%s is not told", miss)
			}
			continue
		}
		found++
		ours = slices.Delete(ours, at, at+1)
	}
	return found, wanted
}

// sameName compares names; the corpus has the first 120 characters.
func sameName(theirs, ours string) bool {
	return theirs == ours || len([]rune(theirs)) >= 119 && strings.HasPrefix(ours, theirs)
}

var (
	pickerParts = regexp.MustCompile(`button "Show .* picker|spinbutton "(Month|Day|Year|Hours|Minutes|Seconds|AM/PM|Week)( |")`)
	playerParts = regexp.MustCompile(`^playwright/video.html: `)
)

// missed is why something is not told, "" if there is no reason.
func missed(what string) string {
	switch {
	case pickerParts.MatchString(what):
		return "a part of a date or time field, which is told as one field and filled as one"
	case playerParts.MatchString(what):
		return "a part of Chrome's own player, which is told as one thing"
	}
	return ""
}

func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

// short is a name as the snapshot cuts it.
func short(s string) string {
	if r := []rune(s); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return s
}

// clickAll clicks things by their refs, each on the page as it was opened. A
// refusal must be one that a model can act on.
func (v *visitor) clickAll(url string, tree []seen, refused map[string]int) (clicked int) {
	v.t.Helper()
	var all []seen
	walk(tree, func(n seen) {
		if n.Ref != "" {
			all = append(all, n)
		}
	})
	for i := 0; i < len(all) && i < *clicks; i++ {
		text, err := v.call("browser_click", map[string]any{"ref": all[i].Ref})
		if err == nil {
			clicked++
		} else {
			var r refusal
			if !errors.As(err, &r) || !slices.Contains([]string{"not_actionable", "not_visible", "stale_ref", "navigation_failed", "url_not_allowed"}, r.code()) {
				v.t.Errorf("click %s %q: %v", all[i].Role, all[i].Name, err)
			} else {
				refused[r.code()]++
				if *everyPage == 1 {
					v.t.Logf("click %s %q: %v", all[i].Role, all[i].Name, err)
				}
			}
		}
		if err != nil || strings.Contains(text, "Nothing on the page") {
			continue
		}
		// The page is another one now: take it up where it was.
		v.leave()
		v.open(url)
		var again []seen
		walk(v.tree(), func(n seen) {
			if n.Ref != "" {
				again = append(again, n)
			}
		})
		all = again
	}
	return clicked
}

// leave closes what a page opened, and the page.
func (v *visitor) leave() {
	v.t.Helper()
	for range 20 {
		text, err := v.call("browser_tabs", nil)
		if err != nil {
			v.t.Fatal(err)
		}
		if !strings.Contains(text, "\n") {
			break
		}
		if _, err := v.call("browser_tabs", map[string]any{"action": "close", "tab": "2"}); err != nil {
			v.t.Fatal(err)
		}
	}
	// A question may hold the last tab up.
	ctx, cancel := context.WithTimeout(v.t.Context(), callCap)
	defer cancel()
	_, _ = v.tools.call(ctx, "browser_dialog", map[string]any{"accept": true})
	v.open(one.pages.URL + "/framecode.html?code=none")
}
