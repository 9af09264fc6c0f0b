// Package httpapi is Baton's loopback API: the wall in front of everything, the
// routes of the registry, the event stream, the live stream and the pages.
//
// Guarantees, each kept by one piece in front of the handlers:
//
// wall: no request passes with a foreign Host or Origin, or from another site's
// page without one, not even for a static file; writes are JSON only, so that no
// such page can make one without a preflight. There are no cookies.
//
// guard: every route but the pages, /healthz and the exchange of a one-time link
// needs a token, which is in a header and never in an address; tokens are looked
// up by their hash, and all refusals of one are the same bytes. Bodies are capped
// and there as a whole before a handler runs.
//
// Tokens: a token that is taken back ends all that runs under it at once (calls,
// event streams, live views, MCP); calls and streams of this package are told why,
// MCP's clients at the latest with their next request.
//
// Limits: what one token, all unknown callers together, and a client that dawdles
// can take is bounded. Errors are RFC 9457 problems with a stable code.
//
// Rejected: refusing chunked bodies. They matter to a proxy that reads them in
// another way than what stands behind it, and none stands before Baton.
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

	"golang.org/x/net/netutil"

	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
)

// Options are what the API is made of. MCP handles /mcp for one whom Caller tells.
// The limits are those that Tokens was made with.
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
	front *front
}

// Handler is the whole API.
func Handler(o Options) http.Handler {
	s := &server{Options: o, front: newFront(o.Tokens.limits)}
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.HandleFunc(r.pattern, s.guard(r.entry, r.serve))
	}
	return wall{port: o.Port, log: o.Log, front: s.front}.around(mux)
}

// Serve answers requests of Handler on a listener until ctx ends, and then waits
// up to five seconds for those under way. The times of the server are for what
// the handler does not take part in; guard lifts and moves them for the rest.
func Serve(ctx context.Context, l net.Listener, h http.Handler, limits Limits) error {
	srv := &http.Server{
		Handler: h, MaxHeaderBytes: limits.Head,
		ReadHeaderTimeout: limits.HeadTime, ReadTimeout: limits.BodyTime, WriteTimeout: limits.WriteTime, IdleTimeout: limits.IdleTime,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	l = netutil.LimitListener(l, limits.Connections)
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
	writeJSON(w, map[string]string{"status": "ok", "name": "baton", "version": s.Version})
}

func (s *server) openapi(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(s.OpenAPI)
}

func writeJSON(w http.ResponseWriter, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		writeProblem(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(b)
}
