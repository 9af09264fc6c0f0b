package session

import (
	"context"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/wire"
)

// mostWarned is how many hosts a session warns of: a page that goes from host to
// host must not fill the record.
const mostWarned = 50

// Suspicion is that a page has words that look written to steer the agent.
type Suspicion struct {
	Tab    string // "" is the active one
	Quotes []string
	Kinds  []string // what the words would have the agent do, for the record
}

// Suspect warns the person of a page, once for each host.
func (s *Session) Suspect(x Suspicion) {
	_ = s.ask(func() error {
		if s.hidden() {
			return nil // what was read before is not the page that is there now
		}
		t := tabOf(s.tabs, x.Tab)
		host := hostOf(t)
		if s.warned[host] || len(s.warned) == mostWarned {
			return nil
		}
		s.warned[host] = true
		s.warning = &wire.Warning{Host: host, Tab: t.ID, Quotes: x.Quotes, At: time.Now()}
		s.publish()
		e := s.entry(audit.PageSuspected, audit.ByBaton, map[string]string{"kinds": strings.Join(x.Kinds, ",")})
		e.Host = host
		s.cfg.Record(context.WithoutCancel(s.ctx), e)
		return nil
	})
}

// Dismiss takes away the warning of a host.
func (s *Session) Dismiss(host string) {
	_ = s.ask(func() error {
		if s.warning != nil && s.warning.Host == host {
			s.warning = nil
			s.publish()
		}
		return nil
	})
}

// settleWarning takes the warning away when its tab has gone to another host.
func (n *seen) settleWarning() {
	if w := n.warning; w != nil && hostOf(tabOf(n.tabs, w.Tab)) != w.Host {
		n.warning = nil
	}
}
