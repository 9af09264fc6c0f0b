package httpapi

import (
	"context"
	"encoding/hex"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/ident"
)

// OnRevoked asks to be told of each agent whose token was taken back.
func (t *Tokens) OnRevoked(fn func(ident.Agent)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.revoked = append(t.revoked, fn)
}

// Agents is the repository of agents through which they must be changed: what
// runs under a token ends with the change that takes the token away.
func (t *Tokens) Agents() agent.Repo { return guarded{Repo: t.agents, tokens: t} }

type guarded struct {
	agent.Repo
	tokens *Tokens
}

var _ agent.Repo = guarded{}

// SaveAgent implements agent.Repo.
func (g guarded) SaveAgent(ctx context.Context, a agent.Agent, entries ...audit.Entry) error {
	was, _ := g.Repo.Agent(ctx, a.Owner, a.ID) // none: it is a new one
	if err := g.Repo.SaveAgent(ctx, a, entries...); err != nil {
		return err
	}
	g.changed(was, a.TokenHash)
	return nil
}

// UpdateAgent implements agent.Repo.
func (g guarded) UpdateAgent(ctx context.Context, owner ident.Owner, id ident.Agent, change func(*agent.Agent) ([]audit.Entry, error)) (agent.Agent, error) {
	var was agent.Agent
	now, err := g.Repo.UpdateAgent(ctx, owner, id, func(a *agent.Agent) ([]audit.Entry, error) {
		was = *a
		return change(a)
	})
	if err == nil {
		g.changed(was, now.TokenHash)
	}
	return now, err
}

// DeleteAgent implements agent.Repo.
func (g guarded) DeleteAgent(ctx context.Context, owner ident.Owner, id ident.Agent, entries ...audit.Entry) error {
	was, err := g.Repo.Agent(ctx, owner, id)
	if err != nil {
		return err
	}
	if err := g.Repo.DeleteAgent(ctx, owner, id, entries...); err != nil {
		return err
	}
	g.changed(was, "")
	return nil
}

// changed ends what runs under the token that an agent had.
func (g guarded) changed(was agent.Agent, now string) {
	if was.TokenHash == "" || was.TokenHash == now {
		return
	}
	if raw, err := hex.DecodeString(was.TokenHash); err == nil && len(raw) == len(hash{}) {
		g.tokens.drop(hash(raw))
	}
	g.tokens.mu.Lock()
	told := g.tokens.revoked
	g.tokens.mu.Unlock()
	for _, fn := range told {
		fn(was.ID)
	}
}
