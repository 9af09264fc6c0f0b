// Package egress is a browser's only way to the network: a forward proxy on
// loopback, one for each browser (DESIGN §6.4).
//
// Guarantees: whatever makes a request (a link, a redirect, a subresource, a
// script, a worker), its host and port are checked before anything is dialled,
// and each address that the name turns out to have is checked once more by the
// dialler itself, right before it connects to it: a name server cannot change its
// mind in between. The rules are asked for with every connection, so that a host
// that the person takes away is closed at once. The proxies and Baton's own port
// are never dialled. What is tunnelled stays closed to the proxy: TLS is between
// the browser and the site.
//
// Rejected: checks of requests inside Chrome. They know names and not addresses,
// and there is always one more way to make a request.
package egress

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/site"
)

const (
	dialCap = 15 * time.Second // to reach a host, all its addresses together
	headCap = 30 * time.Second // for a browser to say what it wants

	failuresKept = 64
)

// Network makes gates and knows all of them.
type Network struct {
	Log      *slog.Logger
	Resolver *net.Resolver // the system's if nil
	Upstream Upstream      // none if nil

	mu    sync.Mutex
	ports map[int]bool // of the gates
}

// Rules are asked for with every connection.
type Rules func() (site.Policy, error)

// Gate is the proxy of one browser.
type Gate struct {
	network *Network
	rules   Rules
	server  *http.Server
	port    int
	tunnels context.Context // ends with the gate
	end     context.CancelFunc
	work    sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	fails   []Failure   // the newest last
	policy  site.Policy // that the connections of through were made under
	through *http.Transport
}

// Failure is why a connection was not made.
type Failure struct {
	Host string
	Port int
	At   time.Time
	// Refused is a fault.OriginRefused, nil where the network failed.
	Refused *fault.Error
	// NetError is Chrome's name of what went wrong, such as
	// net::ERR_NAME_NOT_RESOLVED, or empty.
	NetError string
}

// Open starts a gate.
func (n *Network) Open(rules Rules) (*Gate, error) {
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the browser's way to the network could not be opened")
	}
	ctx, end := context.WithCancel(context.Background())
	g := &Gate{network: n, rules: rules, port: l.Addr().(*net.TCPAddr).Port, tunnels: ctx, end: end} //nolint:forcetypeassert // a TCP listener
	g.server = &http.Server{
		Handler: g, ReadHeaderTimeout: headCap,
		ErrorLog: slog.NewLogLogger(n.Log.Handler(), slog.LevelDebug),
	}
	n.opened(g.port)
	g.work.Go(func() { _ = g.server.Serve(l) }) // ends with Close, and says so
	return g, nil
}

// Address is where the browser finds the gate: host and port.
func (g *Gate) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(g.port)) }

// Close ends the gate and every connection through it.
func (g *Gate) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.end()
	_ = g.server.Close()
	g.work.Wait()
	if g.through != nil {
		g.through.CloseIdleConnections()
	}
	g.network.closed(g.port)
}

// Failures are those since a time, the newest first, as far as they are kept.
func (g *Gate) Failures(since time.Time) []Failure {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []Failure
	for _, f := range slices.Backward(g.fails) {
		if !f.At.Before(since) {
			all = append(all, f)
		}
	}
	return all
}

func (g *Gate) failed(f Failure) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.fails) == failuresKept {
		g.fails = g.fails[1:]
	}
	g.fails = append(g.fails, f)
}

// enter begins a request, unless the gate is closed.
func (g *Gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.work.Add(1)
	return true
}

func (n *Network) opened(port int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ports == nil {
		n.ports = map[int]bool{}
	}
	n.ports[port] = true
}

func (n *Network) closed(port int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.ports, port)
}

// ServeHTTP implements http.Handler: it is what a browser asks of its proxy.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !g.enter() {
		return
	}
	defer g.work.Done()
	switch {
	case r.Method == http.MethodConnect:
		g.tunnel(w, r)
	case r.URL.Scheme == "http" && r.URL.Host != "":
		g.forward(w, r)
	default: // a page that found the port
		http.Error(w, "this is a proxy", http.StatusMisdirectedRequest)
	}
}

// target is the host and port that a proxy was asked for, 80 if none is given.
func target(hostport string) (host string, port int) {
	u := url.URL{Host: hostport}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		port = 80
	}
	return u.Hostname(), port
}
