package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/time/rate"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// FuzzRESTInput: whatever stands in path, query and body, the input is one JSON
// object in which each field comes from one place, the path's from the path; or it
// is refused, with the field, or handed on to the dispatcher as it is no object.
func FuzzRESTInput(f *testing.F) {
	all := slices.DeleteFunc(ops.All(), func(o *ops.Op) bool { return o.Method == "" })
	for i := range all {
		f.Add(uint8(i), "agent_1", "x=1", []byte(`{"name":"a"}`))
	}
	for _, s := range []string{"", "null", "[]", "{", `{"agent_id":"x"}`, `{"a":1,"a":2}`, `{"a":` + strings.Repeat("[", 200), "\xff", `{"\u0061gent_id":1}`} {
		f.Add(uint8(2), "e1", "limit=1e9&limit=2", []byte(s))
		f.Add(uint8(3), "../x", "agent_id=%00&browser=true", []byte(s))
	}
	f.Fuzz(func(t *testing.T, i uint8, value, query string, body []byte) {
		o := all[int(i)%len(all)]
		r := &http.Request{Method: o.Method, URL: &url.URL{Path: o.Path, RawQuery: query}, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body))}
		fields := pathField.FindAllStringSubmatch(o.Path, -1)
		for _, m := range fields {
			r.SetPathValue(m[1], value)
		}
		got, err := restInput(o, r)
		if err != nil {
			if !fault.Is(err, fault.InvalidInput) || fault.From(err).Details["field"] == nil {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		var in map[string]json.RawMessage
		if json.Unmarshal(got, &in) != nil {
			if !bytes.Equal(got, body) {
				t.Fatalf("%q became %q", body, got)
			}
			return
		}
		var sent map[string]json.RawMessage
		_ = json.Unmarshal(body, &sent)
		for _, m := range fields {
			var v string
			if json.Unmarshal(in[m[1]], &v) != nil || v != strings.ToValidUTF8(value, "\ufffd") && strings.ToValidUTF8(value, "") == value {
				t.Errorf("the path's %s %q became %s", m[1], value, in[m[1]])
			}
			if _, twice := sent[m[1]]; twice {
				t.Errorf("%s is in the path and in the body, and was taken", m[1])
			}
		}
		for name := range in {
			_, inBody := sent[name]
			if n := len(r.URL.Query()[name]); n > 1 || n == 1 && inBody {
				t.Errorf("%s was given twice and taken", name)
			}
		}
	})
}

// FuzzWall: what is let through names Baton as it is, and comes from no page or
// from one of Baton's own.
func FuzzWall(f *testing.F) {
	wl := wall{port: 4786}
	for _, h := range append(wl.hosts(), "evil.test:4786", "127.0.0.1", "localhost.:4786", "[::1%lo]:4786", "127.0.0.1:4786 ", "127.0.0.1:4786\x00") {
		for _, o := range append(windowOrigins(), "", "null", "http://127.0.0.1:4786", "http://127.0.0.1:4786.evil.test", "http://evil.test") {
			f.Add("POST", h, o, "same-origin", "application/json")
		}
	}
	f.Add("GET", "127.0.0.1:4786", "", "cross-site", "text/plain;application/json")
	hosts := []string{"127.0.0.1:4786", "localhost:4786", "[::1]:4786"}
	f.Fuzz(func(t *testing.T, method, host, origin, site, kind string) {
		r := &http.Request{Method: method, Host: host, URL: &url.URL{Path: "/"}, Header: http.Header{"Content-Type": {kind}, "Sec-Fetch-Site": {site}}, ContentLength: 2}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if wl.admit(r) == nil {
			ours := slices.Contains(hosts, strings.TrimPrefix(origin, "http://")) && strings.HasPrefix(origin, "http://") ||
				strings.HasPrefix(origin, "wails://wails") && len(origin) <= len("wails://wails.localhost") || origin == "http://wails.localhost"
			if !slices.Contains(hosts, host) || origin != "" && !ours || origin == "" && !slices.Contains([]string{"", "none", "same-origin"}, site) {
				t.Errorf("let through: host %q, origin %q, site %q", host, origin, site)
			}
		}
		reads := method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
		if jsonOnly(r) == nil && !reads && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(kind)), "application/json") {
			t.Errorf("taken as JSON: %s %q", method, kind)
		}
	})
}

// FuzzBytes: whatever bytes arrive, whoever has no token reaches nothing that
// needs one, and nothing panics.
func FuzzBytes(f *testing.F) {
	limits := DefaultLimits()
	limits.Refusals, limits.Calls = rate.Inf, rate.Inf
	h := Handler(Options{
		Log: slog.New(slog.DiscardHandler), Registry: ops.New(&ops.App{Log: slog.New(slog.DiscardHandler)}), Tokens: NewTokens(noAgents{}, limits),
		MCP: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { f.Error("MCP was reached") }),
		UI:  fstest.MapFS{"index.html": {Data: []byte("<title>Baton</title>")}}, Port: 4786,
	})
	const head = " HTTP/1.1\r\nHost: 127.0.0.1:4786\r\n"
	for _, s := range []string{
		"GET /" + head + "\r\n", "GET /api/events" + head + "Authorization: Bearer bat_x\r\n\r\n", "GET /..%2f..%2fetc" + head + "\r\n", "GET //x/../mcp" + head + "\r\n",
		"POST /api/owner-link" + head + "Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"code\":\"x\"}", "DELETE /api/agents/x" + head + "Content-Length: 0\r\n\r\n",
		"POST /mcp" + head + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "OPTIONS /api/tools/quit" + head + "Origin: wails://wails\r\n\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		in := bufio.NewReader(bytes.NewReader(raw))
		for {
			r, err := http.ReadRequest(in)
			if err != nil {
				return
			}
			if strings.Contains(strings.ToLower(r.URL.Path), "agent-session/stream") {
				return // wants a connection to take over
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			_, _ = io.Copy(io.Discard, r.Body)
			if w.Code < 400 && r.Method != http.MethodOptions && r.Method != http.MethodGet && r.Method != http.MethodHead && w.Code/100 != 3 {
				t.Errorf("%s %s was answered with %d", r.Method, r.URL, w.Code)
			}
			if w.Header().Get("Set-Cookie") != "" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s %s: %v", r.Method, r.URL, w.Header())
			}
		}
	})
}

// noAgents knows no token.
type noAgents struct{ agent.Repo }

// AgentByToken implements agent.Repo.
func (noAgents) AgentByToken(context.Context, string) (agent.Agent, error) {
	return agent.Agent{}, fault.New(fault.Unauthenticated, "nobody")
}
