package session

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

// maxEnded is how many ended sessions stay known, each with its last picture.
const maxEnded = 20

// Manager knows the sessions. At most one runs per agent and per profile (P9).
type Manager struct {
	cfg Config

	mu      sync.Mutex
	running []*Session // in the order they started
	ended   []*Session // newest last
	closing bool
}

// NewManager makes a manager without sessions.
func NewManager(cfg Config) *Manager { return &Manager{cfg: cfg} }

// Open starts a session, or gives the one that the agent has already, on
// whichever profile that is. It is refused with profile_busy, naming the holder,
// when the profile is open in another browser.
func (m *Manager) Open(ctx context.Context, spec Spec) (*Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closing {
		return nil, fault.New(fault.BrowserUnavailable, "Baton is closing").WithHint("start Baton again")
	}
	if spec.Purpose == wire.ForAgent {
		for _, s := range m.running {
			if s.works(spec.Agent.ID) {
				return s, nil
			}
		}
	}
	for _, s := range m.running {
		if s.Spec.Profile.ID == spec.Profile.ID {
			return nil, busy(s)
		}
	}
	s := start(ctx, m.cfg, spec, m.retire)
	m.running = append(m.running, s)
	return s, nil
}

func busy(s *Session) error {
	who := s.Spec.Agent.Name
	if s.Spec.Purpose == wire.ForSignIn {
		who = "the user, who is signing in"
	}
	return fault.New(fault.ProfileBusy, "the profile %q is open in the browser of %s", s.Spec.Profile.Name, who).
		WithHint("wait until it is closed, or open another profile").With("holder", who)
}

func (m *Manager) retire(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running = slices.DeleteFunc(m.running, func(x *Session) bool { return x == s })
	m.ended = append(m.ended, s)
	if len(m.ended) > maxEnded {
		m.ended = slices.Delete(m.ended, 0, len(m.ended)-maxEnded)
	}
}

// Get finds a session of the owner, running or recently ended. A foreign id
// answers like an unknown one.
func (m *Manager) Get(owner ident.Owner, id ident.Session) (*Session, error) {
	for _, s := range m.All(owner) {
		if s.ID == id {
			return s, nil
		}
	}
	return nil, fault.New(fault.NotFound, "there is no session %s", id).WithHint("sessions_list shows the present ones")
}

// All lists the owner's sessions: running ones in the order they started, then
// ended ones, newest first.
func (m *Manager) All(owner ident.Owner) []*Session {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []*Session
	for _, s := range m.running {
		if s.Spec.Owner == owner {
			list = append(list, s)
		}
	}
	for _, s := range slices.Backward(m.ended) {
		if s.Spec.Owner == owner {
			list = append(list, s)
		}
	}
	return list
}

// OfAgent finds the session that an agent has open.
func (m *Manager) OfAgent(id ident.Agent) (*Session, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.running {
		if s.works(id) {
			return s, true
		}
	}
	return nil, false
}

// works tells whether the session is an agent's and has not ended.
func (s *Session) works(id ident.Agent) bool {
	return s.Spec.Purpose == wire.ForAgent && s.Spec.Agent.ID == id && s.View().Phase != wire.Ended
}

// OnProfile finds the session that holds a profile, also while it closes.
func (m *Manager) OnProfile(id ident.Profile) (*Session, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.running {
		if s.Spec.Profile.ID == id {
			return s, true
		}
	}
	return nil, false
}

// Release waits until nobody holds a profile whose session is ending.
func (m *Manager) Release(ctx context.Context, id ident.Profile) error {
	s, ok := m.OnProfile(id)
	if !ok || s.View().Phase != wire.Ended {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, closeTime+5*time.Second)
	defer cancel()
	select {
	case <-s.Done():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends all sessions with reason quit and waits until their browsers are
// gone or ctx ends. No session can be opened afterwards.
func (m *Manager) Close(ctx context.Context) {
	m.mu.Lock()
	m.closing = true
	running := slices.Clone(m.running)
	m.mu.Unlock()
	var all sync.WaitGroup
	for _, s := range running {
		all.Go(func() { _ = s.Close(ctx, wire.ReasonQuit) })
	}
	all.Wait()
}
