package egress_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/egress"
)

// host is where the fuzzed gate may go. It reads what comes as strictly as a
// server does, and keeps what was wrong with it.
type host struct {
	tunnels bool // bytes of anybody's may come
	work    sync.WaitGroup

	mu    sync.Mutex
	wrong []string
}

func (h *host) fault(what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wrong = append(h.wrong, what)
}

// LookupNetIP implements egress.Resolver: all names but one lead inwards.
func (h *host) LookupNetIP(_ context.Context, _, name string) ([]netip.Addr, error) {
	if name == "allowed.test" {
		return []netip.Addr{netip.MustParseAddr(public)}, nil
	}
	return []netip.Addr{netip.MustParseAddr("10.0.0.1")}, nil
}

func (h *host) dial(_ context.Context, to netip.AddrPort) (net.Conn, error) {
	if to.Addr().String() != public && inward(to.Addr()) {
		h.fault("dialled was " + to.String())
	}
	here, there := net.Pipe()
	h.work.Go(func() {
		defer func() { _ = there.Close() }()
		for reader := bufio.NewReader(there); ; {
			r, err := http.ReadRequest(reader)
			if err != nil {
				if !h.tunnels && err != io.EOF && !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, io.ErrUnexpectedEOF) { //nolint:errorlint // as ReadRequest gives it
					h.fault("the host cannot read it: " + err.Error())
				}
				return
			}
			_, _ = io.Copy(io.Discard, r.Body)
			name, _, _ := strings.Cut(r.Host, ":")
			if to.Addr().String() == public && !h.tunnels && !strings.EqualFold(strings.TrimSuffix(name, "."), "allowed.test") && name != public {
				h.fault("the host was asked for " + r.Host)
			}
			if _, err := io.WriteString(there, okAnswer); err != nil {
				return
			}
		}
	})
	return here, nil
}

func inward(a netip.Addr) bool {
	return a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsUnspecified()
}

// served gives where a gate can be spoken to without a port of TCP for each
// connection, of which a fuzzer would use up all.
func served(f *testing.F, g *egress.Gate) string {
	f.Helper()
	at := filepath.Join(f.TempDir(), "gate")
	l, err := (&net.ListenConfig{}).Listen(f.Context(), "unix", at)
	if err != nil {
		f.Fatal(err)
	}
	s := &http.Server{Handler: g, ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)}
	var work sync.WaitGroup
	work.Go(func() { _ = s.Serve(l) })
	f.Cleanup(func() { _ = s.Close(); work.Wait() })
	return at
}

// FuzzProxy writes bytes to a gate as a browser would. Nothing private is dialled
// for them, and what reaches the host are whole requests for that host.
func FuzzProxy(f *testing.F) {
	for _, s := range []string{
		"GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET http://10.0.0.1/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n",
		"POST http://allowed.test/ HTTP/1.1\r\nHost: allowed.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nGET http://127.1/ HTTP/1.1\r\nHost: x\r\n\r\n",
		"POST http://allowed.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"CONNECT allowed.test:443 HTTP/1.1\r\nHost: allowed.test:443\r\n\r\nhello",
		"CONNECT [::ffff:127.0.0.1]:443 HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET http://allowed.test:80@127.0.0.1/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
		"GET http://allowed.test//169.254.169.254/ HTTP/1.0\r\nHost: x\r\nX: y\r\n z\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x00\xa5",
	} {
		f.Add([]byte(s))
	}
	h := &host{}
	g, err := (&egress.Network{Log: slog.New(slog.DiscardHandler), Resolver: h, Dial: h.dial}).Open(egress.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(g.Close)
	at := served(f, g)
	f.Fuzz(func(t *testing.T, said []byte) {
		h.wrong, h.tunnels = nil, strings.Contains(string(said), http.MethodConnect)
		c, err := (&net.Dialer{}).DialContext(t.Context(), "unix", at)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(10 * time.Second))
		_, _ = c.Write(said)
		_ = c.(*net.UnixConn).CloseWrite() //nolint:forcetypeassert // dialled as one
		_, _ = io.Copy(io.Discard, c)
		_ = c.Close()
		g.Review() // leaves no connection to the host open
		h.work.Wait()
		for _, w := range h.wrong {
			t.Errorf("%q: %s", said, w)
		}
	})
}
