package httpapi

// Patterns lists what is served and how one gets in: "token", "first message" or
// "free".
func Patterns(o Options) map[string]string {
	s := &server{Options: o, front: newFront(o.Limits)}
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
