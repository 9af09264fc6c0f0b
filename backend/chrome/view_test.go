//go:build linux

package chrome_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/snapshot"
)

// captureAt takes a snapshot of what is scrolled to a part of the page's height.
func captureAt(t *testing.T, html string, part float64) snapshot.Result {
	t.Helper()
	ctx, b := open(t, html)
	if _, err := b.Evaluate(ctx, fmt.Sprintf("scrollTo(0, document.documentElement.scrollHeight * %f)", part), page.Target{}); err != nil {
		t.Fatal(err)
	}
	r, err := b.Snapshot(ctx, page.Snapshot{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func buttons(n int, label string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "<div><button>%s %d</button></div>\n", label, i)
	}
	return b.String()
}

func wantLines(t *testing.T, r snapshot.Result, want ...string) {
	t.Helper()
	if miss := lines(r.Outline, want...); miss != "" {
		t.Errorf("shown %d of %d; the outline lacks %s:\n%s", r.Shown, r.Total, miss, r.Outline)
	}
}

// What is in view is told first, then what is below, then what is above; the
// order stays that of the page.
func TestWhatIsInViewComesFirst(t *testing.T) {
	r := captureAt(t, "<h1>Stock</h1>"+buttons(900, "Part"), 0.5)
	wantLines(t, r, `^… \d+ nodes left out here\n`, `"Part 460"\n- button @e\d+ "Part 461"\n`, `"Part 900"\n… 500 of 901 nodes shown; `)
	if strings.Contains(r.Outline, `"Part 1"`) || strings.Contains(r.Outline, "# Stock") {
		t.Errorf("what is far above was told:\n%s", r.Outline)
	}
	r = captureAt(t, "<h1>Stock</h1>"+buttons(900, "Part"), 1)
	wantLines(t, r, `^… 401 nodes left out here\n- button @e\d+ "Part 401"\n`, `"Part 900"\n… 500 of 901`)
}

// A page that fits is told whole, wherever it is scrolled to.
func TestWhatFitsIsWhole(t *testing.T) {
	r := captureAt(t, "<h1>Stock</h1>"+buttons(300, "Part"), 0.7)
	wantLines(t, r, `^# Stock\n- button @e\d+ "Part 1"\n`, `"Part 300"\n$`)
	if r.Shown != 301 || r.Total != 301 || strings.Contains(r.Outline, "…") {
		t.Errorf("shown %d of %d:\n%s", r.Shown, r.Total, r.Outline)
	}
}

// A page of many elements is not walked to the end: the number is an estimate.
func TestLargePageIsEstimated(t *testing.T) {
	r := captureAt(t, shopPage(1000), 1)
	wantLines(t, r, `"Add lamp 1000 to cart"`, `(?m)^\s*… \d{4} nodes left out here$`, `… \d+ of about \d{4} nodes shown; `)
	if cards := 1000 * 7; r.Total < cards*8/10 || r.Total > cards*12/10 {
		t.Errorf("%d nodes are guessed, it is about %d", r.Total, cards)
	}
	if r.Shown > snapshot.MaxNodes || len(r.Outline) > 4*snapshot.MaxBeyondView {
		t.Errorf("%d nodes in %d bytes", r.Shown, len(r.Outline))
	}
}

// Long texts of what is not in view are left out before the nodes run out.
func TestLongTextsAreBounded(t *testing.T) {
	r := captureAt(t, "<h1>Story</h1>"+strings.Repeat("<p>"+strings.Repeat("A lamp stands by the river. ", 30)+"</p>", 200), 0)
	wantLines(t, r, `^# Story\nA lamp`, `… \d+ of 201 nodes shown; `)
	if len(r.Outline) > 20_000 || r.Shown < 10 {
		t.Errorf("%d nodes in %d bytes", r.Shown, len(r.Outline))
	}
}

// What lies on top is told, also if the block that holds it lies elsewhere, and
// so is what flows out of a block that ends before the viewport.
func TestInViewFromElsewhere(t *testing.T) {
	r := captureAt(t, buttons(1400, "Part")+`<section><p>Notes</p><div style="position:fixed;inset:30%;background:#fff"><button>Accept notes</button></div></section>`, 0)
	wantLines(t, r, `button @e\d+ "Accept notes"`, `"Part 1"`, ` of about \d+ nodes shown`)
	r = captureAt(t, `<style>html,body{height:100%}</style>`+buttons(1400, "Part"), 0.5)
	wantLines(t, r, `"Part 705"`, ` of about \d+ nodes shown`)
}
