package session

import (
	"time"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/wire"
)

// spell is a time in which the person drove; a zero end is not over.
type spell struct{ from, to time.Time }

// mostSpells is how many are remembered; the first ones are forgotten.
const mostSpells = 200

// noteSpell notes that the person begins or ceases to drive.
func (s *Session) noteSpell(was, next control.State, now time.Time) {
	switch {
	case was.Controller != wire.UserDrives && next.Controller == wire.UserDrives:
		s.spells = append(s.spells, spell{from: now})
		s.handed = nil
		s.beginDoing(now)
		if len(s.spells) > mostSpells {
			s.spells = s.spells[1:]
		}
	case was.Controller == wire.UserDrives && next.Controller != wire.UserDrives && len(s.spells) > 0:
		s.spells[len(s.spells)-1].to = now
	}
}

// become is the one place where the state of control changes.
func (s *Session) become(next control.State, now time.Time) {
	was := s.control
	s.control = next
	s.noteSpell(was, next, now)
	switch {
	case was.Page != control.Hidden && next.Page == control.Hidden:
		s.unseen = append(s.unseen, spell{from: now})
		if s.doing != nil {
			s.doing.private = true
		}
		if len(s.unseen) > mostSpells {
			s.unseen = s.unseen[1:]
		}
	case was.Page == control.Hidden && next.Page != control.Hidden:
		s.unseen[len(s.unseen)-1].to = now
		s.lastHidden.Store(now.UnixNano())
	}
}

// Resized tells everyone that the viewport has another size now.
func (s *Session) Resized(width, height int) {
	_ = s.ask(func() error {
		s.width, s.height = width, height
		s.publish()
		return nil
	})
}

// Driven gives a test of moments: whether the person drove then. What the browser
// kept of that time is theirs, and not told to the agent.
func (s *Session) Driven() func(time.Time) bool {
	return s.during(func() []spell { return s.spells })
}

// Unseen gives a test of moments: whether the person hid the page then.
func (s *Session) Unseen() func(time.Time) bool {
	return s.during(func() []spell { return s.unseen })
}

// UnseenSince tells whether the person hid the page at any time from a moment
// until now.
func (s *Session) UnseenSince(at time.Time) bool {
	return s.View().Private || s.lastHidden.Load() >= at.UnixNano() // the view says so until the time is stored
}

func (s *Session) during(of func() []spell) func(time.Time) bool {
	var spells []spell
	_ = s.ask(func() error {
		spells = append(spells, of()...)
		return nil
	})
	return func(at time.Time) bool {
		for _, x := range spells {
			if !at.Before(x.from) && (x.to.IsZero() || !at.After(x.to)) {
				return true
			}
		}
		return false
	}
}
