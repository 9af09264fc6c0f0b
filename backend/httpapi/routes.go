package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// tool is POST /api/tools/{name}: the route that every operation has.
func (s *server) tool(w http.ResponseWriter, r *http.Request) {
	s.call(w, r, r.PathValue("name"), readBody)
}

// call authenticates, reads the input and dispatches, in this order: who is not
// known learns nothing of what is wrong with the rest.
func (s *server) call(w http.ResponseWriter, r *http.Request, name string, read func(*http.Request) (json.RawMessage, error)) {
	p, err := s.Tokens.Authenticate(r.Context(), r)
	if err != nil {
		writeProblem(w, err)
		return
	}
	input, err := read(r)
	if err != nil {
		writeProblem(w, err)
		return
	}
	res, err := s.Registry.Call(r.Context(), ops.Request{Principal: p, Name: name, Input: input})
	if err != nil {
		writeProblem(w, err)
		return
	}
	if res.Op.HasText() && strings.HasPrefix(r.Header.Get("Accept"), "text/plain") {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, ops.Text(res.Value))
		return
	}
	writeJSON(w, http.StatusOK, res.Value)
}

func readBody(r *http.Request) (json.RawMessage, error) {
	body, err := io.ReadAll(r.Body)
	if tooBig, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fault.New(fault.TooLarge, "the body is larger than %d bytes", tooBig.Limit).
			WithHint("send less at once; long texts go in parts")
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the body could not be read")
	}
	return body, nil
}

// whole hands a request on once its body is there and is JSON, so that what is
// wrong with a body is said in the same way on every route.
func whole(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	})
}

var pathField = regexp.MustCompile(`\{(\w+)\}`)

// routes adds the REST routes that the operations declare.
func (s *server) routes(mux *http.ServeMux) {
	for _, o := range s.Registry.Ops() {
		if o.Method == "" {
			continue
		}
		mux.HandleFunc(o.Method+" "+o.Path, func(w http.ResponseWriter, r *http.Request) {
			s.call(w, r, o.Name, func(r *http.Request) (json.RawMessage, error) { return restInput(o, r) })
		})
	}
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

// unknown answers a route that is not there; who asks must be known first.
func (s *server) unknown(w http.ResponseWriter, r *http.Request) {
	if _, err := s.Tokens.Authenticate(r.Context(), r); err != nil {
		writeProblem(w, err)
		return
	}
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
		writeProblem(w, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"token": token})
}
