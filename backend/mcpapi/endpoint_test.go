package mcpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/store"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// baton is a Baton on a real store. It has no browser: what is tested here are
// the ways to and from the dispatcher.
type baton struct {
	url    string
	store  *store.Store
	reg    *ops.Registry
	tools  *Endpoint
	server *httptest.Server
}

func newBaton(t *testing.T) *baton {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	s, err := store.Open(t.TempDir(), log)
	if err != nil {
		t.Fatal(err)
	}
	bus := event.NewBus()
	b := &baton{store: s, reg: ops.New(&ops.App{
		Log: log, Info: ops.Info{Version: "1.2.3"}, Profiles: s, Agents: s, Requests: s, Audit: s, Settings: s,
		Sessions: session.NewManager(session.Config{Log: log}), Bus: bus,
		Record: func(ctx context.Context, e ...audit.Entry) { _ = s.Append(ctx, e...) },
	})}
	b.tools = NewEndpoint(b.reg, b.who)
	b.server = httptest.NewServer(b.tools)
	b.url = b.server.URL
	t.Cleanup(func() {
		if err := b.tools.Close(); err != nil {
			t.Error(err)
		}
		b.server.Close()
		bus.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// who knows agents by their tokens and one owner.
func (b *baton) who(r *http.Request) (grant.Principal, error) {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if token == "owner" {
		return grant.Principal{Kind: grant.KindOwner, Owner: ident.Local, Scope: grant.Full}, nil
	}
	a, err := b.store.AgentByToken(r.Context(), agent.HashToken(token))
	return grant.Principal{Kind: grant.KindAgent, Owner: a.Owner, Agent: a}, err
}

// agent makes an agent and gives its token.
func (b *baton) agent(t *testing.T, change func(*agent.Agent)) string {
	t.Helper()
	token, hash := agent.NewToken()
	a := agent.Agent{ID: ident.NewAgent(), Owner: ident.Local, Name: "Codex", TokenHash: hash, Browser: true, Language: agent.DefaultLanguage}
	if change != nil {
		change(&a)
	}
	if err := b.store.SaveAgent(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	return token
}

func connect(t *testing.T, url, token string, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	transport := &http.Transport{}
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer{token, transport}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(); transport.CloseIdleConnections() })
	return s
}

func names(t *testing.T, s *mcp.ClientSession) []string {
	t.Helper()
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, x := range list.Tools {
		all = append(all, x.Name)
	}
	slices.Sort(all)
	return all
}

// refused is the structured part of a refusal.
type refused struct {
	Code    fault.Code     `json:"code"`
	Message string         `json:"message"`
	Hint    string         `json:"hint"`
	Details map[string]any `json:"details"`
}

// call calls a tool and reads the structured part of its answer into out.
func call(t *testing.T, s *mcp.ClientSession, name string, in, out any) *mcp.CallToolResult {
	t.Helper()
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	b, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(b, out)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return res
}

func words(res *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range res.Content {
		if x, ok := c.(*mcp.TextContent); ok {
			b.WriteString(x.Text)
		}
	}
	return b.String()
}

func TestAnAgentIsOfferedItsTools(t *testing.T) {
	b := newBaton(t)
	s := connect(t, b.url, b.agent(t, nil), nil)
	if got := s.InitializeResult(); got.ServerInfo.Name != "baton" || got.ServerInfo.Version != "1.2.3" || got.Instructions == "" {
		t.Errorf("the server says %+v", got)
	}
	var want []string
	for _, x := range tools() {
		want = append(want, x.Name)
	}
	slices.Sort(want)
	if got := names(t, s); !slices.Equal(got, want) {
		t.Errorf("offered %v\nwant    %v", got, want)
	}
	quiet := connect(t, b.url, b.agent(t, func(a *agent.Agent) { a.Name, a.NoEvaluate = "No scripts", true }), nil)
	if slices.Contains(names(t, quiet), "browser_evaluate") {
		t.Error("browser_evaluate is offered where it is switched off")
	}
	with := connect(t, b.url, b.agent(t, func(a *agent.Agent) { a.Name, a.Toolsets = "With files", []string{"files"} }), nil)
	if got := names(t, with); !slices.Contains(got, "browser_pdf") || slices.Contains(got, "browser_console") || len(got) != len(want)+2 {
		t.Errorf("with a set of tools: %v", got)
	}
	off := connect(t, b.url, b.agent(t, func(a *agent.Agent) { a.Name, a.Browser = "Off", false }), nil)
	if got := names(t, off); len(got) != 0 {
		t.Errorf("offered with the browser off: %v", got)
	}
	var r refused
	if res := call(t, off, "browser_navigate", map[string]any{"url": "https://a.test"}, &r); !res.IsError || r.Code != fault.BrowserOff {
		t.Errorf("with the browser off: %+v", r)
	}
}

func TestRefusalsAreThoseOfTheDispatcher(t *testing.T) {
	b := newBaton(t)
	token := b.agent(t, nil)
	s := connect(t, b.url, token, nil)
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url, nil)
	req.Header.Set("Authorization", "Bearer "+token)
	who, err := b.who(req)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		in   string
	}{
		{"browser_fly", `{}`},
		{"agents_list", `{}`}, // an operation, but not for agents
		{"browser_navigate", `{"url":"https://a.test/","uri":"x"}`},
		{"browser_navigate", `{"url":7}`},
		{"browser_navigate", `{}`},
		{"browser_navigate", `{"url":"file:///etc/passwd"}`},
		{"browser_snapshot", `{}`},
		{"browser_get_state", `{}`}, // an alias
		{"browser_click", `{"ref":"e1","target":"e2"}`},
	} {
		t.Run(c.name+c.in, func(t *testing.T) {
			_, err := b.reg.Call(t.Context(), ops.Request{Principal: who, Name: c.name, Input: json.RawMessage(c.in)})
			want := fault.From(err)
			if want == nil {
				t.Fatal("the dispatcher does not refuse it")
			}
			var got refused
			res := call(t, s, c.name, json.RawMessage(c.in), &got)
			if !res.IsError || got.Code != want.Code || got.Message != want.Message || got.Hint != want.Hint {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if w := string(want.Code) + ": " + want.Message; !strings.HasPrefix(words(res), w) || !strings.HasSuffix(words(res), want.Hint) {
				t.Errorf("in words: %q", words(res))
			}
		})
	}
}

func TestAnAnswerHasWordsAndValue(t *testing.T) {
	b := newBaton(t)
	s := connect(t, b.url, b.agent(t, nil), nil)
	var asked ops.Asked
	res := call(t, s, "request_browser_signin", map[string]any{"message": "Log in"}, &asked)
	if res.IsError || !ident.Valid("req", string(asked.RequestID)) || !strings.Contains(words(res), string(asked.RequestID)) {
		t.Errorf("got %+v %q", asked, words(res))
	}
}

func TestPicturesAreImages(t *testing.T) {
	res := answer(ops.Result{Value: ops.Picture{Path: "/p/a.png", PNG: "iVBORw=="}})
	image, ok := res.Content[len(res.Content)-1].(*mcp.ImageContent)
	if !ok || image.MIMEType != "image/png" || !bytes.Equal(image.Data, []byte("\x89PNG")) || !strings.Contains(words(res), "/p/a.png") {
		t.Errorf("got %+v", res)
	}
	if bare := answer(ops.Result{Value: ops.Picture{Path: "/p/a.png"}}); len(bare.Content) != 1 || bare.StructuredContent == nil {
		t.Errorf("without a picture: %+v", bare)
	}
	if broken := answer(ops.Result{Value: ops.Picture{PNG: "?"}}); !broken.IsError {
		t.Errorf("a broken picture: %+v", broken)
	}
}

// waiting calls browser_wait_for_user with an open request, and answers the
// request when the first notification of progress came.
func waiting(t *testing.T, b *baton, dial func(*mcp.ClientOptions) *mcp.ClientSession) (*mcp.CallToolResult, error) {
	t.Helper()
	got := make(chan *mcp.ProgressNotificationParams, 8)
	s := dial(&mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { got <- r.Params }})
	var asked ops.Asked
	call(t, s, "request_browser_signin", map[string]any{}, &asked)
	go func() {
		p := <-got
		if p.ProgressToken != "my-token" || p.Progress <= 0 || p.Message == "" {
			t.Errorf("progress %+v", p)
		}
		_, err := b.reg.Call(t.Context(), ops.Request{
			Principal: grant.Principal{Kind: grant.KindOwner, Owner: ident.Local, Scope: grant.Full},
			Name:      "request_done", Input: json.RawMessage(`{"request_id":"` + string(asked.RequestID) + `"}`),
		})
		if err != nil {
			t.Error(err)
		}
	}()
	params := &mcp.CallToolParams{Name: "browser_wait_for_user"}
	params.SetProgressToken("my-token")
	return s.CallTool(t.Context(), params)
}

func TestProgressWhileWaiting(t *testing.T) {
	b := newBaton(t)
	token := b.agent(t, nil)
	res, err := waiting(t, b, func(o *mcp.ClientOptions) *mcp.ClientSession { return connect(t, b.url, token, o) })
	if err != nil || res.IsError || !strings.Contains(words(res), "The user is done") {
		t.Errorf("got %v %q", err, words(res))
	}
}

func TestACallEndsWithItsConnection(t *testing.T) {
	b := newBaton(t)
	token := b.agent(t, nil)
	var asked ops.Asked
	call(t, connect(t, b.url, token, nil), "request_browser_signin", map[string]any{}, &asked)
	ctx, cancel := context.WithCancel(t.Context())
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"browser_wait_for_user","_meta":{"progressToken":1}}}`
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, b.url, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = res.Body.Read(make([]byte, 1)) // the first notification: the call waits
	cancel()
	_ = res.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	// Close blocks until the request is over, and would for ten minutes.
	b.server.Close()
}

func TestWhoIsNotAnAgentIsRefused(t *testing.T) {
	b := newBaton(t)
	for token, want := range map[string]fault.Code{"": fault.Unauthenticated, "bat_wrong": fault.Unauthenticated, "owner": fault.NotGranted} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url, strings.NewReader(`{}`))
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := b.server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		var p wire.Problem
		if err := json.Unmarshal(body, &p); err != nil || p.Code != string(want) || p.Status != res.StatusCode || p.Hint == "" {
			t.Errorf("token %q: %d %s", token, res.StatusCode, body)
		}
		if (res.StatusCode == http.StatusUnauthorized) != (res.Header.Get("WWW-Authenticate") != "") {
			t.Errorf("token %q: WWW-Authenticate %q", token, res.Header.Get("WWW-Authenticate"))
		}
	}
}
