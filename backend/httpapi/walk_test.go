package httpapi_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ops"
)

// route is one that the API serves, with a body that would be taken.
type route struct {
	method, path, body string
	open               bool // needs no token
	op                 *ops.Op
}

var pathField = regexp.MustCompile(`\{(\w+)\}`)

// routes walks the registry and adds the fixed ones.
func (b *baton) routes() []route {
	all := []route{
		{method: "GET", path: "/healthz", open: true},
		{method: "GET", path: "/", open: true},
		{method: "GET", path: "/live.html", open: true},
		{method: "GET", path: "/assets/none.js", open: true},
		{method: "POST", path: "/api/owner-link", body: `{"code": "none"}`, open: true},
		{method: "GET", path: "/api/events"},
		{method: "GET", path: "/api/browser-profiles/agent-session/stream", open: true}, // the first message has the token
		{method: "GET", path: "/api/openapi.json"},
		{method: "GET", path: "/api/nothing/here"},
		{method: "POST", path: "/api/nothing/here", body: `{}`},
		{method: "POST", path: "/mcp", body: `{}`},
		{method: "POST", path: "/api/tools/no_such_tool", body: `{}`},
	}
	for _, o := range b.reg.Ops() {
		all = append(all, route{method: "POST", path: "/api/tools/" + o.Name, body: `{}`, op: o})
		if o.Method == "" {
			continue
		}
		r := route{method: o.Method, path: pathField.ReplaceAllString(o.Path, "none"), op: o}
		if o.Method == "POST" || o.Method == "PATCH" {
			r.body = `{}`
		}
		all = append(all, r)
	}
	return all
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
	switch {
	case strings.HasPrefix(r.path, "/mcp") && want == fault.Unauthenticated && got.status == http.StatusUnauthorized:
	case got.code != want || got.status != fault.Lookup(want).Status:
		t.Errorf("%s: %d %s, want %s", r, got.status, got.body, want)
	}
}

// Every route, also of a static file, is closed to other hosts and origins,
// whoever has a token.
func TestForeignHostAndOrigin(t *testing.T) {
	b := newBaton(t)
	_, port, _ := strings.Cut(b.addr, ":")
	hosts := []string{"evil.test", "evil.test:" + port, "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.test:" + port, "localhost.:" + port}
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
	})
}

func TestTokens(t *testing.T) {
	b := newBaton(t)
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
		{"Cookie": {"token=" + b.full}},
	}
	b.walk(t, func(r route) bool { return !r.open }, func(t *testing.T, r route) {
		for _, h := range headers {
			x := r.try()
			x.header = h
			b.refused(t, r, x, fault.Unauthenticated)
		}
		for _, name := range []string{"token", "access_token", "authorization"} {
			x := r.try()
			x.path += "?" + name + "=" + b.full
			b.refused(t, r, x, fault.Unauthenticated)
		}
	})
	if got := b.do(try{method: "POST", path: "/api/tools/status", body: `{}`, token: b.full}); got.status != http.StatusOK {
		t.Errorf("the good token: %d %s", got.status, got.body)
	}
	if got := b.do(try{method: "POST", path: "/api/tools/status", body: `{}`}); got.header.Get("WWW-Authenticate") == "" {
		t.Error("a refused client is not told how to authenticate")
	}
}

// A page of another site can only send simple bodies; none of them is taken.
func TestOnlyJSON(t *testing.T) {
	b := newBaton(t)
	kinds := [][]string{
		nil,
		{""},
		{"text/plain"},
		{"application/x-www-form-urlencoded"},
		{"multipart/form-data; boundary=x"},
		{"text/plain; application/json"},
		{"application/jsonp"},
		{"application/json, text/plain"},
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
	b := newBaton(t)
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
	b := newBaton(t)
	b.walk(t, func(r route) bool { return r.op != nil && len(r.op.In.Required) > 0 && !r.op.Tool() }, func(t *testing.T, r route) {
		x := r.try()
		x.token, x.body = b.full, `null`
		if got := b.do(x); got.code != fault.InvalidInput && got.code != fault.NotFound {
			t.Errorf("%s: %d %s", r, got.status, got.body)
		}
	})
}

// Nobody reaches the operations that are not for them.
func TestAudiences(t *testing.T) {
	b := newBaton(t)
	a := b.agent(b.full, "one")
	b.walk(t, func(r route) bool { return r.op != nil }, func(t *testing.T, r route) {
		x := r.try()
		switch {
		case r.op.Tool():
			x.token = b.full
			b.refused(t, r, x, fault.UnknownTool)
			x.token = b.setup
			b.refused(t, r, x, fault.UnknownTool)
			return
		case r.op.Audience == grant.ForOwnerWindow:
			x.token = b.setup
			if got := b.do(x); got.code != fault.NotGranted && got.code != fault.InvalidInput {
				t.Errorf("%s from the command line: %d %s", r, got.status, got.body)
			}
		}
		x.token = a.Token
		b.refused(t, r, x, fault.UnknownTool)
	})
}

// The command line is refused with a right input too, by every route that is
// for windows alone.
func TestCommandLineNeverDrives(t *testing.T) {
	b := newBaton(t)
	s := b.opened(b.agent(b.full, "one"))
	id, v := s.ID, "view_of_the_command_line"
	inputs := map[string]string{
		"control_take":      fmt.Sprintf(`{"session_id": %q, "viewer": %q}`, id, v),
		"control_hand_back": fmt.Sprintf(`{"session_id": %q, "viewer": %q}`, id, v),
		"agent_continue":    fmt.Sprintf(`{"session_id": %q}`, id),
		"live_input":        fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "events": []}`, id, v),
		"live_navigate":     fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "url": "https://example.com"}`, id, v),
		"live_dialog":       fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "accept": true}`, id, v),
		"live_signin":       fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "id": "signin-1", "accept": true, "user": "u", "password": "p"}`, id, v),
		"live_copy":         fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1}`, id, v),
		"session_close":     fmt.Sprintf(`{"session_id": %q}`, id),
		"signin_start":      `{}`,
		"signin_finish":     fmt.Sprintf(`{"session_id": %q}`, id),
		"signin_cancel":     fmt.Sprintf(`{"session_id": %q}`, id),
		"request_accept":    `{"request_id": "none"}`,
		"request_allow":     `{"request_id": "none"}`,
		"request_decline":   `{"request_id": "none"}`,
		"request_done":      `{"request_id": "none"}`,
	}
	before := b.everything()
	for _, o := range b.reg.Ops() {
		if o.Audience != grant.ForOwnerWindow {
			continue
		}
		in, ok := inputs[o.Name]
		if !ok {
			t.Errorf("%s is for windows and has no input in this test", o.Name)
			continue
		}
		r := route{method: "POST", path: "/api/tools/" + o.Name, body: in, op: o}
		x := r.try()
		x.token = b.setup
		b.refused(t, r, x, fault.NotGranted)
	}
	if after := b.everything(); after != before || s.View().Holder != "" || s.View().End != nil {
		t.Error("something changed")
	}
}
