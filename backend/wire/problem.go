package wire

import (
	"net/http"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// ProblemOf is the RFC 9457 form of an error.
func ProblemOf(err error) Problem {
	f := fault.From(err)
	status := fault.Lookup(f.Code).Status
	title := http.StatusText(status)
	if title == "" {
		title = "Client closed the request" // 499 has no name
	}
	p := Problem{
		Type: "about:blank", Title: title, Status: status,
		Code: string(f.Code), Detail: f.Message, Hint: f.Hint, Details: f.Details,
	}
	if id, ok := f.Details["call_id"]; ok {
		p.Call = callID(id)
	}
	return p
}

// Fault is the fault that the problem tells of.
func (p Problem) Fault() *fault.Error {
	said := p.Detail
	if said == "" {
		said = p.Title
	}
	f := fault.New(fault.Code(p.Code), "%s", said)
	f.Hint, f.Details = p.Hint, p.Details
	if p.Call != "" {
		f = f.With("call_id", p.Call)
	}
	return f
}

// callID reads the detail as the dispatcher sets it, or as JSON brings it.
func callID(v any) string {
	switch id := v.(type) {
	case ident.Call:
		return string(id)
	case string:
		return id
	}
	return ""
}
