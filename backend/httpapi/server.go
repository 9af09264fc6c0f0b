// Package httpapi is Baton's loopback API: the wall in front of everything, the
// routes of the registry, the event stream, the live stream and the pages.
//
// Guarantees: no request passes the wall with a foreign Host or Origin, not even
// for a static file; every route but the pages, /healthz and the exchange of a
// one-time link needs a token; tokens are compared by their hash; writes are
// JSON only, so that no page of another site can make one without a preflight;
// bodies are capped. Errors are RFC 9457 problems with a stable code.
package httpapi

import (
	"context"
	"encoding/json"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
)

// maxBody is the largest request body in bytes. It is more than the largest input
// of a call, so that one which is somewhat too large gets its refusal from the
// dispatcher, also within MCP, where clients show nothing of an HTTP error.
const maxBody = 4 * ops.MaxInput

// Options are what the API is made of. MCP handles /mcp behind the wall.
type Options struct {
	Log      *slog.Logger
	Registry *ops.Registry
	Sessions *session.Manager
	Bus      *event.Bus
	Tokens   *Tokens
	MCP      http.Handler
	UI       fs.FS // the built pages
	OpenAPI  []byte
	Port     int
	Version  string
}

type server struct {
	Options
}

// Handler is the whole API.
func Handler(o Options) http.Handler {
	s := &server{Options: o}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("POST /api/owner-link", s.redeem)
	mux.HandleFunc("GET /api/events", s.events)
	mux.HandleFunc("GET /api/browser-profiles/agent-session/stream", s.stream)
	mux.HandleFunc("GET /api/openapi.json", s.openapi)
	mux.HandleFunc("POST /api/tools/{name}", s.tool)
	s.routes(mux)
	mux.HandleFunc("/api/", s.unknown)
	mux.Handle("/mcp", whole(o.MCP))
	mux.Handle("/", s.pages())
	return wall{port: o.Port, log: o.Log}.around(mux)
}

// Serve answers requests on a listener until ctx ends, and then waits up to
// five seconds for those under way.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err := srv.Shutdown(grace)
		if err != nil {
			err = srv.Close()
		}
		stopped <- err
	})
	defer stop()
	if err := srv.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return <-stopped
}

func (s *server) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok", "name": "baton", "version": s.Version})
}

func (s *server) openapi(w http.ResponseWriter, r *http.Request) {
	if _, err := s.Tokens.Authenticate(r.Context(), r); err != nil {
		writeProblem(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(s.OpenAPI)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		writeProblem(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b)
}
