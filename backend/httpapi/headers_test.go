package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
)

// Every answer, of whatever route and however it comes out, says what a browser
// may do with it: nothing but show Baton's own pages with Baton's own files.
func TestEveryAnswerIsClosed(t *testing.T) {
	b := newBaton(t, noRates)
	fixed := map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
		"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
	}
	for _, r := range b.routes() {
		for _, token := range []string{"", b.full} {
			if token != "" && r.method == "GET" && strings.HasSuffix(r.path, "/events") {
				continue // does not end
			}
			if r.op != nil && token != "" && (r.op.Name == "quit" || r.method == "GET") {
				continue // GET starts nothing, but some answers take a browser
			}
			x := r.try()
			x.token = token
			got := b.do(x)
			for name, want := range fixed {
				if all := got.header.Values(name); len(all) != 1 || all[0] != want {
					t.Errorf("%s: %s is %q", r, name, all)
				}
			}
			for _, name := range []string{"Set-Cookie", "Access-Control-Allow-Origin", "Server", "X-Powered-By"} {
				if got.header.Get(name) != "" {
					t.Errorf("%s: has %s", r, name)
				}
			}
			policy := got.header.Values("Content-Security-Policy")
			if len(policy) != 1 || !closed(policy[0]) {
				t.Errorf("%s: the policy is %q", r, policy)
			}
			if cached := got.header.Get("Cache-Control"); cached != "no-store" && got.status != http.StatusNotFound && !(strings.HasPrefix(r.path, "/assets/") && r.method == "GET") {
				t.Errorf("%s: may be kept: %q", r, cached)
			}
		}
	}
}

// closed tells whether a policy begins with nothing, adds no scheme or host but
// Baton's own, no script but from files, and no frame around it.
func closed(policy string) bool {
	directives := strings.Split(policy, "; ")
	if directives[0] != "default-src 'none'" {
		return false
	}
	has := map[string]bool{}
	for _, d := range directives[1:] {
		name, values, _ := strings.Cut(d, " ")
		has[name+" "+values] = true
		for _, v := range strings.Fields(values) {
			switch {
			case v == "'self'" || v == "'none'":
			case name == "img-src" && (v == "blob:" || v == "data:"):
			case name == "connect-src" && (strings.HasPrefix(v, "ws://127.0.0.1:") || strings.HasPrefix(v, "ws://localhost:")):
			default:
				return false
			}
		}
	}
	return has["base-uri 'none'"] && has["form-action 'none'"] && has["frame-ancestors 'none'"]
}

// A window of Baton may read answers; nobody else is told that they may.
func TestOnlyWindowsReadAnswers(t *testing.T) {
	b := newBaton(t)
	for origin, want := range map[string]string{"": "", "http://" + b.addr: "", "wails://wails": "wails://wails", "http://wails.localhost": "http://wails.localhost"} {
		x := try{method: "GET", path: "/api/agents", token: b.full, header: http.Header{}}
		if origin != "" {
			x.header.Set("Origin", origin)
		}
		got := b.do(x)
		if allowed := got.header.Get("Access-Control-Allow-Origin"); got.status != http.StatusOK || allowed != want || got.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("from %q: %d, allowed %q", origin, got.status, allowed)
		}
	}
}
