package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"golang.org/x/time/rate"

	"github.com/batonbrowser/baton/backend/fault"
)

// maxHolders is how many tokens at rest are remembered with their pace; beyond
// them those that were used longest ago are forgotten, which refills them.
const maxHolders = 512

// noteEvery is how exactly the time of a token's last use is kept, so that a
// busy agent does not write with every request.
const noteEvery = time.Minute

type hash = [sha256.Size]byte

// holder is a token as it is used: all its requests hang on its context, which
// ends when the token is taken back.
type holder struct {
	ended context.Context
	end   context.CancelCauseFunc
	pace  *rate.Limiter
	open  int       // requests under way
	used  time.Time // last
	noted time.Time // the last use that was kept
}

// hold gives the holder of a token and counts one request more. It is taken
// before the token is looked up: whoever takes the token back after the look-up
// finds the request here, and before it, the look-up fails.
func (t *Tokens) hold(key hash) (*holder, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.holders[key]
	if h == nil {
		h = &holder{pace: t.limits.pace()}
		h.ended, h.end = context.WithCancelCause(context.Background())
		t.holders[key] = h
	}
	h.open++
	h.used = time.Now()
	return h, h.open
}

// letGo ends one request of a token. Nothing is kept of a token that is not known.
func (t *Tokens) letGo(key hash, h *holder, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h.open--
	if h.open > 0 || t.holders[key] != h {
		return
	}
	if fault.Is(err, fault.Unauthenticated) {
		delete(t.holders, key)
		return
	}
	if len(t.holders) > maxHolders {
		t.forgetOldest()
	}
}

func (t *Tokens) forgetOldest() {
	var oldest hash
	var at time.Time
	for key, h := range t.holders {
		if h.open == 0 && (at.IsZero() || h.used.Before(at)) {
			oldest, at = key, h.used
		}
	}
	delete(t.holders, oldest)
}

// drop ends all that runs under a token, with the reason.
func (t *Tokens) drop(key hash) {
	t.mu.Lock()
	h := t.holders[key]
	delete(t.holders, key)
	t.mu.Unlock()
	if h != nil {
		h.end(takenBack())
	}
}

// takenBack is why what ran under a token has ended.
func takenBack() *fault.Error {
	return fault.New(fault.Unauthenticated, "the token was taken back while this ran").
		WithHint("the user has replaced or withdrawn it in Baton; ask for the new one")
}

type holderKey struct{}

// ended is why a request is over for one whose token was taken back, nil as long
// as it is not. It knows at once, while the end of the request's context takes a
// moment to come about.
func ended(ctx context.Context) error {
	h, ok := ctx.Value(holderKey{}).(*holder)
	if !ok {
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](context.Cause(h.ended)); ok {
		return f
	}
	return nil
}
