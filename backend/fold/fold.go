// Package fold writes text so that only what it says counts: without case, without
// punctuation and signs, without accents and points that may be left out, without
// characters that cannot be seen, each digit as 0, words parted by one blank. It is
// how text of a page is compared with lists of words. Pure; the time is linear in
// the length of the text.
package fold

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Style is a way to fold that keeps some marks, each as a word of its own.
type Style struct {
	ascii [utf8.RuneSelf]byte // what is written; 0 parts words
	marks string
}

// Word is where a word begins: in the folded text and in the source, in bytes. In
// dense scripts each character counts as a word.
type Word struct{ At, From int }

// Keeping makes a style that keeps the characters of marks.
func Keeping(marks string) *Style {
	s := &Style{marks: marks}
	for c := byte(0); c < utf8.RuneSelf; c++ {
		switch {
		case c >= 'A' && c <= 'Z':
			s.ascii[c] = c + 'a' - 'A'
		case c >= 'a' && c <= 'z' || s.keeps(rune(c)):
			s.ascii[c] = c
		case c >= '0' && c <= '9':
			s.ascii[c] = '0'
		}
	}
	return s
}

func (s *Style) keeps(r rune) bool {
	for _, m := range s.marks {
		if m == r {
			return true
		}
	}
	return false
}

// Text folds without keeping marks.
func Text(src string) string {
	text, _ := Keeping("").Words(src)
	return string(text)
}

// Words folds src and tells where each word begins.
func (s *Style) Words(src string) (text []byte, words []Word) {
	w := writer{style: s, text: make([]byte, 0, len(src)+8), words: make([]Word, 0, len(src)/6+1), apart: true}
	for i := 0; i < len(src); {
		if c := src[i]; c < utf8.RuneSelf {
			c = s.ascii[c]
			switch {
			case c == 0:
				w.apart = true
			case c == '0' || letter(c):
				w.put(rune(c), i)
			default:
				w.mark(rune(c), i)
			}
			for i++; letter(c) && i < len(src) && src[i] < utf8.RuneSelf && letter(s.ascii[src[i]]); i++ {
				w.text = append(w.text, s.ascii[src[i]]) // the rest of the word
			}
			continue
		}
		end := i
		for end < len(src) && src[end] >= utf8.RuneSelf {
			end++
		}
		w.other(src[i:end], i)
		i = end
	}
	return w.text, w.words
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' }

// writer writes folded text.
type writer struct {
	style *Style
	text  []byte
	words []Word
	apart bool // the next character begins a word, behind a blank
	dense bool // the last one was of a dense script
}

// mark writes a mark, which is a word of its own.
func (w *writer) mark(r rune, from int) {
	w.apart = true
	w.put(r, from)
	w.apart = true
}

// put writes a folded character that stands at from.
func (w *writer) put(r rune, from int) {
	if w.apart && len(w.text) > 0 {
		w.text = append(w.text, ' ')
	}
	dense := r >= utf8.RuneSelf && Dense(r)
	if w.apart || dense || w.dense {
		w.words = append(w.words, Word{At: len(w.text), From: from})
	}
	w.text = utf8.AppendRune(w.text, r)
	w.apart, w.dense = false, dense
}

// other writes characters that are not ASCII. Characters are decomposed, so that
// accents can go, and what is left is composed again.
func (w *writer) other(src string, from int) {
	if w.simple(src, from) {
		return
	}
	var it norm.Iter
	it.InitString(norm.NFKD, src)
	var kept []byte
	for !it.Done() {
		at := from + it.Pos()
		kept = kept[:0]
		for part := it.Next(); len(part) > 0; {
			r, size := utf8.DecodeRune(part)
			part = part[size:]
			if r = plain(r); r != 0 {
				kept = utf8.AppendRune(kept, r)
			}
		}
		for rest := norm.NFC.Bytes(kept); len(rest) > 0; {
			r, size := utf8.DecodeRune(rest)
			rest = rest[size:]
			w.class(r, at)
		}
	}
}

// simple writes a run of characters that folding leaves as they are, which most of
// East Asia's are.
func (w *writer) simple(src string, from int) bool {
	for _, r := range src {
		if !Dense(r) || r >= 0x3099 && r <= 0x309C || r >= 0xF900 {
			return false
		}
	}
	if !norm.NFC.IsNormalString(src) {
		return false
	}
	for i, r := range src {
		w.class(r, from+i)
	}
	return true
}

func (w *writer) class(r rune, at int) {
	switch {
	case w.style.keeps(r):
		w.mark(r, at)
	case unicode.IsLetter(r) || unicode.Is(unicode.M, r):
		w.put(r, at)
	case unicode.IsDigit(r):
		w.put('0', at)
	default:
		w.apart = true
	}
}

// Dense tells the characters of scripts that are written without blanks between
// words, or, as Korean, with blanks that are not always there.
func Dense(r rune) bool {
	return r >= 0x3041 && r <= 0x30FF || r >= 0x3400 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF || r >= 0x0E00 && r <= 0x0E7F
}

// Unseen tells characters that show nothing by themselves: format and bidi
// controls, variation selectors and tags.
func Unseen(r rune) bool {
	switch {
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0xFEFF, r >= 0x180B && r <= 0x180F:
		return true
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	}
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0000 && r <= 0xE0FFF
}

// plain is a decomposed character without case; 0 is for what may be left out.
func plain(r rune) rune {
	switch {
	case r >= 0x0300 && r <= 0x036F: // accents
		return 0
	case r >= 0x0591 && r <= 0x05C7, r >= 0x064B && r <= 0x0655, r == 0x0670, r == 0x0640: // points of Hebrew and Arabic
		return 0
	case Unseen(r):
		return 0
	}
	switch r = unicode.ToLower(r); r {
	case 'ı':
		return 'i'
	case 'ى':
		return 'ي'
	case 'ς':
		return 'σ'
	}
	return r
}
