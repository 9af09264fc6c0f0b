package httpapi

import "crypto/sha256"

// Patterns lists what is served and how one gets in: "token", "first message" or
// "free".
func Patterns(o Options) map[string]string {
	s := &server{Options: o, front: newFront(o.Tokens.limits)}
	all := map[string]string{}
	for _, r := range s.routes() {
		all[r.pattern] = string(r.entry)
	}
	return all
}

// MaxHolders is how many tokens at rest are remembered.
const MaxHolders = maxHolders

// Held is how many tokens are remembered.
func (t *Tokens) Held() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.holders)
}

// Open is how many requests of a token are under way.
func (t *Tokens) Open(token string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if h := t.holders[sha256.Sum256([]byte(token))]; h != nil {
		return h.open
	}
	return 0
}
