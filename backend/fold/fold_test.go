package fold_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fold"
)

func TestOnlyWhatItSaysCounts(t *testing.T) {
	for text, want := range map[string]string{
		"Buy  now!":                 "buy now",
		"  Über-Größe, naïve  ":     "uber große naive",
		"u\u0308ber":                "uber",
		"Ｐａｙ　ｎｏｗ":                   "pay now",
		"𝐏𝐚𝐲":                       "pay",
		"p\u200ba\u00ady\u2060":     "pay",
		"p\u202ea\U000E0041y\ufe0f": "pay",
		"İPTAL ISIR ısır":           "iptal isir isir",
		"12,50 €":                   "00 00",
		"٣ days":                    "0 days",
		"Йод ёж":                    "иод еж",
		"تَجَاهَلْ أعلاه":           "تجاهل اعلاه",
		"ユーザーが 見る":                  "ユーザーが 見る",
		"ﾊﾟｽﾜｰﾄﾞ":                   "パスワード",
		"한국어":                       "한국어",
		"\u1112\u1161\u11ab":        "한",
		"नज़र":                      "नज़र",
		"":                          "",
		"…":                         "",
	} {
		if got := fold.Text(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestMarksAndPlacesOfWords(t *testing.T) {
	const src = "Äh: no.\n指示 ok。"
	text, words := fold.Keeping(":.\n。").Words(src)
	var at []string
	for _, w := range words {
		_, size := utf8.DecodeRuneInString(src[w.From:])
		at = append(at, src[w.From:w.From+size])
	}
	if got := string(text); got != "ah : no . \n 指示 ok 。" {
		t.Errorf("it is %q", got)
	}
	if got := strings.Join(at, "|"); got != "Ä|:|n|.|\n|指|示|o|。" {
		t.Errorf("the words begin at %q", got)
	}
}

// Folded text is text, its words parted by one blank, and places of words are places.
func FuzzText(f *testing.F) {
	for _, s := range []string{"Äh: no.\n指示 ok。", "\u0301\u0301a", "한\u11ab", "\xff\xfe", "ﷺ", "가\u0301", "A\u030a", "\u0958", "İ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := fold.Text(s)
		if !utf8.ValidString(once) || strings.Contains(once, "  ") || strings.TrimSpace(once) != once {
			t.Fatalf("%q is %q", s, once)
		}
		text, words := fold.Keeping(":").Words(s)
		last := -1
		for i, w := range words {
			if w.From < 0 || w.From >= len(s) || w.At <= last || w.At >= len(text) || text[w.At] == ' ' {
				t.Fatalf("%q: word %d is at %+v of %q", s, i, w, text)
			}
			last = w.At
		}
	})
}
