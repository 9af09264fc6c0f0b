package tray

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/batonbrowser/baton/app/mark"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
)

// StateOf gives what the tray shows of the sessions and requests that the API
// lists. Ended sessions and answered requests are left out.
func StateOf(sessions []wire.Session, requests []request.Request, w words.Words) State {
	s := State{Words: w}
	asking := map[ident.Session]bool{}
	for _, r := range requests {
		if r.State != request.Open {
			continue
		}
		s.Waiting++
		if r.Session != "" {
			asking[r.Session] = true
		}
	}
	for _, v := range sessions {
		if v.Phase != wire.Ended {
			s.Sessions = append(s.Sessions, sessionOf(v, asking[v.ID]))
		}
	}
	// Identifiers sort by time.
	slices.SortFunc(s.Sessions, func(a, b Session) int { return cmp.Compare(a.ID, b.ID) })
	return s
}

func sessionOf(v wire.Session, asks bool) Session {
	s := Session{ID: v.ID, Agent: v.AgentName}
	if v.Purpose == wire.ForSignIn {
		s.Agent = v.ProfileName
	}
	if u, err := url.Parse(v.URL); err == nil {
		s.Host = u.Hostname()
	}
	switch {
	case v.Phase == wire.Opening:
	case v.Controller == wire.UserDrives:
		s.Sign = mark.You
	case asks:
		s.Sign = mark.Needs
	default:
		s.Sign = mark.Agent
	}
	return s
}
