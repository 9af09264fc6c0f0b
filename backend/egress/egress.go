// Package egress is a browser's only way to the network: a forward proxy on
// loopback, one for each browser (DESIGN §6.4).
//
// Guarantees: whatever makes a request (a link, a redirect, a subresource, a
// script, a worker), its host and port are checked before anything is dialled,
// and each address that the name turns out to have is checked once more, before
// it is connected to: the name is looked up once, and what was checked is what is
// dialled, so that a name server cannot change its mind in between. A name with
// one address that is refused is refused as a whole. The rules are asked for with
// every request and by Review, so that a host that the person takes away is
// closed at once, and what is open to it is cut. The proxies and Baton's own port
// are never dialled. What is tunnelled stays closed to the proxy: TLS is between
// the browser and the site. What passes is counted, streams as it comes, and is
// never held whole.
//
// Rejected: checks of requests inside Chrome. They know names and not addresses,
// and there is always one more way to make a request.
package egress

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/site"
)

const (
	headCap    = 30 * time.Second // for a browser to say what it wants
	idleCap    = 2 * time.Minute  // for its next request
	headLength = 256 << 10        // bytes of one head; Chrome takes no longer ones either
	atOnce     = 4096             // requests and tunnels of one browser
)

// Resolver looks names up, as net.Resolver does.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Network makes gates and knows all of them. Its fields are set before the first
// gate is opened.
type Network struct {
	Log      *slog.Logger
	Resolver Resolver                                                       // the system's if nil
	Dial     func(ctx context.Context, to netip.AddrPort) (net.Conn, error) // by TCP, if nil; asked for allowed addresses alone
	Upstream Upstream                                                       // none if nil
	Waits    Waits

	mu      sync.Mutex
	ports   map[int]bool // of the gates
	buffers buffers
}

// Waits is how long the gates wait for a host; zero values are the usual ones.
type Waits struct {
	Connect time.Duration // to reach it, all its addresses together: 15 s
	Answer  time.Duration // to a request of plain http: 2 min
}

// Rules are asked for with every request.
type Rules func() (site.Policy, error)

// Options is what a gate is opened with. All but Rules may be left out.
type Options struct {
	Rules Rules
	// Traffic is told what passed and what was refused, soon after it changed and
	// at most once a second. It must not block.
	Traffic func(Traffic)
	// Refused is told the first time that something is refused (Traffic counts
	// the rest), at most as often as a gate keeps Refusals. It must not block.
	Refused func(Refusal)
	// Notice has the words for the page that stands in place of one that is not
	// opened; English ones if nil.
	Notice func(*fault.Error) Notice
}

// Gate is the proxy of one browser.
type Gate struct {
	network *Network
	options Options
	server  *http.Server
	port    int
	tunnels context.Context // ends with the gate
	end     context.CancelFunc
	work    sync.WaitGroup
	meter   meter

	mu       sync.Mutex
	closed   bool
	passages map[*passage]struct{}
	fails    failures
	policy   site.Policy // that the connections of through were made under
	through  *http.Transport
}

// Open starts a gate.
func (n *Network) Open(o Options) (*Gate, error) {
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the browser's way to the network could not be opened")
	}
	ctx, end := context.WithCancel(context.Background())
	g := &Gate{
		network: n, options: o, port: l.Addr().(*net.TCPAddr).Port, //nolint:forcetypeassert // a TCP listener
		tunnels: ctx, end: end, passages: map[*passage]struct{}{},
	}
	g.server = &http.Server{
		Handler: g, ReadHeaderTimeout: headCap, IdleTimeout: idleCap, MaxHeaderBytes: headLength,
		ErrorLog: slog.NewLogLogger(n.Log.Handler(), slog.LevelDebug),
	}
	n.opened(g.port)
	g.work.Go(func() { _ = g.server.Serve(l) }) // ends with Close, and says so
	if o.Traffic != nil {
		g.work.Go(g.tell)
	}
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
	isTunnel := r.Method == http.MethodConnect
	if !isTunnel && (r.URL.Scheme != "http" || r.URL.Host == "") { // a page that found the port
		http.Error(w, "this is a proxy", http.StatusMisdirectedRequest)
		return
	}
	p, ctx := g.enter(r)
	if p == nil {
		http.Error(w, "too many at once", http.StatusServiceUnavailable)
		return
	}
	defer g.leave(p)
	if ownCall(p.host) {
		http.Error(w, "not called for Chrome itself", http.StatusForbidden)
		return
	}
	r = r.WithContext(ctx)
	if isTunnel {
		g.tunnel(w, r, p)
	} else {
		g.forward(w, r, p)
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

func (w Waits) connect() time.Duration { return cmp.Or(w.Connect, 15*time.Second) }
func (w Waits) answer() time.Duration  { return cmp.Or(w.Answer, 2*time.Minute) }
