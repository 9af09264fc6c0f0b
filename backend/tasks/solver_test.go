//go:build linux

package tasks_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// solver is an agent at a task page. What it cannot do ends it by a panic with
// a stuck, so that solutions read as a list of steps.
type solver struct {
	ctx   context.Context
	tools agentTools
	goal  string // what the task is taken to be
	calls int
	trace []string // of what was called
}

// stuck is why a solver gave up.
type stuck struct{ why string }

func (s *solver) give(format string, args ...any) {
	panic(stuck{fmt.Sprintf(format, args...)})
}

// attempt runs a solution and tells how it ended.
func (s *solver) attempt(solution func(*solver)) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case stuck:
			err = errors.New(e.why)
		default:
			panic(e)
		}
	}()
	solution(s)
	return nil
}

// try calls a tool.
func (s *solver) try(tool string, in map[string]any) (string, error) {
	s.calls++
	text, err := s.tools.call(s.ctx, tool, in)
	note := fmt.Sprintf("%s %v → %s", tool, in, text)
	if err != nil {
		note = fmt.Sprintf("%s %v ⇒ %v", tool, in, err)
	}
	s.trace = append(s.trace, note)
	return text, err
}

// do calls a tool that has to work.
func (s *solver) do(tool string, in map[string]any) string {
	text, err := s.try(tool, in)
	if err != nil {
		s.give("%v", err)
	}
	return text
}

// look takes a snapshot.
func (s *solver) look() outline { return parse(s.do("browser_snapshot", nil)) }

// read gives the words of an element.
func (s *solver) read(n *node) string {
	_, words, _ := strings.Cut(s.do("browser_read", map[string]any{"ref": n.ref}), "\n\n")
	return words
}

// task gives what a pattern finds in the words of the task.
func (s *solver) task(pattern string) []string {
	m := regexp.MustCompile(pattern).FindStringSubmatch(s.goal)
	if m == nil {
		s.give("the task %q has no %s", s.goal, pattern)
	}
	return m[1:]
}

// find gives a node that must be on the page.
func (s *solver) find(role, name string) *node { return s.in(s.look(), role, name) }

// in is find in an outline that was taken already.
func (s *solver) in(o outline, role, name string) *node {
	n := o.find(role, name)
	if n == nil {
		s.give("no %s %q on the page:\n%s", role, name, o.text)
	}
	return n
}

// within is in for what lies below a node.
func (s *solver) within(o outline, above *node, role, name string) *node {
	for _, n := range o.all(role, name) {
		if n.inside(above) {
			return n
		}
	}
	s.give("no %s %q in %v:\n%s", role, name, above, o.text)
	return nil
}

// awaited looks until a node is there.
func (s *solver) awaited(role, name string) *node {
	for range 40 {
		if n := s.look().find(role, name); n != nil {
			return n
		}
		s.pause(100)
	}
	return s.find(role, name)
}

func (s *solver) pause(ms int) { s.do("browser_wait", map[string]any{"ms": ms}) }

func (s *solver) await(text string) {
	s.do("browser_wait", map[string]any{"text": text, "timeout_ms": 15000})
}

// with is a node and further arguments.
func with(n *node, more ...any) map[string]any {
	in := map[string]any{"ref": n.ref}
	for i := 0; i < len(more); i += 2 {
		in[more[i].(string)] = more[i+1]
	}
	return in
}

func (s *solver) click(n *node, more ...any) string { return s.do("browser_click", with(n, more...)) }

func (s *solver) fill(n *node, text string, more ...any) string {
	return s.do("browser_fill", with(n, append(more, "text", text)...))
}

func (s *solver) write(n *node, text string, more ...any) string {
	return s.do("browser_type", with(n, append(more, "text", text)...))
}

func (s *solver) press(keys ...string) {
	for _, k := range keys {
		s.do("browser_press_key", map[string]any{"key": k})
	}
}

func (s *solver) choose(n *node, values ...string) string {
	return s.do("browser_select", with(n, "values", values))
}

func (s *solver) hover(n *node) string { return s.do("browser_hover", with(n)) }

func (s *solver) drag(from, to *node) string {
	return s.do("browser_drag", map[string]any{"from": from.ref, "to": to.ref})
}

// press a button by its name, wherever it is now.
func (s *solver) button(name string) string { return s.click(s.find("button", name)) }

// deadline is how long a solution may take in all.
const deadline = 3 * time.Minute

// place gives the middle of a thing, from the outline with coordinates.
func (s *solver) place(role, name string) (x, y float64) {
	type box struct {
		Role, Name          string
		X, Y, Width, Height float64
		Children            []box
	}
	var tree []box
	text := s.do("browser_snapshot", map[string]any{"format": "json"})
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		s.give("the tree is not JSON: %v: %s", err, text)
	}
	var seek func([]box) bool
	seek = func(list []box) bool {
		for _, b := range list {
			if b.Role == role && fits(name, b.Name) {
				x, y = b.X+b.Width/2, b.Y+b.Height/2
				return true
			}
			if seek(b.Children) {
				return true
			}
		}
		return false
	}
	if !seek(tree) {
		s.give("no %s %q with coordinates: %s", role, name, text)
	}
	return x, y
}
