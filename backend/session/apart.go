package session

import (
	"context"
	"errors"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

// As is how a browser shows itself.
type As string

// In Baton's live view, or as a window on the person's desktop.
const (
	AsPicture As = ""
	AsWindow  As = "window"
)

// apart is whether the person who drives has the browser as a window of its own
// (V13), for what a picture cannot do: passkeys and strict sign-ins. The session
// ends its Chrome and starts another one on the same profile, in which the tabs are
// opened again. While it is apart nothing is done in it from here, neither by the
// person nor by the agent, and the agent does not see it. It belongs to the actor.
type apart struct {
	state  wire.RealWindow
	moving bool           // one Chrome ends and the other starts
	opened []chan<- error // who waits for the window
	back   []func()       // what is to be done when the browser is back
	goes   bool           // it is to come back
}

// packTime is how long packing may take.
const packTime = 3 * time.Second

// refusal is why nothing can be done in a browser that is apart.
func (a apart) refusal() error {
	switch a.state {
	case wire.WindowOpening:
		return fault.New(fault.Conflict, "the page is just opening in a window of its own").WithHint("go on in that window").With("field", "real_window")
	case wire.WindowOpen:
		return fault.New(fault.Conflict, "the page is open in a window of its own").WithHint("go on in that window, or come back to Baton first").With("field", "real_window")
	case wire.WindowClosing:
		return fault.New(fault.Conflict, "the page is just coming back from its own window").WithHint("try again in a moment").With("field", "real_window")
	}
	return nil
}

// elsewhere is what the agent's tools answer meanwhile.
func elsewhere() error {
	return fault.New(fault.PausedByUser, "The user has the page open in a window of their own, for example to sign in. It cannot be read or acted on until they come back.").
		WithHint("call browser_wait_for_user to wait until the user hands back")
}

// OpenWindow opens the browser as a window on the desktop for the viewer that
// drives, and waits until it is there. When it does not open, the page is back
// in the live view and the error says why.
func (s *Session) OpenWindow(ctx context.Context, v ident.Viewer, epoch uint64) (wire.Session, error) {
	opened := make(chan error, 1)
	err := s.ask(func() error {
		if err := s.mayDrive(v, epoch); err != nil {
			return err
		}
		if s.cfg.Desktop != nil && !s.cfg.Desktop() {
			return noDesktop()
		}
		s.apart = apart{state: wire.WindowOpening, opened: []chan<- error{opened}}
		s.clock.Begin(time.Now()) // what the person does there is not seen: the session is not idle
		s.move(AsWindow)
		return nil
	})
	if err != nil {
		return wire.Session{}, err
	}
	return s.awaited(ctx, opened)
}

func noDesktop() error {
	return fault.New(fault.BrowserUnavailable, "there is no desktop here on which a window could open").
		WithHint("start Baton on a desktop, on the machine where you sit, or go on in the live view").With("field", "real_window")
}

// CloseWindow brings the browser back into the live view, and waits for it.
func (s *Session) CloseWindow(ctx context.Context, v ident.Viewer, epoch uint64) (wire.Session, error) {
	back := make(chan error, 1)
	err := s.ask(func() error {
		if err := s.mayMove(v, epoch); err != nil {
			return err
		}
		s.homeward(func() { back <- nil })
		return nil
	})
	if err != nil {
		return wire.Session{}, err
	}
	return s.awaited(ctx, back)
}

func (s *Session) awaited(ctx context.Context, done <-chan error) (wire.Session, error) {
	select {
	case err := <-done:
		return s.View(), err
	case <-s.gone:
		return wire.Session{}, s.why(fault.New(fault.NoSession, "the browser session has ended"))
	case <-ctx.Done():
		return wire.Session{}, ctx.Err()
	}
}

// homeward calls then when the browser is in the live view: at once, or after its
// window is closed.
func (s *Session) homeward(then func()) {
	if s.apart.state == "" {
		then()
		return
	}
	s.apart.back = append(s.apart.back, then)
	s.apart.goes = true
	if !s.apart.moving {
		s.goBack()
	}
}

func (s *Session) goBack() {
	s.apart.state = wire.WindowClosing
	s.move(AsPicture)
}

// gotDone: the browser ended by itself. A window that the person closed is their
// way back.
func (s *Session) gotDone() {
	err := s.browser.Err()
	if err == nil && s.apart.state == wire.WindowOpen {
		s.homeward(func() {})
		return
	}
	s.crashed(err)
}

func (s *Session) crashed(err error) {
	end := wire.End{Reason: wire.ReasonCrashed}
	if err != nil {
		end.Message = err.Error()
	}
	s.finish(end)
}

// move begins to change the browser for one that shows itself as another. What
// runs in the present one is ended first.
func (s *Session) move(as As) {
	s.apart.moving = true
	s.closeQuestions()
	s.Hub.SetSource(nil)
	s.endTerm(s.apart.refusal())
	s.publish()
	running := s.running
	s.moveCommands()
	old, next, settled := s.browser, s.hearNext(), make(chan struct{})
	s.afterLanes(func() { close(settled) })
	spec := s.Spec
	spec.Width, spec.Height = s.width, s.height
	s.jobs.Go(func() {
		select {
		case <-settled:
		case <-s.ctx.Done():
			return // the session has ended, and closes the browser
		}
		s.awaitCommand(running)
		ctx, cancel := context.WithTimeout(s.ctx, packTime)
		luggage := old.Pack(ctx)
		cancel()
		if err := old.Err(); err != nil {
			_ = s.post(func() { s.crashed(err) })
			return
		}
		s.shut(old)
		s.change(as, spec, luggage, next)
	})
}

// change starts the next browser. When a window does not open, the page comes back.
func (s *Session) change(as As, spec Spec, luggage page.Luggage, next *ear) {
	spec.As, spec.Luggage = as, &luggage
	b, err := s.cfg.Start(s.ctx, spec, next.notice)
	var problem error
	if err != nil && as == AsWindow && s.ctx.Err() == nil {
		s.cfg.Log.Error("the browser did not open as a window", "session", s.ID, "err", err)
		as, problem = AsPicture, err
		spec.As = as
		if s.ask(func() error { next = s.hearNext(); return nil }) == nil {
			b, err = s.cfg.Start(s.ctx, spec, next.notice)
		}
	}
	if posted := s.post(func() { s.moved(b, as, problem, err) }); posted != nil && err == nil {
		s.shut(b)
	}
}

// moved goes on with the browser that has started.
func (s *Session) moved(b Browser, as As, problem, err error) {
	if err != nil {
		s.cfg.Log.Error("the browser did not start again", "session", s.ID, "err", err)
		s.crashed(errors.Join(problem, err))
		return
	}
	s.browser, s.apart.moving = b, false
	s.tabs = b.Tabs()
	s.closeQuestions()
	s.Hub.SetSource(b)
	s.settleWarning()
	if as == AsWindow {
		s.apart.state = wire.WindowOpen
		s.record(audit.RealWindow, audit.ByUser, map[string]string{"name": s.Spec.Profile.Name})
	}
	opened := s.apart.opened
	s.apart.opened = nil
	for _, c := range opened {
		c <- problem
	}
	switch {
	case as == AsPicture:
		s.home()
	case s.apart.goes:
		s.goBack()
	default:
		s.publish()
	}
}

// home: the browser is back in the live view.
func (s *Session) home() {
	back := s.apart.back
	s.apart = apart{}
	s.clock.End(time.Now())
	if s.control.Holder != "" && !s.releasing && s.term == nil {
		s.term = newTerm(s.ctx)
	}
	s.publish()
	for _, then := range back {
		then()
	}
}

// closeQuestions: what stood open in the browser, or was on its way, is not any more.
func (s *Session) closeQuestions() { s.dialog, s.signIn, s.picker, s.files = nil, nil, nil, nil }

// moveCommands ends the agent's commands: what they look at is going.
func (s *Session) moveCommands() {
	for _, c := range s.queue {
		s.clock.End(time.Now())
		c.finish(elsewhere())
	}
	s.queue = nil
	if s.running != nil {
		s.running.cancel(elsewhere())
	}
}

// awaitCommand waits for a command's end, but not for ever.
func (s *Session) awaitCommand(c *command) {
	if c == nil {
		return
	}
	select {
	case <-c.ended:
	case <-time.After(releaseTime):
		s.cfg.Log.Warn("a command did not end when the browser became a window", "session", s.ID)
	case <-s.ctx.Done():
	}
}
