//go:build linux

package tasks_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/corpora"
)

// peerOutline is a row of peer-outlines.jsonl: a page, and how a peer outlines it.
type peerOutline struct {
	Title   string
	HTML    string
	Changed bool `json:"page_changed_by_test"`
	Steps   []struct {
		Kind, Selector, Expected string
		Not                      bool
	}
}

// peerNode is a line of a peer's outline. The name is a pattern if it is written
// as one; words are those that stand behind it.
type peerNode struct {
	depth             int
	role, name, words string
}

var peerForm = regexp.MustCompile(`^([a-z]+)(?: ("(?:[^"\\]|\\.)*"|/(?:[^/\\]|\\.)*/))?((?: ?\[[^\]]*\])*)(?::(?: (.*))?)?$`)

// peerNodes reads a peer's outline.
func peerNodes(text string) []peerNode {
	var out []peerNode
	for _, line := range strings.Split(text, "\n") {
		bare := strings.TrimLeft(line, " ")
		item, ok := strings.CutPrefix(bare, "- ")
		if !ok || strings.HasPrefix(item, "/") || strings.HasPrefix(item, "'/") {
			continue // a property
		}
		if whole, ok := strings.CutPrefix(item, "'"); ok { // a key with a colon in it
			if end := strings.LastIndex(whole, "'"); end >= 0 {
				item = strings.ReplaceAll(whole[:end], "''", "'") + whole[end+1:]
			}
		}
		m := peerForm.FindStringSubmatch(item)
		if m == nil {
			continue
		}
		out = append(out, peerNode{depth: (len(line) - len(bare)) / 2, role: m[1], name: scalar(m[2]), words: scalar(m[4])})
	}
	return out
}

// scalar is a YAML scalar as text.
func scalar(s string) string {
	if plain, err := strconv.Unquote(s); err == nil && strings.HasPrefix(s, `"`) {
		return plain
	}
	if len(s) > 1 && s[0] == '\'' && s[len(s)-1] == '\'' {
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	}
	return s
}

// told tells whether our outline has a line for a thing of such a role: the
// others are told by their words alone.
func (p peerNode) told() bool {
	switch p.role {
	case "button", "link", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "listbox", "option", "slider", "spinbutton",
		"tab", "treeitem", "menuitem", "heading", "iframe", "dialog", "alertdialog", "navigation":
		return true
	case "img", "group", "list", "region", "form", "article", "main", "banner", "contentinfo", "complementary", "figure", "search", "status", "tabpanel":
		return p.name != ""
	}
	return false
}

func (p peerNode) String() string { return strings.TrimSpace(fmt.Sprintf("%s %q", p.role, p.name)) }

// differences are lines of the peer's that we tell otherwise, with the reason.
func differences() map[string]string {
	const owned = "what aria-owns brings is part of the name, and told where it stands on the screen; of two owners the first has it"
	return map[string]string{
		`should respect aria-owns: textbox "" in link "Link 1 Value Paragraph"`:                    owned,
		`should respect aria-owns: link "Link 2 Value Paragraph"`:                                  owned,
		`expected formatter: textbox "Wrong text"`:                                                 "the peer's own test wants this to be missing",
		`generated snapshot includes text children when name is longer than text: words "Alpha 7"`: "a progress bar is told by its name and value",
	}
}

// TestPeerOutlines compares our outlines with those that a peer must print for
// the same pages: every thing that both tell has the same role, name and place,
// and all words are there.
func TestPeerOutlines(t *testing.T) {
	dir, _ := corpus(t, "outline-snippets")
	html := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html>" + html))
	}))
	t.Cleanup(s.Close)
	v := &visitor{t: t, tools: one.connect(t)}
	found, wanted, nested, nests := 0, 0, 0, 0
	for i, row := range corpora.Rows[peerOutline](t, filepath.Join(dir, "peer-outlines.jsonl")) {
		if row.Changed || i%min(*everyPage, 3) != 0 {
			continue
		}
		html = row.HTML
		v.open(fmt.Sprintf("%s/%d", s.URL, i))
		text, err := v.call("browser_snapshot", nil)
		if err != nil {
			t.Errorf("%s: %v", row.Title, err)
			continue
		}
		o := parse(text)
		for _, step := range row.Steps {
			if step.Not {
				continue
			}
			c := comparison{t: t, title: row.Title, o: o}
			c.compare(peerNodes(step.Expected))
			found, wanted, nested, nests = found+c.found, wanted+c.wanted, nested+c.nested, nests+c.nests
		}
	}
	t.Logf("%d of %d lines of the peer are told, %d of %d at their place", found, wanted, nested, nests)
}

// comparison is of one outline with one of the peer's.
type comparison struct {
	t                            *testing.T
	title                        string
	o                            outline
	found, wanted, nested, nests int
}

func (c *comparison) compare(peer []peerNode) {
	c.t.Helper()
	words := plain(c.words())
	used := map[*node]bool{}
	var above []*node // our nodes of the peer's, by depth
	for _, p := range peer {
		for len(above) < p.depth {
			above = append(above, nil)
		}
		above = above[:p.depth]
		var mine *node
		if p.told() {
			c.wanted++
			if mine = c.find(p, used); mine == nil {
				c.miss(p.String())
			} else {
				used[mine] = true
				c.found++
				c.place(p, mine, above)
			}
		}
		for _, w := range strings.Split(p.words, "\n") {
			if w = plain(strings.Trim(w, "|")); w != "" && !strings.HasPrefix(w, "/") {
				c.wanted++
				if strings.Contains(words, short(w)) {
					c.found++
				} else {
					c.miss(fmt.Sprintf("words %q", w))
				}
			}
		}
		above = append(above, mine)
	}
}

func (c *comparison) words() string {
	var b strings.Builder
	for _, n := range c.o.nodes {
		b.WriteString(strings.ReplaceAll(n.name, " | ", " ") + " " + n.value + " ")
	}
	return b.String()
}

func (c *comparison) find(p peerNode, used map[*node]bool) *node {
	for _, n := range c.o.nodes {
		if !used[n] && sameRole(p.role, n.role) && (p.name == "" || fits(p.name, plain(n.name)) || plain(n.name) == short(plain(p.name))) {
			return n
		}
	}
	return nil
}

// place checks that a thing lies in what it lies in for the peer.
func (c *comparison) place(p peerNode, mine *node, above []*node) {
	for _, a := range slices.Backward(above) {
		if a == nil {
			continue
		}
		c.nests++
		// What is in a heading stands below it.
		if mine.inside(a) || a.role == "heading" && mine.at > a.at && mine.depth == a.depth {
			c.nested++
		} else {
			c.miss(fmt.Sprintf("%v in %v", p, a))
		}
		return
	}
}

func (c *comparison) miss(what string) {
	c.t.Helper()
	if why := differences()[c.title+": "+what]; why != "" {
		c.t.Logf("%s: %s: %s", c.title, what, why)
		return
	}
	c.t.Errorf("%s: no %s in\n%s", c.title, what, c.o.text)
}
