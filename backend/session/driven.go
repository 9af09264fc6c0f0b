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
		if len(s.spells) > mostSpells {
			s.spells = s.spells[1:]
		}
	case was.Controller == wire.UserDrives && next.Controller != wire.UserDrives && len(s.spells) > 0:
		s.spells[len(s.spells)-1].to = now
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
	var spells []spell
	_ = s.ask(func() error {
		spells = append(spells, s.spells...)
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
