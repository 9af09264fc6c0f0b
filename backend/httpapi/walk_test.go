package httpapi_test

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/httpapi"
	"github.com/batonbrowser/baton/backend/ops"
)

// route is one that the API serves, with a body that would be taken.
type route struct {
	method, path, body string
	open               bool // needs no token
	op                 *ops.Op
}

var pathField = regexp.MustCompile(`\{(\w+)\}`)

// routes are all that the API serves, as it says itself: those of the registry and
// those made by hand. A new one is walked without a line here.
func (b *baton) routes() (all []route) {
	opOf := map[string]*ops.Op{}
	for _, o := range b.reg.Ops() {
		opOf[o.Method+" "+o.Path] = o
	}
	for pattern, entry := range httpapi.Patterns(b.api) {
		method, path, one := strings.Cut(pattern, " ")
		if !one {
			method, path = "GET POST PUT PATCH DELETE", pattern
		}
		for _, m := range strings.Fields(method) {
			for _, p := range b.paths(m, path) {
				open := entry != "token" && (path != "/" || m == "GET") // of pages there is nothing but to GET
				r := route{method: m, path: p, open: open, op: opOf[pattern]}
				if name, is := strings.CutPrefix(p, "/api/tools/"); is {
					r.op = b.op(name)
				}
				if m == "POST" || m == "PATCH" || m == "PUT" {
					r.body = `{}`
				}
				all = append(all, r)
			}
		}
	}
	return all
}

// paths are addresses that a pattern takes.
func (b *baton) paths(method, pattern string) (all []string) {
	switch {
	case pattern == "/" && method == "GET":
		all = []string{"/", "/assets/none.js", "/nothing", "/..%2f..%2fetc/passwd"}
		must(b.t, fs.WalkDir(b.api.UI, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && name != "index.html" { // which is "/"
				all = append(all, "/"+name)
			}
			return err
		}))
	case strings.HasSuffix(pattern, "/"):
		all = []string{pattern + "nothing/here"}
	case pattern == "/api/tools/{name}":
		all = []string{"/api/tools/no_such_tool"}
		for _, o := range b.reg.Ops() {
			all = append(all, "/api/tools/"+o.Name)
		}
	default:
		all = []string{pathField.ReplaceAllString(pattern, "none")}
	}
	return all
}

func (b *baton) op(name string) *ops.Op {
	for _, o := range b.reg.Ops() {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// Nothing is served that does not say how one gets in, and few things are without
// a token: whoever adds one has to add it here.
func TestFewRoutesAreFree(t *testing.T) {
	b := newBaton(t)
	free := map[string]string{}
	for pattern, entry := range httpapi.Patterns(b.api) {
		if entry != "token" {
			free[pattern] = entry
		}
	}
	want := map[string]string{
		"/": "free", "GET /healthz": "free", "POST /api/owner-link": "free",
		"GET /api/browser-profiles/agent-session/stream": "first message",
	}
	if !maps.Equal(free, want) {
		t.Errorf("without a token: %v", free)
	}
}

func (r route) String() string { return r.method + " " + r.path }

func (r route) try() try { return try{method: r.method, path: r.path, body: r.body} }

// walk sends a request to every route and compares the store before and after.
func (b *baton) walk(t *testing.T, which func(route) bool, do func(t *testing.T, r route)) {
	t.Helper()
	before, calls := b.everything(), b.mcp.Load()
	walked := 0
	for _, r := range b.routes() {
		if which != nil && !which(r) {
			continue
		}
		walked++
		do(t, r)
	}
	if walked == 0 {
		t.Error("no route was walked")
	}
	if after := b.everything(); after != before {
		t.Errorf("something changed from\n%s\nto\n%s", before, after)
	}
	if b.mcp.Load() != calls {
		t.Error("a refused request came through to MCP")
	}
}

func (b *baton) refused(t *testing.T, r route, x try, want fault.Code) {
	t.Helper()
	got := b.do(x)
	if got.code != want || got.status != fault.Lookup(want).Status {
		t.Errorf("%s: %d %s, want %s", r, got.status, got.body, want)
	}
	for _, name := range []string{"Set-Cookie", "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"} {
		if got.header.Get(name) != "" {
			t.Errorf("%s: a refusal has %s", r, name)
		}
	}
	if x.token != "" && strings.Contains(got.body, x.token) {
		t.Errorf("%s: a refusal repeats the token", r)
	}
}

// Every route, also of a static file, is closed to other hosts and origins,
// whoever has a token (case sec-foreign-host-header).
func TestForeignHostAndOrigin(t *testing.T) {
	b := newBaton(t, noRates)
	_, port, _ := strings.Cut(b.addr, ":")
	hosts := []string{
		"evil.test", "evil.test:" + port, "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.test:" + port, "localhost.:" + port,
		"127.0.0.1.:" + port, "localhost", "LOCALHOST:" + port, "x.localhost:" + port, "localhost.evil.test:" + port, "localhost:" + port + ".evil.test",
		"127.0.0.1:" + port + ":" + port, "127.0.0.1:0" + port, "127.1:" + port, "2130706433:" + port, "0x7f.1:" + port, "0177.0.0.1:" + port,
		"127.0.0.2:" + port, "0.0.0.0:" + port, "0:" + port, "[::1]", "[::1]:1", "[::]:" + port, "[0:0:0:0:0:0:0:1]:" + port,
		"[::ffff:127.0.0.1]:" + port, "127-0-0-1.evil.test:" + port, "7f000001.c0a80001.rbndr.us:" + port, "user@127.0.0.1:" + port,
	}
	origins := [][]string{
		{"http://evil.test"},
		{"null"},
		{"https://127.0.0.1:" + port},
		{"http://127.0.0.1:1"},
		{"http://127.0.0.1"},
		{"http://localhost.evil.test:" + port},
		{"file://"},
		{""},
		{"wails://evil"},
		{"http://" + b.addr, "http://evil.test"},
		{"http://" + b.addr, "http://" + b.addr},
		{"http://" + b.addr + "/"},
		{"http://127.0.0.1.:" + port},
		{"http://[::ffff:127.0.0.1]:" + port},
		{"http://evil.test@" + b.addr},
		{"http://" + b.addr + ".evil.test"},
		{"HTTP://" + b.addr},
		{"ws://" + b.addr},
		{"chrome-extension://abcdefghijklmnopabcdefghijklmnop"},
		{"wails://wails.evil.test"},
		{"https://wails.localhost"},
		{"http://wails.localhost:" + port},
		{"null", "wails://wails"},
	}
	sites := []http.Header{
		{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"no-cors"}, "Sec-Fetch-Dest": {"image"}},
		{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"no-cors"}, "Sec-Fetch-Dest": {"script"}},
		{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}, "Sec-Fetch-Dest": {"iframe"}},
		{"Sec-Fetch-Site": {"same-site"}, "Sec-Fetch-Mode": {"websocket"}, "Sec-Fetch-Dest": {"websocket"}},
		{"Sec-Fetch-Site": {"same-site"}, "Sec-Fetch-Mode": {"no-cors"}, "Sec-Fetch-Dest": {"empty"}},
		{"Sec-Fetch-Site": {"unheard-of"}},
	}
	b.walk(t, nil, func(t *testing.T, r route) {
		for _, host := range hosts {
			x := r.try()
			x.token, x.host = b.full, host
			b.refused(t, r, x, fault.ForbiddenOrigin)
		}
		for _, origin := range origins {
			x := r.try()
			x.token, x.header = b.full, http.Header{"Origin": origin}
			b.refused(t, r, x, fault.ForbiddenOrigin)
		}
		for _, site := range sites {
			x := r.try()
			x.token, x.header = b.full, site
			b.refused(t, r, x, fault.ForbiddenOrigin)
		}
	})
}

func TestTokens(t *testing.T) {
	b := newBaton(t, noRates)
	old := b.agent(b.full, "one")
	b.call(b.full, "agents_new_token", ops.AgentRef{AgentID: old.ID}, nil)
	gone := b.agent(b.full, "two")
	b.call(b.full, "agents_delete", ops.AgentRef{AgentID: gone.ID}, nil)
	headers := []http.Header{
		{},
		{"Authorization": {"Bearer"}},
		{"Authorization": {"Bearer "}},
		{"Authorization": {b.full}},
		{"Authorization": {"Basic " + b.full}},
		{"Authorization": {"Bearer " + old.Token}},
		{"Authorization": {"Bearer " + gone.Token}},
		{"Authorization": {"Bearer bat_" + strings.Repeat("A", 43)}},
		{"Authorization": {"Bearer own_" + strings.Repeat("A", 43)}},
		{"Authorization": {"Bearer " + strings.ToUpper(b.full)}},
		{"Authorization": {"Bearer " + b.full + "x"}},
		{"Authorization": {"Bearer " + b.full, "Bearer " + b.full}},
		{"Authorization": {"Bearer " + b.full + ", Bearer " + b.full}},
		{"Authorization": {"Bearer bat_" + strings.Repeat("A", 20_000)}},
		{"Authorization": {"Bearer bat_\x80\xff"}},
		{"Proxy-Authorization": {"Bearer " + b.full}},
		{"X-Api-Key": {b.full}},
		{"Sec-Websocket-Protocol": {b.full}},
		{"Cookie": {"token=" + b.full}},
	}
	words := map[string]string{}
	b.walk(t, func(r route) bool { return !r.open }, func(t *testing.T, r route) {
		for _, h := range headers {
			x := r.try()
			x.header = h
			b.refused(t, r, x, fault.Unauthenticated)
			got := b.do(x)
			got.header.Del("Date")
			words[fmt.Sprint(got.status, got.body, got.header)] = r.String()
		}
		for _, name := range []string{"token", "access_token", "authorization"} {
			x := r.try()
			x.path += "?" + name + "=" + b.full
			b.refused(t, r, x, fault.Unauthenticated)
		}
	})
	if len(words) != 1 {
		t.Errorf("who is not known is told apart: %v", words)
	}
	if got := b.do(try{method: "POST", path: "/api/tools/status", body: `{}`, token: b.full}); got.status != http.StatusOK {
		t.Errorf("the good token: %d %s", got.status, got.body)
	}
	if got := b.do(try{method: "POST", path: "/api/tools/status", body: `{}`}); got.header.Get("WWW-Authenticate") == "" {
		t.Error("a refused client is not told how to authenticate")
	}
}

// What a GET does is nothing, also with a token: a page can make one by a picture
// (case sec-plain-post). The route that starts an agent's browser is the exception
// that the product's description asks for; it needs the token in a header too.
func TestGetChangesNothing(t *testing.T) {
	b := newBaton(t, noRates)
	a := b.agent(b.full, "one")
	b.walk(t, func(r route) bool {
		return r.method == "GET" && r.path != "/api/events" && r.path != "/mcp" && (r.op == nil || r.op.Name != "agent_browser_start")
	}, func(t *testing.T, r route) {
		x := r.try()
		if r.op != nil {
			x.path = strings.NewReplacer("{agent_id}", string(a.ID)).Replace(r.op.Path)
		}
		for _, x.token = range []string{b.full, b.setup, a.Token} {
			b.do(x)
		}
	})
}

// A page of another site can only send simple bodies; none of them is taken (case
// sec-plain-post).
func TestOnlyJSON(t *testing.T) {
	b := newBaton(t, noRates)
	kinds := [][]string{
		nil,
		{""},
		{"text/plain"},
		{"application/x-www-form-urlencoded"},
		{"multipart/form-data; boundary=x"},
		{"text/plain; application/json"},
		{"application/jsonp"},
		{"application/json, text/plain"},
		{"application/json", "text/plain"},
		{"text/plain", "application/json"},
		{"application/json-patch+json"},
		{"application/x-ndjson"},
	}
	b.walk(t, func(r route) bool { return r.method != "GET" }, func(t *testing.T, r route) {
		for _, kind := range kinds {
			x := r.try()
			x.token, x.header = b.full, http.Header{"Content-Type": kind}
			if x.body == "" {
				x.body = `{}`
			}
			b.refused(t, r, x, fault.UnsupportedMedia)
		}
	})
}

// What is wrong with a body is said only to who is known, and before anything
// is looked up.
func TestBodies(t *testing.T) {
	b := newBaton(t, noRates)
	a := b.agent(b.full, "one")
	large := `{"x": "` + strings.Repeat("x", 1<<20) + `"}`
	with := func(r route) bool { return r.op != nil && r.method != "GET" }
	b.walk(t, with, func(t *testing.T, r route) {
		token := b.full
		if r.op.Tool() {
			token = a.Token
		}
		for body, want := range map[string]fault.Code{
			large: fault.TooLarge, `{`: fault.InvalidInput, `[]`: fault.InvalidInput, `{"no_such_field": 1}`: fault.InvalidInput,
			`{} {}`: fault.InvalidInput, strings.Repeat("[", 20_000): fault.InvalidInput, "\xff": fault.InvalidInput,
		} {
			x := r.try()
			x.token, x.body = token, body
			b.refused(t, r, x, want)
			x.token = ""
			b.refused(t, r, x, fault.Unauthenticated)
		}
	})
}

// A body of null is an empty one, on every route.
func TestNullBody(t *testing.T) {
	b := newBaton(t, noRates)
	b.walk(t, func(r route) bool { return r.op != nil && len(r.op.In.Required) > 0 && !r.op.Tool() }, func(t *testing.T, r route) {
		x := r.try()
		x.token, x.body = b.full, `null`
		if got := b.do(x); got.code != fault.InvalidInput && got.code != fault.NotFound {
			t.Errorf("%s: %d %s", r, got.status, got.body)
		}
	})
}
