//go:build linux

package tasks_test

import (
	"strings"
)

// pageTasks are small programs: a shop, an inbox, a wizard.
func pageTasks() []task {
	return []task{
		{"inbox", func(s *solver) {
			m := s.task(`^(Star|Delete|Reply)(?: with «(\w+)» to)? the mail of (.*) with the subject «(.*)»`)
			o := s.look()
			mail := s.in(o, "", "/^"+m[2]+" ?"+m[3]+"/")
			if m[0] == "Star" {
				s.click(s.within(o, mail, "button", "Star"))
				return
			}
			s.click(mail)
			if m[0] == "Reply" {
				s.button("Reply")
				s.write(s.find("textbox", "Your answer"), m[1])
				s.button("Send")
				return
			}
			s.button("Delete")
		}},
		{"shop", func(s *solver) {
			m := s.task(`Put (\d+) × «(.*)» in size (\w) into the cart, use the voucher (\w+), and keep it for collection by (.*)\.`)
			s.fill(s.find("searchbox", "Search the shop"), m[1], "submit", true)
			s.click(s.find("link", m[1]))
			o := s.look()
			s.choose(s.in(o, "combobox", "Size"), m[2])
			s.fill(s.in(o, "spinbutton", "Number"), m[0])
			s.click(s.in(o, "button", "Add to cart"))
			s.await("It is in the cart.")
			s.button("Cart (1)")
			o = s.look()
			s.fill(s.in(o, "textbox", "Voucher"), m[3])
			s.click(s.in(o, "button", "Use"))
			s.fill(s.in(o, "textbox", "Collected by"), m[4])
			s.click(s.in(o, "button", "Keep for collection"))
		}},
		{"wizard", func(s *solver) {
			m := s.task(`Register (.*) for the plan (\w+)(?: with (\d+) people)?, (with|without) news`)
			s.fill(s.find("textbox", "Name"), m[0], "submit", true)
			s.click(s.find("radio", m[1]))
			if m[2] != "" {
				s.fill(s.find("spinbutton", "People"), m[2])
			}
			s.button("Next")
			o := s.look()
			s.check(s.in(o, "checkbox", "Send me news"), m[3] == "with")
			s.click(s.in(o, "button", "Finish"))
		}},
		{"modal", func(s *solver) {
			m := s.task(`Allow (only|all).* nickname to «(.*)» and the sounds (on|off)`)
			cookies := "All of them"
			if m[0] == "only" {
				cookies = "Only what is needed"
			}
			s.button(cookies)
			s.button("Settings")
			s.button("Yes, change")
			o := s.look()
			s.fill(s.in(o, "textbox", "Nickname"), m[1])
			s.check(s.in(o, "checkbox", "Sounds"), m[2] == "on")
			s.click(s.in(o, "button", "Save"))
		}},
		{"infinite", func(s *solver) {
			want := "Like " + s.task(`the post «(.*)»`)[0]
			for range 30 {
				if n := s.look().find("button", want); n != nil {
					s.click(n)
					return
				}
				s.do("browser_scroll", map[string]any{"direction": "down", "amount": 3000})
				s.pause(200)
			}
			s.give("the post does not come")
		}},
		{"virtual", func(s *solver) {
			name := s.task(`Take «(Part \d+ \w+)»`)[0]
			row := number(strings.Fields(name)[1])
			o := s.look()
			s.do("browser_scroll", with(s.in(o, "button", "/Part 0 /"), "direction", "down", "amount", row*30-120))
			s.button("Take " + name)
		}},
		{"frames", func(s *solver) {
			name := s.task(`the name «(.*)» in`)[0]
			s.button("Show the code")
			o := s.look()
			code := o.match(`^The code is (\w+)\.`)
			if code == nil {
				s.give("no code:\n%s", o.text)
			}
			s.fill(s.in(o, "textbox", "Code"), code[1])
			s.fill(s.in(o, "textbox", "Name"), name)
			s.click(s.in(o, "button", "Send it"))
			s.click(s.in(o, "button", "Done"))
		}},
		{"editor", func(s *solver) {
			m := s.task(`Write «(.*)» into the letter, make all of it (bold|underlined)`)
			o := s.look()
			s.write(s.in(o, "textbox", "Letter"), m[0])
			s.press("Control+a")
			s.click(s.in(o, "button", map[string]string{"bold": "Bold", "underlined": "Underline"}[m[1]]))
			s.click(s.in(o, "button", "Post it"))
		}},
	}
}
