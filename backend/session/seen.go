package session

import (
	"strconv"

	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

// seen is what the browser told of itself.
type seen struct {
	tabs    []page.Tab
	dialog  *page.Dialog
	signIn  *page.SignIn
	traffic *page.Traffic
	picker  *page.Picker
	files   []page.Transfer
	warning *wire.Warning // of a page, as long as its tab is there
}

// take notes an event. Taken once more, after those that followed, it and they
// give the same.
func (n *seen) take(e page.Event) {
	switch {
	case e.Tabs != nil:
		n.tabs = e.Tabs
		n.settleWarning()
	case e.Dialog != nil:
		n.dialog = e.Dialog
	case e.Closed:
		n.dialog = nil
	case e.SignIn != nil:
		n.signIn = e.SignIn
	case e.Settled:
		n.signIn = nil
	case e.Traffic != nil:
		n.traffic = e.Traffic
	case e.Picker != nil:
		n.picker = e.Picker
	case e.Picked:
		n.picker = nil
	case e.Downloads != nil:
		n.files = e.Downloads
	}
}

// show puts it into a view.
func (n *seen) show(v *wire.Session) {
	v.Dialog, v.SignIn, v.Picker, v.Warning, v.Network = n.dialog, n.signIn, n.picker, n.warning, n.traffic
	v.Downloads = n.files
	if v.RealWindow != "" { // there the person is asked, and answers
		v.Dialog, v.SignIn, v.Picker = nil, nil, nil
	}
	v.Tabs, v.URL, v.Title = make([]wire.Tab, 0, len(n.tabs)), "", ""
	for _, t := range n.tabs {
		v.Tabs = append(v.Tabs, wire.Tab{ID: t.ID, URL: t.URL, Title: t.Title, Active: t.Active, Crashed: t.Crashed})
		if t.Active {
			v.URL, v.Title = t.URL, t.Title
		}
	}
}

// shown is a view with what it was made of.
type shown struct {
	view wire.Session
	seen seen
}

// View is how the session stands now. What the browser has told is in it at once,
// also before the actor comes to it: whoever has the answer of a method of the
// browser finds here what that has changed.
func (s *Session) View() wire.Session {
	s.noticeMu.Lock()
	defer s.noticeMu.Unlock()
	last := s.view.Load()
	v := last.view
	if len(s.notices) == 0 || v.Phase == wire.Ended {
		return v
	}
	now := last.seen
	for _, e := range s.notices {
		now.take(e)
	}
	now.show(&v)
	return v
}

// takeNotices brings the actor up to what the browser has told. They wait until
// the view has them, so that they are never missing from it.
func (s *Session) takeNotices() {
	s.noticeMu.Lock()
	all := s.notices
	s.noticeMu.Unlock()
	if len(all) == 0 {
		return
	}
	for _, e := range all {
		s.take(e)
		if e.Tabs != nil {
			s.noteTabs()
		}
		if r := e.Refused; r != nil {
			s.recordRefused(r.Host, map[string]string{"port": strconv.Itoa(r.Port), "way": r.Way, "reason": r.Reason})
		}
	}
	s.publish()
	s.noticeMu.Lock()
	s.notices = s.notices[len(all):]
	s.noticeMu.Unlock()
}
