package host

import (
	"context"

	"github.com/batonbrowser/baton/app/tray"
	"github.com/batonbrowser/baton/app/windows"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/wire"
	"github.com/batonbrowser/baton/frontend"
)

// desktop shows the tray until ctx ends. It must run on the main goroutine.
func (c *core) desktop(ctx context.Context) error {
	d := &desk{core: c, changes: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.jobs.Go(func() { d.follow(ctx) })
	if _, err := c.windows.Show(ctx, ident.Local, wire.WindowShow{Window: string(windows.Manage), Request: c.options.Request}); err != nil {
		return err
	}
	return tray.Run(ctx, tray.Options{Source: d, Actions: d, Log: c.options.Log})
}

// desk is what the tray shows and does.
type desk struct {
	core    *core
	changes chan struct{}
}

// follow turns events into changes of the tray.
func (d *desk) follow(ctx context.Context) {
	for ctx.Err() == nil {
		sub := d.core.app.Bus.Subscribe(ident.Local, 0)
		if !d.drain(ctx, sub) {
			return
		}
	}
}

// drain reads one subscription until it is dropped; false when all is over.
func (d *desk) drain(ctx context.Context, sub *event.Subscription) bool {
	defer sub.Close()
	seen := false
	for {
		select {
		case <-ctx.Done():
			return false
		case e, ok := <-sub.C:
			if !ok {
				return seen // a bus that is closing drops at once
			}
			seen = true
			switch e.Type {
			case wire.SessionChanged, wire.RequestChanged, wire.SettingsChanged:
				select {
				case d.changes <- struct{}{}:
				default:
				}
			default:
			}
		}
	}
}

// Changes implements tray.Source.
func (d *desk) Changes() <-chan struct{} { return d.changes }

// State implements tray.Source.
func (d *desk) State() tray.State {
	ctx, log := context.Background(), d.core.options.Log
	set, err := d.core.app.Settings.Settings(ctx)
	if err != nil {
		log.Error("the settings could not be read", "err", err)
	}
	texts, err := words.Load(frontend.Locales, languageOf(set))
	if err != nil {
		log.Error("the texts could not be read", "err", err)
	}
	asked, err := d.core.app.Requests.Requests(ctx, ident.Local)
	if err != nil {
		log.Error("requests could not be read", "err", err)
	}
	var open []wire.Session
	for _, s := range d.core.app.Sessions.All(ident.Local) {
		open = append(open, s.View())
	}
	return tray.StateOf(open, asked, texts)
}

func (d *desk) show(ctx context.Context, w wire.WindowShow) error {
	_, err := d.core.windows.Show(ctx, ident.Local, w)
	return err
}

// Show implements tray.Actions.
func (d *desk) Show(ctx context.Context, id ident.Session) error {
	return d.show(ctx, wire.WindowShow{Window: string(windows.Live), Session: id})
}

// TakeOver implements tray.Actions: control is taken by the live window.
func (d *desk) TakeOver(ctx context.Context, id ident.Session) error {
	return d.show(ctx, wire.WindowShow{Window: string(windows.Live), Session: id, Take: true})
}

// HandBack implements tray.Actions, for whichever window of the person drives.
func (d *desk) HandBack(ctx context.Context, id ident.Session) error {
	s, err := d.core.app.Sessions.Get(ident.Local, id)
	if err != nil {
		return err
	}
	return d.core.asWindow(ctx, "control_hand_back", ops.HandBackIn{SessionID: id, Viewer: s.View().Holder})
}

// CloseBrowser implements tray.Actions.
func (d *desk) CloseBrowser(ctx context.Context, id ident.Session) error {
	return d.core.asWindow(ctx, "session_close", ops.SessionRef{SessionID: id})
}

// OpenBaton implements tray.Actions.
func (d *desk) OpenBaton(ctx context.Context) error {
	return d.show(ctx, wire.WindowShow{Window: string(windows.Manage)})
}

// Quit implements tray.Actions.
func (d *desk) Quit(context.Context) error {
	d.core.app.Quit()
	return nil
}
