package egress

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"golang.org/x/net/proxy"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/site"
)

// aboveCap is how long the proxy above may take to be connected to; lookupCap is
// how long a name is looked up for a proxy above that will look it
// up itself.
const (
	aboveCap  = 15 * time.Second
	lookupCap = 3 * time.Second
)

// Upstream names the proxy above this one by which an address is reached, nil for
// none: http, https or socks5, with a user and password perhaps.
type Upstream func(*url.URL) (*url.URL, error)

// upstreamError says that the proxy above did not connect; code is Chrome's name.
type upstreamError struct {
	code  string
	cause error
}

func (e *upstreamError) Error() string {
	return fmt.Sprintf("the proxy above: %s: %v", e.code, e.cause)
}
func (e *upstreamError) Unwrap() error { return e.cause }

// above gives the proxy above for a host that the rules allow by its name, nil
// for none. Where the name can be looked up here, no address of it may be one
// that the rules refuse; where it cannot, the proxy above decides.
func (g *Gate) above(ctx context.Context, policy site.Policy, scheme, host string, port int) (*url.URL, error) {
	if g.network.Upstream == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	up, err := g.network.Upstream(&url.URL{Scheme: scheme, Host: net.JoinHostPort(host, strconv.Itoa(port))})
	if err != nil || up == nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, lookupCap)
	defer cancel()
	if _, err := g.network.lookUp(ctx, policy, host, port); fault.Is(err, fault.OriginRefused) {
		return nil, err
	}
	return up, nil
}

// dialAbove connects to the proxy above itself, which the person's system names
// and the rules for agents do not hold for.
func dialAbove(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, aboveCap)
	defer cancel()
	c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
	if err != nil {
		return nil, &upstreamError{"net::ERR_PROXY_CONNECTION_FAILED", err}
	}
	return c, nil
}

// through opens a tunnel to a host by the proxy above.
func through(ctx context.Context, up *url.URL, hostport string) (net.Conn, error) {
	if up.Scheme == "socks5" || up.Scheme == "socks5h" {
		d, err := proxy.FromURL(up, aboveDialer{})
		if err != nil {
			return nil, err
		}
		dial, ok := d.(proxy.ContextDialer)
		if !ok {
			return nil, errors.ErrUnsupported
		}
		return dial.DialContext(ctx, "tcp", hostport)
	}
	port := up.Port()
	if port == "" {
		port = map[string]string{"https": "443"}[up.Scheme]
	}
	if port == "" {
		port = "80"
	}
	c, err := dialAbove(ctx, "tcp", net.JoinHostPort(up.Hostname(), port))
	if err != nil {
		return nil, err
	}
	if up.Scheme == "https" {
		c = tls.Client(c, &tls.Config{ServerName: up.Hostname(), MinVersion: tls.VersionTLS12})
	}
	if err := connect(ctx, c, up, hostport); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// connect asks a proxy for a tunnel (RFC 9110 §9.3.6).
func connect(ctx context.Context, c net.Conn, up *url.URL, hostport string) error {
	defer context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Now()) })()
	ask := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: hostport}, Host: hostport, Header: http.Header{}}
	if u := up.User; u != nil {
		password, _ := u.Password()
		ask.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(u.Username()+":"+password)))
	}
	if err := ask.Write(c); err != nil {
		return &upstreamError{"net::ERR_PROXY_CONNECTION_FAILED", err}
	}
	// The proxy says nothing after its answer before the browser has spoken.
	res, err := http.ReadResponse(bufio.NewReaderSize(c, 1), ask) //nolint:bodyclose // what follows is the tunnel's, whatever the head says
	if err != nil {
		return &upstreamError{"net::ERR_PROXY_CONNECTION_FAILED", err}
	}
	if res.StatusCode != http.StatusOK {
		return &upstreamError{"net::ERR_TUNNEL_CONNECTION_FAILED", errors.New(res.Status)}
	}
	return nil
}

type aboveDialer struct{}

func (aboveDialer) Dial(network, addr string) (net.Conn, error) {
	return dialAbove(context.Background(), network, addr)
}

func (aboveDialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	return dialAbove(ctx, network, addr)
}

// aboveKey carries the proxy above of a request to the transport.
type aboveKey struct{}

func aboveOf(ctx context.Context) *url.URL {
	up, _ := ctx.Value(aboveKey{}).(*url.URL)
	return up
}
