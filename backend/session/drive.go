package session

import (
	"cmp"
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/live"
	"github.com/batonbrowser/baton/backend/wire"
)

// releaseTime is how long releasing keys may take before control moves anyway.
const releaseTime = 2 * time.Second

// Taking is who takes control, and how. Page is "" to leave it as it is; control
// goes back at once when Ended is closed, such as when the person signs out.
type Taking struct {
	Ended  <-chan struct{}
	Viewer ident.Viewer
	How    control.How
	Window wire.Window
	Page   control.Page
}

// Take gives control to a viewer (T1). The agent's acting command is cancelled;
// the person's first input waits until it has ended.
func (s *Session) Take(ctx context.Context, v ident.Viewer, how control.How) (wire.Session, error) {
	return s.TakeIn(ctx, Taking{Viewer: v, How: how})
}

// TakeIn is Take for a viewer that says more. Where the page is to be hidden, it
// is from the first moment of the person's control.
func (s *Session) TakeIn(ctx context.Context, t Taking) (wire.Session, error) {
	if err := s.Ready(ctx); err != nil {
		return wire.Session{}, err
	}
	err := s.ask(func() error {
		if s.releasing {
			return fault.New(fault.Conflict, "control is just being handed back").WithHint("try again in a moment")
		}
		next, effects, err := s.control.Take(t.Viewer, t.How, time.Now())
		if err != nil {
			return err
		}
		shown, more := next, []control.Effect(nil)
		if t.Page != "" {
			if shown, more, err = next.Show(t.Viewer, t.Page); err != nil {
				return err
			}
		}
		if len(effects) > 0 {
			s.window = t.Window
			next.Page = shown.Page // at once with the change of who drives
			s.apply(next, effects)
			s.watchHolder()
			s.endWith(t.Ended)
		}
		s.showPage(shown, more)
		return nil
	})
	return s.View(), err
}

// HandBack gives control back to the agent with an optional note (T6).
func (s *Session) HandBack(_ context.Context, v ident.Viewer, note string) (wire.Session, error) {
	done := make(chan struct{})
	err := s.ask(func() error {
		if s.releasing {
			return fault.New(fault.NotInControl, "control is just being handed back").WithHint("nothing more is to be done")
		}
		next, effects, err := s.control.HandBack(v, time.Now())
		if err != nil {
			return err
		}
		s.handOver(next, effects, false, note, done)
		return nil
	})
	if err != nil {
		return wire.Session{}, err
	}
	select {
	case <-done:
	case <-s.gone:
	}
	return s.View(), nil
}

// Handed is the last hand-back, if there was one.
func (s *Session) Handed() (h HandBack, ok bool) {
	_ = s.ask(func() error {
		if s.handed != nil {
			h, ok = *s.handed, true
		}
		return nil
	})
	return h, ok
}

// AddNote lets the person say something to the agent after the hand-back.
func (s *Session) AddNote(note string) error {
	return s.ask(func() error {
		if s.handed == nil || time.Since(s.handed.At) > control.ContinueWindow+5*time.Second {
			return fault.New(fault.Conflict, "the time to let the agent continue has passed").
				WithHint("write to the agent in its own chat")
		}
		s.handed.Did.Note, s.handed.told = note, false
		s.publish()
		return nil
	})
}

// handOver moves control when the page has what the person did and nothing is
// pressed any more.
func (s *Session) handOver(next control.State, effects []control.Effect, left bool, note string, done chan struct{}) { //nolint:revive // how it ended
	s.releasing = true
	s.homeward(func() { s.giveBack(next, effects, left, note, done) })
}

// giveBack is handOver once the browser is where the agent acts in it.
func (s *Session) giveBack(next control.State, effects []control.Effect, left bool, note string, done chan struct{}) { //nolint:revive // how it ended
	finish := func() {
		s.releasing = false
		now := time.Now()
		next.Since = now
		s.handed = s.report(now, left, note)
		s.apply(next, without(effects, control.ReleaseInput))
		close(done)
	}
	s.endTerm(fault.New(fault.NotInControl, "control went back to the agent").WithHint("take over again"))
	s.afterLanes(func() {
		if s.post(finish) != nil {
			close(done)
		}
	})
}

// afterLanes calls then when nothing of the person runs or is pressed any more.
func (s *Session) afterLanes(then func()) {
	b := s.browser
	s.inputs.push(func(ctx context.Context) {
		release(ctx, b)
		s.drives.push(func(context.Context) { then() }) // after the command that was just ended
	})
}

func release(ctx context.Context, b Browser) {
	ctx, cancel := context.WithTimeout(ctx, releaseTime)
	defer cancel()
	_ = b.ReleaseInput(ctx) // a page that does not answer must not keep control
}

func without(all []control.Effect, e control.Effect) []control.Effect {
	var rest []control.Effect
	for _, x := range all {
		if x != e {
			rest = append(rest, x)
		}
	}
	return rest
}

// apply carries out a transition's effects in their order.
func (s *Session) apply(next control.State, effects []control.Effect) {
	was, now := s.control, time.Now()
	s.become(next, now)
	s.returns = time.Time{}
	if s.holdOver != nil {
		close(s.holdOver)
		s.holdOver = nil
	}
	s.clock.Touch(now)
	s.endTerm(fault.New(fault.NotInControl, "another window drives now").WithHint("take it here again to go on"))
	pace := live.Slow
	if next.Holder != "" {
		s.term = newTerm(s.ctx)
		pace = live.Fast
	}
	s.Hub.Brisk(pace)
	s.filmNoMore()
	if next.Controller == wire.AgentDrives {
		s.filmSoon()
	}
	for _, e := range effects {
		switch e {
		case control.CancelAgent:
			s.settleAgent()
		case control.ReleaseInput:
			b := s.browser
			s.inputs.push(func(ctx context.Context) { release(ctx, b) })
		case control.PauseClock:
			s.clock.Pause(now)
		case control.ResumeClock:
			s.clock.Resume(now)
		case control.CancelReading: // see showPage
		case control.OfferContinue: // the view's controller and the time of the change say it
		case control.Record:
			s.recordControl(was, next)
		}
	}
	s.publish()
}

// settleAgent cancels the agent's acting command and lets what the person does
// wait for its end, so that nothing of the two mixes. A reading command goes on.
func (s *Session) settleAgent() {
	running := s.running
	s.pauseCommands()
	settled := func(ctx context.Context) {
		if running == nil || running.effect != grant.Act {
			return
		}
		select {
		case <-running.ended:
		case <-time.After(releaseTime):
			s.cfg.Log.Warn("a command did not end when the person took over", "session", s.ID)
		case <-ctx.Done():
		}
	}
	b := s.browser
	s.drives.push(settled)
	s.inputs.push(func(ctx context.Context) {
		settled(ctx)
		release(ctx, b)
	})
}

func (s *Session) recordControl(was, next control.State) {
	if next.Controller == wire.UserDrives && was.Controller != wire.UserDrives {
		s.record(audit.ProfileUsed, audit.ByUser, map[string]string{"via": "agent_browser_takeover", "name": s.Spec.Profile.Name})
		s.record(audit.ControlTaken, audit.ByUser, nil)
		return
	}
	if next.Controller == wire.AgentDrives && was.Controller == wire.UserDrives {
		s.record(audit.ControlReturned, audit.ByUser, nil)
	}
}

// Drive runs a command of the person who drives, such as going to an address.
// Commands run in their order and beside the input; they end with the person's
// control.
func (s *Session) Drive(ctx context.Context, v ident.Viewer, epoch uint64, fn func(context.Context, Browser) error) error {
	ended := make(chan error, 1)
	err := s.ask(func() error {
		if err := s.mayDrive(v, epoch); err != nil {
			return err
		}
		b, within := s.browser, s.term.drives
		return s.drives.add(func(context.Context) {
			ctx, cancel := mergeCancel(ctx, within)
			defer cancel()
			err := within.Err()
			if err == nil {
				err = fn(ctx, b)
			}
			ended <- cause(err, within)
		})
	})
	if err != nil {
		return err
	}
	return <-ended
}

// Aside runs a command of the agent beside the queue, as the answer to a dialog
// must be: the command that waits in the queue may wait for that dialog.
func (s *Session) Aside(ctx context.Context, fn func(context.Context, Browser) error) error {
	if err := s.Ready(ctx); err != nil {
		return err
	}
	var b Browser
	err := s.ask(func() error {
		b = s.browser
		s.clock.Touch(time.Now())
		return cmp.Or(s.control.MayAct(), s.apart.refusal())
	})
	if err != nil {
		return err
	}
	ctx, cancel := mergeCancel(ctx, s.ctx)
	defer cancel()
	return fn(ctx, b)
}

// DriveAside is Drive beside the lane, as the answer to a dialog must be: the
// command that runs there may wait for that dialog.
func (s *Session) DriveAside(ctx context.Context, v ident.Viewer, epoch uint64, fn func(context.Context, Browser) error) error {
	var b Browser
	var within context.Context
	err := s.ask(func() error {
		if err := s.mayDrive(v, epoch); err != nil {
			return err
		}
		b, within = s.browser, s.term.drives // there is a term while somebody may drive
		return nil
	})
	if err != nil {
		return err
	}
	ctx, cancel := mergeCancel(ctx, within)
	defer cancel()
	return cause(fn(ctx, b), within)
}

func (s *Session) mayDrive(v ident.Viewer, epoch uint64) error {
	if err := s.mayMove(v, epoch); err != nil {
		return err
	}
	return s.apart.refusal()
}

// mayMove is mayDrive also for a browser that is a window of its own.
func (s *Session) mayMove(v ident.Viewer, epoch uint64) error {
	if s.releasing {
		return fault.New(fault.NotInControl, "control is just being handed back").WithHint("take over again")
	}
	if err := s.control.MayDrive(v, epoch); err != nil {
		return err
	}
	s.clock.Touch(time.Now())
	if s.viewers[v] == 0 {
		s.watchHolder() // a holder without a stream proves itself by its input
	}
	return nil
}

// Prepare runs fn in a sign-in session before the person drives, such as going
// to the page of a request. It does not wait for fn's end.
func (s *Session) Prepare(fn func(context.Context, Browser) error) error {
	return s.ask(func() error {
		if s.Spec.Purpose != wire.ForSignIn {
			return fault.New(fault.Conflict, "this is not a sign-in")
		}
		if err := s.apart.refusal(); err != nil {
			return err
		}
		b := s.browser
		return s.drives.add(func(ctx context.Context) {
			if err := fn(ctx, b); err != nil {
				s.cfg.Log.Info("the page of the sign-in did not open", "session", s.ID, "err", err)
			}
		})
	})
}
