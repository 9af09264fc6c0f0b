package egress

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/site"
)

// Way is how a browser asked for a host.
type Way string

// The ways. Of plain http the proxy sees what is asked for; of a tunnel (https,
// wss) it sees the host alone.
const (
	WayPage    Way = "page"    // a document of plain http
	WayRequest Way = "request" // something else of plain http
	WayTunnel  Way = "tunnel"
)

// passage is one request or tunnel that is under way. Gate.mu guards its address.
type passage struct {
	host string
	port int
	way  Way
	addr netip.AddrPort // that it was connected to; not valid before, and by a proxy above
	cut  context.CancelCauseFunc
}

// enter begins a request or tunnel. It answers none where the gate is closed or
// has too many.
func (g *Gate) enter(r *http.Request) (*passage, context.Context) {
	ctx, cut := context.WithCancelCause(r.Context())
	p := &passage{way: wayOf(r), cut: cut}
	hostport := r.URL.Host
	if p.way == WayTunnel {
		hostport = r.Host
	}
	p.host, p.port = target(hostport)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || len(g.passages) >= atOnce {
		cut(nil)
		return nil, nil
	}
	g.work.Add(1)
	g.passages[p] = struct{}{}
	return p, ctx
}

func (g *Gate) leave(p *passage) {
	p.cut(nil)
	g.mu.Lock()
	delete(g.passages, p)
	g.mu.Unlock()
	g.work.Done()
}

// wayOf tells what a request is for. Chrome says Sec-Fetch-Dest to hosts that it
// trusts, and to every host that it would like the safe page of an address.
func wayOf(r *http.Request) Way {
	switch {
	case r.Method == http.MethodConnect:
		return WayTunnel
	case r.Header.Get("Sec-Fetch-Dest") == "document", r.Header.Get("Upgrade-Insecure-Requests") == "1":
		return WayPage
	}
	return WayRequest
}

// connected notes where a passage leads.
func (g *Gate) connected(p *passage, addr netip.AddrPort) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p.addr = addr
}

// Review asks for the rules and cuts what is open to hosts that they refuse now.
func (g *Gate) Review() {
	policy, err := g.rulesNow()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.through != nil {
		g.through.CloseIdleConnections()
	}
	for p := range g.passages {
		why := err
		if why == nil {
			why = g.stillAllowed(policy, p)
		}
		if why != nil {
			p.cut(fault.From(why))
		}
	}
}

func (g *Gate) stillAllowed(policy site.Policy, p *passage) error {
	policy = g.network.withOwn(policy, p.port)
	if err := policy.CheckHost(p.host, p.port); err != nil || !p.addr.IsValid() {
		return err
	}
	return policy.CheckAddr(p.host, p.addr)
}

// whyCut is the refusal that a request was cut for, if it was.
func whyCut(ctx context.Context) (*fault.Error, bool) {
	f, ok := context.Cause(ctx).(*fault.Error) //nolint:errorlint // given to cut as it is
	return f, ok
}
