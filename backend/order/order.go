// Package order recognises the press that would place an order or pay, by the
// name of what is pressed and by what its form says, in all languages of A2
// whatever language the browser speaks (T8), and the press that sends or deletes
// something, by its name alone (G5). It is pure; who asks the person is package ops.
//
// The rule: a name that says it («Buy now», «Zahlungspflichtig bestellen») does
// it. A name that only confirms («Submit», «OK», «Buy») does it in a form that
// has the fields of a card, or that sums an order up. What chooses
// among options does not; a link to another address does where both hold. Names such as «Continue», «Add to
// cart» and «Search» never do: the lists name what orders, not what might.
//
// Rejected: a classifier, which nobody could read or mend; and stopping whatever
// stands on a page with a card field, which would stop every wizard at each step.
package order

import (
	_ "embed"
	"strings"

	"github.com/batonbrowser/baton/backend/page"
)

var (
	//go:embed words.txt
	list string
	//go:embed acts.txt
	acts string
)

// Words are the phrases by which names and forms are told. It does not change.
type Words struct {
	orders   map[string][]phrase // by language, for the tests
	sends    map[string][]phrase
	deletes  map[string][]phrase
	confirms map[string]bool
	sums     []phrase
}

// phrase is what a name must have: whole, or at its beginning or end.
type phrase struct {
	text  string
	whole bool
	dense bool // a script without blanks between words
}

// Read makes the words of the list.
func Read() *Words {
	w := &Words{orders: map[string][]phrase{}, sends: map[string][]phrase{}, deletes: map[string][]phrase{}, confirms: map[string]bool{}}
	for line := range strings.Lines(list + acts) {
		lang, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || lang == "#" {
			continue
		}
		for text := range strings.SplitSeq(rest[1:], ",") {
			text, whole := strings.CutPrefix(strings.TrimSpace(text), "=")
			p := phrase{text: fold(text), whole: whole}
			p.dense = dense(p.text)
			switch rest[0] {
			case '!':
				w.orders[lang] = append(w.orders[lang], p)
			case '?':
				w.confirms[p.text] = true
			case '~':
				w.sums = append(w.sums, p)
			case '>':
				w.sends[lang] = append(w.sends[lang], p)
			case 'x':
				w.deletes[lang] = append(w.deletes[lang], p)
			}
		}
	}
	return w
}

// doubtful tells whether a name alone makes it worth asking the page: what is
// not doubtful does not order.
func (w *Words) doubtful(name string) bool {
	name = fold(name)
	return name == "" || w.confirms[name] || says(w.orders, name)
}

// places tells whether a press would place an order or pay.
func (w *Words) places(p page.Press) bool {
	switch {
	case !presses(p.Role):
		return false
	case p.Name == "" && p.Role == "": // nothing is pressed
		return false
	}
	name := fold(p.Name)
	switch {
	case p.Leads: // a link may order all the same, where the page is about that
		return says(w.orders, name) && (p.Pays || w.sumsUp(p.Around))
	case says(w.orders, name):
		return true
	case name == "" || w.confirms[name]:
		return p.Pays || name != "" && w.sumsUp(p.Around)
	}
	return false
}

// presses tells the roles that do something when pressed, rather than choose.
func presses(role string) bool {
	switch role {
	case "radio", "checkbox", "switch", "option", "tab", "textbox", "searchbox", "combobox", "listbox", "spinbutton",
		"slider", "menuitemradio", "menuitemcheckbox", "treeitem", "heading":
		return false
	}
	return true
}

// How much more than the phrase a name may have: «Pay €12.50 with Visa …1234»
// orders, a card of a product whose text ends with «buy now» does not.
const (
	moreAfter  = 6  // words
	moreBefore = 3  // words
	moreDense  = 10 // characters, in scripts without blanks
)

func says(phrases map[string][]phrase, name string) bool {
	if name == "" {
		return false
	}
	for _, all := range phrases {
		for _, p := range all {
			if p.in(name) {
				return true
			}
		}
	}
	return false
}

// in tells whether a folded name says the phrase.
func (p phrase) in(name string) bool {
	switch {
	case name == p.text:
		return true
	case p.whole:
		return false
	case p.dense:
		return strings.Contains(name, p.text) && len([]rune(name))-len([]rune(p.text)) <= moreDense
	}
	if rest, ok := strings.CutPrefix(name, p.text+" "); ok && words(rest) <= moreAfter {
		return true
	}
	rest, ok := strings.CutSuffix(name, " "+p.text)
	return ok && words(rest) <= moreBefore
}

func words(s string) int { return strings.Count(s, " ") + 1 }

// sumsUp tells whether what stands around says that this is an order.
func (w *Words) sumsUp(around string) bool {
	around = " " + fold(around) + " "
	for _, p := range w.sums {
		if p.dense && strings.Contains(around, p.text) || strings.Contains(around, " "+p.text+" ") {
			return true
		}
	}
	return false
}
