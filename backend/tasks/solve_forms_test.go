//go:build linux

package tasks_test

import (
	"strings"
)

// formTasks are fields of every kind.
func formTasks() []task {
	return []task{
		{"buttons", func(s *solver) {
			m := s.task(`Press «(.*)» in the section «(.*)»`)
			o := s.look()
			s.click(s.within(o, s.in(o, "region", m[1]), "button", m[0]))
		}},
		{"form", func(s *solver) {
			m := s.task(`name «(.*?)», e-mail «(.*?)», message «(.*)», town «(.*?)»`)
			o := s.look()
			s.fill(s.in(o, "textbox", "Full name"), m[0])
			s.fill(s.in(o, "textbox", "E-mail"), m[1])
			s.write(s.in(o, "textbox", "Message"), m[2])
			s.fill(s.in(o, "textbox", "Town"), m[3])
			s.click(s.in(o, "button", "Send"))
		}},
		{"choices", func(s *solver) {
			m := s.task(`toppings (.*), the size (\w+) and (with|without) napkins`)
			o := s.look()
			want := strings.Split(m[0], ", ")
			if m[2] == "with" {
				want = append(want, "Napkins")
			}
			for _, box := range o.all("checkbox", "") {
				s.check(box, contains(want, box.name))
			}
			s.click(s.in(o, "radio", m[1]))
			s.click(s.in(o, "button", "Bake it"))
		}},
		{"lists", func(s *solver) {
			m := s.task(`country (.*), exactly the days (.*), and the instrument (\w+)`)
			o := s.look()
			s.choose(s.in(o, "combobox", "Country"), m[0])
			s.choose(s.in(o, "listbox", "Days"), strings.Split(m[1], " and ")...)
			s.fill(s.in(o, "combobox", "Instrument"), m[2])
			s.button("Save")
		}},
		{"pickers", func(s *solver) {
			m := s.task(`Set (.*); then`)
			o := s.look()
			for _, part := range strings.Split(m[0], ", ") {
				label, value, _ := strings.Cut(part, " to ")
				s.fill(s.in(o, "", "/(?i)^"+label+"$/"), value)
			}
			s.button("Note it")
		}},
	}
}

// check makes a box checked or not.
func (s *solver) check(box *node, want bool) {
	if box.is("checked") != want {
		s.click(box)
	}
}

func contains(list []string, x string) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
