//go:build linux

package chrome_test

import (
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

const formPage = `<title>Form</title>
<label><input type=checkbox id=news> News</label> <label><input type=radio name=r id=a checked> A</label> <label><input type=radio name=r id=b> B</label>
<label for=hid id=lab>Hidden box</label><input type=checkbox id=hid style="position:absolute;opacity:0;width:1px;height:1px">
<div id=sw role=switch tabindex=0 aria-checked=false aria-label=Dark onclick="this.ariaChecked=this.ariaChecked!='true'">Dark</div>
<label><input type=checkbox id=stubborn onclick="return false"> Stubborn</label> <input type=checkbox id=off disabled aria-label=Off>
<label>Name <input id=name value=old></label> <label>Day <input type=date id=day></label> <label>About <textarea id=about></textarea></label>
<select id=one aria-label=One><option>Red<option value=b>Blue</select> <select id=many multiple aria-label=Many><option>X<option>Y<option>Z</select>
<input type=file id=file aria-label=File> <button id=go>Go</button> <div id=rich contenteditable aria-label=Rich role=textbox>x</div>`

func TestCheck(t *testing.T) {
	ctx, b := open(t, formPage)
	checked := func(id string) string {
		v, err := b.Evaluate(ctx, `(e => String(e.checked ?? e.ariaChecked))(document.getElementById("`+id+`"))`, page.Target{})
		if err != nil {
			t.Fatal(err)
		}
		return v.Text
	}
	css := func(s string) page.Target { return page.Target{Selector: "#" + s} }
	for _, c := range []struct {
		id      string
		on      bool
		changed bool
		want    string
	}{
		{"news", true, true, `"true"`},
		{"news", true, false, `"true"`},
		{"news", false, true, `"false"`},
		{"b", true, true, `"true"`},
		{"a", true, true, `"true"`},
		{"hid", true, true, `"true"`},
		{"sw", true, true, `"true"`},
		{"sw", false, true, `"false"`},
	} {
		e, err := b.Check(ctx, css(c.id), c.on)
		if got := checked(c.id); err != nil || e.Changed != c.changed || got != c.want {
			t.Errorf("%s to %v: %+v %v, and it says %s", c.id, c.on, e, err, got)
		}
	}
	if e, err := b.Check(ctx, css("lab"), false); err != nil || checked("hid") != `"false"` {
		t.Errorf("by its label: %+v %v", e, err)
	}
	for id, code := range map[string]fault.Code{"stubborn": fault.NotActionable, "off": fault.NotActionable, "go": fault.NotActionable, "name": fault.NotActionable, "gone": fault.NotFound} {
		_, err := b.Check(ctx, css(id), true)
		wantFault(t, err, code)
	}
	_, err := b.Check(ctx, css("a"), false)
	wantFault(t, err, fault.NotActionable, "another")
	if e, err := b.Check(ctx, refOf(ctx, t, b, `checkbox "News"`), true); err != nil || e.Object != `checkbox "News"` {
		t.Errorf("by ref: %+v %v", e, err)
	}
}

func TestFillAnyField(t *testing.T) {
	ctx, b := open(t, formPage)
	for id, value := range map[string]string{"name": "Ada Lovelace", "day": "2026-05-31", "about": "two\nlines", "one": "Blue", "many": "X\nZ", "news": "true", "b": "on", "rich": "bold"} {
		if _, err := b.Fill(ctx, page.Target{Selector: "#" + id}, value); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	v, err := b.Evaluate(ctx, `(g => [g('name').value, g('day').value, g('about').value, g('one').value, [...g('many').selectedOptions].map(o => o.text).join(),
		g('news').checked, g('b').checked, g('rich').innerText])(id => document.getElementById(id))`, page.Target{})
	if want := `["Ada Lovelace","2026-05-31","two\nlines","b","X,Z",true,true,"bold"]`; err != nil || v.Text != want {
		t.Errorf("the fields hold %s %v\nwant            %s", v.Text, err, want)
	}
	for id, code := range map[string]fault.Code{"file": fault.NotActionable, "go": fault.NotActionable, "off": fault.NotActionable, "gone": fault.NotFound} {
		_, err := b.Fill(ctx, page.Target{Selector: "#" + id}, "true")
		wantFault(t, err, code)
	}
	_, err = b.Fill(ctx, page.Target{Selector: "#news"}, "perhaps")
	wantFault(t, err, fault.InvalidInput, "true or false")
	_, err = b.Fill(ctx, page.Target{Selector: "#one"}, "Mauve")
	wantFault(t, err, fault.InvalidInput, "Red")
}
