package session_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// play is a session in which agent and people do anything at any time. What a
// caller gets answered is its own; what must hold is checked after each step, in
// the browser (sessiontest.Browser.Broken) and in what was published.
type play struct {
	w    *world
	s    *session.Session
	jobs sync.WaitGroup
	ctx  context.Context
	stop context.CancelFunc
}

func (p *play) viewer(t *rapid.T) ident.Viewer {
	return rapid.SampledFrom([]ident.Viewer{left, right, "view_third"}).Draw(t, "viewer")
}

func (p *play) Act(*rapid.T) {
	p.jobs.Go(func() {
		_ = p.s.Do(p.ctx, grant.Act, func(ctx context.Context, b session.Browser) error {
			_, err := b.Click(ctx, page.Target{Ref: "e1"}, page.Click{})
			return err
		})
	})
}

func (p *play) Observe(*rapid.T) {
	p.jobs.Go(func() {
		_ = p.s.Do(p.ctx, grant.Observe, func(ctx context.Context, b session.Browser) error {
			_, err := b.Snapshot(ctx, page.Snapshot{})
			return err
		})
	})
}

func (p *play) Take(t *rapid.T) {
	v := p.viewer(t)
	how := rapid.SampledFrom([]control.How{control.Ask, control.Here}).Draw(t, "how")
	p.jobs.Go(func() { _, _ = p.s.Take(p.ctx, v, how) })
}

func (p *play) HandBack(t *rapid.T) {
	v := p.viewer(t)
	p.jobs.Go(func() { _, _ = p.s.HandBack(p.ctx, v, "") })
}

func (p *play) Type(t *rapid.T) {
	view := p.s.View()
	v := rapid.SampledFrom([]ident.Viewer{view.Holder, left}).Draw(t, "viewer")
	epoch := view.Epoch - rapid.SampledFrom([]uint64{0, 0, 0, 1}).Draw(t, "age")
	kind := rapid.SampledFrom([]input.Kind{input.KeyDown, input.KeyDown, input.KeyUp}).Draw(t, "kind")
	k := rapid.SampledFrom([]string{"a", "Shift"}).Draw(t, "key")
	p.jobs.Go(func() { _ = p.s.Input(p.ctx, v, epoch, []input.Event{{Kind: kind, Key: k}}) })
}

func (p *play) Drive(*rapid.T) {
	view := p.s.View()
	p.jobs.Go(func() {
		_ = p.s.Drive(p.ctx, view.Holder, view.Epoch, func(ctx context.Context, b session.Browser) error {
			_, err := b.Navigate(ctx, "https://example.com/")
			return err
		})
	})
}

func (p *play) Attach(t *rapid.T) { p.s.Attach(p.viewer(t)) }
func (p *play) Detach(t *rapid.T) { p.s.Detach(p.viewer(t)) }

func (p *play) Pass(t *rapid.T) {
	<-time.After(time.Duration(rapid.SampledFrom([]int{1, 40, 300, 5_000, 20_000, 90_000}).Draw(t, "ms")) * time.Millisecond)
}

func (p *play) Settle(*rapid.T) { synctest.Wait() }

func (p *play) Close(t *rapid.T) {
	if rapid.IntRange(0, 20).Draw(t, "rarely") > 0 {
		t.Skip("the session goes on")
	}
	p.jobs.Go(func() { _ = p.s.Close(p.ctx, wire.ReasonClosed) })
}

func (p *play) Crash(t *rapid.T) {
	if rapid.IntRange(0, 40).Draw(t, "rarely") > 0 {
		t.Skip("the browser goes on")
	}
	p.w.rack.Last().Crash("crashed")
}

func (p *play) OpenWindow(*rapid.T) {
	view := p.s.View()
	p.jobs.Go(func() { _, _ = p.s.OpenWindow(p.ctx, view.Holder, view.Epoch) })
}

func (p *play) Back(*rapid.T) {
	view := p.s.View()
	p.jobs.Go(func() { _, _ = p.s.CloseWindow(p.ctx, view.Holder, view.Epoch) })
}

func (p *play) CloseWindow(*rapid.T) { p.w.rack.Last().CloseWindow() }

// Check holds after every step.
func (p *play) Check(t *rapid.T) {
	for _, b := range p.w.rack.All() {
		if broken := b.Broken(); len(broken) > 0 {
			t.Fatalf("against the contract: %q\nof %q", broken, b.Acts())
		}
	}
	p.w.mu.Lock()
	defer p.w.mu.Unlock()
	var before wire.Session
	for _, v := range p.w.published {
		moved := v.Controller != before.Controller || v.Holder != before.Holder && v.Phase != wire.Ended
		switch {
		case before.ID == "":
		case before.Phase == wire.Ended:
			t.Fatal("something was published after the end")
		case v.Epoch < before.Epoch || v.Epoch > before.Epoch+1 || moved != (v.Epoch == before.Epoch+1):
			t.Fatalf("from %s %q %d to %s %q %d", before.Controller, before.Holder, before.Epoch, v.Controller, v.Holder, v.Epoch)
		case v.RealWindow != "" && (v.Controller != wire.UserDrives || v.Phase != wire.Live):
			t.Fatalf("the browser is apart (%s) while %s drives, %s", v.RealWindow, v.Controller, v.Phase)
		case v.RealWindow != "" && (v.Dialog != nil || v.SignIn != nil || v.Picker != nil):
			t.Fatal("something is asked in a window that is apart")
		case before.Holder != "" && v.AgentMS != before.AgentMS:
			t.Fatal("agent time ran while the person drove")
		}
		if v.Holder != "" && (v.Controller != wire.UserDrives || v.Phase == wire.Ended) {
			t.Fatalf("%q holds control and %s drives", v.Holder, v.Controller)
		}
		before = v
	}
}

func TestAnyInterleaving(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var failed any // rapid stops a course by a panic, which must leave the bubble
		synctest.Test(t, func(t *testing.T) {
			defer func() { failed = recover() }()
			p := &play{w: newWorld()}
			p.ctx, p.stop = context.WithCancel(t.Context())
			p.w.rack.Takes, p.w.rack.Startup = 50*time.Millisecond, 70*time.Millisecond
			if rapid.IntRange(0, 3).Draw(rt, "desktop") == 0 {
				p.w.rack.NoWindow = errors.New("no window opens here")
			}
			p.s, _ = p.w.open(t, spec("a"))
			defer func() { // also when a check has failed: the bubble must be empty
				p.stop()
				p.w.Close(context.Background())
				p.jobs.Wait()
			}()
			rt.Repeat(rapid.StateMachineActions(p))
			p.stop()
			p.w.Close(t.Context())
			p.jobs.Wait()
			p.Check(rt)
			p.w.check(rt)
			for _, b := range p.w.rack.All() {
				if down := b.Pressed(); len(down) > 0 && p.s.View().End.Reason != wire.ReasonCrashed {
					rt.Fatalf("pressed in the end: %q", down)
				}
			}
			wantFaultOf(rt, p.s.Do(t.Context(), grant.Act, nothing), fault.NoSession)
		})
		if failed != nil {
			panic(failed)
		}
	})
}

func wantFaultOf(t *rapid.T, err error, code fault.Code) {
	if !fault.Is(err, code) {
		t.Fatalf("got %v, want %s", err, code)
	}
}
