package snapshot

import (
	"fmt"
	"strings"
)

// Query is what Find looks for: all that is given must hold. Role is compared as
// it is; Name with the accessible name and Text with name or value, as parts,
// without regard to case or to how blanks run.
type Query struct {
	Role, Name, Text string
	Limit            int     // matches to tell; the others are counted
	Height           float64 // of the viewport in CSS pixels, to say what is out of view
}

// Match is one line that Find gives.
type Match struct {
	Ref   string   `json:"ref,omitempty"`
	Role  string   `json:"role"`
	Name  string   `json:"name,omitempty"`
	Line  string   `json:"line"`            // as in the outline
	Where []string `json:"where,omitempty"` // headings and containers above it, outermost first
	View  string   `json:"view,omitempty"`  // «above» or «below» the part of the page that is seen
}

// Find gives the nodes of a whole tree that match, in the order of the page, and
// how many there are.
func Find(nodes []Node, q Query) (found []Match, total int) {
	f := finder{q: q, name: fold(q.Name), text: fold(q.Text)}
	f.walk(nodes, nil)
	return f.found, f.total
}

// fold takes out what does not count in a comparison.
func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

type finder struct {
	q          Query
	name, text string
	found      []Match
	total      int
}

// place is a heading or container above a node.
type place struct {
	level int // of a heading; 0 for a container
	label string
}

func (f *finder) walk(nodes []Node, above []place) {
	for _, n := range nodes {
		if f.matches(n) {
			f.total++
			if len(f.found) < f.q.Limit {
				f.found = append(f.found, f.match(n, above))
			}
		}
		if n.Role == "heading" { // it is above what follows, until the next of its rank
			for i := len(above) - 1; i >= 0 && above[i].level >= max(n.Level, 1); i-- {
				above = above[:i:i]
			}
			above = append(above[:len(above):len(above)], place{level: max(n.Level, 1), label: n.line()})
		}
		if len(n.Children) > 0 {
			f.walk(n.Children, append(above[:len(above):len(above)], containers(n)...))
		}
	}
}

func (f *finder) matches(n Node) bool {
	switch {
	case f.q.Role != "" && !strings.EqualFold(n.Role, f.q.Role):
		return false
	case f.name != "" && !strings.Contains(fold(n.Name), f.name):
		return false
	case f.text != "":
		return strings.Contains(fold(n.Name), f.text) || n.Value != Filled && strings.Contains(fold(n.Value), f.text)
	}
	return true
}

// mostAbove is how many places are told of a match.
const mostAbove = 3

func (f *finder) match(n Node, above []place) Match {
	m := Match{Ref: n.Ref, Role: n.Role, Name: n.Name, Line: strings.TrimSuffix(n.line(), ":")}
	for _, p := range above[max(0, len(above)-mostAbove):] {
		m.Where = append(m.Where, p.label)
	}
	switch {
	case f.q.Height <= 0 || n.Width == 0 && n.Height == 0:
	case n.Y+n.Height <= 0:
		m.View = "above"
	case n.Y >= f.q.Height:
		m.View = "below"
	}
	return m
}

// containers is what a node is called as a place: a row by its words, others if
// they have a name or are a boundary themselves.
func containers(n Node) []place {
	name := n.Name
	if n.Role == "row" || n.Role == "listitem" {
		var words []string
		for _, c := range n.Children {
			if c.Role == "text" {
				words = append(words, c.Name)
			}
		}
		if name == "" {
			name = strings.Join(words, " | ")
		}
	}
	if r := []rune(name); len(r) > 60 {
		name = string(r[:60]) + "…"
	}
	switch {
	case name != "" && n.Role != "heading":
		return []place{{label: n.Role + " " + quote(name)}}
	case n.Role == "iframe" || n.Role == "dialog" || n.Role == "alertdialog":
		return []place{{label: n.Role}}
	}
	return nil
}

// String is the match as a line.
func (m Match) String() string {
	var b strings.Builder
	b.WriteString(m.Line)
	if len(m.Where) > 0 {
		b.WriteString("  in " + strings.Join(m.Where, " › "))
	}
	if m.View != "" {
		fmt.Fprintf(&b, " (%s the view)", m.View)
	}
	return b.String()
}
