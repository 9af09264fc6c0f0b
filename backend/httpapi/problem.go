package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/wire"
)

// problem is the RFC 9457 form of an error.
func problem(err error) wire.Problem {
	f := fault.From(err)
	status := fault.Lookup(f.Code).Status
	title := http.StatusText(status)
	if title == "" {
		title = "Client closed the request" // 499 has no name
	}
	p := wire.Problem{
		Type: "about:blank", Title: title, Status: status,
		Code: string(f.Code), Detail: f.Message, Hint: f.Hint, Details: f.Details,
	}
	if id, ok := f.Details["call_id"]; ok {
		p.Call, _ = id.(string)
	}
	return p
}

func writeProblem(w http.ResponseWriter, err error) {
	p := problem(err)
	b, bad := json.Marshal(p)
	if bad != nil {
		b = []byte(`{"type":"about:blank","title":"Internal Server Error","status":500,"code":"internal"}`)
	}
	if p.Code == string(fault.Unauthenticated) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="baton"`)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_, _ = w.Write(b)
}
