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
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/batonbrowser/baton/backend/site"
)

// dial connects to a host that the rules allow, at an address that they allow.
func (g *Gate) dial(ctx context.Context, network, hostport string) (net.Conn, error) {
	host, text, err := net.SplitHostPort(hostport)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, err
	}
	policy, err := g.policyFor(host, port)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialCap)
	defer cancel()
	d := net.Dialer{Resolver: g.network.Resolver, ControlContext: guard(policy, host)}
	return d.DialContext(ctx, network, net.JoinHostPort(known(host), text))
}

// policyFor gives the rules as they are now, when they allow a host by its name.
func (g *Gate) policyFor(host string, port int) (site.Policy, error) {
	policy, err := g.rules()
	if err != nil {
		return site.Policy{}, err
	}
	if g.network.isOwn(port) {
		policy.OwnPort = port // what holds for Baton's port holds for the gates
	}
	return policy, policy.CheckHost(host, port)
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
					return dialAbove(ctx, network, addr)
				}
				return g.dial(ctx, network, addr)
			},
			Proxy:              func(r *http.Request) (*url.URL, error) { return aboveOf(r.Context()), nil },
			DisableCompression: true, MaxIdleConns: 256, IdleConnTimeout: time.Minute, ExpectContinueTimeout: time.Second,
		}
	}
	return g.through
}

func (n *Network) isOwn(port int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ports[port]
}

// guard checks each address that a name has, between looking it up and
// connecting to it.
func guard(policy site.Policy, host string) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return policy.CheckAddr(host, to)
	}
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
