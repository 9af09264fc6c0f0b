//go:build linux

package chrome_test

import (
	"fmt"
	"html"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/page"
)

const checkout = `<title>Checkout</title><style>body{margin:0} #at{position:absolute;left:0;top:300px;width:200px;height:40px}</style>
<form id=pay><h2>Payment</h2><label>Card number <input id=card autocomplete="cc-number"></label> <input id=cvc name=cvc>
<button type=button id=back>Back</button><button id=go><b id=inner>Confirm</b></button></form>
<form id=find><input id=q type=search><button>Search</button></form>
<form id=bare><input id=only></form>
<form id=order><p>Order total: 12 €</p><input id=note><textarea id=long></textarea><input type=image id=img alt="Place order" width=40 height=20></form>
<section><p>Order total: 12 €</p><div id=div onclick="1" style="cursor:pointer">Buy now</div></section>
<a id=link href="/terms">Pay now</a> <a id=js href="#" onclick="return false">Pay now</a>
<label id=lab for=opt>Pay later</label> <input type=radio id=opt>
<button id=at>Zahlungspflichtig bestellen</button><p id=text>Words</p>
<div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML='<form><p>Amount due 9</p><button id=deep>OK</button></form>'</script>
<iframe id=same src="/inner" style="position:absolute;left:300px;top:300px;width:300px;height:100px;border:0"></iframe>
<iframe id=other src="http://b.test:PORT/inner" style="position:absolute;left:300px;top:420px;width:300px;height:100px;border:0"></iframe>`

const inner = `<title>Inner</title><body style="margin:0"><form><input id=f style="width:100px;height:20px"><button id=b style="position:absolute;left:0;top:40px;width:100px;height:30px">Pay now</button></form>`

// TestPress asks what a click or a key would press, in every place that it can be.
func TestPress(t *testing.T) {
	ctx, b := openPages(t, map[string]string{"/": checkout, "/inner": inner}, "a.test")
	if err := b.Wait(ctx, page.Wait{Text: "Words"}); err != nil {
		t.Fatal(err)
	}
	at := func(x, y float64) page.Target { return page.Target{Point: &page.Point{X: x, Y: y}} }
	css := func(s string) page.Target { return page.Target{Selector: s} }
	words := order.Read()
	for name, c := range map[string]struct {
		target page.Target
		how    page.How
		want   string // of the press
		places bool
	}{
		"a button of a form that pays":       {css("#go"), page.ByClick, `button "Confirm"`, true},
		"what is in the button":              {css("#inner"), page.ByClick, `button "Confirm"`, true},
		"a button that leads back":           {css("#back"), page.ByClick, `button "Back"`, false},
		"a search":                           {css("#find button"), page.ByClick, `button "Search"`, false},
		"a point":                            {at(100, 320), page.ByClick, `button "Zahlungspflichtig bestellen"`, true},
		"a point without a control":          {at(1200, 700), page.ByClick, ``, false},
		"a picture that submits":             {css("#img"), page.ByClick, `button "Place order"`, true},
		"a part with a script":               {css("#div"), page.ByClick, `clickable "Buy now"`, true},
		"a link":                             {css("#link"), page.ByClick, `link "Pay now"`, false},
		"a link to a script":                 {css("#js"), page.ByClick, `link "Pay now"`, true},
		"a choice by its label":              {css("#lab"), page.ByClick, `radio "Pay later"`, false},
		"text":                               {css("#text"), page.ByClick, `clickable "Words"`, false},
		"in a shadow root":                   {css("#deep"), page.ByClick, `button "OK"`, true},
		"a point in a frame":                 {at(350, 350), page.ByClick, `button "Pay now"`, true},
		"a point in a frame of another site": {at(350, 470), page.ByClick, `button "Pay now"`, true},
		"Enter in a form that pays":          {css("#card"), page.ByEnter, `button "Confirm"`, true},
		"Enter in a search":                  {css("#q"), page.ByEnter, `button "Search"`, false},
		"Enter in a form without a button":   {css("#only"), page.ByEnter, `form`, false},
		"Enter where a picture submits":      {css("#note"), page.ByEnter, `button "Place order"`, true},
		"Enter in a text of many lines":      {css("#long"), page.ByEnter, ``, false},
		"Enter on a button":                  {css("#at"), page.ByEnter, `button "Zahlungspflichtig bestellen"`, true},
		"the blank on a button":              {css("#at"), page.BySpace, `button "Zahlungspflichtig bestellen"`, true},
		"the blank in a field":               {css("#card"), page.BySpace, ``, false},
		"nothing there":                      {page.Target{Ref: ""}, page.ByEnter, ``, false},
	} {
		p, err := b.Press(ctx, c.target, c.how, doubtful(words))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := p.Object(); got != c.want || places(words)(p) != c.places {
			t.Errorf("%s: %+v; stopped is %v", name, p, places(words)(p))
		}
	}
}

// shop is a page in a language with one button for each name.
func shop(lang string, names []string) string {
	page := "<html lang=" + lang + "><title>Shop</title><form onsubmit='return false'>"
	for i, name := range names {
		page += fmt.Sprintf("<p><button id=b%d>%s</button>", i, html.EscapeString(name))
	}
	return page + "</form>"
}

// TestPressInEveryLanguage goes through shops in all languages of A2: what orders
// is stopped by ref, by selector and by Enter, what sends and what deletes where
// that is asked for, and nothing else is.
func TestPressInEveryLanguage(t *testing.T) {
	raw, err := os.ReadFile("../order/testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	words, shops := order.Read(), 0
	acts := map[string]order.Act{"+": order.Pay, "-": order.Nothing, ">": order.Send, "x": order.Delete}
	asks := order.Asks{Send: true, Delete: true}
	worth := func(name string) bool { return words.Doubtful(name, asks) }
	for line := range strings.Lines(string(raw)) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
		if f[0] == "#" {
			continue
		}
		shops++
		names, want := strings.Split(f[2], " | "), acts[f[1]]
		t.Run(f[0]+f[1], func(t *testing.T) {
			ctx, b := open(t, shop(f[0], names))
			for i, name := range names {
				for _, how := range []page.How{page.ByClick, page.ByEnter} {
					p, err := b.Press(ctx, page.Target{Selector: fmt.Sprintf("#b%d", i)}, how, worth)
					if got := words.Tells(p, asks); err != nil || p.Role != "button" || got != want && want != order.Nothing || got == order.Pay && want == order.Nothing {
						t.Errorf("%s %q: %q, %+v %v", how, name, got, p, err)
					}
				}
			}
			p, err := b.Press(ctx, refOf(ctx, t, b, "button "+strconv.Quote(strings.Join(strings.Fields(names[0]), " "))), page.ByClick, worth)
			if got := words.Tells(p, asks); err != nil || got != want && want != order.Nothing || got == order.Pay && want == order.Nothing {
				t.Errorf("by ref %q: %q, %v", names[0], got, err)
			}
		})
	}
	if shops != 4*41 {
		t.Errorf("%d shops, want four for each of 41 languages", shops)
	}
}

// A ref is asked of the page only where its name leaves a doubt; the focus is
// followed into frames.
func TestPressByRefAndFocus(t *testing.T) {
	ctx, b := openPages(t, map[string]string{"/": checkout, "/inner": inner}, "a.test")
	if err := b.Wait(ctx, page.Wait{Text: "Words"}); err != nil {
		t.Fatal(err)
	}
	words := order.Read()
	p, err := b.Press(ctx, refOf(ctx, t, b, `button "Confirm"`), page.ByClick, doubtful(words))
	if err != nil || !p.Pays || !places(words)(p) {
		t.Errorf("by ref: %+v %v", p, err)
	}
	p, err = b.Press(ctx, refOf(ctx, t, b, `button "Search"`), page.ByClick, doubtful(words))
	if err != nil || p.Around != "" || places(words)(p) {
		t.Errorf("a name without doubt: %+v %v", p, err)
	}
	for _, point := range []page.Point{{X: 320, Y: 310}, {X: 320, Y: 430}} {
		if _, err := b.Click(ctx, page.Target{Point: &point}, page.Click{Count: 1}); err != nil {
			t.Fatal(err)
		}
		p, err = b.Press(ctx, page.Target{}, page.ByEnter, doubtful(words))
		if err != nil || p.Object() != `button "Pay now"` || !places(words)(p) {
			t.Errorf("the focus at %v: %+v %v", point, p, err)
		}
	}
}

func doubtful(w *order.Words) func(string) bool {
	return func(name string) bool { return w.Doubtful(name, order.Asks{}) }
}

func places(w *order.Words) func(page.Press) bool {
	return func(p page.Press) bool { return w.Tells(p, order.Asks{}) == order.Pay }
}
