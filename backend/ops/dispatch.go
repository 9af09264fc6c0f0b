package ops

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/injection"
	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/wire"
)

// DefaultWait is the deadline of a call (DESIGN §6.3).
const DefaultWait = 30 * time.Second

// Registry has all operations by name and alias, and dispatches calls.
type Registry struct {
	app  *App
	all  []*Op
	name map[string]*Op
}

// New makes the registry of an App.
func New(app *App) *Registry {
	r := &Registry{app: app, all: All(), name: map[string]*Op{}}
	for _, o := range r.all {
		for _, n := range append([]string{o.Name}, o.Aliases...) {
			if r.name[n] != nil {
				panic("two operations are called " + n)
			}
			r.name[n] = o
		}
	}
	app.registry, app.orders = r, order.Read()
	app.injections = sync.OnceValue(injection.Read)
	return r
}

// All lists every operation, in the order of the reference.
func All() []*Op {
	var all []*Op
	for _, group := range [][]*Op{
		browserOpen(), browserRead(), browserFind(), browserAct(), browserForm(), browserFiles(), browserWatch(), browserWait(), batchOps(), requestOps(),
		sessionOps(), controlOps(), signInOps(), profileOps(), agentOps(), auditOps(), timelineOps(), settingsOps(), webhookOps(),
	} {
		all = append(all, group...)
	}
	return all
}

// Ops lists the registry's operations.
func (r *Registry) Ops() []*Op { return r.all }

// Version is the version of the Baton that the registry belongs to.
func (r *Registry) Version() string { return r.app.Info.Version }

// For lists what a principal is offered: an agent whose browser is off has no
// browser tools (A1).
func (r *Registry) For(p grant.Principal) []*Op {
	var offered []*Op
	for _, o := range r.all {
		if grant.Offers(p, o.Rule()) && r.app.Gate.Allow(p, o.Rule()) == nil {
			offered = append(offered, o)
		}
	}
	return offered
}

// Request is one call to dispatch.
type Request struct {
	Principal grant.Principal
	Name      string
	Input     json.RawMessage
	Progress  func(message string, elapsed time.Duration) // may be nil
	step      bool                                        // of a batch, which answers for it
}

// Result is the answer to a call that was not refused.
type Result struct {
	ID    ident.Call
	Op    *Op
	Value any

	HandBack *wire.HandBack // what the person did since the agent's last answer, if they drove
}

// Call dispatches one call. The error is always a *fault.Error.
func (r *Registry) Call(ctx context.Context, q Request) (Result, error) {
	id := ident.NewCall()
	started := time.Now()
	res, c, err := r.dispatch(ctx, id, q)
	if hidden := c.unseen(started, err); hidden != nil {
		res.Value, err = nil, hidden
	}
	f := fault.From(err)
	if f != nil {
		f = c.inspectFault(res.Op.hinted(f))
	}
	r.app.Log.Debug("call", "id", id, "op", q.Name, "took", time.Since(started), "result", code(f))
	report := r.report(c, q)
	if f == nil {
		r.note(c, started, "ok")
		res.HandBack = report
		return res, nil
	}
	if report != nil {
		f = reporting(f, *report)
	}
	if f.Code == fault.Internal {
		r.app.Log.Error("internal fault", "call", id, "op", q.Name, "err", err, slog.Any("cause", f.Unwrap()))
		f = f.With("call_id", id)
	}
	r.note(c, started, string(f.Code))
	return Result{ID: id, Op: res.Op}, f
}

func code(f *fault.Error) string {
	if f == nil {
		return "ok"
	}
	return string(f.Code)
}

// hinted says what is expected where a fault of the input does not.
func (o *Op) hinted(f *fault.Error) *fault.Error {
	if o != nil && f.Code == fault.InvalidInput && f.Hint == "" {
		return f.WithHint("%s", o.expected())
	}
	return f
}

// offered is the operation of that name that there is for the principal.
func (r *Registry) offered(p grant.Principal, name string) (*Op, error) {
	o := r.name[name]
	if o == nil || !grant.Offers(p, o.Rule()) {
		return nil, fault.New(fault.UnknownTool, "there is no tool %q", clip(name)).
			WithHint("list the tools to see the names")
	}
	return o, nil
}

// dispatch goes through the steps of DESIGN §3 in their order.
func (r *Registry) dispatch(ctx context.Context, id ident.Call, q Request) (Result, *Call, error) {
	o, err := r.offered(q.Principal, q.Name)
	if err != nil {
		return Result{ID: id}, nil, err
	}
	res := Result{ID: id, Op: o}
	c := &Call{ID: id, Principal: q.Principal, App: r.app, Op: o, Progress: q.Progress}
	raw, err := o.decodeInput(q.Input)
	if err != nil {
		return res, nil, err
	}
	run, err := o.bind(raw)
	if err != nil {
		return res, nil, err
	}
	if err := r.app.Gate.Allow(q.Principal, o.Rule()); err != nil {
		return res, c, err
	}
	wait := o.Wait
	if wait == 0 {
		wait = DefaultWait
	}
	var cancel context.CancelFunc
	c.Context, cancel = context.WithTimeout(ctx, wait)
	defer cancel()
	if o.Needs == NeedsSession {
		s, ok := r.app.Sessions.OfAgent(q.Principal.Agent.ID)
		if !ok {
			return res, c, noSession()
		}
		c.Session = s
	}
	res.Value, err = run(c)
	return res, c, err
}

func noSession() error {
	return fault.New(fault.NoSession, "no browser is open").
		WithHint("call browser_navigate or browser_open first")
}

// note records what an agent did, or was refused, and when it last called.
func (r *Registry) note(c *Call, at time.Time, result string) {
	if c == nil || c.Principal.Kind != grant.KindAgent {
		return
	}
	r.called(c, at)
	kind := audit.ToolCalled
	if refused := []fault.Code{
		fault.NotGranted, fault.BrowserOff, fault.NeedsUser, fault.OriginRefused, fault.PausedByUser, fault.Private, fault.ProfileBusy,
	}; slices.Contains(refused, fault.Code(result)) {
		kind = audit.CallRefused
	}
	if c.Session == nil { // it was refused before it was looked for
		c.Session, _ = r.app.Sessions.OfAgent(c.Principal.Agent.ID)
	}
	e := c.entry(kind)
	e.At, e.Tool, e.Result, e.Facts = at, c.Op.Name, result, c.facts()
	if c.Session != nil {
		if v := c.Session.View(); !v.Private {
			e.Host = SiteName(v.URL)
		}
	}
	if kind == audit.ToolCalled && c.Op.Effect == grant.Observe {
		r.app.Timeline.Add(e) // reading leaves no trace in the record, only in the live window and there
		return
	}
	r.app.Record(context.WithoutCancel(c.baseContext()), e)
}

// facts are what the record and the timeline have of a call beside its result.
func (c *Call) facts() map[string]string {
	var all map[string]string
	for name, value := range map[string]string{"object": c.object, "spot": c.spot} {
		if value == "" {
			continue
		}
		if all == nil {
			all = map[string]string{}
		}
		all[name] = value
	}
	return all
}

func (c *Call) baseContext() context.Context {
	if c.Context == nil {
		return context.Background()
	}
	return c.Context
}

// called keeps the times of an agent's first and last call; the last one to the
// minute, so that a busy agent does not write with every call.
func (r *Registry) called(c *Call, at time.Time) {
	a := c.Principal.Agent
	recent := func(last *time.Time) bool { return last != nil && at.Sub(*last) < time.Minute }
	if recent(a.LastCallAt) {
		return
	}
	_, err := r.app.Agents.UpdateAgent(context.WithoutCancel(c.baseContext()), a.Owner, a.ID,
		func(kept *agent.Agent) ([]audit.Entry, error) {
			if !recent(kept.LastCallAt) {
				kept.LastCallAt = &at
			}
			if kept.FirstCallAt == nil {
				kept.FirstCallAt = &at
			}
			return nil, nil
		})
	if err != nil {
		r.app.Log.Warn("the time of the agent's call was not kept", "err", err)
		return
	}
	c.tell(wire.AgentsChanged, nil)
}
