//go:build linux

package tasks_test

import (
	"slices"
	"strconv"
	"strings"
)

// widgetTasks are things that pages build themselves.
func widgetTasks() []task {
	return []task{
		{"calendar", func(s *solver) {
			m := s.task(`Choose (\d+) (\w+) 2026`)
			s.button("Choose a date")
			for range 12 {
				o := s.look()
				shown := o.match(`^(\w+) 2026$`)
				if shown == nil {
					s.give("no month is shown:\n%s", o.text)
				}
				if shown[1] == m[1] {
					break
				}
				way := "Next month"
				if monthOf(shown[1]) > monthOf(m[1]) {
					way = "Previous month"
				}
				s.click(s.in(o, "button", way))
			}
			// The last days of the month before come first.
			o := s.look()
			first := s.in(o, "gridcell", "1")
			if m[0] == "1" {
				s.click(first)
			} else {
				s.click(o.after(first, "gridcell", m[0]))
			}
			s.button("Done")
		}},
		{"tree", func(s *solver) {
			path := strings.Split(s.task(`the file (.*) and open it`)[0], " / ")
			o := s.look()
			at := s.in(o, "treeitem", path[0])
			s.click(at)
			for _, name := range path[1:] {
				o = s.look()
				for _, n := range o.all("treeitem", at.name) {
					if n.ref == at.ref {
						at = s.within(o, n, "treeitem", name)
						break
					}
				}
				s.click(at)
			}
			s.button("Open the selected file")
		}},
		{"slider", func(s *solver) {
			m := s.task(`brightness to (\d+) and the warmth to (\d+)`)
			s.slide("Brightness", number(m[0]))
			s.pull("Warmth", number(m[1]), 4)
			s.button("Apply")
		}},
		{"table", func(s *solver) {
			m := s.task(`by (\w+), then pick the row with the (most|least)`)
			o := s.look()
			s.click(s.in(o, "", m[0]))
			o = s.look()
			// The least comes first.
			picks := o.all("button", "Pick")
			pick := picks[0]
			if m[1] == "most" {
				pick = picks[len(picks)-1]
			}
			s.click(pick)
		}},
		{"tabs", func(s *solver) {
			s.click(s.find("tab", s.task(`chapter «(.*)»`)[0]))
			o := s.look()
			s.fill(s.in(o, "textbox", "Code word"), o.match(`code word of this chapter is (\w+)`)[1])
			s.button("Check")
		}},
		{"menu", func(s *solver) {
			path := strings.Split(s.task(`Choose (.*) in the menu`)[0], " > ")
			for _, name := range path[:2] {
				s.hover(s.find("menuitem", name))
			}
			s.click(s.find("menuitem", path[2]))
		}},
		{"autocomplete", func(s *solver) {
			m := s.task(`begins with «(.*)», ends with «(.*)» and has (\d+) letters`)
			s.write(s.find("combobox", "Town"), m[0])
			want := "/^" + m[0] + ".{" + strconv.Itoa(number(m[2])-4) + "}" + m[1] + "$/"
			if m[2] == "3" {
				want = "Ulm"
			}
			s.click(s.awaited("option", want))
			s.button("Travel")
		}},
		{"dates", func(s *solver) {
			m := s.task(`from (.*) to (.*)\.`)
			s.button(m[0])
			s.button(m[1])
			s.button("Keep these days")
		}},
		{"contextmenu", func(s *solver) {
			m := s.task(`Choose «(.*)» in the context menu of the card «(.*)»`)
			s.click(s.find("clickable", m[1]), "button", "right")
			s.click(s.find("menuitem", m[0]))
		}},
		{"sortlist", func(s *solver) {
			m := s.task(`Pull «(.*)» to the place of «(.*)»,`)
			o := s.look()
			s.drag(s.in(o, "listitem", m[0]), s.in(o, "listitem", m[1]))
			s.button("Done")
		}},
		{"kanban", func(s *solver) {
			m := s.task(`Drag «(.*)» to «(.*)» and «(.*)» to «(.*)», then`)
			for i := 0; i < 4; i += 2 {
				o := s.look()
				s.dropOn(s.in(o, "listitem", m[i]), "list", m[i+1])
			}
			s.button("Done")
		}},
		{"toggles", func(s *solver) {
			want := strings.Split(s.task(`exactly (.*); then`)[0], ", ")
			o := s.look()
			for _, role := range []string{"switch", "button"} {
				for _, n := range o.all(role, "") {
					if n.name != "Store" && (n.is("checked") || n.is("pressed")) != contains(want, n.name) {
						s.click(n)
					}
				}
			}
			s.button("Store")
		}},
		{"shadow", func(s *solver) {
			m := s.task(`Serve (\d+) portions of soup and (\d+) of bread`)
			o := s.look()
			for i, what := range []string{"Soup", "Bread"} {
				for range number(m[i]) {
					s.click(s.in(o, "button", "More "+what))
				}
			}
			s.button("Serve")
		}},
		{"imagemap", func(s *solver) {
			m := s.task(`the room «(.*)» on the floor plan and lamp (\d)`)
			s.click(s.find("link", m[0]))
			x, y := s.place("img", "Lamps")
			s.do("browser_click", map[string]any{"x": x + 100*float64(number(m[1])-2), "y": y})
			s.button("Done")
		}},
	}
}

func monthOf(name string) int {
	return slices.Index([]string{
		"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
	}, name)
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(stuck{s + " is not a number"})
	}
	return n
}

// slide moves a slider with the keys that its author gave it.
func (s *solver) slide(name string, want int) {
	n := s.find("slider", name)
	s.click(n)
	for range 60 {
		now := number(s.find("slider", name).value)
		switch {
		case now == want:
			return
		case want-now >= 10:
			s.press("PageUp")
		case now-want >= 10:
			s.press("PageDown")
		case want > now:
			s.press("ArrowRight")
		default:
			s.press("ArrowLeft")
		}
	}
	s.give("%v does not come to %d", n, want)
}

// pull moves a slider with the pointer; scale is how many pixels a unit has.
func (s *solver) pull(name string, want int, scale float64) {
	now := number(s.find("slider", name).value)
	if now == want {
		return
	}
	x, y := s.place("slider", name)
	s.do("browser_drag", map[string]any{"path": []map[string]float64{{"x": x, "y": y}, {"x": x + float64(want-now)*scale, "y": y}}})
}

// dropOn drags a thing into a place that has no ref: by points.
func (s *solver) dropOn(n *node, role, name string) {
	x, y := s.place(n.role, n.name)
	tox, toy := s.place(role, name)
	s.do("browser_drag", map[string]any{"path": []map[string]float64{{"x": x, "y": y}, {"x": tox, "y": toy}}})
}
