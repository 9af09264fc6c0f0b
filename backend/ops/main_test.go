package ops_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/limits"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/session/sessiontest"
	"github.com/batonbrowser/baton/backend/store"
	"github.com/batonbrowser/baton/backend/timeline"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// glog, which Badger links, starts this one when the program starts.
		goleak.IgnoreTopFunction("github.com/golang/glog.(*fileSink).flushDaemon"))
}

const viewer = "view_abcdefghijklmnop"

// bench is the registry over a real store and real directories. Only the
// browser is sessiontest's: what is tested here never looks at a page.
type bench struct {
	t     *testing.T
	app   *ops.App
	reg   *ops.Registry
	store *store.Store
	rack  *sessiontest.Rack
	dir   string
	owner grant.Principal
}

func newBench(t *testing.T) *bench {
	t.Helper()
	dir := t.TempDir()
	log := slog.New(slog.DiscardHandler)
	st, err := store.Open(filepath.Join(dir, "store"), log)
	must(t, err)
	b := &bench{t: t, store: st, rack: &sessiontest.Rack{}, dir: dir, owner: person(ident.Local)}
	reels := timeline.New(filepath.Join(dir, "timelines"), func() int { return 7 }, log)
	record := func(ctx context.Context, entries ...audit.Entry) {
		reels.Add(entries...)
		if err := st.Append(ctx, entries...); err != nil {
			t.Error(err)
		}
	}
	b.app = &ops.App{
		Log: log, Profiles: st, Agents: st, Requests: st, Audit: st, Settings: st, Bus: event.NewBus(),
		Dirs: places(dir), Windows: noDesktop{}, Record: record, Timeline: reels, Hook: noHook{}, Quit: func() {},
		Info: ops.Info{
			Version: "test", DataDir: dir, Port: 4786,
			Key:    func() ops.KeyState { return ops.KeyState{Source: "missing"} },
			Chrome: func(context.Context) ops.ChromeState { return ops.ChromeState{Problem: "none"} },
		},
	}
	b.app.Sessions = session.NewManager(session.Config{
		Log: log, Start: b.rack.Start, Record: record, Grace: control.Grace,
		Film: &session.Film{
			Wanted: func(*session.Session) bool { return true },
			Keep:   func(s *session.Session, jpeg []byte) { reels.Picture(s.ID, jpeg) },
		},
		Publish: func(o ident.Owner, s wire.Session) { b.app.Bus.Publish(o, wire.SessionChanged, s) },
		Limits:  func() limits.Limits { return limits.Limits{Idle: time.Hour, AgentTime: time.Hour} },
	})
	b.reg = ops.New(b.app)
	t.Cleanup(func() {
		b.app.Sessions.Close(context.Background())
		b.app.Bus.Close()
		reels.Close()
		must(t, st.Close())
		for _, x := range b.rack.All() {
			if broken := x.Broken(); len(broken) > 0 {
				t.Errorf("against the contract: %q of %q", broken, x.Acts())
			}
		}
	})
	return b
}

// places keeps profiles in real directories.
type places string

func (p places) profile(id ident.Profile) string {
	return filepath.Join(string(p), "browser-profiles", string(id))
}

func (p places) Make(id ident.Profile) error {
	if err := os.MkdirAll(filepath.Dir(p.profile(id)), 0o700); err != nil {
		return err
	}
	return os.Mkdir(p.profile(id), 0o700)
}

func (p places) Remove(id ident.Profile) error { return os.RemoveAll(p.profile(id)) }

func (p places) Screenshots(id ident.Session) (string, error) {
	dir := filepath.Join(string(p), "workspaces", string(id), "browser-screenshots")
	return dir, os.MkdirAll(dir, 0o700)
}

// noDesktop is a machine without one, as for baton serve.
type noDesktop struct{}

func (noDesktop) Show(context.Context, ident.Owner, wire.WindowShow) (bool, error) { return false, nil }

func person(o ident.Owner) grant.Principal {
	return grant.Principal{Kind: grant.KindOwner, Owner: o, Scope: grant.Full}
}

// agent makes an agent with its browser on and gives it as it authenticates.
func (b *bench) agent(name string) grant.Principal {
	b.t.Helper()
	return b.agentOf(b.owner, name)
}

func (b *bench) agentOf(owner grant.Principal, name string) grant.Principal {
	b.t.Helper()
	made := call[ops.AgentMade](b, owner, "agents_create", ops.AgentNew{Name: name, Browser: true})
	return b.login(made.Token)
}

// login is what a surface does with a token.
func (b *bench) login(token string) grant.Principal {
	b.t.Helper()
	a, err := b.store.AgentByToken(b.t.Context(), agent.HashToken(token))
	must(b.t, err)
	return grant.Principal{Kind: grant.KindAgent, Owner: a.Owner, Agent: a}
}

// again is the agent as it authenticates after its settings were changed.
func (b *bench) again(p grant.Principal) grant.Principal {
	b.t.Helper()
	a, err := b.store.Agent(b.t.Context(), p.Owner, p.Agent.ID)
	must(b.t, err)
	p.Agent = a
	return p
}

// try calls an operation; in is JSON text or a value to marshal.
func (b *bench) try(p grant.Principal, name string, in any) (any, error) {
	b.t.Helper()
	raw, ok := in.(string)
	if !ok {
		text, err := json.Marshal(in)
		must(b.t, err)
		raw = string(text)
	}
	res, err := b.reg.Call(b.t.Context(), ops.Request{Principal: p, Name: name, Input: json.RawMessage(raw)})
	return res.Value, err
}

// call is try for a call that must work.
func call[Out any](b *bench, p grant.Principal, name string, in any) Out {
	b.t.Helper()
	got, err := b.try(p, name, in)
	if err != nil {
		f := fault.From(err)
		b.t.Fatalf("%s: %v (%s) %v", name, err, f.Hint, f.Unwrap())
	}
	out, ok := got.(Out)
	if !ok {
		b.t.Fatalf("%s answered a %T", name, got)
	}
	return out
}

// refused calls an operation that must be refused.
func (b *bench) refused(p grant.Principal, name string, in any, want fault.Code) {
	b.t.Helper()
	_ = b.why(p, name, in, want)
}

// why is refused that gives the fault.
func (b *bench) why(p grant.Principal, name string, in any, want fault.Code) *fault.Error {
	b.t.Helper()
	got, err := b.try(p, name, in)
	f := fault.From(err)
	if f == nil {
		b.t.Fatalf("%s %v answered %+v, want %s", name, in, got, want)
	}
	if f.Code != want || f.Message == "" {
		b.t.Fatalf("%s %v: got %v, want %s", name, in, f, want)
	}
	return f
}

// opened is the agent's running session.
func (b *bench) opened(p grant.Principal) *session.Session {
	b.t.Helper()
	call[ops.Opened](b, p, "browser_open", `{}`)
	s, ok := b.app.Sessions.OfAgent(p.Agent.ID)
	if !ok {
		b.t.Fatal("the agent has no session")
	}
	return s
}

// take lets the person drive a session.
func (b *bench) take(s *session.Session) wire.Session {
	b.t.Helper()
	return call[wire.Session](b, b.owner, "control_take", ops.TakeIn{SessionID: s.ID, Viewer: viewer})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// kinds counts the audit entries of an owner by kind.
func (b *bench) kinds(o ident.Owner) map[audit.Kind]int {
	b.t.Helper()
	entries, err := b.store.Entries(b.t.Context(), o, audit.Page{Limit: 500})
	must(b.t, err)
	count := map[audit.Kind]int{}
	for _, e := range entries {
		count[e.Kind]++
	}
	return count
}

// noHook is a Baton whose person named no program to tell.
type noHook struct{}

func (noHook) Get(context.Context) (ops.WebhookView, error) { return ops.WebhookView{}, nil }
func (noHook) Set(context.Context, string) (string, error)  { return "", nil }
func (noHook) Test(context.Context) error {
	return fault.New(fault.Conflict, "no webhook is set").WithHint("give an address first")
}
