package session

import (
	"context"
	"time"
)

// term is a time in which one window drives, and what the person does runs
// within it. At its end a navigation is no longer waited for, and input that the
// page has not taken yet is given up after releaseTime: a page that hangs must
// not keep control.
type term struct {
	drives, inputs         context.Context //nolint:containedctx // jobs of lanes end with the term, not with the call that began it
	stopDrives, stopInputs context.CancelCauseFunc
}

func newTerm(session context.Context) *term {
	t := &term{}
	t.drives, t.stopDrives = context.WithCancelCause(session)
	t.inputs, t.stopInputs = context.WithCancelCause(session)
	return t
}

// endTerm ends the present term, if there is one; why is what its jobs answer.
func (s *Session) endTerm(why error) {
	t := s.term
	if t == nil {
		return
	}
	s.term = nil
	t.stopDrives(why)
	timer := time.AfterFunc(releaseTime, func() { t.stopInputs(why) })
	s.inputs.push(func(context.Context) { // after the last input of the term
		timer.Stop()
		t.stopInputs(why)
	})
}

// stopTerm is endTerm without patience: the session is over.
func (s *Session) stopTerm(why error) {
	if t := s.term; t != nil {
		s.term = nil
		t.stopDrives(why)
		t.stopInputs(why)
	}
}

// releaseLast lets go of what is pressed, after the input that runs.
func (s *Session) releaseLast(ctx context.Context) {
	b := s.browser
	released := make(chan struct{})
	s.inputs.push(func(ctx context.Context) {
		defer close(released)
		release(ctx, b)
	})
	select {
	case <-released:
	case <-ctx.Done():
	}
}
