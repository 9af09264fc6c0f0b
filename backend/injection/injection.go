// Package injection finds, in the text of a page, words that look written to steer
// an AI agent rather than to inform a reader: «ignore the previous instructions»,
// «do not tell the user», marks of chat templates, and carriers of text that nobody
// sees (G5). It is pure, and works in all languages of words.txt whatever language
// the page says it speaks.
//
// It marks, and no more: who writes an injection can find words that are not in the
// list, and a text about the subject may be marked as well. What it promises is time
// linear in the length of the text, whatever the text is, and at most Most findings
// of at most Longest characters each.
//
// Rejected: a classifier, which nobody could read or mend, and regular expressions
// per language, whose time and order of words nobody could foresee.
package injection

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fold"
)

// Kind is what the words would have an agent do, or how they are made.
type Kind string

// The kinds.
const (
	Override   Kind = "override"   // to drop what it was told
	Role       Kind = "role"       // to be someone else; or words to agents alone
	Conceal    Kind = "conceal"    // to keep something from its user
	Exfiltrate Kind = "exfiltrate" // to give away its prompt or secrets
	Template   Kind = "template"   // marks by which models tell who speaks
	Hidden     Kind = "hidden"     // text in characters that cannot be seen
)

// Most is how many findings there are at most, and Longest how many characters each
// has at most.
const (
	Most    = 3
	Longest = 120
)

// Finding is one place in a text.
type Finding struct {
	Kind  Kind
	Quote string // what it says there, in one line without what cannot be seen
}

//go:embed words.txt
var list string

// How far apart the end of a sentence and of a line keep words, in words.
const (
	perSentence = 20
	perLine     = 3
)

// never is an end that no word follows closely.
const never = -1 << 20

// Find gives what is found, in no order that means anything.
func (w *Words) Find(text string) []Finding {
	found := carried(text)
	if len(found) >= Most {
		return found[:Most]
	}
	return append(found, w.said(text, Most-len(found))...)
}

// reach is how far a rule has come: where the part that was met last ends.
type reach struct{ end, from int }

// said finds phrases. Each word is looked up once, and each rule remembers for each
// of its parts only where it was met last: the time does not depend on what the text
// almost says.
func (w *Words) said(src string, most int) (found []Finding) {
	text, words := w.style.Words(src)
	met := make([]reach, w.parts)
	for i := range met {
		met[i].end = never
	}
	denied := make([]int, len(w.languages))
	for i := range denied {
		denied[i] = never
	}
	quoted, pos := -1, 0
	for i, word := range words {
		step := weight(text[word.At:])
		if pos += step; step > 1 {
			continue
		}
		w.at(text, word.At, func(u use, width int) {
			now := reach{end: pos + width - 1, from: i}
			switch {
			case u.part == denial:
				denied[u.language] = now.end
			case u.rule.advance(u.part, met, now, pos, denied[u.rule.language]):
				from := words[met[u.rule.first+u.part].from].From
				if from < quoted || len(found) == most {
					return // the same words say two things
				}
				q, length := quote(src[from:], word.From-from)
				quoted = from + length
				found = append(found, Finding{Kind: u.rule.kind, Quote: q})
			}
		})
		if len(found) == most {
			break
		}
	}
	return found
}

// advance notes that a part was met which begins at pos, and tells whether the rule
// is complete with it.
func (r *rule) advance(part int, met []reach, now reach, pos, denied int) bool {
	if part == 0 {
		if denied == pos-1 {
			return false
		}
	} else {
		before := met[r.first+part-1]
		if pos <= before.end || pos-before.end-1 > r.gaps[part] {
			return false
		}
		now.from = before.from
	}
	met[r.first+part] = now
	return part == len(r.gaps)-1
}

// weight is how many words a word of folded text counts for.
func weight(text []byte) int {
	switch text[0] {
	case '\n':
		return perLine
	case '.', '!', '?':
		return perSentence
	case "。"[0], "।"[0]:
		if r, _ := utf8.DecodeRune(text); r == '。' || r == '।' {
			return perSentence
		}
	}
	return 1
}

// quote writes the beginning of a text in a line: up to the end of the sentence or
// line that is met behind least. It tells how much of the text that was.
func quote(src string, least int) (string, int) {
	var b strings.Builder
	n, blank := 0, false
	for i, r := range src {
		switch {
		case n >= Longest || r == '\n' && i >= least && n > 0:
			return b.String(), i
		case unicode.IsSpace(r):
			blank = b.Len() > 0
			continue
		case unicode.IsControl(r) || fold.Unseen(r):
			continue
		}
		if blank {
			if n+1 == Longest {
				return b.String(), i
			}
			b.WriteByte(' ')
			n++
		}
		blank = false
		b.WriteRune(r)
		n++
		if size := full(src[i:]); size > 0 && i >= least {
			return b.String(), i + size
		}
	}
	return b.String(), len(src)
}

// full is the length of the mark that ends a sentence at the beginning of a text, 0
// where there is none.
func full(src string) int {
	switch r, size := utf8.DecodeRuneInString(src); r {
	case '。', '।', '！', '？':
		return size
	case '.', '!', '?':
		if next, _ := utf8.DecodeRuneInString(src[size:]); len(src) == size || unicode.IsSpace(next) {
			return size
		}
	}
	return 0
}
