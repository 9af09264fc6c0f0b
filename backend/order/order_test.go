package order_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/page"
)

// names reads the buttons of testdata/names.txt by language: those that order
// («+») and those that never do («-»), also in a form that pays.
func names(t testing.TB, sign string) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(raw)) {
		if lang, list, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "+sign+" "); ok && lang != "#" {
			all[lang] = strings.Split(list, " | ")
		}
	}
	return all
}

func pays(w *order.Words, p page.Press) bool { return w.Tells(p, order.Asks{}) == order.Pay }

func TestOrdersInEveryLanguage(t *testing.T) {
	w := order.Read()
	yes, no := names(t, "+"), names(t, "-")
	for _, lang := range agent.Languages() {
		if len(yes[lang]) < 3 || len(no[lang]) < 5 {
			t.Errorf("%s: %d names that order and %d that don't are too few to tell", lang, len(yes[lang]), len(no[lang]))
		}
		for _, name := range yes[lang] {
			for _, role := range []string{"button", "link", "clickable", "menuitem"} {
				if p := (page.Press{Role: role, Name: name}); !pays(w, p) || !w.Doubtful(name, order.Asks{}) {
					t.Errorf("%s: %s %q is not stopped", lang, role, name)
				}
			}
			for _, p := range []page.Press{
				{Role: "link", Name: name, Leads: true}, // it only leads to another page
				{Role: "radio", Name: name}, {Role: "tab", Name: name},
			} {
				if pays(w, p) {
					t.Errorf("%s: %+v is stopped", lang, p)
				}
			}
		}
		for _, name := range no[lang] {
			p := page.Press{Role: "button", Name: name, Pays: true, Around: "Order total 12 € Payment method"}
			if pays(w, p) || w.Doubtful(name, order.Asks{}) {
				t.Errorf("%s: %q is stopped", lang, name)
			}
		}
	}
}

// Names that only confirm do it where the form pays or sums an order up.
func TestConfirmationsByTheirForm(t *testing.T) {
	w := order.Read()
	for name, around := range map[string]string{
		"Confirm": "Order total $12.00", "Submit": "Card number CVC", "Bestätigen": "Gesamtbetrag: 12,00 €", "Bestellen": "Zahlungsart PayPal",
		"Valider": "Total à payer : 12 €", "Confirmar": "Importe total", "確定する": "お支払い金額 1,200円", "확인": "총 결제 금액 12,000원", "确认": "应付金额：12元",
		"Onayla": "ÖDENECEK TUTAR: 12 TL", "Подтвердить": "Итого к оплате: 12 ₽", "تأكيد": "المبلغ الإجمالي", "Potwierdzam": "Do zapłaty: 12 zł", "ยืนยัน": "ยอดชำระทั้งหมด",
	} {
		p := page.Press{Role: "button", Name: name}
		if pays(w, p) {
			t.Errorf("%q is stopped in any form", name)
		}
		p.Around = "Thank you for your review. Orders, payments, totals."
		if pays(w, p) {
			t.Errorf("%q is stopped in a form that says nothing of an order", name)
		}
		p.Around = "Check what you have chosen. " + around + " Thank you."
		if !pays(w, p) || !w.Doubtful(name, order.Asks{}) {
			t.Errorf("%q is not stopped under %q", name, around)
		}
		p.Around, p.Pays = "", true
		if !pays(w, p) {
			t.Errorf("%q is not stopped in a form with the fields of a card", name)
		}
	}
}

func TestWhatHasNoName(t *testing.T) {
	w := order.Read()
	for p, want := range map[page.Press]bool{
		{}:                                      false,
		{Role: "form", Pays: true}:              true, // Enter in a form with a card
		{Role: "form"}:                          false,
		{Role: "button", Around: "Order total"}: false,
		{Role: "button", Pays: true}:            true,
		{Role: "textbox", Name: "Pay", Pays: true}:                              false,
		{Role: "link", Name: "Place order", Leads: true, Around: "Order total"}: true,
		{Role: "link", Name: "Continue", Leads: true, Pays: true}:               false,
	} {
		if pays(w, p) != want {
			t.Errorf("%+v: stopped is %v", p, !want)
		}
	}
}

// Long names, such as a whole card that can be clicked, do not order because of
// two of their words.
func TestLongNames(t *testing.T) {
	w := order.Read()
	for _, name := range []string{
		"Plum jam 3.20 € in stock, free delivery, buy now", "How do I place an order and what does it cost me?",
		"Pay " + strings.Repeat("later ", 20), "立即购买" + strings.Repeat("的", 30),
	} {
		if pays(w, page.Press{Role: "clickable", Name: name}) {
			t.Errorf("%q is stopped", name)
		}
	}
}

// Nothing that a page is called breaks the rule, and blanks and case do not count.
func FuzzPlaces(f *testing.F) {
	for _, all := range names(f, "+") {
		f.Add(all[0], "Order total")
	}
	w := order.Read()
	f.Fuzz(func(t *testing.T, name, around string) {
		p := page.Press{Role: "button", Name: name, Around: around}
		spread := p
		spread.Name = " " + strings.Join(strings.Fields(name), "  ") + " ‹"
		if slices.Contains([]rune(name), '\u0345') { // its capital is a letter of its own
			return
		}
		if pays(w, p) != pays(w, spread) {
			t.Errorf("%q and %q differ", p.Name, spread.Name)
		}
	})
}
