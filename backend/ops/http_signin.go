package ops

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/session"
)

// maxCredential is the longest user name or password, in bytes.
const maxCredential = 1024

// LiveSignInIn is the input of live_signin. Accept false gives nothing.
type LiveSignInIn struct {
	Driving
	ID       string        `json:"id" jsonschema:"of the question, as the session says"`
	Accept   bool          `json:"accept"`
	User     secret.Secret `json:"user,omitzero"`
	Password secret.Secret `json:"password,omitzero"`
}

func (in LiveSignInIn) check() error {
	if in.ID == "" || len(in.ID) > 64 {
		return fault.New(fault.InvalidInput, "id is missing").With("field", "id")
	}
	if err := checkCredential("user", in.User); err != nil {
		return err
	}
	return checkCredential("password", in.Password)
}

// checkCredential refuses what RFC 7617 §2 does; the value is not in the fault.
func checkCredential(field string, s secret.Secret) error {
	value := s.Reveal()
	if len(value) > maxCredential {
		return fault.New(fault.InvalidInput, "%s must have at most %d bytes", field, maxCredential).With("field", field)
	}
	if !utf8.Valid(value) || strings.ContainsFunc(string(value), unicode.IsControl) {
		return fault.New(fault.InvalidInput, "%s must have no control characters", field).With("field", field)
	}
	return nil
}

// SignInAnswered is the answer of live_signin: what is asked now, if anything.
type SignInAnswered struct {
	SignIn *page.SignIn `json:"sign_in,omitempty"`
}

func liveSignIn(c *Call, in LiveSignInIn) (SignInAnswered, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return SignInAnswered{}, err
	}
	c.Session = s
	var with *page.Credentials
	if in.Accept {
		with = &page.Credentials{User: in.User, Password: in.Password}
	}
	begun, asked := time.Now(), s.View().SignIn
	var out SignInAnswered
	err = s.Drive(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		n, err := b.AnswerSignIn(ctx, in.ID, with)
		out.SignIn = n.SignIn
		return err
	})
	if err == nil && in.Accept && asked != nil && asked.ID == in.ID && (out.SignIn == nil || !out.SignIn.Wrong) {
		e := c.entry(audit.HTTPSignedIn)
		e.Agent, e.Name, e.Host = s.Spec.Agent.ID, s.Spec.Agent.Name, asked.Host
		if s.UnseenSince(begun) {
			e.Host = ""
		}
		c.App.Record(c.Context, e)
	}
	return out, err
}

// askedBy says in Baton's words that a server asks for a sign-in, and in the words
// of the page, on a line of its own, which one does.
func askedBy(s *page.SignIn) (own, words string) {
	if s == nil {
		return "", ""
	}
	own = "The site wants an HTTP sign-in, which only the user can give: call request_browser_signin, then browser_wait_for_user."
	if s.Wrong {
		own += " What the user gave last was refused."
	}
	words = "\nasked by: " + s.Host
	if s.Realm != "" {
		words += fmt.Sprintf("  realm: %q", s.Realm)
	}
	return own, words
}
