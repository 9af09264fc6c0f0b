package order

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold writes a name so that only what it says counts: without case, without
// punctuation and signs, without accents and points that may be left out, without
// amounts and currencies, words parted by one blank.
func fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		switch r = plain(r); {
		case r == 0:
		case unicode.IsLetter(r) || unicode.Is(unicode.M, r):
			b.WriteRune(r)
		case unicode.IsDigit(r):
			b.WriteByte('0')
		default:
			b.WriteByte(' ')
		}
	}
	var kept []string
	for _, word := range strings.Fields(norm.NFC.String(b.String())) {
		if word = strings.Trim(word, "0"); word != "" && !currency(word) {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}

// plain is a decomposed character without case; 0 is for what may be left out.
func plain(r rune) rune {
	switch {
	case r >= 0x0300 && r <= 0x036F: // accents
		return 0
	case r >= 0x0591 && r <= 0x05C7, r >= 0x064B && r <= 0x0655, r == 0x0670, r == 0x0640: // points of Hebrew and Arabic
		return 0
	case r == 0x00AD || r >= 0x200B && r <= 0x200F || r == 0x2060 || r == 0xFEFF: // not seen
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

// currency tells the words that only say in what money an amount is.
func currency(word string) bool {
	switch word {
	case "eur", "euro", "euros", "usd", "us", "gbp", "chf", "fr", "sfr", "aud", "cad", "jpy", "cny", "rmb", "krw", "inr", "rs",
		"brl", "r", "mxn", "pln", "zł", "czk", "kc", "huf", "ft", "ron", "lei", "bgn", "лв", "rsd", "din", "дин", "rub", "руб", "р",
		"uah", "грн", "try", "tl", "ils", "thb", "บาท", "vnd", "đ", "idr", "rp", "myr", "rm", "sek", "nok", "dkk", "kr", "hk", "nt",
		"円", "元", "원", "₪":
		return true
	}
	return false
}

// dense tells scripts that are written without blanks between words.
func dense(s string) bool {
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			return true
		}
	}
	return false
}
