package session

import "github.com/batonbrowser/baton/backend/page"

// ear hears one browser. A session that moves to another browser hears that one
// from its start, and nothing more of the one that it left.
type ear struct {
	s    *Session
	deaf bool // guarded by Session.noticeMu
}

// notice takes an event of the browser without blocking it.
func (e *ear) notice(n page.Event) {
	s := e.s
	s.noticeMu.Lock()
	if !e.deaf {
		s.notices = append(s.notices, n)
	}
	s.noticeMu.Unlock()
	select {
	case s.noticed <- struct{}{}:
	default:
	}
}

// hearNext forgets what the present browser told, and gives the ear for the next. The
// actor calls it: it is not in the middle of taking notices then.
func (s *Session) hearNext() *ear {
	next := &ear{s: s}
	s.noticeMu.Lock()
	defer s.noticeMu.Unlock()
	s.ear.deaf = true
	s.ear, s.notices = next, nil
	return next
}
