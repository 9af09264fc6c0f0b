package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
)

func TestOwnerLinkWorksOnce(t *testing.T) {
	b := newBaton(t)
	code, used := b.tokens.Link(ident.Local)
	redeem := func(body string) answer { return b.do(try{method: "POST", path: "/api/owner-link", body: body}) }
	for body, want := range map[string]fault.Code{
		`{"code": ""}`: fault.Unauthenticated, `{}`: fault.Unauthenticated, `null`: fault.Unauthenticated,
		`{"code": "` + code + `x"}`: fault.Unauthenticated, `{"code": 5}`: fault.InvalidInput, `{`: fault.InvalidInput,
		`{"code": "` + strings.Repeat("x", 4*ops.MaxInput) + `"}`: fault.TooLarge,
	} {
		if got := redeem(body); got.code != want {
			t.Errorf("%.40s: %d %s, want %s", body, got.status, got.body, want)
		}
	}
	select {
	case <-used:
		t.Fatal("a wrong code used the link up")
	default:
	}
	got := redeem(`{"code": "` + code + `"}`)
	var out struct{ Token string }
	must(t, json.Unmarshal([]byte(got.body), &out))
	<-used
	b.call(out.Token, "status", ops.None{}, nil)
	if got := redeem(`{"code": "` + code + `"}`); got.code != fault.Unauthenticated {
		t.Errorf("the second time: %d %s", got.status, got.body)
	}
}

func TestHealthAndPages(t *testing.T) {
	b := newBaton(t)
	if got := b.do(try{method: "GET", path: "/healthz"}); got.status != http.StatusOK || !strings.Contains(got.body, `"name":"baton"`) {
		t.Errorf("healthz: %d %s", got.status, got.body)
	}
	for _, path := range []string{"/", "/live.html"} {
		got := b.do(try{method: "GET", path: path})
		csp := got.header.Get("Content-Security-Policy")
		if got.status != http.StatusOK || !strings.Contains(got.body, "<title>") || !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s: %d %q with policy %q", path, got.status, got.body, csp)
		}
		if got.header.Get("X-Content-Type-Options") != "nosniff" || got.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", path, got.header)
		}
	}
}

// Baton's own windows may call the API; a preflight of anyone else is refused at
// the wall.
func TestPreflight(t *testing.T) {
	b := newBaton(t)
	for origin, ok := range map[string]bool{"wails://wails": true, "http://wails.localhost": true, "http://evil.test": false, "null": false} {
		got := b.do(try{method: "OPTIONS", path: "/api/tools/status", header: http.Header{
			"Origin": {origin}, "Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Headers": {"authorization,content-type"},
		}})
		if allowed := got.header.Get("Access-Control-Allow-Origin"); ok != (got.status == http.StatusNoContent) || ok != (allowed == origin) {
			t.Errorf("%s: %d, allowed %q", origin, got.status, allowed)
		}
	}
}

// The REST routes take fields from path, query and body, each once.
func TestRESTInput(t *testing.T) {
	b := newBaton(t)
	a := b.agent(b.full, "one")
	path := "/api/agents/" + string(a.ID)
	patch := func(query, body string) answer {
		return b.do(try{method: "PATCH", path: path + query, body: body, token: b.full})
	}
	if got := patch("", `{"name": "two", "browser": false}`); got.status != http.StatusOK || !strings.Contains(got.body, `"name":"two"`) {
		t.Errorf("a change: %d %s", got.status, got.body)
	}
	if got := patch("?browser=true", `{"name": "three"}`); got.status != http.StatusOK || !strings.Contains(got.body, `"browser":true`) {
		t.Errorf("a change by query: %d %s", got.status, got.body)
	}
	for query, body := range map[string]string{
		"?name=a&name=b": `{}`, "?name=a": `{"name": "b"}`, "?browser=yes": `{}`, "?agent_id=x": `{}`, "": `{"agent_id": "x"}`, "?x=1": `{}`,
	} {
		if got := patch(query, body); got.code != fault.InvalidInput {
			t.Errorf("%q with %s: %d %s", query, body, got.status, got.body)
		}
	}
	kept, err := b.store.Agent(t.Context(), ident.Local, a.ID)
	must(t, err)
	if kept.Name != "three" || !kept.Browser {
		t.Errorf("the agent is %+v", kept)
	}
	if got := b.do(try{method: "DELETE", path: path, token: b.full}); got.status != http.StatusOK {
		t.Errorf("delete: %d %s", got.status, got.body)
	}
}

// Terminals ask for text, programs get JSON.
func TestTextAnswers(t *testing.T) {
	b := newBaton(t)
	got := b.do(try{method: "POST", path: "/api/tools/agents_list", body: `{}`, token: b.full, header: http.Header{"Accept": {"text/plain"}}})
	if kind := got.header.Get("Content-Type"); !strings.HasPrefix(kind, "text/plain") || got.body != "There are no agents." {
		t.Errorf("got %s %q", kind, got.body)
	}
}
