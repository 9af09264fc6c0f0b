package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/wire"
)

func writeProblem(w http.ResponseWriter, err error) {
	p := wire.ProblemOf(err)
	b, bad := json.Marshal(p)
	if bad != nil {
		b = []byte(`{"type":"about:blank","title":"Internal Server Error","status":500,"code":"internal"}`)
	}
	if p.Code == string(fault.Unauthenticated) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="baton"`)
	}
	setRetry(w.Header(), fault.From(err))
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_, _ = w.Write(b)
}
