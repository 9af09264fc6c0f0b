//go:build linux

package tasks_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// outline is the text of browser_snapshot, as an agent reads it.
type outline struct {
	text  string
	nodes []*node
}

// node is a line of an outline.
type node struct {
	depth  int
	role   string // "text" for a line of words
	ref    string
	name   string // the words of a line of words
	value  string
	states []string
	parent *node
	at     int // line
}

var (
	quoted   = `"(?:[^"\\]|\\.)*"`
	states   = regexp.MustCompile(`\[([^\]]+)\]`)
	lineForm = regexp.MustCompile(`^(?:- ([a-z]+) @(e[0-9]+)|([a-z]+))((?: ` + quoted + `)?)((?: \[[a-z0-9 ]+\])*)((?: value: (?:` + quoted + `|\[filled\]))?)(:?)$`)
)

// parse reads an outline. A line that has no form of its own is words.
func parse(text string) outline {
	o := outline{text: text}
	var open []*node
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		bare := strings.TrimLeft(line, " ")
		if bare == "" || i == 0 {
			continue
		}
		n := read(bare)
		n.depth, n.at = (len(line)-len(bare))/2, i
		for len(open) > 0 && open[len(open)-1].depth >= n.depth {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			n.parent = open[len(open)-1]
		}
		open = append(open, n)
		o.nodes = append(o.nodes, n)
	}
	return o
}

func read(line string) *node {
	if words, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
		return &node{role: "heading", name: words}
	}
	m := lineForm.FindStringSubmatch(line)
	if m == nil || m[1] == "" && m[4] == "" && m[7] == "" && m[3] != "iframe" {
		return &node{role: "text", name: strings.TrimPrefix(line, `\`)}
	}
	n := &node{role: m[1] + m[3], ref: m[2], name: unquote(m[4]), value: unquote(strings.TrimPrefix(m[6], " value:"))}
	for _, s := range states.FindAllStringSubmatch(m[5], -1) {
		n.states = append(n.states, s[1])
	}
	return n
}

func unquote(s string) string {
	s = strings.TrimSpace(s)
	if plain, err := strconv.Unquote(s); err == nil {
		return plain
	}
	return s
}

func (n *node) is(state string) bool { return slices.Contains(n.states, state) }

// inside tells whether a node lies below another.
func (n *node) inside(above *node) bool {
	for p := n.parent; p != nil; p = p.parent {
		if p == above {
			return true
		}
	}
	return false
}

func (n *node) String() string { return fmt.Sprintf("%s %q", n.role, n.name) }

// all gives the nodes of a role ("" is any) whose name fits: exactly, or as a
// pattern when it is written as /pattern/.
func (o outline) all(role, name string) []*node {
	var out []*node
	for _, n := range o.nodes {
		if (role == "" || n.role == role) && fits(name, n.name) {
			out = append(out, n)
		}
	}
	return out
}

func fits(want, name string) bool {
	if p, ok := strings.CutPrefix(want, "/"); ok && strings.HasSuffix(p, "/") {
		return regexp.MustCompile(strings.TrimSuffix(p, "/")).MatchString(name)
	}
	return want == "" || want == name
}

// find gives the first such node, nil if there is none.
func (o outline) find(role, name string) *node {
	if all := o.all(role, name); len(all) > 0 {
		return all[0]
	}
	return nil
}

// after gives the first node of a role and name below a line.
func (o outline) after(n *node, role, name string) *node {
	for _, x := range o.all(role, name) {
		if x.at > n.at {
			return x
		}
	}
	return nil
}

// match gives the parts of the first line that a pattern finds, nil if none.
func (o outline) match(pattern string) []string {
	p := regexp.MustCompile(pattern)
	for _, n := range o.nodes {
		if m := p.FindStringSubmatch(n.name); m != nil {
			return m
		}
	}
	return nil
}
