package host

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

// browsers starts Chrome for sessions.
type browsers struct {
	app     *ops.App
	dirs    dirs
	options Options
	network *egress.Network
	jobs    *sync.WaitGroup // of the core

	mu    sync.Mutex
	gates map[*egress.Gate]ident.Agent // of the browsers that run
}

// start launches Chrome on the session's profile. Navigations are checked
// against the rules as they are at that moment, so that a host that the person
// takes away is refused at once.
func (b *browsers) start(ctx context.Context, s session.Spec, notice func(page.Event)) (session.Browser, error) {
	set, err := b.app.Settings.Settings(ctx)
	if err != nil {
		return nil, err
	}
	dir := b.dirs.profile(s.Profile.ID)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fault.Wrap(err, fault.StorageUnwritable, "profile storage on this machine is not writable").
			WithHint("check the rights and the free space of %s", b.options.DataDir)
	}
	downloads := filepath.Join(b.options.DataDir, "downloads", string(s.Profile.ID))
	if err := os.MkdirAll(downloads, 0o700); err != nil {
		return nil, fault.Wrap(err, fault.StorageUnwritable, "the folder for downloads can't be made")
	}
	gate, err := b.openGate(ctx, s, notice)
	if err != nil {
		return nil, err
	}
	started, err := chrome.Start(ctx, chrome.Options{
		Mode: modeOf(s.As), Luggage: s.Luggage,
		Path: set.ChromePath, UserDataDir: dir, Language: s.Agent.RunLanguage(), Width: s.Width, Height: s.Height,
		Watch: s.Agent.HasToolset(agent.WatchTools), DownloadDir: downloads, Log: b.options.Log, OnEvent: notice, ExtraArgs: b.options.ChromeArgs,
		Proxy: gate.Address(), Unreached: func(since time.Time) []chrome.Unreached { return unreached(gate, since) },
		Allow: func(url string) error { return b.allow(ctx, s, url) },
	})
	if err != nil {
		b.closeGate(gate)
		return nil, err
	}
	b.jobs.Go(func() {
		<-started.Done()
		b.closeGate(gate)
	})
	return started, nil
}

func modeOf(as session.As) chrome.Mode {
	if as == session.AsWindow {
		return chrome.Visible
	}
	return chrome.Headless
}

// state says which browser would be started.
func (b *browsers) state(ctx context.Context) ops.ChromeState {
	set, err := b.app.Settings.Settings(ctx)
	if err != nil {
		return ops.ChromeState{Problem: err.Error()}
	}
	path, version, err := chrome.Find(set.ChromePath)
	if err != nil {
		f := fault.From(err)
		return ops.ChromeState{Problem: f.Message + ". " + f.Hint}
	}
	return ops.ChromeState{Path: path, Version: version}
}

// reap ends browsers that an earlier run of Baton left on our profiles (A9).
func (b *browsers) reap(ctx context.Context) {
	all, err := b.app.Profiles.Profiles(ctx, ident.Local)
	if err != nil {
		b.options.Log.Error("profiles could not be read", "err", err)
		return
	}
	for _, p := range all {
		if n := chrome.Reap(b.dirs.profile(p.ID)); n > 0 {
			b.options.Log.Warn("ended browser processes of an earlier run", "profile", p.ID, "count", n)
		}
	}
}
