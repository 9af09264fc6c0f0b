package session_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/limits"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/session/sessiontest"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	left  = ident.Viewer("view_left")
	right = ident.Viewer("view_right")
)

// world is a manager and what it told the rest of the program.
type world struct {
	*session.Manager
	rack    *sessiontest.Rack
	desktop func() bool // nil is yes

	mu        sync.Mutex
	published []wire.Session
	recorded  []audit.Entry
}

// inWorld runs a test in a bubble with the limits of A5 and checks in the end
// that no browser is left and none was used against its contract.
func inWorld(t *testing.T, test func(t *testing.T, w *world)) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		defer func() { // also of a test that failed: the bubble must be empty
			w.Close(context.Background())
			w.check(t)
		}()
		test(t, w)
	})
}

func newWorld() *world {
	w := &world{rack: &sessiontest.Rack{}}
	w.Manager = session.NewManager(session.Config{
		Log: slog.New(slog.DiscardHandler), Start: w.rack.Start, Publish: w.publish, Record: w.record,
		Limits:  func() limits.Limits { return limits.Limits{Idle: 5 * time.Minute, AgentTime: 20 * time.Minute} },
		Grace:   control.Grace,
		Desktop: func() bool { return w.desktop == nil || w.desktop() },
	})
	return w
}

func (w *world) check(t interface{ Errorf(string, ...any) }) {
	if n := w.rack.Open(); n > 0 {
		t.Errorf("%d browsers are left", n)
	}
	for _, b := range w.rack.All() {
		if broken := b.Broken(); len(broken) > 0 {
			t.Errorf("against the contract: %q\nof %q", broken, b.Acts())
		}
	}
}

func (w *world) publish(_ ident.Owner, s wire.Session) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.published = append(w.published, s)
}

func (w *world) record(_ context.Context, entries ...audit.Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.recorded = append(w.recorded, entries...)
}

// ends lists the ends that were published for a session.
func (w *world) ends(id ident.Session) (ends []wire.End) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.published {
		if s.ID == id && s.Phase == wire.Ended {
			ends = append(ends, *s.End)
		}
	}
	return ends
}

// views lists what was published of a session.
func (w *world) views(id ident.Session) (views []wire.Session) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.published {
		if s.ID == id {
			views = append(views, s)
		}
	}
	return views
}

// entries lists what was recorded of a session.
func (w *world) entries(id ident.Session) (entries []audit.Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.recorded {
		if e.Session == id {
			entries = append(entries, e)
		}
	}
	return entries
}

// kinds lists the audit entries of a session.
func (w *world) kinds(id ident.Session) (kinds []audit.Kind) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.recorded {
		if e.Session == id {
			kinds = append(kinds, e.Kind)
		}
	}
	return kinds
}

func spec(name string) session.Spec {
	return session.Spec{
		Owner: ident.Local, Agent: agent.Agent{ID: ident.Agent("agent_" + name), Owner: ident.Local, Name: name},
		Profile: profile.Profile{ID: ident.Profile("prof_" + name), Owner: ident.Local, Name: name},
		Purpose: wire.ForAgent, Width: 1280, Height: 720,
	}
}

func signIn(name string) session.Spec {
	s := spec(name)
	s.Purpose = wire.ForSignIn
	return s
}

// open starts a session and waits until its browser runs.
func (w *world) open(t *testing.T, s session.Spec) (*session.Session, *sessiontest.Browser) {
	t.Helper()
	opened, err := w.Open(t.Context(), s)
	must(t, err)
	must(t, opened.Ready(t.Context()))
	return opened, w.rack.Last()
}

// take gives control to a viewer whose stream is there.
func take(t *testing.T, s *session.Session, v ident.Viewer) wire.Session {
	t.Helper()
	s.Attach(v)
	view, err := s.Take(t.Context(), v, control.Ask)
	must(t, err)
	return view
}

func key(k string) []input.Event { return []input.Event{{Kind: input.KeyDown, Key: k}} }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantFault(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Fatalf("got %v, want fault %s", err, code)
	}
}

// after lets time pass in the bubble, in which it takes none.
func after(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// inOrder tells whether all of want are in acts, in that order.
func inOrder(acts []string, want ...string) bool {
	for _, w := range want {
		i := slices.Index(acts, w)
		if i < 0 {
			return false
		}
		acts = acts[i+1:]
	}
	return true
}
