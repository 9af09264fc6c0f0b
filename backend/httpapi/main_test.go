package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/time/rate"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/httpapi"
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

// grace is how long a lost window keeps control in these tests.
const grace = 50 * time.Millisecond

// baton serves the whole API on a real port over a real store. Only the browser
// is sessiontest's: a walk over all routes would start Chrome for each.
type baton struct {
	t      *testing.T
	store  *store.Store
	app    *ops.App
	reg    *ops.Registry
	tokens *httpapi.Tokens
	rack   *sessiontest.Rack
	client *http.Client
	addr   string
	api    httpapi.Options
	full   string // a token of the owner's windows
	setup  string // of the owner's command line
	mcp    atomic.Int32
}

// noRates lets a walk be refused as often as it likes.
func noRates(l *httpapi.Limits) { l.Refusals, l.Calls = rate.Inf, rate.Inf }

// newBaton starts one, with other limits than the usual if they are changed.
func newBaton(t *testing.T, change ...func(*httpapi.Limits)) *baton {
	t.Helper()
	limits := httpapi.DefaultLimits()
	for _, fn := range change {
		fn(&limits)
	}
	log := slog.New(slog.DiscardHandler)
	st, err := store.Open(filepath.Join(t.TempDir(), "store"), log)
	must(t, err)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	b := &baton{t: t, store: st, tokens: httpapi.NewTokens(st, limits), rack: &sessiontest.Rack{}, addr: l.Addr().String()}
	b.app = b.newApp(log, l.Addr().(*net.TCPAddr).Port)
	b.reg = ops.New(b.app)
	b.full, b.setup = b.tokens.Mint(ident.Local, grant.Full), b.tokens.Mint(ident.Local, grant.Setup)
	b.client = &http.Client{Transport: &http.Transport{}}
	b.api = httpapi.Options{
		Log: log, Registry: b.reg, Sessions: b.app.Sessions, Bus: b.app.Bus, Tokens: b.tokens,
		MCP: http.HandlerFunc(b.countMCP), OpenAPI: []byte(`{"openapi":"3.1.0"}`), Port: b.app.Info.Port, Version: "test",
		UI: fstest.MapFS{"index.html": {Data: []byte("<title>Baton</title>")}, "live.html": {Data: []byte("<title>Live</title>")}, "assets/a.js": {Data: []byte("1")}, "assets/a.woff2": {Data: []byte("f")}, "icon.svg": {Data: []byte("<svg/>")}},
	}
	handler := httpapi.Handler(b.api)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- httpapi.Serve(ctx, l, handler, limits) }()
	t.Cleanup(func() {
		b.app.Sessions.Close(context.Background())
		b.client.CloseIdleConnections()
		cancel()
		must(t, <-served)
		b.app.Bus.Close()
		must(t, st.Close())
	})
	return b
}

func (b *baton) newApp(log *slog.Logger, port int) *ops.App {
	bus := event.NewBus()
	record := func(ctx context.Context, e ...audit.Entry) {
		if err := b.store.Append(ctx, e...); err != nil {
			b.t.Error(err)
		}
	}
	return &ops.App{
		Log: log, Profiles: b.store, Agents: b.tokens.Agents(), Requests: b.store, Audit: b.store, Settings: b.store, Bus: bus,
		Dirs: nowhere{}, Windows: nowhere{}, Hook: noHook{}, Record: record, Timeline: timeline.New(b.t.TempDir(), func() int { return 0 }, log), Quit: func() { b.t.Error("someone quit Baton") },
		Info: ops.Info{
			Port: port, Key: func() ops.KeyState { return ops.KeyState{} },
			Chrome: func(context.Context) ops.ChromeState { return ops.ChromeState{} },
		},
		Sessions: session.NewManager(session.Config{
			Log: log, Start: b.rack.Start, Record: record, Grace: grace,
			Publish: func(o ident.Owner, s wire.Session) { bus.Publish(o, wire.SessionChanged, s) },
			Limits:  func() limits.Limits { return limits.Limits{Idle: time.Hour, AgentTime: time.Hour} },
		}),
	}
}

// nowhere keeps nothing in files and shows no windows.
type nowhere struct{}

func (nowhere) Make(ident.Profile) error                  { return nil }
func (nowhere) Remove(ident.Profile) error                { return nil }
func (nowhere) Screenshots(ident.Session) (string, error) { return "", nil }
func (nowhere) Show(context.Context, ident.Owner, wire.WindowShow) (bool, error) {
	return false, nil
}

// countMCP stands where package mcpapi is put by the host: whether a request
// comes through to it is what is looked at here.
func (b *baton) countMCP(w http.ResponseWriter, r *http.Request) {
	if _, err := httpapi.Caller(r); err != nil {
		b.t.Error("a request came through to MCP without a caller")
	}
	b.mcp.Add(1)
}

// try is one request to make.
type try struct {
	method, path string
	body         string
	token        string
	host         string // another than the server's
	header       http.Header
}

// answer is what came of a request.
type answer struct {
	status int
	code   fault.Code // of a problem
	body   string
	header http.Header
}

func (b *baton) do(x try) answer {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), x.method, "http://"+b.addr+x.path, strings.NewReader(x.body))
	must(b.t, err)
	if x.host != "" {
		req.Host = x.host
	}
	if x.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if x.token != "" {
		req.Header.Set("Authorization", "Bearer "+x.token)
	}
	for k, v := range x.header {
		req.Header[k] = v
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Fatalf("%s %s: %v", x.method, x.path, err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	must(b.t, err)
	got := answer{status: res.StatusCode, body: string(raw), header: res.Header}
	if res.Header.Get("Content-Type") == "application/problem+json" {
		var p wire.Problem
		must(b.t, json.Unmarshal(raw, &p))
		got.code = fault.Code(p.Code)
		if p.Status != res.StatusCode || p.Detail == "" || p.Title == "" || p.Type == "" {
			b.t.Errorf("%s %s: status %d with problem %+v", x.method, x.path, res.StatusCode, p)
		}
	}
	return got
}

// call calls an operation that must work.
func (b *baton) call(token, name string, in, out any) {
	b.t.Helper()
	raw, err := json.Marshal(in)
	must(b.t, err)
	got := b.do(try{method: "POST", path: "/api/tools/" + name, body: string(raw), token: token})
	if got.status != http.StatusOK {
		b.t.Fatalf("%s %s: %d %s", name, raw, got.status, got.body)
	}
	if out != nil {
		must(b.t, json.NewDecoder(bytes.NewReader([]byte(got.body))).Decode(out))
	}
}

// agent makes an agent and gives its id and token.
func (b *baton) agent(owner, name string) ops.AgentMade {
	b.t.Helper()
	var made ops.AgentMade
	b.call(owner, "agents_create", ops.AgentNew{Name: name, Browser: true}, &made)
	return made
}

// opened is the running session of an agent.
func (b *baton) opened(a ops.AgentMade) *session.Session {
	b.t.Helper()
	b.call(a.Token, "browser_open", ops.OpenIn{}, nil)
	s, ok := b.app.Sessions.OfAgent(a.ID)
	if !ok {
		b.t.Fatal("the agent has no session")
	}
	return s
}

// everything is what the store has of the owner, and the sessions.
func (b *baton) everything() string {
	b.t.Helper()
	ctx := b.t.Context()
	agents, err := b.store.Agents(ctx, ident.Local)
	must(b.t, err)
	for i := range agents {
		agents[i].TokenUsedAt = nil // that a good token was used is no harm
	}
	profiles, err := b.store.Profiles(ctx, ident.Local)
	must(b.t, err)
	requests, err := b.store.Requests(ctx, ident.Local)
	must(b.t, err)
	set, err := b.store.Settings(ctx)
	must(b.t, err)
	entries, err := b.store.Entries(ctx, ident.Local, audit.Page{Limit: 500})
	must(b.t, err)
	raw, err := json.Marshal([]any{agents, profiles, requests, set, entries, len(b.rack.All())})
	must(b.t, err)
	return string(raw)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// declineAll answers all that agents asked.
func (b *baton) declineAll() {
	b.t.Helper()
	all, err := b.store.Requests(b.t.Context(), ident.Local)
	must(b.t, err)
	for _, r := range all {
		if !r.State.Ended() {
			b.call(b.full, "request_decline", map[string]any{"request_id": r.ID}, nil)
		}
	}
}

// random is the end of a token that nobody has.
func random(t *testing.T) string {
	t.Helper()
	token, _ := agent.NewToken()
	return strings.TrimPrefix(token, agent.TokenPrefix)
}

// noHook is a Baton whose person named no program to tell.
type noHook struct{}

func (noHook) Get(context.Context) (ops.WebhookView, error) { return ops.WebhookView{}, nil }
func (noHook) Set(context.Context, string) (string, error)  { return "", nil }
func (noHook) Test(context.Context) error {
	return fault.New(fault.Conflict, "no webhook is set").WithHint("give an address first")
}
