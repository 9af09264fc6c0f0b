package ident_test

import (
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/ident"
)

func TestForm(t *testing.T) {
	for prefix, id := range map[string]string{
		"agent": string(ident.NewAgent()), "prof": string(ident.NewProfile()), "sess": string(ident.NewSession()),
		"req": string(ident.NewRequest()), "call": string(ident.NewCall()),
	} {
		if !ident.Valid(prefix, id) {
			t.Errorf("%s is not valid", id)
		}
		for _, bad := range []string{"", prefix, prefix + "_", id[1:], id + "0", strings.ToUpper(id), id[:len(id)-1] + "i", "x" + id, prefix + "_../../../../../etc/passwd"} {
			if ident.Valid(prefix, bad) {
				t.Errorf("%q is valid", bad)
			}
		}
		if ident.Valid("other", id) {
			t.Errorf("%s is valid as another type", id)
		}
	}
}

// Identifiers sort by the time they were made, and none comes twice.
func TestOrderOfTime(t *testing.T) {
	first := ident.NewProfile()
	<-time.After(2 * time.Millisecond) // a millisecond of the identifier's clock
	seen := map[ident.Profile]bool{first: true}
	for range 1000 {
		id := ident.NewProfile()
		if id <= first || seen[id] {
			t.Fatalf("%s came after %s", id, first)
		}
		seen[id] = true
	}
}

func TestViewer(t *testing.T) {
	for v, good := range map[ident.Viewer]bool{
		"view_abcdefgh": true, "12345678": true, ident.Viewer(strings.Repeat("v", 64)): true,
		"": false, "1234567": false, ident.Viewer(strings.Repeat("v", 65)): false, "view abcdefgh": false, "view_abcdefgü": false, "view_abc\ndefgh": false,
	} {
		if v.Valid() != good {
			t.Errorf("%q is valid: %v", v, !good)
		}
	}
}
