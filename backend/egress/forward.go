package egress

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
)

// flushAfter is how long what a host sends may be held to go out together, where
// the host has said how much will come. Of streams nothing is held. A request costs
// a third more without it.
const flushAfter = 10 * time.Millisecond

// passageKey carries the passage of a request to the dialler.
type passageKey struct{}

// forward passes a request of plain http on.
func (g *Gate) forward(w http.ResponseWriter, r *http.Request, p *passage) {
	policy, err := g.policyFor(p.host, p.port)
	var up *url.URL
	if err == nil {
		up, err = g.above(r.Context(), policy, "http", p.host, p.port)
	}
	if err != nil {
		g.refuse(w, r, p, err)
		return
	}
	r = r.WithContext(context.WithValue(g.traced(r.Context(), p), aboveKey{}, up))
	// What the host does not say is not said for it.
	w.Header()["Date"], w.Header()["Content-Type"] = nil, nil
	(&httputil.ReverseProxy{
		Transport: g.transport(policy), FlushInterval: flushAfter, ErrorLog: g.server.ErrorLog, BufferPool: &g.network.buffers,
		Rewrite: func(pr *httputil.ProxyRequest) {
			pr.Out.Host = pr.In.Host
			pr.Out.URL.RawQuery = pr.In.URL.RawQuery // also what Go cannot parse
		},
		ModifyResponse: noProxyAsks,
		ErrorHandler:   func(w http.ResponseWriter, r *http.Request, err error) { g.refuse(w, r, p, err) },
	}).ServeHTTP(w, r)
}

// noProxyAsks refuses an answer that would have the browser ask the person for the
// password of its proxy, which is the gate: a site has none to ask for, and the
// proxy above wants that of the system's settings.
func noProxyAsks(res *http.Response) error {
	switch {
	case res.StatusCode != http.StatusProxyAuthRequired:
		return nil
	case aboveOf(res.Request.Context()) != nil:
		return &upstreamError{"net::ERR_PROXY_AUTH_REQUESTED", errors.New(res.Status)}
	}
	return &upstreamError{"net::ERR_UNEXPECTED_PROXY_AUTH", errors.New(res.Status)}
}

// traced notes the address of the connection that a request is given, be it new
// or one that was kept.
func (g *Gate) traced(ctx context.Context, p *passage) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if aboveOf(ctx) == nil {
			g.connected(p, addrOf(c.Conn))
		}
	}})
}

// tunnel connects the browser to a host and carries bytes between the two.
func (g *Gate) tunnel(w http.ResponseWriter, r *http.Request, p *passage) {
	ctx := context.WithValue(r.Context(), passageKey{}, p)
	host, err := g.reach(ctx, p)
	if err != nil {
		g.refuse(w, r, p, err)
		return
	}
	defer func() { _ = host.Close() }()
	browser, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer func() { _ = browser.Close() }()
	stop := func() { _ = browser.Close(); _ = host.Close() }
	defer context.AfterFunc(g.tunnels, stop)()
	defer context.AfterFunc(ctx, func() {
		stop()
		if why, ok := whyCut(ctx); ok {
			g.failed(Failure{Host: p.host, Port: p.port, Way: p.way, At: time.Now(), Refused: why})
		}
	})()
	if _, err := io.WriteString(browser, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { g.network.buffers.pass(host, buffered) })
	both.Go(func() { g.network.buffers.pass(browser, host) })
	both.Wait()
}

// reach connects to a host for a tunnel, by the proxy above if there is one.
func (g *Gate) reach(ctx context.Context, p *passage) (net.Conn, error) {
	hostport := net.JoinHostPort(p.host, strconv.Itoa(p.port))
	policy, err := g.policyFor(p.host, p.port)
	if err != nil {
		return nil, err
	}
	up, err := g.above(ctx, policy, "https", p.host, p.port)
	switch {
	case err != nil:
		return nil, err
	case up == nil:
		return g.dial(ctx, hostport)
	}
	ctx, cancel := context.WithTimeout(ctx, g.network.Waits.connect())
	defer cancel()
	c, err := through(ctx, up, hostport)
	if err != nil {
		return nil, err
	}
	return &counted{Conn: c, meter: &g.meter}, nil
}

// refuse answers for a connection that was not made. The browser shows the page
// for plain http; of a tunnel it shows that there is none.
func (g *Gate) refuse(w http.ResponseWriter, r *http.Request, p *passage, err error) {
	f := Failure{Host: p.host, Port: p.port, Way: p.way, At: time.Now()}
	told, refused := whyCut(r.Context())
	if !refused {
		if errors.Is(err, context.Canceled) || r.Context().Err() != nil {
			panic(http.ErrAbortHandler) // the browser has lost interest
		}
		told, refused = errors.AsType[*fault.Error](err)
	}
	if refused {
		f.Refused = told
	} else {
		f.NetError = netError(err)
		told = fault.New(fault.NavigationFailed, "%s could not be reached: %s", p.host, f.NetError).With("host", p.host)
	}
	g.failed(f)
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("Cache-Control", "no-store")
	// The whole page is for where somebody may see it.
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Error(w, string(told.Code)+": "+told.Message, fault.Lookup(told.Code).Status)
		return
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(fault.Lookup(told.Code).Status)
	g.notice(w, told)
}
