package session

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

// Show hides the page from the agent while the person drives, or shows it again
// (T4). When it returns, nothing that the agent reads tells of the page any more:
// what was being read answers private.
func (s *Session) Show(_ context.Context, v ident.Viewer, p control.Page) (wire.Session, error) {
	err := s.ask(func() error {
		if s.releasing {
			return fault.New(fault.NotInControl, "control is just being handed back").WithHint("take over again")
		}
		next, effects, err := s.control.Show(v, p)
		if err != nil {
			return err
		}
		s.showPage(next, effects)
		return nil
	})
	return s.View(), err
}

// showPage carries out what hiding or showing the page brings with it.
func (s *Session) showPage(next control.State, effects []control.Effect) {
	if len(effects) == 0 {
		return
	}
	now := time.Now()
	s.become(next, now)
	s.clock.Touch(now)
	for _, e := range effects {
		switch e {
		case control.CancelReading:
			s.warning = nil // of words that the agent read
			s.stopReading()
		case control.Record:
			kind := audit.PageShown
			if next.Page == control.Hidden {
				kind = audit.PageHidden
			}
			s.record(kind, audit.ByUser, nil)
		default:
		}
	}
	s.publish()
}

// stopReading ends the reading that runs or waits. What runs may have its answer
// already: that is not given either, since it may be of the hidden page.
func (s *Session) stopReading() {
	kept := s.queue[:0]
	for _, c := range s.queue {
		if c.effect != grant.Act {
			s.clock.End(time.Now())
			c.finish(control.Private())
			continue
		}
		kept = append(kept, c)
	}
	s.queue = kept
	if c := s.running; c != nil && c.effect != grant.Act {
		c.unseen = control.Private()
		c.cancel(c.unseen)
	}
}

// hidden tells the actor whether the page is hidden from the agent, and from the
// record with it.
func (s *Session) hidden() bool { return s.control.Page == control.Hidden }
