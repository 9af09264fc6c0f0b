package egress

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
)

// forward passes a request of plain http on.
func (g *Gate) forward(w http.ResponseWriter, r *http.Request) {
	host, port := target(r.URL.Host)
	policy, err := g.policyFor(host, port)
	var up *url.URL
	if err == nil {
		up, err = g.above(r.Context(), policy, "http", host, port)
	}
	if err != nil {
		g.refuse(w, host, port, err)
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), aboveKey{}, up))
	(&httputil.ReverseProxy{
		Transport: g.transport(policy), FlushInterval: -1, ErrorLog: g.server.ErrorLog,
		Rewrite: func(p *httputil.ProxyRequest) { p.Out.Host = p.In.Host },
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil {
				g.refuse(w, host, port, err)
			}
		},
	}).ServeHTTP(w, r)
}

// tunnel connects the browser to a host and carries bytes between the two.
func (g *Gate) tunnel(w http.ResponseWriter, r *http.Request) {
	host, port := target(r.Host)
	site, err := g.reach(r.Context(), host, port)
	if err != nil {
		g.refuse(w, host, port, err)
		return
	}
	defer func() { _ = site.Close() }()
	browser, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer func() { _ = browser.Close() }()
	defer context.AfterFunc(g.tunnels, func() { _ = browser.Close(); _ = site.Close() })()
	if _, err := io.WriteString(browser, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { pass(site, buffered) })
	both.Go(func() { pass(browser, site) })
	both.Wait()
}

// reach connects to a host for a tunnel, by the proxy above if there is one.
func (g *Gate) reach(ctx context.Context, host string, port int) (net.Conn, error) {
	hostport := net.JoinHostPort(host, strconv.Itoa(port))
	policy, err := g.policyFor(host, port)
	if err != nil {
		return nil, err
	}
	up, err := g.above(ctx, policy, "https", host, port)
	switch {
	case err != nil:
		return nil, err
	case up != nil:
		return through(ctx, up, hostport)
	}
	return g.dial(ctx, "tcp", hostport)
}

// pass copies until one side ends, and tells the other.
func pass(to net.Conn, from io.Reader) {
	_, err := io.Copy(to, from)
	half, ok := to.(interface{ CloseWrite() error })
	if err != nil || !ok || half.CloseWrite() != nil {
		_ = to.Close()
	}
}

// refuse answers for a connection that was not made. The browser shows the page
// for plain http; of a tunnel it shows that there is none.
func (g *Gate) refuse(w http.ResponseWriter, host string, port int, err error) {
	if errors.Is(err, context.Canceled) {
		return // the browser has lost interest
	}
	f := Failure{Host: host, Port: port, At: time.Now()}
	told, refused := errors.AsType[*fault.Error](err)
	if refused {
		f.Refused = told
	} else {
		f.NetError = netError(err)
		told = fault.New(fault.NavigationFailed, "%s could not be reached: %s", host, f.NetError)
	}
	g.failed(f)
	g.network.Log.Debug("not connected", "host", host, "port", port, "err", told)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(fault.Lookup(told.Code).Status)
	notice(w, told)
}
