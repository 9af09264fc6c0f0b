//go:build linux

package chrome_test

import (
	"sync"
	"testing"

	"github.com/batonbrowser/baton/backend/page"
)

// The pointer has the shape that the page gives it, through frames and shadow roots.
func TestCursor(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/": `<body style="margin:0;font:20px/40px sans-serif"><style>body>*{position:absolute;left:0;width:200px;height:40px;margin:0}</style>
<p style="top:0;width:400px">Words</p><a href="/x" style="top:50px">A link</a><input style="top:100px"><div style="top:150px;cursor:grab">Hold</div>
<div style="top:200px;cursor:not-allowed"></div><div style="top:250px;cursor:url(/none.png) 2 2, col-resize"></div><button style="top:300px">Press</button>
<div style="top:350px;user-select:none">Not to select</div><div id=host style="top:400px"></div>
<iframe style="top:450px;left:100px;border:5px solid;height:100px" src="http://b.test:PORT/in"></iframe><div contenteditable style="top:570px"></div>
<script>host.attachShadow({mode:'open'}).innerHTML='<div style="cursor:zoom-in;height:40px">'</script>`,
		"/in": `<body style="margin:0"><div style="height:50px;cursor:move"></div><a href="/y" style="font:20px/40px sans-serif">Inner link</a>`,
	}, "a.test")
	for _, c := range []struct {
		x, y float64
		want string
	}{
		{20, 20, "text"},
		{300, 20, "default"}, // beside the words
		{20, 70, "pointer"},
		{20, 115, "text"},
		{20, 170, "grab"},
		{20, 220, "not-allowed"},
		{20, 270, "col-resize"},
		{20, 320, "default"},
		{20, 370, "default"},
		{20, 420, "zoom-in"},
		{150, 470, "move"},
		{125, 525, "pointer"},
		{150, 590, "text"},
		{600, 600, "default"},
	} {
		if got, err := b.Cursor(ctx, page.Point{X: c.x, Y: c.y}); err != nil || got != c.want {
			t.Errorf("at %g, %g it is %q, want %q, %v", c.x, c.y, got, c.want, err)
		}
	}
}

// What the person's window asks runs beside the agent's calls: a ref that a snapshot
// gave holds, also where both were the first to ask something of a document.
func TestAskingBesideKeepsRefs(t *testing.T) {
	ctx, b := open(t, `<title>Beside</title><button onclick="out.textContent='Pressed'">Here</button><p id=out></p>`)
	for range 10 {
		if _, err := b.Reload(ctx); err != nil {
			t.Fatal(err)
		}
		var beside sync.WaitGroup
		for range 6 {
			beside.Go(func() {
				if _, err := b.Cursor(ctx, page.Point{X: 20, Y: 20}); err != nil {
					t.Error(err)
				}
			})
		}
		ref := refOf(ctx, t, b, `button "Here"`)
		beside.Wait()
		if _, err := b.Click(ctx, ref, page.Click{Count: 1}); err != nil {
			t.Fatal(err)
		}
		wantText(ctx, t, b, "#out", "Pressed")
	}
}
