package ops

import (
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/wire"
)

// TokenView is what can be told of an agent's token.
type TokenView struct {
	State  TokenState `json:"state"`
	MadeAt *time.Time `json:"made_at,omitempty"`
	UsedAt *time.Time `json:"used_at,omitempty" jsonschema:"when a request last came with it, to the minute"`
}

// TokenState is whether an agent has a token.
type TokenState string

// The states.
const (
	TokenGood    TokenState = "good"
	TokenRevoked TokenState = "revoked"
)

func tokenOf(a agent.Agent) TokenView {
	v := TokenView{State: TokenGood, MadeAt: a.TokenMadeAt, UsedAt: a.TokenUsedAt}
	if a.NoToken {
		v.State = TokenRevoked
	}
	return v
}

// revokeToken leaves an agent without a token. Its browser closes, since nobody
// can drive it any more but the person, who may have a reason not to want it open.
func revokeToken(c *Call, in AgentRef) (AgentView, error) {
	a, err := c.App.Agents.UpdateAgent(c.Context, c.Owner(), in.AgentID, func(a *agent.Agent) ([]audit.Entry, error) {
		now := time.Now()
		a.TakeToken(now)
		a.UpdatedAt = now
		e := c.entry(audit.AgentUpdated)
		e.Agent, e.Name, e.Facts = a.ID, a.Name, map[string]string{"token": "revoked"}
		return []audit.Entry{e}, nil
	})
	if err != nil {
		return AgentView{}, err
	}
	if s, ok := c.App.Sessions.OfAgent(a.ID); ok {
		if err := s.Close(c.Context, wire.ReasonByUser); err != nil {
			return AgentView{}, err
		}
	}
	c.tell(wire.AgentsChanged, nil)
	return c.view(a), nil
}
