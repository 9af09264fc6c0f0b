package order

import (
	"strings"
	"unicode"

	folding "github.com/batonbrowser/baton/backend/fold"
)

// fold writes a name so that only what it says counts (package fold), without
// amounts and currencies.
func fold(name string) string {
	var kept []string
	for word := range strings.FieldsSeq(folding.Text(name)) {
		if word = strings.Trim(word, "0"); word != "" && !currency(word) {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
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
