package order_test

import (
	"testing"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/page"
)

// What sends and what deletes is told in every language, where it was asked for.
func TestActsInEveryLanguage(t *testing.T) {
	w := order.Read()
	all := order.Asks{Send: true, Delete: true}
	for sign, act := range map[string]order.Act{">": order.Send, "x": order.Delete} {
		said := names(t, sign)
		for _, lang := range agent.Languages() {
			if len(said[lang]) < 3 {
				t.Errorf("%s %s: %d names are too few to tell", lang, sign, len(said[lang]))
			}
			for _, name := range said[lang] {
				p := page.Press{Role: "button", Name: name}
				if got := w.Tells(p, all); got != act || !w.Doubtful(name, all) {
					t.Errorf("%s: %q tells %q, not %q", lang, name, got, act)
				}
				if got := w.Tells(p, order.Asks{}); got != order.Nothing {
					t.Errorf("%s: %q tells %q though nobody asked", lang, name, got)
				}
				for _, p := range []page.Press{{Role: "link", Name: name, Leads: true}, {Role: "checkbox", Name: name}, {Role: "tab", Name: name}} {
					if got := w.Tells(p, all); got != order.Nothing {
						t.Errorf("%s: %+v tells %q", lang, p, got)
					}
				}
			}
		}
	}
}

// Names that have such a word and do neither.
func TestActsNot(t *testing.T) {
	w := order.Read()
	for _, name := range []string{
		"Search", "Next", "Send me offers by mail every week please", "Sent", "Posts", "Postcode", "Replies", "Shared with me", "Undelete", "Deleted items",
		"Sender", "Weiter", "Gesendet", "Löschung beantragen", "Teilnehmen", "Suivant", "Envoyés", "Supprimés", "Siguiente", "", "OK", "Cancel",
	} {
		if got := w.Tells(page.Press{Role: "button", Name: name}, order.Asks{Send: true, Delete: true}); got != order.Nothing {
			t.Errorf("%q tells %q", name, got)
		}
	}
}
