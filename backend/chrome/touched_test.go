package chrome_test

import (
	"errors"
	"testing"

	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// TestTouched: a field that a person changed is told by its name, in any frame and
// shadow root, and never with what it holds.
func TestTouched(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/": `<!doctype html><title>Fields</title>
<label>Name <input id=name value=geheim></label><label>Password <input type=password id=pass value=geheim></label>
<label><input type=checkbox id=terms> Terms</label><select id=room aria-label=Room><option>One<option>Two</select>
<textarea id=note aria-label=Note>geheim</textarea><div id=rich contenteditable role=textbox aria-label=Letter>geheim</div>
<button id=send>Send</button><input id=fixed aria-label=Fixed readonly value=geheim><input type=date id=day aria-label=Arrival>
<div id=host></div><iframe style="position:fixed;left:0;top:500px;width:400px;height:100px" src="http://b.test:PORT/in"></iframe>
<script>host.attachShadow({mode: 'open'}).innerHTML = '<input id=deep aria-label=Deep>'</script>`,
		"/in": `<body style="margin:0"><input aria-label=Inside value=geheim style="width:400px;height:100px">`,
	}, "a.test")
	for _, c := range []struct {
		focus string
		how   page.Touch
		want  page.Touched
	}{
		{"document.getElementById('name').focus()", page.Typed, page.Touched{Role: "textbox", Name: "Name"}},
		{"document.getElementById('name').focus()", page.Clicked, page.Touched{}},
		{"document.getElementById('name').focus()", page.Pressed, page.Touched{}},
		{"document.getElementById('pass').focus()", page.Typed, page.Touched{Role: "textbox", Name: "Password"}},
		{"document.getElementById('terms').focus()", page.Clicked, page.Touched{Role: "checkbox", Name: "Terms"}},
		{"document.getElementById('terms').focus()", page.Pressed, page.Touched{Role: "checkbox", Name: "Terms"}},
		{"document.getElementById('room').focus()", page.Pressed, page.Touched{Role: "combobox", Name: "Room"}},
		{"document.getElementById('note').focus()", page.Typed, page.Touched{Role: "textbox", Name: "Note"}},
		{"document.getElementById('rich').focus()", page.Typed, page.Touched{Role: "textbox", Name: "Letter"}},
		{"document.getElementById('send').focus()", page.Typed, page.Touched{}},
		{"document.getElementById('send').focus()", page.Clicked, page.Touched{}},
		{"document.getElementById('fixed').focus()", page.Typed, page.Touched{}},
		{"document.getElementById('host').shadowRoot.getElementById('deep').focus()", page.Typed, page.Touched{Role: "textbox", Name: "Deep"}},
		{"document.activeElement.blur()", page.Typed, page.Touched{}},
	} {
		if _, err := b.Inspect(ctx, c.focus, page.Target{}); err != nil {
			t.Fatal(err)
		}
		got, err := b.Touched(ctx, c.how)
		if err != nil || got != c.want {
			t.Errorf("%s, %s: got %+v, %v (%v); want %+v", c.focus, c.how, got, err, errors.Unwrap(err), c.want)
		}
	}
	at := input.Event{Kind: input.PointerDown, X: 100, Y: 550, Button: "left", Buttons: 1, Clicks: 1}
	up := at
	up.Kind, up.Buttons = input.PointerUp, 0
	if err := b.Input(ctx, []input.Event{at, up, {Kind: input.Text, Text: "x"}}); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Touched(ctx, page.Typed); err != nil || got != (page.Touched{Role: "textbox", Name: "Inside"}) {
		t.Errorf("in a frame of another site: %+v, %v", got, err)
	}
}
