//go:build linux

package chrome_test

import (
	"net/http"
	"testing"

	"github.com/batonbrowser/baton/backend/page"
)

// What follows an action is told by its first answer, however the page does it.
func TestWhatFollows(t *testing.T) {
	for name, c := range map[string]struct {
		html    string
		changed bool
		body    string // what the page says at once after the answer
	}{
		"nothing":           {html: `<button>Go</button>`, body: "Go"},
		"at once":           {html: `<button onclick="this.append('!')">Go</button>`, changed: true, body: "Go!"},
		"in a task":         {html: `<button onclick="setTimeout(() => this.append('!'))">Go</button>`, changed: true, body: "Go!"},
		"with the frame":    {html: `<button onclick="requestAnimationFrame(() => this.append('!'))">Go</button>`, changed: true, body: "Go!"},
		"by a message":      {html: `<button onclick="postMessage(0)">Go</button><script>onmessage = () => document.body.append('!')</script>`, changed: true, body: "Go!"},
		"by a sent form":    {html: `<form onsubmit="event.preventDefault(); event.stopPropagation(); this.append('?'); setTimeout(() => this.append('!'))"><button>Go</button></form>`, changed: true, body: "Go?!"},
		"in a dialog":       {html: `<dialog open><form method=dialog><button>Go</button></form></dialog>`, changed: true, body: ""},
		"in a frame's form": {html: `<form target=f action=/other><button>Go</button></form><iframe name=f></iframe>`, changed: true, body: "Go"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, b := openPages(t, map[string]string{"/": c.html, "/other": "other"}, "")
			e, err := b.Click(ctx, refOf(ctx, t, b, `button "Go"`), page.Click{})
			if err != nil {
				t.Fatal(err)
			}
			if e.Changed != c.changed || e.Navigated {
				t.Errorf("%+v, want changed %v", e, c.changed)
			}
			v, err := b.Evaluate(ctx, "document.body.innerText.trim()", page.Target{})
			if err != nil || v.Text != `"`+c.body+`"` {
				t.Errorf("the page says %s, %v; want %q", v.Text, err, c.body)
			}
		})
	}
}

// A form that Chrome sends leads to its page, also where it is sent after the
// answer of the click's own events.
func TestSentFormArrives(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/": `<form action=/done><input name=q value=1><button onclick="this.append('.')">Go</button></form>`, "/done": "<title>Done</title>",
	}, "")
	e, err := b.Click(ctx, refOf(ctx, t, b, `button "Go"`), page.Click{})
	if err != nil || !e.Navigated || e.Title != "Done" {
		t.Errorf("%+v, %v", e, err)
	}
}

// A link that saves what it leads to, without a change of the page.
func TestSavingLink(t *testing.T) {
	ctx, b := openPages(t, map[string]string{"/": `<a href=/other download=got.txt>Save</a>`, "/other": "other"}, "")
	e, err := b.Click(ctx, refOf(ctx, t, b, `link "Save"`), page.Click{})
	if err != nil || e.Download == nil || e.Navigated {
		t.Errorf("%+v, %v", e, err)
	}
}

// A link that the page changes as it is clicked still leads where it leads: Chrome
// comes to that a moment after the change.
func TestChangedLinkLeads(t *testing.T) {
	for _, to := range []string{"/next", "/file"} {
		ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			switch r.URL.Path {
			case "/":
				_, _ = w.Write([]byte(`<title>Card</title><a onclick="this.append('!')" href=` + to + `>Go</a>`))
			case "/file":
				w.Header().Set("Content-Disposition", "attachment; filename=got.txt")
			}
		}, "")
		e, err := b.Click(ctx, refOf(ctx, t, b, `link "Go"`), page.Click{})
		if err != nil || e.Navigated != (to == "/next") || (e.Download != nil) != (to == "/file") {
			t.Errorf("%s: %+v, %v", to, e, err)
		}
	}
}

// Presses that do not reach the page's document, and more than one of them.
func TestClicksThatEndElsewhere(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/": `<title>Card</title><button id=gone onpointerdown="this.remove()">Gone</button> <button ondblclick="this.append('!')">Twice</button>
<div id=pad style="width:90px;height:30px;background:#ddd" onpointerdown="cover.hidden=false"></div>
<iframe id=cover hidden srcdoc="cover" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>`,
	}, "")
	e, err := b.Click(ctx, refOf(ctx, t, b, `button "Twice"`), page.Click{Count: 2})
	if err != nil || !e.Changed {
		t.Errorf("twice: %+v, %v", e, err)
	}
	if e, err = b.Click(ctx, page.Target{Selector: "#gone"}, page.Click{}); err != nil || !e.Changed {
		t.Errorf("gone: %+v, %v", e, err)
	}
	if e, err = b.Click(ctx, page.Target{Selector: "#pad"}, page.Click{}); err != nil || !e.Changed {
		t.Errorf("released over a frame: %+v, %v", e, err)
	}
}
