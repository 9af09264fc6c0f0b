//go:build linux

package chrome_test

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

const suggestPage = `<body style="margin:0"><style>body>*{position:absolute;left:20px;width:200px;height:30px;box-sizing:border-box}</style>
<input id=f list=l aria-label=Fruit style="top:10px"><datalist id=l><option>Apple<option value=Apricot label="Stone fruit"><option>Banana<option disabled>Avocado</datalist>
<input id=none list=l readonly style="top:60px"><input id=plain style="top:110px">
<iframe style="top:160px;height:60px;border:0" src="http://b.test:PORT/in"></iframe>
<script>log=[];for(const n of ['input','change','keydown'])addEventListener(n,e=>log.push(n+':'+(e.key||e.target.value)))</script>`

func labels(f page.Field) string {
	var all []string
	for _, o := range f.Options {
		all = append(all, strings.Trim(o.Label+"/"+o.Group, "/"))
	}
	return strings.Join(all, " ")
}

func (p *picking) press(key string) {
	p.t.Helper()
	p.does(input.Event{Kind: input.KeyDown, Key: key, Code: key}, input.Event{Kind: input.KeyUp, Key: key, Code: key})
}

// A field with a list suggests what fits to what is typed; what is taken is told to
// the page as by hand, and Chrome's own list, which nobody sees, takes no key.
func TestPersonTakesSuggestions(t *testing.T) {
	p := newPicking(t, map[string]string{"/": suggestPage, "/in": `<body style="margin:0"><input list=l style="width:150px;height:30px;box-sizing:border-box"><datalist id=l><option>Inner</datalist>`}, "a.test")
	suggested := func(want string) (page.Picker, page.Field) {
		t.Helper()
		for { // each key may tell others
			o := p.opened()
			if f, err := p.b.Field(p.ctx, o.ID); err == nil && o.Kind == page.PickSuggest && labels(f) == want {
				return o, f
			}
		}
	}
	p.click(100, 25)
	o, f := suggested("Apple Apricot/Stone fruit Banana")
	if o.Name != "Fruit" || f.X != 20 || f.Y != 10 || f.W != 200 {
		t.Errorf("told %+v of %+v", o, f)
	}
	p.does(input.Event{Kind: input.Text, Text: "a"})
	suggested("Apple Apricot/Stone fruit Banana")
	p.does(input.Event{Kind: input.Text, Text: "p"})
	o, _ = suggested("Apple Apricot/Stone fruit")
	p.log()
	wantFault(t, p.b.Pick(p.ctx, o.ID, &page.Choice{Index: 1, Label: "Apple"}), fault.Conflict)
	p.press("ArrowDown") // Chrome's own list is gone: the page has the key, and ours comes again
	o, _ = suggested("Apple Apricot/Stone fruit")
	p.pick(o.ID, &page.Choice{Index: 1, Label: "Apricot"})
	p.wantLog("keydown:ArrowDown input:Apricot change:Apricot")
	for _, key := range []string{"ArrowLeft", "Escape"} {
		p.press(key)
	}
	p.wantLog("keydown:ArrowLeft keydown:Escape")

	if _, err := p.b.Evaluate(p.ctx, `f.value = 'Apri'`, page.Target{}); err != nil {
		t.Fatal(err)
	}
	p.does(input.Event{Kind: input.Text, Text: "c"})
	o, _ = suggested("Apricot/Stone fruit")
	p.log()
	p.pick(o.ID, nil)
	p.wantLog("")
	p.press("Escape")
	p.wantLog("keydown:Escape")

	p.does(input.Event{Kind: input.Text, Text: "z"})
	p.click(100, 125)
	if err := p.b.Wait(p.ctx, page.Wait{Function: `document.activeElement.id === 'plain'`}); err != nil {
		t.Error(err)
	}
	p.click(100, 175)
	_, f = suggested("Inner")
	if f.Y != 160 || f.W != 150 {
		t.Errorf("in a frame the field is at %+v", f)
	}
	p.press("Tab")
	p.closed()
}
