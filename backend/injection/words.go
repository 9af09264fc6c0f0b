package injection

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fold"
)

// Words are the phrases of words.txt, ready to be looked for. They do not change.
type Words struct {
	style     *fold.Style
	languages []string
	parts     int        // of all rules together
	begins    [256]int32 // the node of a first byte; 0 is none
	nodes     []node     // from 1
}

// node is a byte of phrases that begin alike.
type node struct {
	byte  byte
	first int32 // of the nodes that may follow
	other int32 // that may stand in its place
	ends  []ending
}

// rule is a pattern in one language: its parts in their order, each at most so many
// words behind the one before.
type rule struct {
	kind     Kind
	language int
	first    int // its parts among those of all rules
	gaps     []int
}

// use is what a phrase is good for.
type use struct {
	rule     *rule
	part     int
	language int
}

// denial is the part of a phrase that denies what follows.
const denial = -1

// ending is a phrase that ends at a node.
type ending struct {
	open  bool // more letters may follow
	width int  // in words
	uses  []use
}

// Read makes the words of the list.
func Read() *Words {
	w := &Words{style: fold.Keeping(":.!?\n。।")}
	phrases := map[string]map[string][]string{} // by language and name
	var patterns []string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if head, all, ok := strings.Cut(line, " = "); ok && line[0] != '#' {
			language, name, _ := strings.Cut(head, " ")
			if phrases[language] == nil {
				phrases[language] = map[string][]string{}
				w.languages = append(w.languages, language)
			}
			phrases[language][name] = strings.Split(all, ", ")
		} else if ok := strings.Contains(line, " : "); ok && line[0] != '#' {
			patterns = append(patterns, line)
		}
	}
	uses := map[string][]use{} // by phrase
	for i, language := range w.languages {
		for _, phrase := range phrases[language]["not"] {
			uses[phrase] = append(uses[phrase], use{part: denial, language: i})
		}
		for _, pattern := range patterns {
			w.pattern(pattern, i, phrases[language], uses)
		}
	}
	w.compile(uses)
	return w
}

// pattern makes the rule of a pattern in a language that has all of its parts.
func (w *Words) pattern(pattern string, language int, phrases map[string][]string, uses map[string][]use) {
	head, body, _ := strings.Cut(pattern, " : ")
	heads := strings.Fields(head)
	kind, applies := heads[len(heads)-1], false
	for _, l := range heads[:len(heads)-1] {
		applies = applies || l == "*" || l == w.languages[language]
	}
	fields := strings.Fields(body) // name gap name gap name
	for i := 0; i < len(fields); i += 2 {
		applies = applies && phrases[fields[i]] != nil
	}
	if !applies {
		return
	}
	r := &rule{kind: Kind(kind), language: language, first: w.parts}
	for i := 0; i < len(fields); i += 2 {
		gap := 0
		if i > 0 {
			gap, _ = strconv.Atoi(fields[i-1])
		}
		for _, phrase := range phrases[fields[i]] {
			uses[phrase] = append(uses[phrase], use{rule: r, part: len(r.gaps)})
		}
		r.gaps = append(r.gaps, gap)
	}
	w.parts += len(r.gaps)
}

// compile puts all phrases into one tree of their bytes.
func (w *Words) compile(uses map[string][]use) {
	w.nodes = make([]node, 1)
	for _, key := range slices.Sorted(maps.Keys(uses)) {
		phrase, open := strings.CutSuffix(key, "*")
		text, words := w.style.Words(phrase)
		at := int32(0)
		for i, b := range text {
			to := w.follow(at, b)
			if to == 0 {
				to = int32(len(w.nodes)) //nolint:gosec // as many as the list has letters
				w.nodes = append(w.nodes, node{byte: b})
				if i == 0 {
					w.begins[b] = to
				} else {
					w.nodes[to].other, w.nodes[at].first = w.nodes[at].first, to
				}
			}
			at = to
		}
		w.nodes[at].ends = append(w.nodes[at].ends, ending{open: open, width: len(words), uses: uses[key]})
	}
}

// follow gives the node of a byte behind a node, 0 being the beginning; 0 is none.
func (w *Words) follow(at int32, b byte) int32 {
	if at == 0 {
		return w.begins[b]
	}
	for at = w.nodes[at].first; at != 0 && w.nodes[at].byte != b; {
		at = w.nodes[at].other
	}
	return at
}

// at calls met for every phrase that begins at a token.
func (w *Words) at(text []byte, at int, met func(u use, width int)) {
	n := int32(0)
	for i := at; i < len(text); i++ {
		if n = w.follow(n, text[i]); n == 0 {
			return
		}
		for _, e := range w.nodes[n].ends {
			if !e.open && !apart(text, i+1) {
				continue
			}
			for _, u := range e.uses {
				met(u, e.width)
			}
		}
	}
}

// apart tells whether a word ends before a place.
func apart(text []byte, at int) bool {
	if at == len(text) || text[at] == ' ' {
		return true
	}
	if text[at] < utf8.RuneSelf {
		r, _ := utf8.DecodeLastRune(text[:at])
		return fold.Dense(r)
	}
	r, _ := utf8.DecodeRune(text[at:])
	last, _ := utf8.DecodeLastRune(text[:at])
	return fold.Dense(r) || fold.Dense(last)
}
