//go:build linux

package chrome_test

import (
	"bytes"
	"context"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

func serveCookie(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>Cookie</title>"))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func decoded(t *testing.T, raw []byte) (image.Image, string) {
	t.Helper()
	img, kind, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return img, kind
}

func TestPictures(t *testing.T) {
	ctx, b := open(t, `<body style="margin:0;background:#fff"><div style="height:1000px"></div><div id=red style="width:100px;height:50px;background:#f00"></div><div style="height:1000px">`)
	for _, c := range []struct {
		shot page.Shot
		kind string
		w, h int
	}{
		{page.Shot{}, "png", 1280, 720},
		{page.Shot{JPEG: 70}, "jpeg", 1280, 720},
		{page.Shot{FullPage: true}, "png", 1265, 2050}, // beside the scroll bar
		{page.Shot{Target: page.Target{Selector: "#red"}}, "png", 100, 50},
	} {
		raw, err := b.Screenshot(ctx, c.shot)
		if err != nil {
			t.Errorf("%+v: %v", c.shot, err)
			continue
		}
		img, kind := decoded(t, raw)
		if kind != c.kind || img.Bounds().Dx() != c.w || img.Bounds().Dy() != c.h {
			t.Errorf("%+v: %s %v", c.shot, kind, img.Bounds())
		}
		if c.w == 100 {
			if r, g, _, _ := img.At(50, 25).RGBA(); r < 0xf000 || g > 0x0fff {
				t.Errorf("the element's picture is of something else: %v", img.At(50, 25))
			}
		}
	}
	f, err := b.Still(ctx, page.Cast{MaxWidth: 640, MaxHeight: 640, Quality: 60})
	if err != nil || f.Width != 1280 || f.Height != 720 || f.Ack != nil {
		t.Fatalf("still %+v, %v", f.Width, err)
	}
	if img, _ := decoded(t, f.JPEG); img.Bounds().Dx() != 1280 { // never scaled, see Still
		t.Errorf("still is %v", img.Bounds())
	}
}

func TestCastFollowsTabs(t *testing.T) {
	ctx, b := open(t, `<body style="background:#0a0">`)
	first := active(t, b)
	frames := make(chan page.Frame, 64)
	stop, err := b.Cast(ctx, page.Cast{MaxWidth: 1280, MaxHeight: 720, Quality: 70}, func(f page.Frame) { frames <- f })
	if err != nil {
		t.Fatal(err)
	}
	awaitFrame(ctx, t, frames, first.ID)
	if _, err := b.NewTab(ctx, first.URL); err != nil {
		t.Fatal(err)
	}
	awaitFrame(ctx, t, frames, active(t, b).ID)
	if err := b.SelectTab(ctx, first.ID); err != nil {
		t.Fatal(err)
	}
	awaitFrame(ctx, t, frames, first.ID)
	stop()
	stop()
}

func awaitFrame(ctx context.Context, t *testing.T, frames <-chan page.Frame, tab string) {
	t.Helper()
	for {
		select {
		case f := <-frames:
			f.Ack()
			if f.Tab == tab {
				if f.Width != 1280 || f.Height != 720 || len(f.JPEG) == 0 {
					t.Errorf("frame %d×%d of %d bytes", f.Width, f.Height, len(f.JPEG))
				}
				return
			}
		case <-ctx.Done():
			t.Fatalf("no frame of %s", tab)
		}
	}
}

const keyboard = `<body style="margin:0"><input id=i style="position:absolute;left:0;top:0;width:200px;height:30px">
<div id=pad style="position:absolute;left:0;top:100px;width:300px;height:300px;background:#ddd" tabindex=0></div><output id=out></output><script>
held=new Set();addEventListener('keydown',e=>held.add(e.code));addEventListener('keyup',e=>held.delete(e.code));log=[];
for(const n of ['pointerdown','pointerup','click','dblclick','contextmenu'])pad.addEventListener(n,e=>log.push(n+e.button+(e.buttons?'+':'')));
moves=0;pad.addEventListener('pointermove',e=>moves+=e.getCoalescedEvents().length)</script>`

func TestPersonsInput(t *testing.T) {
	ctx, b := open(t, keyboard)
	send := func(events ...input.Event) {
		t.Helper()
		if err := input.Check(events, 1280, 720); err != nil {
			t.Fatal(err)
		}
		if err := b.Input(ctx, events); err != nil {
			t.Fatal(err)
		}
	}
	at := func(kind input.Kind, x, y float64) input.Event {
		return input.Event{Kind: kind, X: x, Y: y, Button: "left", Clicks: 1}
	}
	send(at(input.PointerMove, 50, 15), at(input.PointerDown, 50, 15), at(input.PointerUp, 50, 15))
	for _, k := range []string{"h", "ü", "!"} {
		send(input.Event{Kind: input.KeyDown, Key: k, Code: "KeyH"}, input.Event{Kind: input.KeyUp, Key: k, Code: "KeyH"})
	}
	send(input.Event{Kind: input.Text, Text: "漢字"}, input.Event{Kind: input.Paste, Text: "😀"})
	waitValue(ctx, t, b, "i.value", "hü!漢字😀")
	chord := func(key string) {
		send(input.Event{Kind: input.KeyDown, Key: "Control", Code: "ControlLeft", Modifiers: input.Control},
			input.Event{Kind: input.KeyDown, Key: key, Code: "Key" + strings.ToUpper(key), Modifiers: input.Control},
			input.Event{Kind: input.KeyUp, Key: key, Code: "Key" + strings.ToUpper(key), Modifiers: input.Control},
			input.Event{Kind: input.KeyUp, Key: "Control", Code: "ControlLeft"})
	}
	chord("a")
	chord("x")
	waitValue(ctx, t, b, "i.value", "")
	chord("v")
	chord("v")
	waitValue(ctx, t, b, "i.value", "hü!漢字😀hü!漢字😀")
	chord("z")
	waitValue(ctx, t, b, "i.value", "hü!漢字😀")
	send(input.Event{Kind: input.KeyDown, Key: "Backspace", Code: "Backspace"}, input.Event{Kind: input.KeyUp, Key: "Backspace", Code: "Backspace"})
	waitValue(ctx, t, b, "i.value", "hü!漢字")
	d := at(input.PointerDown, 150, 200)
	d2, u2 := d, at(input.PointerUp, 150, 200)
	d2.Clicks, u2.Clicks = 2, 2
	send(d, at(input.PointerUp, 150, 200), d2, u2)
	right := input.Event{Kind: input.PointerDown, X: 150, Y: 200, Button: "right", Clicks: 1}
	up := right
	up.Kind = input.PointerUp
	send(right, up)
	waitValue(ctx, t, b, "log.join()", "pointerdown0+,pointerup0,click0,pointerdown0+,pointerup0,click0,dblclick0,pointerdown2+,contextmenu2+,pointerup2")
}

func TestReleaseInput(t *testing.T) {
	ctx, b := open(t, keyboard)
	err := b.Input(ctx, []input.Event{
		{Kind: input.KeyDown, Key: "Shift", Code: "ShiftLeft", Modifiers: input.Shift},
		{Kind: input.KeyDown, Key: "A", Code: "KeyA", Modifiers: input.Shift},
		{Kind: input.PointerMove, X: 150, Y: 200},
		{Kind: input.PointerDown, X: 150, Y: 200, Button: "left", Clicks: 1},
		{Kind: input.PointerMove, X: 160, Y: 200, Buttons: 1},
		{Kind: input.PointerMove, X: 170, Y: 210, Buttons: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	waitValue(ctx, t, b, "[...held].sort().join()", "KeyA,ShiftLeft")
	if err := b.ReleaseInput(ctx); err != nil {
		t.Fatal(err)
	}
	waitValue(ctx, t, b, "held.size + log.join()", "0pointerdown0+,pointerup0,click0")
}

func TestInputDoesNotWaitForDialogs(t *testing.T) {
	ctx, b := openFile(t, "ask-first.html")
	r := refOf(ctx, t, b, `button "Remove item"`)
	if _, err := b.Hover(ctx, r); err != nil {
		t.Fatal(err)
	}
	v, err := b.Evaluate(ctx, "const q = r.getBoundingClientRect(); return [q.x+5, q.y+5]", page.Target{})
	if err != nil {
		t.Fatal(err)
	}
	x, y := pair(t, v.Text)
	short, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := b.Input(short, []input.Event{{Kind: input.PointerDown, X: x, Y: y, Button: "left"}, {Kind: input.PointerUp, X: x, Y: y, Button: "left"}}); err != nil || short.Err() != nil {
		t.Fatalf("input: %v", err)
	}
	one.events.await(t, func(e page.Event) bool { return e.Dialog != nil })
	if err := b.AnswerDialog(ctx, page.Dismiss, ""); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "kept")
}

// waitValue waits until an expression of the page gives a text.
func waitValue(ctx context.Context, t *testing.T, b interface {
	Wait(context.Context, page.Wait) error
	Evaluate(context.Context, string, page.Target) (page.Value, error)
}, expression, want string,
) {
	t.Helper()
	short, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	quoted := strings.ReplaceAll(want, `"`, `\"`)
	if err := b.Wait(short, page.Wait{Function: `(` + expression + `) === "` + quoted + `"`}); err != nil {
		v, _ := b.Evaluate(ctx, expression, page.Target{})
		t.Errorf("%s is %s, want %q (%v)", expression, v.Text, want, err)
	}
}
