package httpapi

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ops"
)

// tool is POST /api/tools/{name}: the route that every operation has.
func (s *server) tool(w http.ResponseWriter, r *http.Request) {
	s.call(w, r, r.PathValue("name"), readBody)
}

// call reads the input and dispatches. What a call came to is not told any more
// to one whose token was taken back meanwhile.
func (s *server) call(w http.ResponseWriter, r *http.Request, name string, read func(*http.Request) (json.RawMessage, error)) {
	input, err := read(r)
	if err != nil {
		writeProblem(w, err)
		return
	}
	res, err := s.Registry.Call(r.Context(), ops.Request{Principal: caller(r), Name: name, Input: input})
	if over := ended(r.Context()); over != nil {
		err = over
	}
	if err != nil {
		writeProblem(w, err)
		return
	}
	if res.Op.HasText() && strings.HasPrefix(r.Header.Get("Accept"), "text/plain") {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, res.Text())
		return
	}
	value, err := res.JSON()
	if err != nil {
		writeProblem(w, err)
		return
	}
	writeJSON(w, value)
}

func readBody(r *http.Request) (json.RawMessage, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the body could not be read")
	}
	return body, nil
}

// isJSON hands a request on if its body is JSON, so that what is wrong with a
// body is said in the same way on every route.
func isJSON(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := readBody(r)
		if err == nil && r.Method == http.MethodPost && !json.Valid(body) {
			err = fault.New(fault.InvalidInput, "the body is not JSON").WithHint("send one message of JSON-RPC 2.0")
		}
		if err != nil {
			writeProblem(w, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}
}

var pathField = regexp.MustCompile(`\{(\w+)\}`)

// route is one that the API serves: a pattern of http.ServeMux, and how one gets in.
type route struct {
	pattern string
	entry   entry
	serve   http.HandlerFunc
}

// routes lists all of them. A handler that is not here is not served, and one that
// is here can't forget to ask for the token.
func (s *server) routes() []route {
	all := []route{
		{"GET /healthz", free, s.health},
		{"POST /api/owner-link", free, s.redeem},
		{"DELETE /api/owner-link", byToken, s.signOut},
		{"GET /api/browser-profiles/agent-session/stream", firstMessage, s.stream},
		{"GET /api/events", byToken, s.events},
		{"GET /api/openapi.json", byToken, s.openapi},
		{"POST /api/tools/{name}", byToken, s.tool},
		{"/api/", byToken, s.unknown},
		{"/mcp", byToken, isJSON(s.MCP)},
		{"/", free, s.pages()},
	}
	for _, o := range s.Registry.Ops() {
		if o.Method == "" {
			continue
		}
		all = append(all, route{o.Method + " " + o.Path, byToken, func(w http.ResponseWriter, r *http.Request) {
			s.call(w, r, o.Name, func(r *http.Request) (json.RawMessage, error) { return restInput(o, r) })
		}})
	}
	return all
}

// restInput makes the operation's input of path, query and body. The path wins
// over the query and both over the body; a field that is given twice with two
// values is refused.
func restInput(o *ops.Op, r *http.Request) (json.RawMessage, error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	if len(body) > 0 {
		if err := json.Unmarshal(body, &fields); err != nil {
			return body, nil //nolint:nilerr // the dispatcher refuses it with the operation's own hint
		}
		if fields == nil { // the body was null
			fields = map[string]json.RawMessage{}
		}
	}
	for name, values := range r.URL.Query() {
		if len(values) != 1 {
			return nil, fault.New(fault.InvalidInput, "%s is given more than once", name).With("field", name)
		}
		if _, twice := fields[name]; twice {
			return nil, fault.New(fault.InvalidInput, "%s is in the query and in the body", name).With("field", name)
		}
		fields[name] = typed(o, name, values[0])
	}
	for _, m := range pathField.FindAllStringSubmatch(o.Path, -1) {
		if _, twice := fields[m[1]]; twice {
			return nil, fault.New(fault.InvalidInput, "%s is in the path and again elsewhere", m[1]).With("field", m[1])
		}
		fields[m[1]] = typed(o, m[1], r.PathValue(m[1]))
	}
	return json.Marshal(fields)
}

// typed writes a text value as the JSON that the field's schema wants; what does
// not fit stays a string, and the schema refuses it.
func typed(o *ops.Op, field, value string) json.RawMessage {
	if p := o.In.Properties[field]; p != nil {
		switch p.Type {
		case "integer", "number":
			if _, err := strconv.ParseFloat(value, 64); err == nil && json.Valid([]byte(value)) {
				return json.RawMessage(value)
			}
		case "boolean":
			if value == "true" || value == "false" {
				return json.RawMessage(value)
			}
		}
	}
	b, err := json.Marshal(value)
	if err != nil { // a string always has a JSON form
		return json.RawMessage(`""`)
	}
	return b
}

// unknown answers a route that is not there.
func (s *server) unknown(w http.ResponseWriter, r *http.Request) {
	writeProblem(w, fault.New(fault.NotFound, "there is no %s %s", r.Method, r.URL.Path).
		WithHint("GET /api/openapi.json lists the routes"))
}

// redeem trades the code of a one-time link for a token.
func (s *server) redeem(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err != nil {
		writeProblem(w, err)
		return
	}
	var in struct {
		Code string `json:"code"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		writeProblem(w, fault.Wrap(err, fault.InvalidInput, `the body must be {"code": "…"}`))
		return
	}
	token, err := s.Tokens.Redeem(in.Code)
	if err != nil {
		writeProblem(w, s.tells(err))
		return
	}
	writeJSON(w, map[string]string{"token": token})
}

// signOut takes back the token that it comes with, a window's or a browser's: what
// was driven under it goes back to the agent.
func (s *server) signOut(w http.ResponseWriter, r *http.Request) {
	if p := caller(r); p.Kind != grant.KindOwner || p.Scope != grant.Full {
		writeProblem(w, fault.New(fault.NotGranted, "only Baton's own pages sign out").
			WithHint("an agent's token is taken back in Baton"))
		return
	}
	writeJSON(w, struct{}{})
	s.Tokens.Revoke(bearer(r))
}
