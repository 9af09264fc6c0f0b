//go:build linux

package tasks_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/httpapi"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/limits"
	"github.com/batonbrowser/baton/backend/mcpapi"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/site"
	"github.com/batonbrowser/baton/backend/store"
	"github.com/batonbrowser/baton/backend/wire"
)

// one is the Baton of all tests here: a browser costs a second to start.
var one *baton

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

// run runs the tests on a Baton, and wants nothing of it to be left afterwards.
func run(m *testing.M) (code int) {
	dir, err := os.MkdirTemp("", "baton-tasks-")
	if err == nil {
		one, err = newBaton(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code = m.Run()
	if err := one.close(); err != nil {
		fmt.Fprintln(os.Stderr, "close:", err)
		code = 1
	}
	// glog, which Badger links, starts this one when the program starts.
	if err := goleak.Find(goleak.IgnoreTopFunction("github.com/golang/glog.(*fileSink).flushDaemon")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if left := chrometest.Processes(dir); len(left) > 0 {
		fmt.Fprintln(os.Stderr, "browser processes were left over:", left)
		code = 1
	}
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return code
}

// baton is the whole API on a real port, with the agent that the tests are.
type baton struct {
	dir    string
	store  *store.Store
	app    *ops.App
	tools  *mcpapi.Endpoint
	stop   context.CancelFunc
	served chan error
	url    string
	token  string
	pages  *httptest.Server // what the agent may open
}

func newBaton(dir string) (*baton, error) {
	// What goes wrong inside Baton is told to its log alone.
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	st, err := store.Open(filepath.Join(dir, "store"), log)
	if err != nil {
		return nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &baton{dir: dir, store: st, url: "http://" + l.Addr().String(), served: make(chan error, 1)}
	b.app = b.newApp(log, l.Addr().(*net.TCPAddr).Port)
	registry, tokens := ops.New(b.app), httpapi.NewTokens(st, httpapi.DefaultLimits())
	b.tools = mcpapi.NewEndpoint(registry, httpapi.Caller)
	handler := httpapi.Handler(httpapi.Options{
		Log: log, Registry: registry, Sessions: b.app.Sessions, Bus: b.app.Bus, Tokens: tokens, MCP: b.tools,
		OpenAPI: []byte("{}"), Port: b.app.Info.Port, Version: "test", UI: fstest.MapFS{},
	})
	var ctx context.Context
	ctx, b.stop = context.WithCancel(context.Background())
	go func() { b.served <- httpapi.Serve(ctx, l, handler, httpapi.DefaultLimits()) }()
	b.pages = httptest.NewServer(http.FileServer(http.Dir("testdata/pages")))
	token, hash := agent.NewToken()
	b.token = token
	return b, st.SaveAgent(ctx, agent.Agent{
		ID: ident.NewAgent(), Owner: ident.Local, Name: "Solver", TokenHash: hash, Browser: true, Language: agent.DefaultLanguage,
		AllowHosts: []string{"127.0.0.1:*"},
	})
}

func (b *baton) newApp(log *slog.Logger, port int) *ops.App {
	bus := event.NewBus()
	record := func(ctx context.Context, e ...audit.Entry) {
		if err := b.store.Append(ctx, e...); err != nil {
			log.Error("audit", "err", err)
		}
	}
	app := &ops.App{
		Log: log, Profiles: b.store, Agents: b.store, Requests: b.store, Audit: b.store, Settings: b.store, Bus: bus,
		Dirs: places(b.dir), Windows: noDesktop{}, Record: record, Quit: func() {},
		Info: ops.Info{
			Version: "test", DataDir: b.dir, Port: port, Key: func() ops.KeyState { return ops.KeyState{} },
			Chrome: func(context.Context) ops.ChromeState { return ops.ChromeState{} },
		},
	}
	app.Sessions = session.NewManager(session.Config{
		Log: log, Record: record, Grace: control.Grace,
		Start: func(ctx context.Context, s session.Spec, notice func(page.Event)) (session.Browser, error) {
			return chrome.Start(ctx, chrome.Options{
				UserDataDir: places(b.dir).profile(s.Profile.ID), DownloadDir: filepath.Join(b.dir, "downloads"),
				Language: s.Agent.RunLanguage(), Width: s.Width, Height: s.Height, Log: log, OnEvent: notice,
				Allow:     func(raw string) error { return allowed(app.Policy(s.Agent), raw) },
				ExtraArgs: []string{"--host-resolver-rules=MAP other.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--site-per-process"},
			})
		},
		Publish: func(o ident.Owner, s wire.Session) { bus.Publish(o, wire.SessionChanged, s) },
		Limits:  func() limits.Limits { return limits.Limits{Idle: time.Hour, AgentTime: 10 * time.Hour} },
	})
	return app
}

func allowed(p site.Policy, raw string) error {
	u, err := site.Parse(raw)
	if err != nil {
		return err
	}
	return p.Check(u)
}

func (b *baton) close() error {
	ctx := context.Background()
	b.app.Sessions.Close(ctx)
	b.pages.Close()
	err := b.tools.Close()
	b.stop()
	err = errors.Join(err, <-b.served)
	b.app.Bus.Close()
	return errors.Join(err, b.store.Close())
}

// places keeps profiles in real directories.
type places string

func (p places) profile(id ident.Profile) string {
	return filepath.Join(string(p), "browser-profiles", string(id))
}

func (p places) Make(id ident.Profile) error { return os.MkdirAll(p.profile(id), 0o700) }

func (p places) Remove(id ident.Profile) error { return os.RemoveAll(p.profile(id)) }

func (p places) Screenshots(id ident.Session) (string, error) {
	dir := filepath.Join(string(p), "workspaces", string(id), "browser-screenshots")
	return dir, os.MkdirAll(dir, 0o700)
}

// noDesktop is a machine without one, as for baton serve.
type noDesktop struct{}

func (noDesktop) Show(context.Context, ident.Owner, wire.WindowShow) (bool, error) { return false, nil }

type bearer struct {
	token string
	next  http.RoundTripper
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(r)
}

// callCap is how long a call may take: the longest deadline of a tool, and time
// for a busy machine.
const callCap = 90 * time.Second

// agentTools is the agent's session of the Model Context Protocol.
type agentTools struct {
	s *mcp.ClientSession
}

func (b *baton) connect(t *testing.T) agentTools {
	t.Helper()
	transport := &http.Transport{}
	c := mcp.NewClient(&mcp.Implementation{Name: "tasks", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: b.url + "/mcp", HTTPClient: &http.Client{Transport: bearer{b.token, transport}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		transport.CloseIdleConnections()
	})
	return agentTools{s}
}

// call calls a tool; what it answers and why it is refused is words.
func (a agentTools) call(ctx context.Context, tool string, in map[string]any) (text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callCap)
	defer cancel()
	r, err := a.s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		return "", fmt.Errorf("%s: %w", tool, err)
	}
	var b strings.Builder
	for _, part := range r.Content {
		if t, ok := part.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	words := boundary.ReplaceAllString(b.String(), "")
	if r.IsError {
		return "", refusal{tool, words}
	}
	return words, nil
}

// boundary marks the words of the page in an answer (G5).
var boundary = regexp.MustCompile(`<page-[0-9a-f]{6}>\n?|\n?</page-[0-9a-f]{6}>`)

// refusal is an answer that says why nothing was done.
type refusal struct{ tool, words string }

func (r refusal) Error() string { return r.tool + ": " + r.words }

// code is the fault's stable word.
func (r refusal) code() string {
	code, _, _ := strings.Cut(r.words, ":")
	return code
}
