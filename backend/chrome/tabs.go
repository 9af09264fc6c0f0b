package chrome

import (
	"context"

	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// NewTab opens a tab, makes it the active one and loads an address in it; an
// empty address leaves it blank.
func (b *Browser) NewTab(ctx context.Context, addr string) (page.Navigation, error) {
	u := ""
	if addr != "" && addr != "about:blank" {
		var err error
		if u, err = b.address(addr); err != nil {
			return page.Navigation{}, err
		}
	}
	r, err := send(b.c, "", target.CreateTarget, target.CreateTargetParams{URL: "about:blank"}).get(ctx, b.done)
	if err != nil {
		return page.Navigation{}, fault.From(err)
	}
	var t *tab
	if err := b.await(ctx, func() bool { t = b.tabs[r.TargetID]; return t != nil && t.loader != "" }); err != nil {
		return page.Navigation{}, fault.From(err)
	}
	b.mu.Lock()
	b.activate(t)
	halt := t.halt
	b.mu.Unlock()
	if u == "" {
		return b.arrived(ctx, t, page.Loaded)
	}
	return b.load(ctx, t, halt, u)
}

func (b *Browser) tabOf(id string) (*tab, error) {
	if t := b.tabs[target.ID(id)]; t != nil {
		return t, nil
	}
	return nil, fault.New(fault.NotFound, "there is no tab %s", id).WithHint("browser_tabs lists the tabs that are open")
}

// SelectTab makes a tab the active one.
func (b *Browser) SelectTab(_ context.Context, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	t, err := b.tabOf(id)
	if err == nil {
		b.activate(t)
	}
	return err
}

// CloseTab closes a tab. In place of the last one a blank tab opens.
func (b *Browser) CloseTab(ctx context.Context, id string) error {
	b.mu.Lock()
	t, err := b.tabOf(id)
	last := len(b.order) == 1
	b.mu.Unlock()
	if err != nil {
		return err
	}
	if last {
		if _, err := b.NewTab(ctx, ""); err != nil {
			return err
		}
	}
	send(b.c, "", target.CloseTarget, target.CloseTargetParams{TargetID: t.id})
	if err := b.await(ctx, func() bool { return b.tabs[t.id] == nil || t.dialog != nil }); err != nil {
		return fault.From(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.dialog != nil {
		return dialogOpen(*t.dialog)
	}
	return nil
}
