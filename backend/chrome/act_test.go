//go:build linux

package chrome_test

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

const form = `<title>Form</title><h1>Contact</h1>
<form onsubmit="out.textContent='sent:'+n.value+':'+p.value.length;return false">
<label>Name <input id=n></label><label>Password <input type=password id=p value=hush></label>
<label><input type=checkbox id=c> Copy to me</label>
<button>Send</button><button type=button disabled>Later</button></form><p>State: <output id=out>none</output></p>`

func TestFormRoundTrip(t *testing.T) {
	ctx, b := open(t, form)
	o := outline(ctx, t, b)
	for _, want := range []string{"# Contact\n", `"Name"`, `"Password" value: [filled]`, `"Copy to me"`, `"Later" [disabled]`, "State:"} {
		if !strings.Contains(o, want) {
			t.Errorf("outline lacks %q:\n%s", want, o)
		}
	}
	if strings.Contains(o, "hush") {
		t.Errorf("outline tells a password:\n%s", o)
	}
	name := refOf(ctx, t, b, `textbox "Name"`)
	if _, err := b.Type(ctx, name, page.Typing{Text: "Jörg 😀 漢字"}); err != nil {
		t.Fatal(err)
	}
	e, err := b.Click(ctx, refOf(ctx, t, b, `button "Send"`), page.Click{})
	if err != nil {
		t.Fatal(err)
	}
	if !e.Changed || e.Navigated || e.Object != `button "Send"` || e.Title != "Form" {
		t.Errorf("effect %+v", e)
	}
	wantText(ctx, t, b, "#out", "sent:Jörg 😀 漢字:4")
	_, err = b.Click(ctx, page.Target{Selector: "[disabled]"}, page.Click{})
	wantFault(t, err, fault.NotActionable, "disabled")
}
