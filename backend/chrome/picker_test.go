//go:build linux

package chrome_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

const listPage = `<body style="margin:0"><style>body>*{position:absolute;left:20px;width:200px;height:30px}</style>
<select id=s aria-label=Colour style="top:10px"><option value=r>Red<option value=g>Green<optgroup label=Warm><option disabled>Amber<option value=o>Orange</optgroup>
<optgroup label=Off disabled><option>Grey</optgroup><option hidden>Secret</select>
<button id=by style="top:60px" onclick="d.showPicker()">Pick</button>
<input type=date id=d aria-label=Arrival min=2026-05-01 max=2026-05-31 value=2026-05-03 style="top:110px">
<input type=time id=tm step=900 style="top:160px"><input type=color id=c value="#ff0000" style="top:210px">
<div id=host style="top:260px"></div><iframe id=f style="top:310px;height:80px;border:0" src="http://b.test:PORT/in"></iframe>
<input type=month id=m style="top:400px"><input type=week id=w style="top:450px"><input type=datetime-local id=dt style="top:500px">
<select id=drawn style="top:550px;appearance:base-select"><option>In the page</select><style>#drawn::picker(select){appearance:base-select}</style>
<select id=big size=2 style="top:600px"><option>One<option>Two</select>
<script>log=[];for(const n of ['input','change','keydown','keyup','cancel'])addEventListener(n,e=>log.push(n+':'+(e.key||e.target.id)+':'+(e.target.value??'')),true);
const r=host.attachShadow({mode:'closed'});r.innerHTML='<select style="width:200px;height:30px"><option>Inner A<option>Inner B</select>';inner=r.firstChild</script>`

// picking is a person who clicks on fields of a page.
type picking struct {
	t   *testing.T
	ctx context.Context //nolint:containedctx // of one test
	b   *chrome.Browser
	at  int // notices seen so far
}

func newPicking(t *testing.T, pages map[string]string, host string) *picking {
	t.Helper()
	p := &picking{t: t}
	p.ctx, p.b = openPages(t, pages, host)
	p.rest()
	return p
}

func (p *picking) rest() {
	one.events.mu.Lock()
	defer one.events.mu.Unlock()
	p.at = len(one.events.list)
}

func (p *picking) click(x, y float64) {
	p.t.Helper()
	at := input.Event{X: x, Y: y, Button: "left", Clicks: 1}
	var list []input.Event
	for _, k := range []input.Kind{input.PointerMove, input.PointerDown, input.PointerUp} {
		at.Kind = k
		list = append(list, at)
	}
	p.does(list...)
}

func (p *picking) does(list ...input.Event) {
	p.t.Helper()
	if err := p.b.Input(p.ctx, list); err != nil {
		p.t.Fatal(err)
	}
}

// opened waits until a picker is told that was not there before.
func (p *picking) opened() page.Picker {
	p.t.Helper()
	var got page.Picker
	p.told(func(e page.Event) bool {
		if e.Picker != nil {
			got = *e.Picker
		}
		return e.Picker != nil
	})
	return got
}

func (p *picking) told(fits func(page.Event) bool) {
	p.t.Helper()
	one.events.awaitFrom(p.t, p.at, fits)
	p.rest()
}

func (p *picking) closed() { p.t.Helper(); p.told(func(e page.Event) bool { return e.Picked }) }

func (p *picking) field(id string) page.Field {
	p.t.Helper()
	f, err := p.b.Field(p.ctx, id)
	if err != nil {
		p.t.Fatal(err)
	}
	return f
}

func (p *picking) pick(id string, c *page.Choice) {
	p.t.Helper()
	if err := p.b.Pick(p.ctx, id, c); err != nil {
		p.t.Fatal(err)
	}
	p.closed()
}

// log is what the page was told since it was asked last, with what is still open.
func (p *picking) log() string {
	p.t.Helper()
	v, err := p.b.Evaluate(p.ctx, `log.splice(0).join(' ')+[...document.querySelectorAll(':open')].map(e=>' open '+e.id).join('')`, page.Target{})
	if err != nil {
		p.t.Fatal(err)
	}
	return strings.Trim(v.Text, `"`)
}

func (p *picking) wantLog(want string) {
	p.t.Helper()
	if got := p.log(); got != want {
		p.t.Errorf("the page was told %q, want %q", got, want)
	}
}

// A list that a person opens is told with what is in it, and a choice is what it
// is by hand: input and change, once, and nothing for the one that stood.
func TestPersonPicksFromAList(t *testing.T) {
	p := newPicking(t, map[string]string{"/": listPage}, "")
	p.click(100, 25)
	o := p.opened()
	if o.Kind != page.PickList || o.Name != "Colour" {
		t.Errorf("told %+v", o)
	}
	f := p.field(o.ID)
	if f.X != 20 || f.Y != 10 || f.W != 200 || f.H != 30 {
		t.Errorf("the field is at %+v", f)
	}
	var said []string
	for _, x := range f.Options {
		line := x.Group + "/" + x.Label
		if x.Disabled {
			line += "-"
		}
		if x.Chosen {
			line += "*"
		}
		said = append(said, line)
	}
	if got := strings.Join(said, " "); got != "/Red* /Green Warm/Amber- Warm/Orange Off/Grey-" {
		t.Errorf("the options are %s", got)
	}
	for _, c := range []page.Choice{{Index: 2, Label: "Amber"}, {Index: 4, Label: "Grey"}} {
		wantFault(t, p.b.Pick(p.ctx, o.ID, &c), fault.NotActionable)
	}
	p.wantLog("")
	p.pick(o.ID, &page.Choice{Index: 3, Label: "Orange"})
	p.wantLog("input:s:o change:s:o")
	p.click(100, 25)
	o = p.opened()
	p.pick(o.ID, &page.Choice{Index: 3, Label: "Orange"})
	p.click(100, 25)
	o = p.opened()
	p.pick(o.ID, nil)
	p.wantLog("")
	wantText(p.ctx, t, p.b, "#s", "o")
	_, err := p.b.Field(p.ctx, o.ID)
	wantFault(t, err, fault.Conflict)
	wantFault(t, p.b.Pick(p.ctx, o.ID, &page.Choice{}), fault.Conflict)
}

// Lists open by keys too, in shadow roots and in frames of other sites; a list that
// the page draws itself is in the picture already.
func TestPersonOpensListsEverywhere(t *testing.T) {
	p := newPicking(t, map[string]string{
		"/": listPage, "/in": `<body style="margin:10px"><select style="width:150px;height:30px" onchange="parent.postMessage(this.value,'*')"><option>F1<option>F2</select>`,
	}, "a.test")
	if _, err := p.b.Evaluate(p.ctx, `s.focus(); addEventListener('message', e => log.push('frame ' + e.data))`, page.Target{}); err != nil {
		t.Fatal(err)
	}
	p.does(input.Event{Kind: input.Text, Text: " "})
	o := p.opened()
	p.pick(o.ID, &page.Choice{Index: 1, Label: "Green"})
	p.wantLog("keydown: :r input:s:g change:s:g")
	p.does(input.Event{Kind: input.KeyDown, Key: "F4", Code: "F4"})
	o = p.opened()
	p.pick(o.ID, nil)
	p.wantLog("keydown:F4:g")
	p.click(100, 275)
	o = p.opened()
	p.pick(o.ID, &page.Choice{Index: 1, Label: "Inner B"})
	if got := p.log(); !strings.Contains(got, "input:host") {
		t.Errorf("in a closed shadow root: %q", got)
	}
	p.click(100, 335)
	o = p.opened()
	if f := p.field(o.ID); f.X != 30 || f.Y != 320 || f.W != 150 {
		t.Errorf("in a frame the field is at %+v", f)
	}
	p.pick(o.ID, &page.Choice{Index: 1, Label: "F2"})
	if err := p.b.Wait(p.ctx, page.Wait{Function: `log.includes('frame F2')`}); err != nil {
		t.Error(err)
	}
	from := p.at
	p.click(100, 565)
	p.click(100, 640)
	one.events.mu.Lock()
	defer one.events.mu.Unlock()
	if slices.ContainsFunc(one.events.list[from:], func(e page.Event) bool { return e.Picker != nil }) {
		t.Error("a list that the page draws was told")
	}
}

// Pickers of dates, times and colours, also where a script of the page opens one:
// the field takes what it allows, and the person can give another value after a refusal.
func TestPersonPicksValues(t *testing.T) {
	p := newPicking(t, map[string]string{"/": listPage}, "")
	p.click(100, 75) // the button that shows the date picker
	o := p.opened()
	f := p.field(o.ID)
	if o.Kind != page.PickDate || o.Name != "Arrival" || f.Min != "2026-05-01" || f.Max != "2026-05-31" || f.Value != "2026-05-03" || f.Y != 110 {
		t.Errorf("told %+v of %+v", o, f)
	}
	for value, why := range map[string]string{"2026-06-01": "range", "2026-02-31": "format", "soon": "format"} {
		err := p.b.Pick(p.ctx, o.ID, &page.Choice{Value: value})
		wantFault(t, err, fault.InvalidInput)
		if got := fault.From(err).Details["why"]; got != why {
			t.Errorf("%s is refused for its %v, want %s", value, got, why)
		}
	}
	p.wantLog("")
	p.pick(o.ID, &page.Choice{Value: "2026-05-31"})
	p.wantLog("input:d:2026-05-31 change:d:2026-05-31")
	for _, c := range []struct {
		id          string
		y           float64
		kind        page.PickerKind
		wrong, good string
	}{
		{"tm", 175, page.PickTime, "14:31", "14:30"},
		{"c", 225, page.PickColor, "", "#00ff7f"},
		{"m", 415, page.PickMonth, "2026-13", "2026-05"},
		{"w", 465, page.PickWeek, "2026-W60", "2026-W22"},
		{"dt", 515, page.PickDateTime, "14:30", "2026-05-31T14:30"},
	} {
		p.click(210, c.y)
		if o = p.opened(); o.Kind != c.kind {
			t.Errorf("%s is told as %s", c.id, o.Kind)
		}
		if c.wrong != "" {
			wantFault(t, p.b.Pick(p.ctx, o.ID, &page.Choice{Value: c.wrong}), fault.InvalidInput)
		}
		p.pick(o.ID, &page.Choice{Value: c.good})
		p.wantLog("input:" + c.id + ":" + c.good + " change:" + c.id + ":" + c.good)
	}
}

// Typed digits and letters are keys: a date field takes nothing else, and a list
// goes to what begins so.
func TestTypedCharactersAreKeys(t *testing.T) {
	p := newPicking(t, map[string]string{"/": listPage}, "")
	if _, err := p.b.Evaluate(p.ctx, `s.focus()`, page.Target{}); err != nil {
		t.Fatal(err)
	}
	p.does(input.Event{Kind: input.Text, Text: "o"})
	wantText(p.ctx, t, p.b, "#s", "o")
	if _, err := p.b.Evaluate(p.ctx, `d.focus()`, page.Target{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range "05172026" {
		p.does(input.Event{Kind: input.Text, Text: string(c)})
	}
	wantText(p.ctx, t, p.b, "#d", "2026-05-17")
}

// A picker ends with what it is for: the page's document, its tab, and the person's turn.
func TestPickersEnd(t *testing.T) {
	p := newPicking(t, map[string]string{"/": listPage, "/next": "<title>Next</title>"}, "")
	url := active(t, p.b).URL
	open := func() page.Picker { p.click(100, 25); return p.opened() }
	o := open()
	if err := p.b.ReleaseInput(p.ctx); err != nil {
		t.Fatal(err)
	}
	p.closed()
	p.wantLog("")
	wantFault(t, p.b.Pick(p.ctx, o.ID, nil), fault.Conflict)
	open()
	if _, err := p.b.Navigate(p.ctx, url+"next"); err != nil {
		t.Fatal(err)
	}
	p.closed()
	if _, err := p.b.Navigate(p.ctx, url); err != nil {
		t.Fatal(err)
	}
	o = open()
	if _, err := p.b.Evaluate(p.ctx, `s.remove()`, page.Target{}); err != nil {
		t.Fatal(err)
	}
	wantFault(t, p.b.Pick(p.ctx, o.ID, &page.Choice{Index: 1, Label: "Green"}), fault.Conflict)
	p.closed()
}
