package store

import (
	"context"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/settings"
)

func profileTable() table[profile.Profile] {
	return table[profile.Profile]{
		name: "profile", noun: "profile",
		owner: func(p profile.Profile) ident.Owner { return p.Owner },
		id:    func(p profile.Profile) string { return string(p.ID) },
		indexes: []index[profile.Profile]{{
			name:  "name",
			parts: func(p profile.Profile) []string { return []string{string(p.Owner), fold(p.Name)} },
			taken: func(p profile.Profile) error { return nameTaken("profile", p.Name) },
		}},
	}
}

func agentTable() table[agent.Agent] {
	return table[agent.Agent]{
		name: "agent", noun: "agent",
		owner: func(a agent.Agent) ident.Owner { return a.Owner },
		id:    func(a agent.Agent) string { return string(a.ID) },
		indexes: []index[agent.Agent]{{
			name:  "name",
			parts: func(a agent.Agent) []string { return []string{string(a.Owner), fold(a.Name)} },
			taken: func(a agent.Agent) error { return nameTaken("agent", a.Name) },
		}, tokenIndex()},
	}
}

func tokenIndex() index[agent.Agent] {
	return index[agent.Agent]{
		name:  "token",
		parts: func(a agent.Agent) []string { return []string{a.TokenHash} },
		taken: func(agent.Agent) error {
			return fault.New(fault.Conflict, "another agent has this token").WithHint("make a new token")
		},
	}
}

func requestTable() table[request.Request] {
	return table[request.Request]{
		name: "request", noun: "request",
		owner: func(r request.Request) ident.Owner { return r.Owner },
		id:    func(r request.Request) string { return string(r.ID) },
	}
}

func nameTaken(noun, name string) error {
	return fault.New(fault.Conflict, "another %s has the name %q", noun, name).
		WithHint("choose another name").With("field", "name")
}

// Profiles implements profile.Repo.
func (s *Store) Profiles(ctx context.Context, owner ident.Owner) ([]profile.Profile, error) {
	return list(ctx, s, s.profiles, owner)
}

// Profile implements profile.Repo.
func (s *Store) Profile(ctx context.Context, owner ident.Owner, id ident.Profile) (profile.Profile, error) {
	return get(ctx, s, s.profiles, owner, string(id))
}

// SaveProfile implements profile.Repo.
func (s *Store) SaveProfile(ctx context.Context, p profile.Profile, entries ...audit.Entry) error {
	return save(ctx, s, s.profiles, p, entries)
}

// DeleteProfile implements profile.Repo; an unknown id is fault.NotFound.
func (s *Store) DeleteProfile(ctx context.Context, owner ident.Owner, id ident.Profile, entries ...audit.Entry) error {
	return remove(ctx, s, s.profiles, owner, string(id), entries)
}

// Agents implements agent.Repo.
func (s *Store) Agents(ctx context.Context, owner ident.Owner) ([]agent.Agent, error) {
	return list(ctx, s, s.agents, owner)
}

// Agent implements agent.Repo.
func (s *Store) Agent(ctx context.Context, owner ident.Owner, id ident.Agent) (agent.Agent, error) {
	return get(ctx, s, s.agents, owner, string(id))
}

// AgentByToken implements agent.Repo. The look-up is by the hash of a token of
// 256 random bits, so its timing tells nothing of use.
func (s *Store) AgentByToken(ctx context.Context, tokenHash string) (a agent.Agent, err error) {
	err = s.view(ctx, func(t tx) error {
		found, ok, err := s.agents.lookup(t, tokenIndex(), tokenHash)
		if err == nil && !ok {
			err = fault.New(fault.Unauthenticated, "no agent has this token").
				WithHint("make a new token for the agent in Baton and put it into the program's settings")
		}
		a = found
		return err
	})
	return a, err
}

// SaveAgent implements agent.Repo.
func (s *Store) SaveAgent(ctx context.Context, a agent.Agent, entries ...audit.Entry) error {
	if a.TokenHash == "" {
		return fault.New(fault.Internal, "an agent without a token cannot be saved")
	}
	return save(ctx, s, s.agents, a, entries)
}

// DeleteAgent implements agent.Repo; an unknown id is fault.NotFound.
func (s *Store) DeleteAgent(ctx context.Context, owner ident.Owner, id ident.Agent, entries ...audit.Entry) error {
	return remove(ctx, s, s.agents, owner, string(id), entries)
}

// Requests implements request.Repo.
func (s *Store) Requests(ctx context.Context, owner ident.Owner) ([]request.Request, error) {
	return list(ctx, s, s.requests, owner)
}

// Request implements request.Repo.
func (s *Store) Request(ctx context.Context, owner ident.Owner, id ident.Request) (request.Request, error) {
	return get(ctx, s, s.requests, owner, string(id))
}

// SaveRequest implements request.Repo.
func (s *Store) SaveRequest(ctx context.Context, r request.Request, entries ...audit.Entry) error {
	return save(ctx, s, s.requests, r, entries)
}

// Settings implements settings.Repo. A field that the stored record does not
// have yet keeps its default.
func (s *Store) Settings(ctx context.Context) (settings.Settings, error) {
	set := settings.Default()
	err := s.view(ctx, func(t tx) error {
		raw, ok, err := t.get(key(spaceMeta, metaSettings))
		if err != nil || !ok {
			return err
		}
		_, err = unseal(raw, &set)
		return err
	})
	return set, err
}

// SaveSettings implements settings.Repo.
func (s *Store) SaveSettings(ctx context.Context, set settings.Settings, entries ...audit.Entry) error {
	raw, err := seal(set, "")
	if err != nil {
		return err
	}
	return s.update(ctx, func(t tx) error {
		if err := t.Set(key(spaceMeta, metaSettings), raw); err != nil {
			return err
		}
		return appendEntries(t, entries)
	})
}

func list[R any](ctx context.Context, s *Store, tb table[R], owner ident.Owner) (all []R, err error) {
	err = s.view(ctx, func(t tx) error {
		all, err = tb.list(t, owner)
		return err
	})
	return all, err
}

func get[R any](ctx context.Context, s *Store, tb table[R], owner ident.Owner, id string) (r R, err error) {
	err = s.view(ctx, func(t tx) error {
		r, err = tb.get(t, owner, id)
		return err
	})
	return r, err
}

func save[R any](ctx context.Context, s *Store, tb table[R], r R, entries []audit.Entry) error {
	return s.update(ctx, func(t tx) error {
		if err := tb.put(t, r); err != nil {
			return err
		}
		return appendOwned(t, tb.owner(r), entries)
	})
}

func remove[R any](ctx context.Context, s *Store, tb table[R], owner ident.Owner, id string, entries []audit.Entry) error {
	return s.update(ctx, func(t tx) error {
		if err := tb.remove(t, owner, id); err != nil {
			return err
		}
		return appendOwned(t, owner, entries)
	})
}

// UpdateProfile implements profile.Repo.
func (s *Store) UpdateProfile(ctx context.Context, owner ident.Owner, id ident.Profile, change func(*profile.Profile) ([]audit.Entry, error)) (profile.Profile, error) {
	return update(ctx, s, s.profiles, owner, string(id), change)
}

// UpdateAgent implements agent.Repo.
func (s *Store) UpdateAgent(ctx context.Context, owner ident.Owner, id ident.Agent, change func(*agent.Agent) ([]audit.Entry, error)) (agent.Agent, error) {
	return update(ctx, s, s.agents, owner, string(id), change)
}

// UpdateRequest implements request.Repo.
func (s *Store) UpdateRequest(ctx context.Context, owner ident.Owner, id ident.Request, change func(*request.Request) ([]audit.Entry, error)) (request.Request, error) {
	return update(ctx, s, s.requests, owner, string(id), change)
}

// update reads, changes and writes a record in one transaction. change may run
// more than once; its error leaves everything as it was.
func update[R any](ctx context.Context, s *Store, tb table[R], owner ident.Owner, id string, change func(*R) ([]audit.Entry, error)) (r R, err error) {
	err = s.update(ctx, func(t tx) error {
		if r, err = tb.get(t, owner, id); err != nil {
			return err
		}
		entries, err := change(&r)
		if err != nil {
			return err
		}
		if err := tb.put(t, r); err != nil {
			return err
		}
		return appendOwned(t, owner, entries)
	})
	return r, err
}
