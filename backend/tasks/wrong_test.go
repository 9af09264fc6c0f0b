//go:build linux

package tasks_test

import (
	"strings"
	"testing"
)

// wrongSolutions are for pages on which the task of another seed cannot be begun,
// since it names what is not there. Each comes to an end that is not the wanted one.
func wrongSolutions() map[string]func(*solver) {
	return map[string]func(*solver){
		"buttons": func(s *solver) {
			want := s.task(`in the section «(.*)»`)[0]
			s.click(s.other("button", "", func(n *node) bool { return n.parent.name != want }))
		},
		"tree": func(s *solver) {
			s.click(s.find("treeitem", ""))
			s.button("Open the selected file")
		},
		"contextmenu": func(s *solver) {
			m := s.task(`Choose «(.*)» in the context menu of the card «(.*)»`)
			s.click(s.find("clickable", m[1]), "button", "right")
			s.click(s.other("menuitem", "", func(n *node) bool { return n.name != m[0] }))
		},
		"sortlist": func(s *solver) { s.button("Done") },
		"kanban":   func(s *solver) { s.button("Done") },
		"inbox": func(s *solver) {
			subject := s.task(`the subject «(.*)»`)[0]
			s.click(s.other("button", "Star", func(n *node) bool { return !strings.Contains(n.parent.name, subject) }))
		},
		"shop": func(s *solver) {
			s.button("Cart (0)")
			s.button("Keep for collection")
		},
		"infinite": func(s *solver) { s.click(s.find("button", "/^Like /")) },
		"files": func(s *solver) {
			s.click(s.find("option", ""))
			s.button("Delete")
		},
		"pages": func(s *solver) { s.click(s.find("link", "")) },
		"carousel": func(s *solver) {
			want := "Take the offer " + s.task(`offer «(.*)»`)[0]
			for range 5 {
				o := s.look()
				for _, n := range o.all("button", "/^Take/") {
					if n.name != want && !n.is("blocked") {
						s.click(n)
						return
					}
				}
				s.click(s.in(o, "button", "Next slide"))
			}
		},
		"undo": func(s *solver) { s.button("Save the list") },
		"scrollers": func(s *solver) {
			want := s.task(`Press «(.*)»`)[0]
			s.click(s.other("button", "", func(n *node) bool { return n.name != want }))
		},
		"tooltip": func(s *solver) {
			s.fill(s.find("textbox", "Number"), "0000")
			s.button("Enter")
		},
		"copytext": func(s *solver) { // as the outline tells it: shortened, with single spaces
			o := s.look()
			s.fill(s.in(o, "textbox", "To"), s.in(o, "textbox", "From").value)
			s.click(s.in(o, "button", "Compare"))
		},
		"newtab": func(s *solver) {
			s.fill(s.find("textbox", "Code"), "amber100")
			s.button("Enter")
		},
		"clipboard": func(s *solver) { // typed, not pasted
			o := s.look()
			first, second := s.in(o, "textbox", "First"), s.in(o, "textbox", "Second")
			s.write(second, first.value)
			s.fill(first, "")
			s.click(s.in(o, "button", "Swap done"))
		},
	}
}

// other gives a node that is none of those that are wanted.
func (s *solver) other(role, name string, not func(*node) bool) *node {
	o := s.look()
	for _, n := range o.all(role, name) {
		if not(n) {
			return n
		}
	}
	s.give("there is nothing but what is wanted:\n%s", o.text)
	return nil
}

// TestWrongSolutionsEarnNothing solves every page by the task of another seed, or
// in another way that comes to an end: the page must have seen that it was wrong.
func TestWrongSolutionsEarnNothing(t *testing.T) {
	d := desk{t: t, tools: one.connect(t)}
	wrong := wrongSolutions()
	for _, x := range allTasks() {
		t.Run(x.page, func(t *testing.T) {
			d := desk{t: t, tools: d.tools}
			goal, taken := d.open(x.page, 0), ""
			for seed := 1; seed < 5 && (taken == "" || taken == goal); seed++ {
				taken = d.open(x.page, seed)
			}
			d.open(x.page, 0)
			if fn := wrong[x.page]; fn != nil {
				x.solve, taken = fn, goal
			} else if taken == goal {
				t.Fatalf("the task is the same with all seeds: %s", goal)
			}
			if reward, s, err := d.solve(x, taken); err != nil || reward != "0" {
				t.Errorf("reward %s, %v\ntask: %s\ntaken for: %s\n%s", reward, err, goal, taken, strings.Join(s.trace, "\n"))
			}
		})
	}
}
