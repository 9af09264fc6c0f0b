// Package audit has the entries of the append-only record of who did what (G4).
// Entries are written in the transaction of the change they describe, are read
// by their owner alone, and never carry a value that someone typed.
package audit

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/ident"
)

// Kind names what happened.
type Kind string

// The kinds of entries.
const (
	ProfileCreated  Kind = "profile_created"
	ProfileUpdated  Kind = "profile_updated"
	ProfileDeleted  Kind = "profile_deleted"
	ProfileUsed     Kind = "profile_used"
	ProfileSignedIn Kind = "profile_signed_in"
	HTTPSignedIn    Kind = "http_signed_in" // to Host, by a user name and a password
	SitePermitted   Kind = "site_permitted" // the person gave Host a permission, or took it back
	AgentCreated    Kind = "agent_created"
	AgentUpdated    Kind = "agent_updated"
	AgentDeleted    Kind = "agent_deleted"
	SessionOpened   Kind = "session_opened"
	SessionEnded    Kind = "session_ended"
	ControlTaken    Kind = "control_taken"
	ControlReturned Kind = "control_returned"
	PageHidden      Kind = "page_hidden" // from the agent, while the person drives
	PageShown       Kind = "page_shown"  // to it again, while they do
	RealWindow      Kind = "real_window_opened"
	RequestMade     Kind = "request_made"
	RequestAnswered Kind = "request_answered"
	ToolCalled      Kind = "tool_called"
	CallRefused     Kind = "call_refused"
	PageSuspected   Kind = "page_suspected"
	SettingsChanged Kind = "settings_changed"
	HostRefused     Kind = "host_refused" // by the network gate; the first time for a host in a session
)

// Who is one of the two kinds of actors.
type Who string

// The actors.
const (
	ByUser  Who = "user"
	ByAgent Who = "agent"
	ByBaton Who = "baton"
)

// Entry is one record. Seq is set by the log and rises without gaps per owner.
type Entry struct {
	Seq     uint64            `json:"seq"`
	At      time.Time         `json:"at"`
	Owner   ident.Owner       `json:"owner"`
	Kind    Kind              `json:"kind"`
	By      Who               `json:"by"`
	Agent   ident.Agent       `json:"agent_id,omitempty"`
	Name    string            `json:"agent_name,omitempty"`
	Profile ident.Profile     `json:"profile_id,omitempty"`
	Session ident.Session     `json:"session_id,omitempty"`
	Tool    string            `json:"tool,omitempty"`
	Host    string            `json:"host,omitempty"`
	Result  string            `json:"result,omitempty"` // "ok" or a fault code
	Facts   map[string]string `json:"facts,omitempty"`
}

// Page selects entries, newest first. Before 0 starts at the newest.
type Page struct {
	Before uint64
	Limit  int // 1 to 500
	Agent  ident.Agent
}

// Log appends and reads. Append is for entries without another change; a change
// carries its entries through the Repo of its own package.
type Log interface {
	Append(ctx context.Context, entries ...Entry) error
	Entries(ctx context.Context, owner ident.Owner, page Page) ([]Entry, error)
}
