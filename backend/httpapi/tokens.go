package httpapi

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
)

// ownerPrefix starts the tokens of windows, tray and command line.
const ownerPrefix = "own_"

// LinkLife is how long a one-time link is good for.
const LinkLife = 15 * time.Minute

// Tokens knows who a token stands for, and what runs under it. Owners' tokens are
// minted per start and live in memory only, as their SHA-256; agents' lie hashed
// in the store. A token is looked up by its hash, which tells nothing of how much
// of a guess was right, however long the look-up takes.
//
// By the time that whoever takes a token back gets an answer, all that runs under
// it is cancelled, and what it comes to is not told any more.
type Tokens struct {
	agents agent.Repo
	limits Limits

	mu      sync.Mutex
	owners  map[hash]grant.Principal
	links   map[hash]link
	holders map[hash]*holder
	revoked []func(ident.Agent)
}

// link is a one-time link that was not used yet.
type link struct {
	owner ident.Owner
	until time.Time
	used  chan struct{}
}

// NewTokens knows the agents of a store and no owner yet. What changes agents
// must do so through Agents.
func NewTokens(agents agent.Repo, l Limits) *Tokens {
	return &Tokens{agents: agents, limits: l, owners: map[hash]grant.Principal{}, links: map[hash]link{}, holders: map[hash]*holder{}}
}

// Mint makes a token for an owner, good until it is taken back or Baton ends.
func (t *Tokens) Mint(owner ident.Owner, scope grant.Scope) string {
	token := ownerPrefix + random()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owners[sha256.Sum256([]byte(token))] = grant.Principal{Kind: grant.KindOwner, Owner: owner, Scope: scope}
	return token
}

// Revoke takes an owner's token back.
func (t *Tokens) Revoke(token string) {
	key := sha256.Sum256([]byte(token))
	t.mu.Lock()
	delete(t.owners, key)
	t.mu.Unlock()
	t.drop(key)
}

// Link makes the code of a one-time link that opens the pages signed in, within
// LinkLife. used is closed when the link was used.
func (t *Tokens) Link(owner ident.Owner) (code string, used <-chan struct{}) {
	now := time.Now()
	l := link{owner: owner, used: make(chan struct{}), until: now.Add(LinkLife)}
	code = random()
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.links, func(_ hash, old link) bool { return now.After(old.until) })
	t.links[sha256.Sum256([]byte(code))] = l
	return code, l.used
}

// Redeem trades the code of a link for a token, once.
func (t *Tokens) Redeem(code string) (string, error) {
	key := sha256.Sum256([]byte(code))
	t.mu.Lock()
	l, ok := t.links[key]
	delete(t.links, key)
	t.mu.Unlock()
	if !ok || time.Now().After(l.until) {
		return "", fault.New(fault.Unauthenticated, "this link was used already, is too old, or is not one of Baton's").
			WithHint("take the newest link that baton serve printed")
	}
	close(l.used)
	return t.Mint(l.owner, grant.Full), nil
}

// Admit lets the holder of a token in, for as long as it takes until done is
// called. The context ends when the token is taken back, with that as its cause.
// All refusals of a token are the same, whatever is wrong with it.
func (t *Tokens) Admit(ctx context.Context, token string) (_ context.Context, p grant.Principal, done func(), err error) {
	key := sha256.Sum256([]byte(token))
	h, open := t.hold(key)
	defer func() {
		if err != nil {
			t.letGo(key, h, err)
		}
	}()
	switch {
	case open > t.limits.Open:
		return nil, p, nil, tooMany(fmt.Sprintf("%d requests of this token are under way, the most there may be", t.limits.Open))
	case !h.pace.Allow():
		return nil, p, nil, tooFast(h.pace, "this token makes requests too fast")
	}
	if p, err = t.Principal(ctx, token); err != nil {
		return nil, p, nil, err
	}
	t.note(ctx, h, p)
	p.Ended = h.ended.Done()
	ctx, cancel := context.WithCancelCause(context.WithValue(ctx, holderKey{}, h))
	stop := context.AfterFunc(h.ended, func() { cancel(context.Cause(h.ended)) })
	return ctx, p, func() {
		stop()
		cancel(nil)
		t.letGo(key, h, nil)
	}, nil
}

// note keeps when an agent's token was last used, to the minute.
func (t *Tokens) note(ctx context.Context, h *holder, p grant.Principal) {
	if p.Kind != grant.KindAgent {
		return
	}
	now := time.Now()
	recent := func(at time.Time) bool { return now.Sub(at) < noteEvery }
	t.mu.Lock()
	due := !recent(h.noted)
	h.noted = now
	t.mu.Unlock()
	if !due || p.Agent.TokenUsedAt != nil && recent(*p.Agent.TokenUsedAt) {
		return
	}
	_, err := t.agents.UpdateAgent(context.WithoutCancel(ctx), p.Owner, p.Agent.ID, func(a *agent.Agent) ([]audit.Entry, error) {
		if a.TokenHash == p.Agent.TokenHash {
			a.TokenUsedAt = &now
		}
		return nil, nil
	})
	if err != nil { // it is kept with a later use
		t.mu.Lock()
		h.noted = time.Time{}
		t.mu.Unlock()
	}
}

// bearer is the token of a request, "" if there is none.
func bearer(r *http.Request) string {
	all := r.Header.Values("Authorization")
	if len(all) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(all[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// Principal tells whom a token stands for.
func (t *Tokens) Principal(ctx context.Context, token string) (grant.Principal, error) {
	if strings.HasPrefix(token, ownerPrefix) {
		t.mu.Lock()
		p, ok := t.owners[sha256.Sum256([]byte(token))]
		t.mu.Unlock()
		if ok {
			return p, nil
		}
		return grant.Principal{}, unauthenticated()
	}
	if !strings.HasPrefix(token, agent.TokenPrefix) {
		return grant.Principal{}, unauthenticated()
	}
	a, err := t.agents.AgentByToken(ctx, agent.HashToken(token))
	switch {
	case fault.Is(err, fault.Unauthenticated):
		return grant.Principal{}, unauthenticated()
	case err != nil:
		return grant.Principal{}, err
	}
	return grant.Principal{Kind: grant.KindAgent, Owner: a.Owner, Agent: a}, nil
}

func unauthenticated() error {
	return fault.New(fault.Unauthenticated, "the token is missing or not valid").
		WithHint("send Authorization: Bearer <token>; agents get theirs when they are created in Baton")
}

func random() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails (crypto/rand since Go 1.24)
	return base64.RawURLEncoding.EncodeToString(raw)
}
