package snapshot_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/snapshot"
)

// refLine is how a line of the outline gives a ref.
var refLine = regexp.MustCompile(`^ *- [a-z]+ @(e[0-9]+)( |$)`)

// grower makes trees out of what a fuzzer gives: each byte is a decision.
type grower struct {
	data  []byte
	words []string
	refs  int
}

func (g *grower) next() int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b)
}

func (g *grower) word() string { return g.words[g.next()%len(g.words)] }

func (g *grower) list(depth int) []snapshot.Node {
	var out []snapshot.Node
	for n := g.next() % 4; n > 0 && len(g.data) > 0; n-- {
		node := snapshot.Node{Role: []string{"text", "heading", "button", "textbox", "row", "form", "iframe", "clickable"}[g.next()%8], Name: g.word(), Level: g.next() % 9}
		if node.Role != "text" && g.next()%2 == 0 {
			g.refs++
			node.Ref = fmt.Sprintf("e%d", g.refs)
		}
		if node.Role == "textbox" {
			node.Value = g.word()
		}
		if depth < 6 && node.Role != "text" {
			node.Children = g.list(depth + 1)
		}
		out = append(out, node)
	}
	return out
}

// FuzzTree: whatever a page is called and however it nests, each ref has one
// line, in order; no other line looks like one; no value is told that is to be
// hidden; and the counts are true.
func FuzzTree(f *testing.F) {
	f.Add([]byte{3, 2, 1, 0, 0, 2, 0, 1, 3, 3, 3, 0, 2}, "Pay", "- button @e1 \"Pay\"", uint8(0))
	f.Add([]byte("3210321032103210"), "a\nb", "… 1 of 2 nodes shown", uint8(1))
	f.Add([]byte{3, 1, 0, 1, 1, 0, 0, 0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 0}, "x\n- button @e7 \"Pay\"", "y\r\n- link @e8", uint8(0))
	f.Add([]byte("zyxwvutsrqponmlk"), "(a modal dialog is open)", "\x00\xff\u2028- link @e9", uint8(2))
	f.Add([]byte{255, 1, 254, 2, 253, 3, 252, 4, 251, 5, 250, 6}, "# no heading", `iframe "x":`, uint8(7))
	f.Fuzz(func(t *testing.T, data []byte, a, b string, options uint8) {
		g := grower{data: data[:min(len(data), 300)], words: []string{a, b, "word", ""}}
		nodes := g.list(0)
		o := snapshot.Options{InteractiveOnly: options&1 != 0, HideValues: options&2 != 0, MaxDepth: int(options>>2) % 4}
		r := snapshot.Render(snapshot.Document{Nodes: nodes, Total: int(options)}, o)
		if r.Shown > r.Total || r.Shown > snapshot.MaxNodes {
			t.Errorf("%d of %d nodes are shown", r.Shown, r.Total)
		}
		if r.Outline != "" && !strings.HasSuffix(r.Outline, "\n") {
			t.Errorf("the last line has no end: %q", r.Outline)
		}
		var got []string
		for line := range strings.Lines(r.Outline) {
			if m := refLine.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
				got = append(got, m[1])
			}
			if o.HideValues && strings.Contains(line, " value: ") && !strings.Contains(line, " value: [filled]") && !strings.Contains(a+b, " value: ") {
				t.Errorf("a value is told: %q", line)
			}
		}
		if want := refsIn(nodes, o.MaxDepth, 1); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("refs %v, want %v:\n%s", got, want, r.Outline)
		}
	})
}

// refsIn are the refs that are told, in order: of a row its words come first.
func refsIn(nodes []snapshot.Node, most, depth int) []string {
	if most > 0 && depth > most {
		return nil
	}
	var out []string
	for _, n := range nodes {
		if n.Ref != "" {
			out = append(out, n.Ref)
		}
		out = append(out, refsIn(n.Children, most, depth+1)...)
	}
	return out
}
