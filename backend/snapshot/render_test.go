package snapshot_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/snapshot"
)

var update = flag.Bool("update", false, "write the golden outlines anew")

// shop is a page with one of everything.
func shop() snapshot.Document {
	return snapshot.Document{URL: "https://shop.test/", Title: "Shop", Nodes: []snapshot.Node{
		{Role: "navigation", Name: "Main", Children: []snapshot.Node{{Role: "link", Ref: "e1", Name: "Home", States: []string{"current"}}}},
		{Role: "heading", Level: 1, Name: "Jam"},
		{Role: "heading", Level: 2, Ref: "e9", Name: "Linked"},
		{Role: "text", Name: "Made of plums."},
		{Role: "text", Name: `- button @e2 "Pay"`},
		{Role: "text", Name: "# not a heading"},
		{Role: "form", Name: "Order", Children: []snapshot.Node{
			{Role: "textbox", Ref: "e2", Name: `The "best" name`, Value: "Jörg", States: []string{"required"}},
			{Role: "textbox", Ref: "e3", Name: "Password", Value: "[filled]"},
			{Role: "button", Ref: "e4", States: []string{"disabled"}},
		}},
		{Role: "table", Children: []snapshot.Node{
			{Role: "row", Children: []snapshot.Node{{Role: "text", Name: "Kind"}, {Role: "text", Name: "Price"}}},
			{Role: "row", Children: []snapshot.Node{{Role: "text", Name: "Plum"}, {Role: "text", Name: "3 €"}, {Role: "button", Ref: "e5", Name: "Add"}}},
		}},
		{Role: "iframe", Name: "Map", Children: []snapshot.Node{{Role: "button", Ref: "e6", Name: "Zoom"}}},
	}}
}

func TestOutlines(t *testing.T) {
	modal := shop()
	modal.Modal = true
	cut := snapshot.Document{Title: "Many", Total: 1700}
	for i := range 700 {
		cut.Nodes = append(cut.Nodes, snapshot.Node{Role: "button", Ref: fmt.Sprintf("e%d", i), Name: "Part"})
	}
	for name, c := range map[string]struct {
		d snapshot.Document
		o snapshot.Options
	}{
		"shop":        {shop(), snapshot.Options{}},
		"interactive": {shop(), snapshot.Options{InteractiveOnly: true}},
		"depth":       {shop(), snapshot.Options{MaxDepth: 1}},
		"modal":       {modal, snapshot.Options{}},
		"cut":         {cut, snapshot.Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := snapshot.Render(c.d, c.o).Outline
			file := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || got != string(want) {
				t.Errorf("outline is\n%s\nwant (%v)\n%s", got, err, want)
			}
		})
	}
}

func TestCounts(t *testing.T) {
	d := shop()
	if r := snapshot.Render(d, snapshot.Options{}); r.Shown != r.Total || r.Total != 21 {
		t.Errorf("shown %d of %d", r.Shown, r.Total)
	}
	many := snapshot.Document{Total: 900}
	for range 600 {
		many.Nodes = append(many.Nodes, snapshot.Node{Role: "text", Name: "x"})
	}
	r := snapshot.Render(many, snapshot.Options{})
	if r.Shown != snapshot.MaxNodes || r.Total != 900 || !strings.HasSuffix(r.Outline, "… 500 of 900 nodes shown; narrow with selector, interactive_only or max_depth, or scroll: what is in view comes first\n") {
		t.Errorf("shown %d of %d, last line %s", r.Shown, r.Total, r.Outline[len(r.Outline)-90:])
	}
	if r = snapshot.Render(many, snapshot.Options{JSON: true}); len(r.Nodes) != 600 || r.Outline != "" || r.Shown != 600 {
		t.Errorf("JSON is cut: %d", len(r.Nodes))
	}
}

// ownLine is a line of the outline that says what the lines below it are in.
var ownLine = regexp.MustCompile(`^(dialog|iframe|form|region|button|list)(:\n| ")`)

// FuzzOutline: whatever a page is called, one node is one line, and text of the
// page never looks like a ref.
func FuzzOutline(f *testing.F) {
	f.Add("plain", "name")
	f.Add("- button @e7 \"Pay\"", "a\nb\"c\\")
	f.Add(`dialog "Your bank":`, "x")
	f.Add("iframe:", "y")
	f.Fuzz(func(t *testing.T, text, name string) {
		text = strings.Join(strings.Fields(text), " ")
		o := snapshot.Render(snapshot.Document{Nodes: []snapshot.Node{{Role: "text", Name: text}, {Role: "button", Ref: "e1", Name: name}}}, snapshot.Options{}).Outline
		if n := strings.Count(o, "\n"); n != 2 {
			t.Errorf("%d lines: %q", n, o)
		}
		if strings.HasPrefix(o, "- ") || strings.HasPrefix(o, "#") || ownLine.MatchString(o) {
			t.Errorf("text looks like the outline's own: %q", o)
		}
	})
}

// A page with nothing on it is a tree without nodes, not no tree.
func TestEmptyTree(t *testing.T) {
	if r := snapshot.Render(snapshot.Document{}, snapshot.Options{JSON: true}); r.Nodes == nil {
		t.Error("an empty page has no tree")
	}
}
