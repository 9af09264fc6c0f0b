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
			if s.grace != nil {
				s.backAt(time.Now().Add(s.cfg.Grace))
			}
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
		s.backAt(time.Time{})
		return
	}
	epoch := s.control.Epoch
	s.grace = time.AfterFunc(s.cfg.Grace, func() {
		_ = s.post(func() { s.lost(holder, epoch) })
	})
}

// backAt notes when control goes back by itself, for the person's other windows;
// the zero time is not at all.
func (s *Session) backAt(at time.Time) {
	if !s.returns.Equal(at) {
		s.returns = at
		s.publish()
	}
}

// endWith gives control back when ended is closed, if the same window still holds it.
func (s *Session) endWith(ended <-chan struct{}) {
	if ended == nil {
		return
	}
	over := make(chan struct{})
	holder, epoch := s.control.Holder, s.control.Epoch
	s.holdOver = over
	s.jobs.Go(func() {
		select {
		case <-over:
		case <-s.gone:
		case <-ended:
			_ = s.post(func() { s.leave(holder, epoch) })
		}
	})
}

func (s *Session) lost(holder ident.Viewer, epoch uint64) {
	if s.viewers[holder] == 0 {
		s.leave(holder, epoch)
	}
}

// leave is a hand-back that nobody says a word to.
func (s *Session) leave(holder ident.Viewer, epoch uint64) {
	if s.control.Epoch != epoch || s.releasing {
		return
	}
	next, effects := s.control.Lost(holder, time.Now())
	if len(effects) == 0 {
		return
	}
	if next.Controller == wire.UserDrives { // a sign-in: nobody holds it now
		s.apply(next, effects)
		return
	}
	s.handOver(next, effects, true, "", make(chan struct{}))
}
