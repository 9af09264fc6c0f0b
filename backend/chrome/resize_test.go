//go:build linux

package chrome_test

import (
	"testing"

	"github.com/batonbrowser/baton/backend/page"
)

func TestResize(t *testing.T) {
	ctx, b := open(t, `<title>Size</title><p id=out></p><script>addEventListener('resize', () => out.textContent = innerWidth + '×' + innerHeight)</script>`)
	if err := b.Resize(ctx, 390, 844); err != nil {
		t.Fatal(err)
	}
	if err := b.Wait(ctx, page.Wait{Text: "390×844"}); err != nil {
		t.Error(err)
	}
	if _, err := b.NewTab(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if v, err := b.Evaluate(ctx, "innerWidth + '×' + innerHeight", page.Target{}); err != nil || v.Text != `"390×844"` {
		t.Errorf("a new tab is %s, %v", v.Text, err)
	}
	if _, err := b.Click(ctx, page.Target{Point: &page.Point{X: 500, Y: 100}}, page.Click{}); err == nil {
		t.Error("a point outside was clicked")
	}
	if err := b.Resize(ctx, 1280, 720); err != nil {
		t.Fatal(err)
	}
}
