//go:build linux

package tasks_test

import (
	"regexp"
	"strings"
)

// listTasks are things of which many stand below or beside each other.
func listTasks() []task {
	return []task{
		{"files", func(s *solver) {
			o := s.look()
			switch {
			case strings.HasPrefix(s.goal, "Select exactly"):
				names := strings.Split(s.task(`Select exactly (.*) and delete`)[0], ", ")
				for i, n := range names {
					if i == 0 {
						s.click(s.in(o, "option", n))
						continue
					}
					s.click(s.in(o, "option", n), "modifiers", []string{"Control"})
				}
				s.button("Delete")
			case strings.HasPrefix(s.goal, "Select everything"):
				m := s.task(`from (.*) to (.*) and delete`)
				s.click(s.in(o, "option", m[0]))
				s.click(s.in(o, "option", m[1]), "modifiers", []string{"Shift"})
				s.button("Delete")
			default:
				m := s.task(`Rename (.*) to (.*); a double`)
				s.click(s.in(o, "option", m[0]), "double", true)
				s.fill(s.find("textbox", "New name"), m[1], "submit", true)
			}
		}},
		{"pages", func(s *solver) {
			want := s.task(`result «(.*)»`)[0]
			for range 6 {
				o := s.look()
				if n := o.find("link", want); n != nil {
					s.click(n)
					return
				}
				s.click(s.in(o, "button", "Later"))
			}
			s.give("%s is on no page", want)
		}},
		{"filter", func(s *solver) {
			m := s.task(`text «(.*)», colour (\w+), up to (\d+) and in stock( or not)?:`)
			o := s.look()
			s.fill(s.in(o, "textbox", "Text"), m[0])
			s.choose(s.in(o, "combobox", "Colour"), m[1])
			s.fill(s.in(o, "spinbutton", "Up to"), m[2])
			s.check(s.in(o, "checkbox", "In stock"), m[3] == "")
			left := s.look().match(`^(\d+) of 40$`)
			if left == nil {
				s.give("nothing says how many are left")
			}
			s.fill(s.in(o, "textbox", "How many?"), left[1])
			s.click(s.in(o, "button", "Answer"))
		}},
		{"listbox", func(s *solver) {
			s.click(s.find("combobox", "Fruit"))
			s.click(s.find("option", s.task(`Choose (\w+) from`)[0]))
			s.button("Eat")
		}},
		{"bulk", func(s *solver) {
			want := s.task(`state is (\w+),`)[0]
			o := s.look()
			for _, n := range o.all("", "/^\\d+ \\| .* \\| "+want+"$/") {
				s.click(s.in(o, "checkbox", "Select "+n.name[:4]))
			}
			s.click(s.in(o, "button", "Archive"))
		}},
		{"carousel", func(s *solver) {
			want := "Take the offer " + s.task(`offer «(.*)»`)[0]
			for range 6 {
				o := s.look()
				if n := o.find("button", want); n != nil && !n.is("blocked") {
					s.click(n)
					return
				}
				s.click(s.in(o, "button", "Next slide"))
			}
			s.give("no slide has %s", want)
		}},
		{"undo", func(s *solver) {
			m := s.task(`Remove «(.*)» and undo that, then remove «(.*)» for`)
			s.button("Remove " + m[0])
			s.button("Undo")
			s.button("Remove " + m[1])
			s.button("Save the list")
		}},
		{"scrollers", func(s *solver) {
			s.button(s.task(`Press «(.*)»`)[0])
		}},
		{"chart", func(s *solver) {
			o := s.look()
			want := s.task(`with the (largest|smallest) value`)[0]
			best, year := -1, ""
			words := strings.Join(texts(o), " ")
			for _, m := range regexp.MustCompile(`(20\d\d)\s+(\d+)`).FindAllStringSubmatch(words, -1) {
				v := number(m[2])
				if best < 0 || want == "largest" && v > best || want == "smallest" && v < best {
					best, year = v, m[1]
				}
			}
			s.click(s.in(o, "clickable", "Bar of "+year))
		}},
	}
}

// texts are the words of a page, line by line.
func texts(o outline) []string {
	var out []string
	for _, n := range o.all("text", "") {
		out = append(out, n.name)
	}
	return out
}

// pointTasks are about the pointer, the keyboard and time.
func pointTasks() []task {
	return []task{
		{"tooltip", func(s *solver) {
			s.hover(s.find("button", s.task(`rests on «(.*)»`)[0]))
			s.awaited("text", `/Number \d{4}/`)
			o := s.look()
			code := o.match(`Number (\d{4})`)
			if code == nil {
				s.give("no number is told:\n%s", o.text)
			}
			s.fill(s.in(o, "textbox", "Number"), code[1])
			s.click(s.in(o, "button", "Enter"))
		}},
		{"accordion", func(s *solver) {
			m := s.task(`Say «(.*)» to the question under «(.*)»`)
			o := s.look()
			head := s.in(o, "button", m[1])
			s.click(head)
			o = s.look()
			s.click(o.after(s.in(o, "button", m[1]), "button", m[0]))
		}},
		{"stepper", func(s *solver) {
			m := s.task(`Take (\d+) adults, (\d+) children and (\d+) bags`)
			o := s.look()
			for i, what := range []string{"Adults", "Children"} {
				group := s.in(o, "group", what)
				for range number(m[i]) - 1 + i {
					s.click(s.within(o, group, "button", "+"))
				}
			}
			s.click(s.in(o, "spinbutton", "Bags"))
			for now := 5; now != number(m[2]); {
				if now < number(m[2]) {
					s.press("ArrowUp")
					now++
				} else {
					s.press("ArrowDown")
					now--
				}
			}
			s.click(s.in(o, "button", "Take them"))
		}},
		{"copytext", func(s *solver) {
			o := s.look()
			s.fill(s.in(o, "textbox", "To"), s.read(s.in(o, "textbox", "From")))
			s.click(s.in(o, "button", "Compare"))
		}},
		{"colour", func(s *solver) {
			m := s.task(`its colour is (#\w+)`)
			o := s.look()
			boxes := o.all("clickable", "")
			var mine *node
			for _, n := range boxes {
				if strings.Contains(n.value, m[0]) {
					s.click(n)
				}
				mine = n // the last one
			}
			s.fill(s.in(o, "color", "Fine colour"), regexp.MustCompile(`#\w+`).FindString(mine.value))
			s.click(s.in(o, "button", "Paint"))
		}},
		{"keyboard", func(s *solver) {
			m := s.task(`to column (\d), row (\d)`)
			s.focus("Board")
			for range 20 {
				now := s.look().match(`The token is at column (\d), row (\d)`)
				dx, dy := number(m[0])-number(now[1]), number(m[1])-number(now[2])
				switch {
				case dx > 0:
					s.press("ArrowRight")
				case dx < 0:
					s.press("ArrowLeft")
				case dy > 0:
					s.press("ArrowDown")
				case dy < 0:
					s.press("ArrowUp")
				default:
					s.press("Enter")
					return
				}
			}
		}},
		{"signup", func(s *solver) {
			m := s.task(`as «(.*)» with the password «(.*)», which .* the code (\d+) and the telephone (\d+)`)
			o := s.look()
			s.fill(s.in(o, "textbox", "User name"), m[0])
			s.fill(s.in(o, "textbox", "Password"), m[1])
			s.fill(s.in(o, "textbox", "Again"), m[1])
			s.click(s.in(o, "button", "Show it"))
			s.write(s.in(o, "textbox", "Digit 1"), m[2], "slowly", true)
			s.write(s.in(o, "textbox", "Telephone"), m[3], "slowly", true)
			if strings.Contains(s.look().text, m[1]) && !strings.Contains(s.goal, m[1]) {
				s.give("the password is told")
			}
			s.button("Create")
		}},
		{"questions", func(s *solver) {
			m := s.task(`Begin, (do not )?confirm that .* the name «(.*)»`)
			s.button("Begin")
			s.do("browser_dialog", map[string]any{"accept": true})
			s.do("browser_dialog", map[string]any{"accept": m[0] == ""})
			s.do("browser_dialog", map[string]any{"accept": true, "text": m[1]})
		}},
		{"newtab", func(s *solver) {
			s.click(s.find("link", "Show the code"))
			code := s.look().match(`The code is (\w+)\.`)
			s.do("browser_tabs", map[string]any{"action": "close"})
			o := s.look()
			if code == nil {
				s.give("no code")
			}
			s.fill(s.in(o, "textbox", "Code"), code[1])
			s.click(s.in(o, "button", "Enter"))
		}},
		{"slow", func(s *solver) {
			s.button("Prepare")
			s.click(s.awaited("button", s.task(`then press (\w+)`)[0]))
		}},
		{"stars", func(s *solver) {
			o := s.look()
			s.click(s.in(o, "radio", s.task(`Give (\d) stars`)[0]+" stars"))
			s.do("browser_scroll", with(s.in(o, "", "Terms"), "direction", "down", "amount", 5000))
			s.click(s.find("checkbox", "I have read the terms"))
			s.button("Rate")
		}},
		{"calculator", func(s *solver) {
			m := s.task(`Work out (\d+) (.) (\d+)`)
			o := s.look()
			for _, k := range strings.Split(m[0]+m[1]+m[2]+"=", "") {
				s.click(s.in(o, "clickable", k))
			}
			s.click(s.in(o, "button", "That is it"))
		}},
		{"clipboard", func(s *solver) {
			o := s.look()
			s.click(s.in(o, "textbox", "First"))
			s.press("Control+a", "Control+x")
			s.click(s.in(o, "textbox", "Second"))
			s.press("End", "Control+v")
			s.click(s.in(o, "button", "Swap done"))
		}},
	}
}

// focus puts the focus on a thing by walking to it with Tab.
func (s *solver) focus(name string) {
	for range 20 {
		s.press("Tab")
		for _, n := range s.look().all("", name) {
			if n.is("focused") {
				return
			}
		}
	}
	s.give("the focus does not come to %s", name)
}
