package snapshot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Document is a page as it was captured: its whole tree, with refs. Total counts
// all nodes of the page, which are more than those of the tree if the capture
// was cut; Estimated says that it is not exact.
type Document struct {
	URL, Title string
	Nodes      []Node
	Total      int
	Estimated  bool
	Modal      bool // a modal dialog is open: only what is in it can be used
}

// Render writes a document as an outline, or keeps its tree for JSON. An outline
// has one line for each node: "# …" for headings, `- role @eN "name"` for what
// can be clicked or typed into, plain lines for text, indented by structure.
// What the capture left out, or what comes after MaxNodes nodes, is told where it
// was and by a last line that says how many of how many nodes are shown. Lines of the page's text never look like lines of the outline's own.
func Render(d Document, o Options) Result {
	if o.HideValues {
		hideValues(d.Nodes)
	}
	nodes := narrow(d.Nodes, o, 1)
	r := Result{URL: d.URL, Title: d.Title}
	count := countAll(nodes)
	r.Total = max(count, d.Total)
	if o.InteractiveOnly || o.MaxDepth > 0 {
		r.Total = count + max(0, d.Total-countAll(d.Nodes)) // what the capture left out still counts
	}
	if o.JSON {
		if nodes == nil {
			nodes = []Node{} // an empty page is a tree too
		}
		r.Nodes, r.Shown, r.Total = nodes, count, count
		return r
	}
	w := writer{room: MaxNodes}
	if d.Modal {
		w.b.WriteString("(a modal dialog is open: only what is in it can be used)\n")
	}
	w.list(nodes, 0)
	r.Shown = min(w.shown, r.Total)
	r.Outline = w.b.String()
	if r.Shown < r.Total {
		about := ""
		if d.Estimated {
			about = "about "
		}
		r.Outline = r.Outline[:w.end] + fmt.Sprintf("… %d of %s%d nodes shown; narrow with selector, interactive_only or max_depth, or scroll: what is in view comes first\n",
			r.Shown, about, r.Total)
	}
	return r
}

// hideValues takes what fields hold out of the captured tree.
func hideValues(nodes []Node) {
	for i := range nodes {
		if nodes[i].Value != "" {
			nodes[i].Value = Filled
		}
		hideValues(nodes[i].Children)
	}
}

func countAll(nodes []Node) int {
	n := 0
	for _, c := range nodes {
		if c.Role != Gap {
			n += 1 + countAll(c.Children)
		}
	}
	return n
}

// narrow leaves out what the options do not ask for.
func narrow(nodes []Node, o Options, depth int) []Node {
	if o.MaxDepth > 0 && depth > o.MaxDepth {
		return nil
	}
	if !o.InteractiveOnly && o.MaxDepth == 0 {
		return nodes
	}
	var out []Node
	for _, n := range nodes {
		n.Children = narrow(n.Children, o, depth+1)
		switch {
		case !o.InteractiveOnly || n.Ref != "":
			out = append(out, n)
		case keeps(n.Role) && len(n.Children) > 0:
			out = append(out, n)
		default:
			out = append(out, n.Children...)
		}
	}
	return out
}

// keeps tells the containers that stay even if only controls are asked for:
// they say where a control is.
func keeps(role string) bool { return role == "iframe" || role == "dialog" || role == "alertdialog" }

type writer struct {
	b     strings.Builder
	room  int
	shown int
	end   int // where the last node's line ends, before a gap that may follow
}

func (w *writer) list(nodes []Node, indent int) {
	for i := 0; i < len(nodes); i++ {
		if w.shown >= w.room {
			return
		}
		w.node(nodes[i], indent)
	}
}

func (w *writer) node(n Node, indent int) {
	if n.Role == Gap {
		w.gap(n, indent)
		return
	}
	w.shown++
	if n.Role == "row" && n.Ref == "" {
		w.row(n, indent)
		return
	}
	w.line(indent, n.line())
	if n.Role == "heading" {
		indent--
	}
	w.list(n.Children, max(0, indent+1))
}

func (w *writer) line(indent int, text string) {
	w.b.WriteString(strings.Repeat("  ", indent))
	w.b.WriteString(text)
	w.b.WriteByte('\n')
	w.end = w.b.Len()
}

// gap says that something was left out; at the end the last line does.
func (w *writer) gap(n Node, indent int) {
	end := w.end
	w.line(indent, "… "+n.Name+" nodes left out here")
	w.end = end
}

// row writes the words of a table row on one line, and its controls below.
func (w *writer) row(n Node, indent int) {
	var words []string
	var rest []Node
	for _, c := range n.Children {
		if c.Role == "text" {
			words = append(words, c.Name)
			w.shown++
		} else {
			rest = append(rest, c)
		}
	}
	if len(words) > 0 {
		w.line(indent, escape(oneLine(strings.Join(words, " | "))))
		indent++
	}
	w.list(rest, indent)
}

// line is the line of one node.
func (n Node) line() string {
	switch {
	case n.Role == "text":
		return escape(oneLine(n.Name))
	case n.Role == "heading" && n.Ref == "":
		return strings.Repeat("#", min(max(n.Level, 1), 6)) + " " + oneLine(n.Name)
	}
	var b strings.Builder
	if n.Ref != "" {
		b.WriteString("- ")
	}
	b.WriteString(n.Role)
	if n.Ref != "" {
		b.WriteString(" @" + n.Ref)
	}
	if n.Name != "" {
		b.WriteString(" " + quote(n.Name))
	}
	for _, s := range n.States {
		b.WriteString(" [" + s + "]")
	}
	if n.Value != "" {
		b.WriteString(" value: " + quote(n.Value))
	}
	if n.Ref == "" && len(n.Children) > 0 {
		b.WriteByte(':')
	}
	return b.String()
}

// oneLine keeps a name that is written as it is from beginning lines of its own.
func oneLine(s string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(s) }

// quote is like strconv.Quote, but leaves letters of every script as they are.
func quote(s string) string {
	if s == "[filled]" {
		return s
	}
	if utf8.ValidString(s) && !strings.ContainsAny(s, "\"\\\n\r\t") {
		return `"` + s + `"`
	}
	return strconv.Quote(s)
}

// ownLine is how the lines of containers and of what cannot be used begin.
var ownLine = regexp.MustCompile(`^(alert|alertdialog|article|banner|button|canvas|checkbox|clickable|color|combobox|complementary|contentinfo|date|datetime|` +
	`dialog|feed|figure|file|form|grid|gridcell|group|heading|iframe|img|link|list|listbox|listitem|log|main|menu|menubar|menuitem|menuitemcheckbox|` +
	`menuitemradio|meter|month|navigation|option|progressbar|radio|radiogroup|region|row|scrollbar|search|searchbox|slider|spinbutton|status|switch|tab|` +
	`table|tablist|tabpanel|textbox|time|toolbar|tree|treegrid|treeitem|video|audio|week)(:$| "| \[| value: )`)

// escape marks text of the page that begins like a line of the outline.
func escape(s string) string {
	if ownLine.MatchString(s) || strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "#") || strings.HasPrefix(s, "… ") || strings.HasPrefix(s, "(a modal") {
		return `\` + s
	}
	return s
}
