package page_test

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/page"
)

func TestCleanRealm(t *testing.T) {
	for realm, want := range map[string]string{
		"Back room":                 "Back room",
		" a\r\n\tb\u2028c ":         "a b c",
		"\u202egnp.txt\u200b\ufeff": "gnp.txt",
		"\x1b[31mred\x00":           "[31mred",
		"\xffbroken":                "broken",
		strings.Repeat("ü", 80):     strings.Repeat("ü", 80),
		strings.Repeat("ü", 10_000): strings.Repeat("ü", 79) + "…",
	} {
		if got := page.CleanRealm(realm); got != want {
			t.Errorf("%q is shown as %q, want %q", realm, got, want)
		}
	}
}
