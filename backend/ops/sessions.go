package ops

import (
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func sessionOps() []*Op {
	return []*Op{
		Define(Spec{
			Name: "sessions_list", Title: "Sessions", Effect: grant.Manage, Audience: grant.ForOwner, Method: "GET", Path: "/api/browser-profiles/agent-sessions",
			Doc: "The running sessions in the order they started, then those that ended, newest first.",
		}, func(c *Call, _ None) (SessionList, error) {
			out := SessionList{Sessions: []wire.Session{}}
			for _, s := range c.App.Sessions.All(c.Owner()) {
				out.Sessions = append(out.Sessions, s.View())
			}
			return out, nil
		}),
		Define(Spec{
			Name: "session_get", Title: "Session", Effect: grant.Manage, Audience: grant.ForOwner, Method: "GET", Path: "/api/browser-profiles/agent-session",
			Doc: "One session, or the newest running one, or the newest that ended; null when there is none.", Args: []string{"session_id"},
		}, getSession),
		Define(Spec{
			Name: "session_close", Title: "Close a session", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "DELETE", Path: "/api/browser-profiles/agent-session",
			Doc: "Close a browser, whoever drives.",
		}, func(c *Call, in SessionRef) (None, error) {
			s, err := c.sessionByID(in.SessionID)
			if err != nil {
				return None{}, err
			}
			return None{}, s.Close(c.Context, wire.ReasonByUser)
		}),
		Define(Spec{
			Name: "warning_dismiss", Title: "Dismiss a warning", Effect: grant.Manage, Audience: grant.ForOwnerWindow,
			Method: "DELETE", Path: "/api/browser-profiles/agent-session/warning",
			Doc: "Take away the warning of a page that seems to give the agent instructions. It does not come again for that host in this session.",
		}, func(c *Call, in WarningRef) (wire.Session, error) {
			s, err := c.sessionByID(in.SessionID)
			if err != nil {
				return wire.Session{}, err
			}
			s.Dismiss(in.Host)
			return s.View(), nil
		}),
	}
}

// SessionRef names a session.
type SessionRef struct {
	SessionID ident.Session `json:"session_id"`
}

// WarningRef names the warning of a session, by its host: another one that came
// meanwhile stays.
type WarningRef struct {
	SessionID ident.Session `json:"session_id"`
	Host      string        `json:"host,omitempty"`
}

// SessionAny may name a session.
type SessionAny struct {
	SessionID ident.Session `json:"session_id,omitempty"`
}

// SessionList is a list of sessions.
type SessionList struct {
	Sessions []wire.Session `json:"sessions"`
}

// SessionOne is a session or null.
type SessionOne struct {
	Session *wire.Session `json:"session"`
}

func getSession(c *Call, in SessionAny) (SessionOne, error) {
	if in.SessionID != "" {
		s, err := c.sessionByID(in.SessionID)
		if err != nil {
			return SessionOne{}, err
		}
		v := s.View()
		return SessionOne{Session: &v}, nil
	}
	var newest *wire.Session
	for _, s := range c.App.Sessions.All(c.Owner()) {
		v := s.View()
		running := v.Phase != wire.Ended
		if newest == nil || (running && (newest.Phase == wire.Ended || v.StartedAt.After(newest.StartedAt))) {
			newest = &v
		}
	}
	return SessionOne{Session: newest}, nil
}

// sessionByID finds a session of the owner; a foreign id is not found.
func (c *Call) sessionByID(id ident.Session) (*session.Session, error) {
	s, err := c.App.Sessions.Get(c.Owner(), id)
	if err == nil {
		c.Session = s
	}
	return s, err
}
