package session

import (
	"context"
	"errors"
	"time"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/wire"
)

// command is one call of the agent that runs or waits.
type command struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	effect grant.Effect
	fn     func(context.Context, Browser) error
	unseen error         // what it answers in the place of what it read, since the person hid the page meanwhile
	ended  chan struct{} // closed after err is set
	err    error
}

// Do runs fn as a command of the agent: after those that came before it, and
// only while the agent may have that effect. fn's context ends with ctx, with
// the session, and for an acting command with a take-over; Do answers the cause
// then. fn has always returned when Do returns.
func (s *Session) Do(ctx context.Context, e grant.Effect, fn func(context.Context, Browser) error) error {
	if err := s.Ready(ctx); err != nil {
		return err
	}
	cctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &command{ctx: cctx, cancel: cancel, effect: e, fn: fn, ended: make(chan struct{})}
	if err := s.ask(func() error { return s.enqueue(c) }); err != nil {
		return err
	}
	select {
	case <-c.ended:
		return c.err
	case <-ctx.Done():
	}
	// A waiting command leaves the queue; a running one is about to return.
	_ = s.post(func() { s.drop(c) })
	<-c.ended
	return c.err
}

// Later runs work that no call waits for, such as making a copy of a picture: one
// after another, and all of it before Done is closed.
func (s *Session) Later(work func()) {
	if s.post(func() { s.chores.push(func(context.Context) { work() }) }) != nil {
		work() // the session has ended meanwhile
	}
}

// Note tells the person what the agent just did.
func (s *Session) Note(step wire.Step) {
	_ = s.ask(func() error {
		step.At = time.Now()
		s.step = &step
		s.publish()
		return nil
	})
}

func (s *Session) enqueue(c *command) error {
	may := s.control.MayRead
	if c.effect == grant.Act {
		may = s.control.MayAct
	}
	if err := may(); err != nil {
		return err
	}
	if s.apart.state != "" {
		return elsewhere()
	}
	s.clock.Begin(time.Now())
	if s.running != nil {
		s.queue = append(s.queue, c)
		return nil
	}
	s.begin(c)
	return nil
}

func (s *Session) begin(c *command) {
	s.running = c
	b := s.browser
	s.jobs.Go(func() {
		ctx, cancel := mergeCancel(c.ctx, s.ctx)
		defer cancel()
		err := cause(c.fn(ctx, b), c.ctx, s.ctx)
		if posted := s.post(func() { s.finished(c, err) }); posted != nil {
			c.finish(s.why(cause(err, c.ctx, s.ctx)))
		}
	})
}

// mergeCancel gives a context that also ends with the session, with its cause.
func mergeCancel(ctx, session context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(session, func() { cancel(context.Cause(session)) })
	return ctx, func() { stop(); cancel(nil) }
}

// cause replaces what a command failed with by the fault for which it was
// stopped, if it was. The contexts are looked at themselves: one merged from them
// ends a moment later, when the browser may have answered already.
func cause(err error, stopped ...context.Context) error {
	if err == nil {
		return nil
	}
	for _, ctx := range stopped {
		if f, ok := errors.AsType[*fault.Error](context.Cause(ctx)); ok {
			return f
		}
	}
	return err
}

func (c *command) finish(err error) {
	c.err = err
	close(c.ended)
}

func (s *Session) finished(c *command, err error) {
	s.clock.End(time.Now())
	s.running = nil
	if c.unseen != nil {
		err = c.unseen
	}
	c.finish(err)
	s.filmSoon()
	for len(s.queue) > 0 && s.running == nil {
		next := s.queue[0]
		s.queue = s.queue[1:]
		s.begin(next)
	}
}

// drop takes a command whose caller went away out of the queue.
func (s *Session) drop(c *command) {
	for i, q := range s.queue {
		if q == c {
			s.queue = append(s.queue[:i], s.queue[i+1:]...)
			s.clock.End(time.Now())
			c.finish(c.ctx.Err())
			return
		}
	}
}

// pauseCommands ends what the agent is doing because the person took over.
func (s *Session) pauseCommands() {
	kept := s.queue[:0]
	for _, c := range s.queue {
		if c.effect == grant.Act {
			s.clock.End(time.Now())
			c.finish(control.Paused())
			continue
		}
		kept = append(kept, c)
	}
	s.queue = kept
	if s.running != nil && s.running.effect == grant.Act {
		s.running.cancel(control.Paused())
	}
}

// failCommands ends everything: the session is over. A running command answers
// by itself, since the session is gone.
func (s *Session) failCommands(err error) {
	for _, c := range s.queue {
		c.finish(err)
	}
	s.queue = nil
	if s.running != nil {
		s.running.cancel(err)
	}
}

// Waiting notes that the agent still waits for the person: that is a call under
// way, so an agent-driven session does not become idle by it. While the person
// drives, only their input counts (T5).
func (s *Session) Waiting() {
	_ = s.post(func() {
		if s.control.Controller == wire.AgentDrives {
			s.clock.Touch(time.Now())
		}
	})
}
