package session

import (
	"time"

	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

// Attach notes that a viewer's stream is there; Detach that it went.
func (s *Session) Attach(v ident.Viewer) {
	_ = s.post(func() {
		s.viewers[v]++
		if v == s.control.Holder {
			s.watchHolder()
		}
	})
}

// Detach starts the grace time when the holder's last stream is gone (T6).
func (s *Session) Detach(v ident.Viewer) {
	_ = s.post(func() {
		if s.viewers[v]--; s.viewers[v] <= 0 {
			delete(s.viewers, v)
		}
		if v == s.control.Holder {
			s.watchHolder()
		}
	})
}

// watchHolder (re)starts or stops the grace time.
func (s *Session) watchHolder() {
	if s.grace != nil {
		s.grace.Stop()
		s.grace = nil
	}
	holder := s.control.Holder
	if holder == "" || s.viewers[holder] > 0 {
		return
	}
	epoch := s.control.Epoch
	s.grace = time.AfterFunc(s.cfg.Grace, func() {
		_ = s.post(func() { s.lost(holder, epoch) })
	})
}

func (s *Session) lost(holder ident.Viewer, epoch uint64) {
	if s.control.Epoch != epoch || s.viewers[holder] > 0 || s.releasing {
		return
	}
	held := time.Since(s.control.Since)
	next, effects := s.control.Lost(holder, time.Now())
	if len(effects) == 0 {
		return
	}
	if next.Controller == wire.UserDrives { // a sign-in: nobody holds it now
		s.apply(next, effects)
		return
	}
	s.handOver(next, effects, &HandBack{Held: held}, make(chan struct{}))
}
