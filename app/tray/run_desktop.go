//go:build desktop

package tray

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"fyne.io/systray"

	"github.com/batonbrowser/baton/app/mark"
	"github.com/batonbrowser/baton/app/platform"
	"github.com/batonbrowser/baton/backend/ident"
)

// Run shows the entry until ctx ends. It must be called from the main goroutine,
// and only once in a process.
func Run(ctx context.Context, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := platform.TrayHost(ctx); err != nil {
		o.Log.Info("Baton runs without its tray icon", "reason", err)
		if !errors.Is(err, platform.ErrNoTrayHost) {
			<-ctx.Done()
			return nil
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var following sync.WaitGroup
	systray.Run(func() {
		e := newEntry(o)
		following.Go(func() {
			defer systray.Quit()
			e.follow(ctx)
		})
	}, func() {})
	cancel()
	following.Wait()
	return nil
}

// entry is the entry on the screen: what is shown, and the items that show it.
type entry struct {
	options Options
	shown   view
	clicks  chan click
	lines   [slots]*lineItem
	empty   *systray.MenuItem
	open    *systray.MenuItem
	quit    *systray.MenuItem
	icon    icons
}

// lineItem is one session's line with its submenu. The items live as long as the
// process, for an item that is removed while it is clicked takes the program down.
type lineItem struct{ line, show, take, handBack, close *systray.MenuItem }

// click is a choice of the person: what to do and on which line, or -1.
type click struct {
	line int
	do   func(context.Context, ident.Session) error
}

func newEntry(o Options) *entry {
	e := &entry{options: o, clicks: make(chan click, 16), icon: panelIcons()}
	e.shown = e.shown.next(o.Source.State())
	l, a := e.shown.labels, o.Actions
	for i := range e.lines {
		item := systray.AddMenuItem("-", "")
		e.lines[i] = &lineItem{
			line: item, show: item.AddSubMenuItem(l.show, ""), take: item.AddSubMenuItem(l.take, ""),
			handBack: item.AddSubMenuItem(l.handBack, ""), close: item.AddSubMenuItem(l.close, ""),
		}
		e.on(e.lines[i].show, click{i, a.Show})
		e.on(e.lines[i].take, click{i, a.TakeOver})
		e.on(e.lines[i].handBack, click{i, a.HandBack})
		e.on(e.lines[i].close, click{i, a.CloseBrowser})
	}
	e.empty = systray.AddMenuItem(l.empty, "")
	e.empty.Disable()
	systray.AddSeparator()
	e.open, e.quit = systray.AddMenuItem(l.open, ""), systray.AddMenuItem(l.quit, "")
	e.on(e.open, click{-1, func(ctx context.Context, _ ident.Session) error { return a.OpenBaton(ctx) }})
	e.on(e.quit, click{-1, func(ctx context.Context, _ ident.Session) error { return a.Quit(ctx) }})
	e.draw(view{sign: -1})
	return e
}

// on passes the clicks on an item on. The library gives a click only to a
// waiting receiver, so the passing must not block; it lives as long as the item.
func (e *entry) on(item *systray.MenuItem, c click) {
	go func() {
		for range item.ClickedCh {
			select {
			case e.clicks <- c:
			default: // sixteen choices wait already
			}
		}
	}()
}

// follow shows every change and does what is clicked, one after the other, until
// ctx ends.
func (e *entry) follow(ctx context.Context) {
	changes := e.options.Source.Changes()
	for {
		select {
		case <-ctx.Done():
			return
		case _, more := <-changes:
			if !more {
				changes = nil // the host says no more; the menu still works
			}
			before := e.shown
			e.shown = before.next(e.options.Source.State())
			if e.shown != before {
				e.draw(before)
			}
		case c := <-e.clicks:
			e.perform(ctx, c)
		}
	}
}

func (e *entry) perform(ctx context.Context, c click) {
	var id ident.Session
	if c.line >= 0 {
		if id = e.shown.lines[c.line].id; id == "" {
			return // its session has just ended
		}
	}
	if err := c.do(ctx, id); err != nil {
		e.options.Log.Warn("a choice in the tray menu failed", "session", id, "error", err)
	}
}

// draw brings the items from one view to the one to be shown.
func (e *entry) draw(before view) {
	now := e.shown
	if now.sign != before.sign {
		e.icon.set(now.sign)
	}
	if now.tooltip != before.tooltip {
		systray.SetTooltip(now.tooltip)
	}
	for i, item := range e.lines {
		if now.lines[i] != before.lines[i] || before.sign < mark.Idle {
			item.draw(now.lines[i])
		}
	}
	show(e.empty, now.empty)
	if now.labels != before.labels {
		e.label(now.labels)
	}
}

func (i *lineItem) draw(l line) {
	if l.id == "" {
		i.line.Hide()
		return
	}
	i.line.SetTitle(l.title)
	show(i.take, l.take)
	show(i.handBack, l.handBack)
	i.line.Show()
}

func (e *entry) label(l labels) {
	for _, i := range e.lines {
		i.show.SetTitle(l.show)
		i.take.SetTitle(l.take)
		i.handBack.SetTitle(l.handBack)
		i.close.SetTitle(l.close)
	}
	e.empty.SetTitle(l.empty)
	e.open.SetTitle(l.open)
	e.quit.SetTitle(l.quit)
}

func show(item *systray.MenuItem, v visibility) {
	if v == visible {
		item.Show()
		return
	}
	item.Hide()
}
