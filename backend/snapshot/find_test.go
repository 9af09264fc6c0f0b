package snapshot_test

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/snapshot"
)

func TestFind(t *testing.T) {
	d := shop()
	d.Nodes[7].Children[1].Children[2].Y, d.Nodes[7].Children[1].Children[2].Height = 900, 20
	d.Nodes[7].Children[1].Children[2].Width = 40
	for _, c := range []struct {
		q     snapshot.Query
		total int
		want  []string
	}{
		{snapshot.Query{Role: "button", Name: "add"}, 1, []string{`- button @e5 "Add"  in # Jam › - heading @e9 "Linked" › row "Plum | 3 €" (below the view)`}},
		{snapshot.Query{Name: "THE  \"best\""}, 1, []string{`- textbox @e2 "The \"best\" name" [required] value: "Jörg"  in # Jam › - heading @e9 "Linked" › form "Order"`}},
		{snapshot.Query{Text: "jörg"}, 1, []string{`- textbox @e2`}},
		{snapshot.Query{Text: "filled"}, 0, nil},
		{snapshot.Query{Text: "made of"}, 1, []string{`Made of plums.  in # Jam › - heading @e9 "Linked"`}},
		{snapshot.Query{Role: "BUTTON"}, 3, []string{`- button @e4 [disabled]`, `- button @e5 "Add"`}},
		{snapshot.Query{Name: "zoom"}, 1, []string{`- button @e6 "Zoom"  in # Jam › - heading @e9 "Linked" › iframe "Map"`}},
		{snapshot.Query{Role: "slider"}, 0, nil},
	} {
		c.q.Limit, c.q.Height = 2, 720
		got, total := snapshot.Find(d.Nodes, c.q)
		if total != c.total || len(got) != len(c.want) {
			t.Errorf("%+v: %d of %d: %v", c.q, len(got), total, got)
			continue
		}
		for i, m := range got {
			if !strings.HasPrefix(m.String(), c.want[i]) {
				t.Errorf("%+v: %s\nwant %s", c.q, m, c.want[i])
			}
		}
	}
}

// A heading is above what follows it, until the next one of its rank.
func TestFindSaysUnderWhichHeading(t *testing.T) {
	h := func(level int, name string) snapshot.Node {
		return snapshot.Node{Role: "heading", Level: level, Name: name}
	}
	nodes := []snapshot.Node{h(1, "A"), h(2, "B"), h(3, "C"), h(2, "D"), {Role: "text", Name: "x"}, h(1, "E"), {Role: "text", Name: "x"}}
	got, _ := snapshot.Find(nodes, snapshot.Query{Text: "x", Limit: 9})
	if len(got) != 2 || got[0].String() != "x  in # A › ## D" || got[1].String() != "x  in # E" {
		t.Errorf("found %v", got)
	}
}
