//go:build linux

package chrome_test

import (
	"context"
	"slices"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/page"
)

const toldPage = `<title>Told</title><body style="margin:0"><select id=s style="position:absolute;left:20px;top:10px;width:200px;height:30px"><option>Red<option>Green</select>`

// What a method changes is told when it answers, however long the telling takes.
func TestAnswersComeAfterTheNotices(t *testing.T) {
	p := newPicking(t, map[string]string{"/": toldPage}, "")
	one.events.slow.Store(true)
	t.Cleanup(func() { one.events.slow.Store(false) })
	told := func(what string, fits func(page.Event) bool, call func(context.Context, *chrome.Browser) error) {
		t.Helper()
		p.rest()
		if err := call(p.ctx, p.b); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if got := one.events.since(p.at); !slices.ContainsFunc(got, fits) {
			t.Errorf("%s: told is %+v", what, got)
		}
	}
	picked := func(e page.Event) bool { return e.Picked }
	asks := func() {
		p.rest()
		if _, err := p.b.Evaluate(p.ctx, `setTimeout(()=>confirm('sure?'))`, page.Target{}); err != nil {
			t.Fatal(err)
		}
		p.told(func(e page.Event) bool { return e.Dialog != nil })
	}
	isActive := func(id string) func(page.Event) bool {
		return func(e page.Event) bool {
			return slices.ContainsFunc(e.Tabs, func(t page.Tab) bool { return t.Active && (id == "" || t.ID == id) })
		}
	}
	home := active(t, p.b).ID
	for range 3 {
		p.rest()
		p.click(100, 25)
		id := p.opened().ID
		told("the answer of a picker", picked, func(ctx context.Context, b *chrome.Browser) error { return b.Pick(ctx, id, &page.Choice{Label: "Red"}) })
		p.rest()
		p.click(100, 25)
		p.opened()
		told("the hand-back", picked, func(ctx context.Context, b *chrome.Browser) error { return b.ReleaseInput(ctx) })
		asks()
		told("the answer of a dialog", func(e page.Event) bool { return e.Closed }, func(ctx context.Context, b *chrome.Browser) error {
			return b.AnswerDialog(ctx, page.Accept, "")
		})
		told("a new tab", isActive(""), func(ctx context.Context, b *chrome.Browser) error { _, err := b.NewTab(ctx, ""); return err })
		other := active(t, p.b).ID
		told("choosing a tab", isActive(home), func(ctx context.Context, b *chrome.Browser) error { return b.SelectTab(ctx, home) })
		told("closing a tab", func(e page.Event) bool {
			return e.Tabs != nil && !slices.ContainsFunc(e.Tabs, func(t page.Tab) bool { return t.ID == other })
		}, func(ctx context.Context, b *chrome.Browser) error { return b.CloseTab(ctx, other) })
		told("going within the page", func(e page.Event) bool {
			return slices.ContainsFunc(e.Tabs, func(t page.Tab) bool { return t.ID == home })
		}, func(ctx context.Context, b *chrome.Browser) error { _, err := b.Reload(ctx); return err })
	}
}

// A question of a page that is gone is no question any more.
func TestDialogGoesWithItsPage(t *testing.T) {
	p := newPicking(t, map[string]string{"/": toldPage}, "")
	asks := func() {
		t.Helper()
		p.rest()
		if _, err := p.b.Evaluate(p.ctx, `setTimeout(()=>alert('still there?'))`, page.Target{}); err != nil {
			t.Fatal(err)
		}
		p.told(func(e page.Event) bool { return e.Dialog != nil })
	}
	asks()
	chrometest.KillRenderers(one.dir)
	p.told(func(e page.Event) bool { return e.Closed })
	if _, err := p.b.Reload(p.ctx); err != nil {
		t.Fatal(err)
	}
	asks()
	if err := p.b.AnswerDialog(p.ctx, page.Accept, ""); err != nil {
		t.Fatal(err)
	}
}
