// Package request has what an agent asks of the person: to sign in, to take
// over, to confirm (T10). A request is open until the person takes it up,
// declines it, or it expires; whatever happens answers the agent.
package request

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/ident"
)

// Lifetime is how long a request stays open (DESIGN §6.8).
const Lifetime = 10 * time.Minute

// MaxMessageLength is the longest message of an agent, in characters.
const MaxMessageLength = 500

// AllowTime is how long something that was allowed may be done, once.
const AllowTime = 5 * time.Minute

// Mode is how the person helps: in the agent's own session, in a sign-in
// session on the profile, or by allowing what the agent was stopped at (T8),
// for which they may also take over and do it themselves.
type Mode string

// The modes of a request.
const (
	TakeOver Mode = "takeover"
	SignIn   Mode = "signin"
	Confirm  Mode = "confirm"
)

// Task is what is to be done; it chooses the wording the person reads.
type Task string

// The tasks.
const (
	TaskSignIn  Task = "signin"
	TaskCode    Task = "code"
	TaskCaptcha Task = "captcha"
	TaskOrder   Task = "order"
	TaskOther   Task = "other"

	TaskSend   Task = "send" // of what is to be confirmed (G5), as the next
	TaskDelete Task = "delete"
	TaskUpload Task = "upload"
	TaskSite   Task = "new_site"
)

// State is where a request stands.
type State string

// The states: open → taken → done, or open → declined | expired | withdrawn; of
// what is to be confirmed also open → allowed → done, once the agent did it.
const (
	Open      State = "open"
	Taken     State = "taken"     // the person is on it
	Done      State = "done"      // handed back, or sign-in finished
	Declined  State = "declined"  // the person said no, or cancelled
	Expired   State = "expired"   // nobody came
	Withdrawn State = "withdrawn" // the agent or its session went away
	Allowed   State = "allowed"   // the agent may do it once
)

// Ended tells whether nothing more will happen to the request.
func (s State) Ended() bool { return s != Open && s != Taken }

// Request is one question to the person.
type Request struct {
	ID         ident.Request `json:"id"`
	Owner      ident.Owner   `json:"owner"`
	Agent      ident.Agent   `json:"agent_id"`
	AgentName  string        `json:"agent_name"`
	Session    ident.Session `json:"session_id,omitempty"`
	Profile    ident.Profile `json:"profile_id,omitempty"`
	Mode       Mode          `json:"mode"`
	Task       Task          `json:"task"`
	Host       string        `json:"host,omitempty"`
	URL        string        `json:"url,omitempty"`
	Message    string        `json:"message,omitempty"`
	Object     string        `json:"object,omitempty"` // what the agent was stopped at: role and name, files, a site
	State      State         `json:"state"`
	CreatedAt  time.Time     `json:"created_at"`
	ExpiresAt  time.Time     `json:"expires_at"`
	AnsweredAt *time.Time    `json:"answered_at,omitempty"`
}

// Same tells whether another request asks for the same thing: in the same session,
// on the page and with the element for which the person was asked.
func (r Request) Same(o Request) bool {
	return r.Mode == o.Mode && r.Task == o.Task && r.Session == o.Session && r.URL == o.URL && r.Object == o.Object
}

// Lets tells whether the request allows what another one would ask for.
func (r Request) Lets(o Request, now time.Time) bool {
	return r.Same(o) && r.State == Allowed && r.AnsweredAt != nil && now.Sub(*r.AnsweredAt) < AllowTime
}

// Repo keeps requests; the rules of profile.Repo hold.
type Repo interface {
	Requests(ctx context.Context, owner ident.Owner) ([]Request, error)
	Request(ctx context.Context, owner ident.Owner, id ident.Request) (Request, error)
	SaveRequest(ctx context.Context, r Request, entries ...audit.Entry) error
	UpdateRequest(ctx context.Context, owner ident.Owner, id ident.Request, change func(*Request) ([]audit.Entry, error)) (Request, error)
}
