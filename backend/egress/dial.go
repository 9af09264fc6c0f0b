package egress

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/site"
)

// dial connects to a host that the rules allow, at an address that they allow.
func (g *Gate) dial(ctx context.Context, hostport string) (net.Conn, error) {
	host, port := target(hostport)
	policy, err := g.policyFor(host, port)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, g.network.Waits.connect())
	defer cancel()
	addrs, err := g.network.lookUp(ctx, policy, host, port)
	if err != nil {
		return nil, err
	}
	c, addr, err := firstOf(ctx, addrs, g.network.dialTCP)
	if err != nil {
		return nil, err
	}
	if p, ok := ctx.Value(passageKey{}).(*passage); ok {
		g.connected(p, addr)
	}
	return &counted{Conn: c, meter: &g.meter}, nil
}

// lookUp gives the addresses of a host. One that the rules refuse refuses all of
// them: of two that answer in turn, nobody can say which one is meant.
func (n *Network) lookUp(ctx context.Context, policy site.Policy, host string, port int) ([]netip.AddrPort, error) {
	name, err := canonical(host)
	if err != nil {
		return nil, err
	}
	var addrs []netip.Addr
	if literal, err := netip.ParseAddr(name); err == nil {
		addrs = []netip.Addr{literal}
	} else if addrs, err = n.resolver().LookupNetIP(ctx, "ip", known(name)); err != nil {
		return nil, err
	}
	all := make([]netip.AddrPort, 0, len(addrs))
	for _, a := range addrs {
		to := netip.AddrPortFrom(a.Unmap(), uint16(port)) //nolint:gosec // a port
		if err := policy.CheckAddr(name, to); err != nil {
			return nil, err
		}
		all = append(all, to)
	}
	if len(all) == 0 {
		return nil, &net.DNSError{Err: "no address", Name: name, IsNotFound: true}
	}
	return all, nil
}

// canonical is the one spelling of a host: what was checked is what is looked up.
func canonical(host string) (string, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.WithZone("").String(), nil
	}
	return site.CanonicalHost(host)
}

func (n *Network) resolver() Resolver {
	if n.Resolver == nil {
		return net.DefaultResolver
	}
	return n.Resolver
}

func (n *Network) dialTCP(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	if n.Dial != nil {
		return n.Dial(ctx, to)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", to.String())
}

// rulesNow gives the rules as they are now.
func (g *Gate) rulesNow() (site.Policy, error) {
	if g.options.Rules == nil {
		return site.Policy{}, nil
	}
	return g.options.Rules()
}

// policyFor gives the rules as they are now, when they allow a host by its name.
func (g *Gate) policyFor(host string, port int) (site.Policy, error) {
	policy, err := g.rulesNow()
	if err != nil {
		return site.Policy{}, err
	}
	policy = g.network.withOwn(policy, port)
	return policy, policy.CheckHost(host, port)
}

// withOwn gives the rules for a port: what holds for Baton's own holds for those
// of the gates.
func (n *Network) withOwn(policy site.Policy, port int) site.Policy {
	if n.isOwn(port) {
		policy.OwnPort = port
	}
	return policy
}

// transport gives the connections that were made under a policy: those of another
// one may lead where this one does not.
func (g *Gate) transport(p site.Policy) *http.Transport {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.through == nil || !reflect.DeepEqual(p, g.policy) {
		if g.through != nil {
			g.through.CloseIdleConnections()
		}
		g.policy = p
		g.through = &http.Transport{
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				if aboveOf(ctx) != nil {
					c, err := dialAbove(ctx, network, addr)
					if err != nil {
						return nil, err
					}
					return &counted{Conn: c, meter: &g.meter}, nil
				}
				return g.dial(ctx, addr)
			},
			Proxy:              func(r *http.Request) (*url.URL, error) { return aboveOf(r.Context()), nil },
			DisableCompression: true, MaxIdleConns: 256, IdleConnTimeout: time.Minute, ExpectContinueTimeout: time.Second,
			MaxIdleConnsPerHost: 32, MaxResponseHeaderBytes: headLength, ResponseHeaderTimeout: g.network.Waits.answer(),
		}
	}
	return g.through
}

func (n *Network) isOwn(port int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ports[port]
}

// known are the names below localhost, which never are asked of a name server
// (RFC 6761 §6.3).
func known(host string) string {
	if strings.HasSuffix(strings.ToLower(strings.TrimSuffix(host, ".")), ".localhost") {
		return "localhost"
	}
	return host
}

// netError is Chrome's name for why a connection was not made.
func netError(err error) string {
	var dns *net.DNSError
	var above *upstreamError
	switch {
	case errors.As(err, &above):
		return above.code
	case errors.As(err, &dns) && dns.IsNotFound:
		return "net::ERR_NAME_NOT_RESOLVED"
	case errors.As(err, &dns):
		return "net::ERR_NAME_RESOLUTION_FAILED"
	case errors.Is(err, errRefused):
		return "net::ERR_CONNECTION_REFUSED"
	case errors.Is(err, errReset):
		return "net::ERR_CONNECTION_RESET"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "net::ERR_EMPTY_RESPONSE"
	case errors.Is(err, errNoHostOnRoute), errors.Is(err, errNoNetwork):
		return "net::ERR_ADDRESS_UNREACHABLE"
	case timeout(err):
		return "net::ERR_CONNECTION_TIMED_OUT"
	}
	return "net::ERR_CONNECTION_FAILED"
}

func timeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}
