package httpapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
)

// entry is how one gets in at a route.
type entry string

// The entries. FirstMessage is the live stream's, whose first message has the
// token: a browser's WebSocket can't send headers.
const (
	byToken      entry = "token"
	firstMessage entry = "first message"
	free         entry = "free"
)

type callerKey struct{}

// Caller is who makes a request that has come through to a handler.
func Caller(r *http.Request) (grant.Principal, error) {
	p, ok := r.Context().Value(callerKey{}).(grant.Principal)
	if !ok {
		return p, unauthenticated()
	}
	return p, nil
}

// caller is Caller behind a route that is byToken.
func caller(r *http.Request) grant.Principal {
	p, _ := Caller(r)
	return p
}

// guard stands before every handler: it lets in who has a token, and hands on a
// request whose body is there, whole. Who is not known learns nothing of what is
// wrong with the rest. When the token is taken back, the request's context ends,
// and who has not been answered by then is told why.
func (s *server) guard(e entry, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out := newPatient(w, s.Tokens.limits)
		defer out.more() // for what is left in the connection's buffer
		most := int64(maxCode)
		if e == byToken {
			ctx, p, done, err := s.Tokens.Admit(r.Context(), bearer(r))
			if err != nil {
				writeProblem(out, s.tells(err))
				return
			}
			defer done()
			r = r.WithContext(context.WithValue(ctx, callerKey{}, p))
			most = maxBody
		}
		free, err := s.takeBody(out, r, most)
		if err != nil {
			writeProblem(out, err)
			return
		}
		defer free()
		next(out, r)
		if err := ended(r.Context()); err != nil && !out.begun {
			writeProblem(out, err)
		}
	}
}

// tells is what one is told whose token was refused.
func (s *server) tells(err error) error {
	if fault.Is(err, fault.Unauthenticated) {
		return s.front.tells(err)
	}
	return err
}

// takeBody reads the whole body, within the time that the connection has for it,
// and then lets the connection have as much time as the answer takes. free gives
// its room back.
func (s *server) takeBody(w *patient, r *http.Request, most int64) (free func(), err error) {
	if r.ContentLength > most {
		return nil, tooLarge(most)
	}
	room := r.ContentLength
	if room < 0 {
		room = most
	}
	if !s.front.bodies.TryAcquire(room) {
		return nil, tooMany("too much is being sent at the same time")
	}
	free = func() { s.front.bodies.Release(room) }
	var body []byte
	if room > 0 {
		body, err = io.ReadAll(http.MaxBytesReader(w.ResponseWriter, r.Body, most))
	}
	if err != nil {
		free()
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return nil, tooLarge(most)
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, fault.Wrap(err, fault.InvalidInput, "the body did not arrive within %v", s.Tokens.limits.BodyTime)
		}
		return nil, fault.Wrap(err, fault.InvalidInput, "the body could not be read")
	}
	_ = w.control.SetReadDeadline(time.Time{}) // a connection without deadlines needs none lifted
	r.Body = io.NopCloser(bytes.NewReader(body))
	return free, nil
}

func tooLarge(most int64) error {
	return fault.New(fault.TooLarge, "the body is larger than %d bytes", most).
		WithHint("send less at once; long texts go in parts")
}
