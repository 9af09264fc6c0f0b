package snapshot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/snapshot"
)

func shown(outline string) snapshot.Shown {
	return snapshot.Show(snapshot.Result{URL: "https://a.test/x#y", Outline: outline}, snapshot.Options{})
}

func TestChanges(t *testing.T) {
	const page = "# Cart\nlist:\n  - link @e1 \"Plums\"\n  - button @e2 \"Remove\"\n- textbox @e3 \"Name\"\n- button @e4 \"Order\"\nTotal 3 €\n"
	for name, c := range map[string]struct{ now, want string }{
		"nothing":     {page, ""},
		"a value":     {strings.Replace(page, `"Name"`, `"Name" value: "Ada"`, 1), "  # Cart\n~ - textbox @e3 \"Name\" value: \"Ada\"\n"},
		"a text":      {strings.Replace(page, "Total 3 €", "Total 4 €", 1), "- Total 3 €\n  # Cart\n+ Total 4 €\n"},
		"a line more": {strings.Replace(page, "- textbox", "  - link @e5 \"Pears\"\n- textbox", 1), "  list:\n+   - link @e5 \"Pears\"\n"},
		"a line less": {strings.Replace(page, "  - button @e2 \"Remove\"\n", "", 1), "-   - button @e2 \"Remove\"\n"},
		"two places": {
			strings.Replace(strings.Replace(page, `"Order"`, `"Order" [disabled]`, 1), "# Cart", "# Your cart", 1),
			"- # Cart\n+ # Your cart\n~ - button @e4 \"Order\" [disabled]\n",
		},
	} {
		got, ok := shown(page).Changes(shown(c.now))
		if !ok || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, ok, got, c.want)
		}
	}
}

// The whole outline is the answer where there is nothing to compare with.
func TestChangesOfAnotherPage(t *testing.T) {
	was := shown("- button @e1 \"One\"\n")
	long := ""
	for i := range 60 {
		long += fmt.Sprintf("- button @e%d \"Number %d\"\n", i, i)
	}
	for name, now := range map[string]snapshot.Shown{
		"another address": snapshot.Show(snapshot.Result{URL: "https://a.test/z", Outline: "- button @e1 \"One\"\n"}, snapshot.Options{}),
		"another part":    snapshot.Show(snapshot.Result{URL: "https://a.test/x", Outline: "- button @e1 \"One\"\n"}, snapshot.Options{Selector: "main"}),
		"most of it":      shown(long),
	} {
		if text, ok := was.Changes(now); ok {
			t.Errorf("%s: %q", name, text)
		}
	}
	part := snapshot.Show(snapshot.Result{URL: "https://a.test/x"}, snapshot.Options{MaxDepth: 2})
	if part.OptionsAt("https://a.test/x#y").MaxDepth != 2 || part.OptionsAt("https://a.test/z") != (snapshot.Options{}) {
		t.Error("the options of a page are not its own")
	}
	if _, ok := (snapshot.Shown{}).Changes(was); ok {
		t.Error("changes of nothing")
	}
}

// Lines that are only pushed out of a cut outline are not gone.
func TestChangesOfACutOutline(t *testing.T) {
	cut := func(from, to int, first string) snapshot.Shown {
		outline := first
		for i := from; i < to; i++ {
			outline += fmt.Sprintf("- button @e%d \"Number %d\"\n", i, i)
		}
		return snapshot.Show(snapshot.Result{URL: "https://a.test/", Outline: outline + "… 20 of 900 nodes shown; narrow\n", Shown: 20, Total: 900}, snapshot.Options{})
	}
	got, ok := cut(0, 20, "").Changes(cut(0, 19, "- button @e77 \"New\"\n"))
	if want := "+ - button @e77 \"New\"\n"; !ok || got != want {
		t.Errorf("%v %q", ok, got)
	}
}
