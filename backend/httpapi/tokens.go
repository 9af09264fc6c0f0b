package httpapi

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
)

// ownerPrefix starts the tokens of windows, tray and command line.
const ownerPrefix = "own_"

// Tokens knows who a token stands for. Owners' tokens are minted per start and
// live in memory only, as their SHA-256; agents' lie hashed in the store. A token
// is looked up by its hash, so that comparing takes the same time for all.
type Tokens struct {
	agents agent.Repo

	mu     sync.Mutex
	owners map[[sha256.Size]byte]grant.Principal
	links  map[[sha256.Size]byte]link
}

// link is a one-time link that was not used yet.
type link struct {
	owner ident.Owner
	used  chan struct{}
}

// NewTokens knows the agents of a store and no owner yet.
func NewTokens(agents agent.Repo) *Tokens {
	return &Tokens{agents: agents, owners: map[[sha256.Size]byte]grant.Principal{}, links: map[[sha256.Size]byte]link{}}
}

// Mint makes a token for an owner, good until it is taken back or Baton ends.
func (t *Tokens) Mint(owner ident.Owner, scope grant.Scope) string {
	token := ownerPrefix + random()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owners[sha256.Sum256([]byte(token))] = grant.Principal{Kind: grant.KindOwner, Owner: owner, Scope: scope}
	return token
}

// Link makes the code of a one-time link that opens the pages signed in. used is
// closed when the link was used.
func (t *Tokens) Link(owner ident.Owner) (code string, used <-chan struct{}) {
	l := link{owner: owner, used: make(chan struct{})}
	code = random()
	t.mu.Lock()
	defer t.mu.Unlock()
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
	if !ok {
		return "", fault.New(fault.Unauthenticated, "this link was used already, or is not one of Baton's").
			WithHint("take the newest link that baton serve printed")
	}
	close(l.used)
	return t.Mint(l.owner, grant.Full), nil
}

// Authenticate tells who makes a request. All refusals are the same.
func (t *Tokens) Authenticate(ctx context.Context, r *http.Request) (grant.Principal, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return grant.Principal{}, unauthenticated()
	}
	return t.Principal(ctx, strings.TrimSpace(token))
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
