package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// Limits bound what the API spends on those who call it, so that neither a
// program that runs wild nor one that dawdles takes it from the others. They are
// far above what an agent does: 2,000 calls a second and 500 open streams of one
// token are inside them.
type Limits struct {
	Calls    rate.Limit // requests a second of one token
	Burst    int        // requests of one token at once, after a rest
	Open     int        // requests of one token under way, streams among them
	Refusals rate.Limit // refusals a second of all who are not known together
	Spare    int        // refusals at once, after a rest

	Connections int           // open at the same time; more wait to be accepted
	Head        int           // bytes of a request's line and headers
	Bodies      int64         // bytes of all bodies that are being read or used
	HeadTime    time.Duration // until a request's headers are there
	BodyTime    time.Duration // until all of a request is there
	WriteTime   time.Duration // for each piece of an answer
	IdleTime    time.Duration // of a connection between two requests
}

// maxBody is the largest request body in bytes. It is more than the largest input
// of a call, so that one which is somewhat too large gets its refusal from the
// dispatcher, also within MCP, where clients show nothing of an HTTP error.
const maxBody = 4 * ops.MaxInput

// maxCode is the largest body, in bytes, of one who is not known yet.
const maxCode = 4 << 10

// piece is how many bytes of an answer a client must take in WriteTime.
const piece = 64 << 10

// DefaultLimits are those of every Baton.
func DefaultLimits() Limits {
	return Limits{
		Calls: 4000, Burst: 8000, Open: 1024, Refusals: 50, Spare: 200,
		Connections: 2048, Head: 32 << 10, Bodies: 64 << 20,
		HeadTime: 10 * time.Second, BodyTime: 30 * time.Second, WriteTime: 30 * time.Second, IdleTime: 2 * time.Minute,
	}
}

// pace is the measure of one token.
func (l Limits) pace() *rate.Limiter { return rate.NewLimiter(l.Calls, l.Burst) }

// retryAfter is the detail of a fault that becomes the header of that name.
const retryAfter = "retry_after"

// tooFast is the refusal of what goes beyond a rate: when the next one is due.
func tooFast(l *rate.Limiter, what string) *fault.Error {
	due := l.Reserve()
	wait := due.Delay()
	due.Cancel()
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	return fault.New(fault.RateLimited, "%s", what).With(retryAfter, seconds).
		WithHint("wait for %d s, then go on more slowly; nothing was done", seconds)
}

// tooMany is the refusal of what goes beyond what may be under way.
func tooMany(what string) *fault.Error {
	return fault.New(fault.RateLimited, "%s", what).With(retryAfter, 1).
		WithHint("let some of them end first; nothing was done")
}

// front bounds what is spent on those who are not known, and on bodies.
type front struct {
	refusals *rate.Limiter
	bodies   *semaphore.Weighted
}

func newFront(l Limits) *front {
	return &front{refusals: rate.NewLimiter(l.Refusals, l.Spare), bodies: semaphore.NewWeighted(l.Bodies)}
}

// tells is what one who is not let in is told: the reason, or beyond the rate only
// that it is too much, whoever asks.
func (f *front) tells(err error) error {
	if !f.refusals.Allow() {
		return tooFast(f.refusals, "too many requests were refused")
	}
	return err
}

func setRetry(h http.Header, f *fault.Error) {
	if s, ok := f.Details[retryAfter].(int); ok {
		h.Set("Retry-After", strconv.Itoa(s))
	}
}
