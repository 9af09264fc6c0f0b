//go:build linux

package chrome_test

import (
	"testing"

	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/page"
)

const till = `<title>Till</title><form onsubmit="n.textContent=+n.textContent+1;return false"><p>Order total 9 €</p>
<button id=go>Place order</button> <button type=button id=ok onclick="m.textContent='ok'">Continue</button></form><p id=n>0</p><p id=m></p>
<iframe src=/inner></iframe>`

// A script of the agent presses nothing that would order, in no document; what
// is no order it presses, and a real press goes through afterwards.
func TestScriptsPressNoOrders(t *testing.T) {
	ctx, b := openPages(t, map[string]string{"/": till, "/inner": `<form onsubmit="return false"><button>Pay now</button></form>`}, "")
	words := order.Read()
	run := func(script string) (page.Press, bool) {
		t.Helper()
		letGo, err := b.Hold(ctx, doubtful(words), places(words))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Evaluate(ctx, script, page.Target{}); err != nil {
			t.Fatal(err)
		}
		return letGo(ctx)
	}
	for _, script := range []string{
		"document.querySelector('#go').click()", "document.querySelector('#go').dispatchEvent(new MouseEvent('click', {bubbles: true}))",
		"document.forms[0].requestSubmit()", "document.forms[0].requestSubmit(document.querySelector('#go'))",
	} {
		if p, held := run(script); !held || p.Object() != `button "Place order"` {
			t.Errorf("%s: held is %v, %+v", script, held, p)
		}
	}
	if p, held := run("frames[0].document.querySelector('button').click()"); !held || p.Name != "Pay now" {
		t.Errorf("in a frame: %v %+v", held, p)
	}
	if p, held := run("document.querySelector('#ok').click()"); held {
		t.Errorf("what is no order is held: %+v", p)
	}
	wantText(ctx, t, b, "#m", "ok")
	wantText(ctx, t, b, "#n", "0")
	if _, err := b.Hold(ctx, doubtful(words), places(words)); err != nil { // and not let go, as while a dialog is open
		t.Fatal(err)
	}
	if _, err := b.Click(ctx, page.Target{Selector: "#go"}, page.Click{Count: 1}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#n", "1")
}
