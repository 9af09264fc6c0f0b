package host

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/net/http/httpproxy"

	"github.com/batonbrowser/baton/app/platform"
	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/httpapi"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/limits"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/store"
	"github.com/batonbrowser/baton/backend/timeline"
	"github.com/batonbrowser/baton/backend/wire"
)

// core is what a host is made of, with or without a listener.
type core struct {
	options  Options
	store    *store.Store
	app      *ops.App
	registry *ops.Registry
	tokens   *httpapi.Tokens
	recorder *recorder
	timeline *timeline.Keeper
	windows  *screens
	hook     *hook
	browsers *browsers
	key      *keyring
	jobs     sync.WaitGroup // what the core does beside calls
}

// open makes everything in the order of dependence.
func open(ctx context.Context, o Options) (*core, error) {
	if err := os.MkdirAll(o.DataDir, 0o700); err != nil {
		return nil, fault.Wrap(err, fault.StorageUnwritable, "the data directory %s can't be made", o.DataDir).
			WithHint("check its rights, or choose another with --data-dir")
	}
	// One that was there may be open to others: of a copy, or made by hand.
	if err := os.Chmod(o.DataDir, 0o700); err != nil { //nolint:gosec // a folder
		o.Log.Warn("the data directory could not be closed to other users", "dir", o.DataDir, "err", err)
	}
	st, err := store.Open(filepath.Join(o.DataDir, "store"), o.Log)
	if err != nil {
		return nil, err
	}
	c := &core{options: o, store: st, tokens: httpapi.NewTokens(st, httpapi.DefaultLimits())}
	if c.key, err = openKeyring(ctx, o, st); err != nil {
		return nil, errors.Join(err, st.Close())
	}
	c.timeline = timeline.New(filepath.Join(o.DataDir, "timelines"), c.timelineDays, o.Log)
	c.recorder = newRecorder(st, c.timeline, o.Log)
	places := dirs{root: o.DataDir}
	app := &ops.App{
		Log: o.Log, Profiles: st, Agents: c.tokens.Agents(), Requests: st, Audit: st, Settings: st,
		Bus: event.NewBus(), Dirs: places, Record: c.recorder.add, Timeline: c.timeline,
		Info: ops.Info{Version: o.Version, DataDir: o.DataDir, Port: o.Port, Desktop: o.Desktop},
	}
	c.app = app
	// The proxy that the person's environment names (HTTPS_PROXY, NO_PROXY and so
	// on) is taken, as Chrome would by itself.
	network := &egress.Network{Log: o.Log, Upstream: httpproxy.FromEnvironment().ProxyFunc()}
	c.browsers = &browsers{app: app, dirs: places, options: o, network: network, jobs: &c.jobs}
	app.Info.Key = c.key.get
	app.Info.Chrome = c.browsers.state
	app.Review = c.browsers.review
	c.windows = newScreens(c)
	app.Windows = c.windows
	c.hook = newHook(c)
	app.Hook = c.hook
	app.Sessions = session.NewManager(session.Config{
		Log: o.Log, Start: c.browsers.start, Publish: c.publish, Record: c.recorder.add,
		Limits: c.limits, Grace: control.Grace, Film: c.film(), Desktop: platform.HasDisplay,
	})
	c.registry = ops.New(app)
	if err := c.terminalAgent(ctx); err != nil {
		c.close()
		return nil, err
	}
	c.browsers.reap(ctx)
	c.sweepTimelines()
	return c, nil
}

// close ends what open made, in reverse. Sessions are closed before.
func (c *core) close() {
	ctx := context.Background()
	c.app.Sessions.Close(ctx)
	c.windows.close(ctx)
	c.jobs.Wait()
	c.app.Bus.Close()
	c.recorder.close()
	c.timeline.Close()
	c.key.close()
	if err := c.store.Close(); err != nil {
		c.options.Log.Error("the store did not close in order", "err", err)
	}
}

// publish tells everyone how a session stands, and opens the live window with
// the first step of a new one (V2).
func (c *core) publish(owner ident.Owner, s wire.Session) {
	c.app.Bus.Publish(owner, wire.SessionChanged, s)
	c.windows.sessionChanged(owner, s)
	if s.Phase == wire.Ended {
		c.sweepTimelines()
	}
}

// limits reads the budgets that a new session gets.
func (c *core) limits() limits.Limits {
	s, err := c.store.Settings(context.Background())
	if err != nil {
		c.options.Log.Error("the settings could not be read", "err", err)
	}
	return limits.Limits{Idle: s.Idle(), AgentTime: s.AgentTime()}
}

// terminalAgent makes the agent that the command line acts as, with its token in
// a file that only this user reads (DESIGN §1).
func (c *core) terminalAgent(ctx context.Context) error {
	file := filepath.Join(c.options.DataDir, "terminal.token")
	token, err := os.ReadFile(file)
	if err == nil {
		if a, err := c.store.AgentByToken(ctx, agent.HashToken(string(token))); err == nil && a.Name == agent.TerminalName {
			return nil
		}
	}
	made, err := c.manage(ctx, "agents_create", ops.AgentNew{Name: agent.TerminalName, Browser: true})
	if fault.Is(err, fault.Conflict) {
		made, err = c.renewTerminal(ctx)
	}
	if err != nil {
		return err
	}
	out, ok := made.Value.(ops.AgentMade)
	if !ok {
		return errors.New("agents_create answered something else")
	}
	return os.WriteFile(file, []byte(out.Token), 0o600)
}

// renewTerminal gives the agent a new token when its file was lost.
func (c *core) renewTerminal(ctx context.Context) (ops.Result, error) {
	all, err := c.store.Agents(ctx, ident.Local)
	if err != nil {
		return ops.Result{}, err
	}
	for _, a := range all {
		if a.Name == agent.TerminalName {
			return c.manage(ctx, "agents_new_token", ops.AgentRef{AgentID: a.ID})
		}
	}
	return ops.Result{}, errors.New("there is no agent " + agent.TerminalName)
}

// manage calls an operation as the owner of this machine.
func (c *core) manage(ctx context.Context, name string, in any) (ops.Result, error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return ops.Result{}, err
	}
	owner := grant.Principal{Kind: grant.KindOwner, Owner: ident.Local, Scope: grant.Setup}
	return c.registry.Call(ctx, ops.Request{Principal: owner, Name: name, Input: raw})
}

// asWindow calls an operation as a window of the person does.
func (c *core) asWindow(ctx context.Context, name string, in any) error {
	raw, err := json.Marshal(in)
	if err != nil {
		return fault.From(err)
	}
	owner := grant.Principal{Kind: grant.KindOwner, Owner: ident.Local, Scope: grant.Full}
	_, err = c.registry.Call(ctx, ops.Request{Principal: owner, Name: name, Input: raw})
	return err
}
