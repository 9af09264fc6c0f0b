package ops

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/injection"
	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/settings"
	"github.com/batonbrowser/baton/backend/timeline"
	"github.com/batonbrowser/baton/backend/wire"
)

// Directories keeps the profiles' user-data directories (P5).
type Directories interface {
	Make(id ident.Profile) error
	Remove(id ident.Profile) error
	Screenshots(id ident.Session) (string, error) // made when it is not there
}

// Windows shows Baton's windows. Show answers whether there is a desktop that
// has them.
type Windows interface {
	Show(ctx context.Context, owner ident.Owner, w wire.WindowShow) (native bool, err error)
}

// Info is what Baton says of itself.
type Info struct {
	Version string
	DataDir string
	Port    int
	Desktop bool
	Key     func() KeyState
	Chrome  func(ctx context.Context) ChromeState
}

// KeyState says where the master key is and what is off without it.
type KeyState struct {
	Source      string   `json:"source" jsonschema:"keychain, passphrase or missing"`
	Problem     string   `json:"problem,omitempty"`
	FeaturesOff []string `json:"features_off,omitempty"`
}

// ChromeState says which browser would be started.
type ChromeState struct {
	Path    string `json:"path,omitempty"`
	Version string `json:"version,omitempty"`
	Problem string `json:"problem,omitempty"`
}

// App is everything the operations work on.
type App struct {
	Log      *slog.Logger
	Info     Info
	Gate     grant.Gate
	Profiles profile.Repo
	Agents   agent.Repo
	Requests request.Repo
	Audit    audit.Log
	Settings settings.Repo
	Sessions *session.Manager
	Bus      *event.Bus
	Dirs     Directories
	Windows  Windows
	Hook     Hook
	Record   func(ctx context.Context, entries ...audit.Entry) // in the background, in order
	Timeline *timeline.Keeper
	Quit     func()
	Review   func(ident.Agent) // cuts what its browser has open to hosts that its lists refuse now; may be nil
	registry *Registry
	orders   *order.Words

	injections func() *injection.Words // read at their first use

	opening sync.Mutex // a profile is chosen and opened, or deleted, in one step
	moving  sync.Mutex // a request is moved and told in one step
	saving  sync.Mutex // settings are read, changed and written one after the other
}

// entry starts an audit entry about the call.
func (c *Call) entry(k audit.Kind) audit.Entry {
	e := audit.Entry{Kind: k, Owner: c.Owner(), At: time.Now(), By: audit.ByUser, Result: "ok"}
	if c.Principal.Kind == grant.KindAgent {
		e.By, e.Agent, e.Name = audit.ByAgent, c.Principal.Agent.ID, c.Principal.Agent.Name
	}
	if c.Session != nil {
		e.Session, e.Profile = c.Session.ID, c.Session.Spec.Profile.ID
	}
	return e
}

// tell publishes that something of the owner changed.
func (c *Call) tell(t wire.EventType, data any) { c.App.Bus.Publish(c.Owner(), t, data) }
