package egress_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/site"
)

func loopback() site.Policy { return site.Policy{AllowHosts: []string{"127.0.0.1:*"}} }

// raw is a server that keeps what it was sent, byte for byte, and answers each
// connection with a fixed text.
func raw(t *testing.T, answer string) (addr string, sent func() string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var all bytes.Buffer
	var work sync.WaitGroup
	work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			work.Go(func() {
				defer func() { _ = c.Close() }()
				buf := make([]byte, 1<<20)
				for answered := false; ; answered = true {
					n, err := c.Read(buf)
					mu.Lock()
					all.Write(buf[:n])
					mu.Unlock()
					if err != nil {
						return
					}
					if !answered {
						_, _ = io.WriteString(c, answer)
					}
				}
			})
		}
	})
	t.Cleanup(func() { _ = l.Close(); work.Wait() })
	return l.Addr().String(), func() string { mu.Lock(); defer mu.Unlock(); return all.String() }
}

// say writes bytes to a gate and gives its answer, until it closes or the answer
// is whole.
func say(t *testing.T, g *egress.Gate, text string) *http.Response {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", g.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("to %.200q: %v", text, err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

const okAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

// TestRequestsAreNotSmuggled: what two parsers could read as different requests
// is refused, or reaches the host as the one request that was checked.
func TestRequestsAreNotSmuggled(t *testing.T) {
	for name, request := range map[string]string{
		"both lengths":         "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
		"two lengths":          "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 34\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
		"chunked twice":        "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
		"other encoding":       "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
		"space before colon":   "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length : 34\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
		"folded header":        "POST %s HTTP/1.1\r\nHost: x\r\nX: y\r\n Content-Length: 34\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
		"signed length":        "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: +34\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
		"bad chunk":            "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nGET /smuggled HTTP/1.1\r\n\r\n0\r\n\r\n",
		"long chunk":           "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nGET /smuggled HTTP/1.1\r\n\r\n0\r\n\r\n",
		"chunk extension":      "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0;\nx\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
		"two hosts":            "GET %s HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
		"no host":              "GET %s HTTP/1.1\r\n\r\n",
		"carriage return":      "GET %s HTTP/1.1\r\nHost: x\r\nX: a\rGET /smuggled HTTP/1.1\r\n\r\n",
		"zero byte":            "GET %s HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
		"another host named":   "GET %s HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n",
		"control in the path":  "GET %s\x01 HTTP/1.1\r\nHost: x\r\n\r\n",
		"upgrade to plain h2c": "GET %s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			addr, sent := raw(t, okAnswer)
			g, _ := open(t, &egress.Network{}, loopback())
			res := say(t, g, fmt.Sprintf(request, "http://"+addr+"/checked"))
			_, _ = io.Copy(io.Discard, res.Body)
			got := sent()
			for i, reader := 0, bufio.NewReader(strings.NewReader(got)); ; i++ {
				r, err := http.ReadRequest(reader)
				if err != nil {
					break
				}
				_, _ = io.Copy(io.Discard, r.Body)
				if i > 0 || r.URL.Path != "/checked" || r.Host != addr || len(r.TransferEncoding) > 0 && r.ContentLength > 0 {
					t.Errorf("the host read %s %s of %s:\n%s", r.Method, r.URL, r.Host, got)
				}
			}
			if strings.Count(got, "HTTP/1.1\r\n") > 1 {
				t.Errorf("more than one request was sent:\n%s", got)
			}
			if res.StatusCode == http.StatusOK && got == "" {
				t.Error("it was answered and not sent")
			}
		})
	}
}

// TestHeadersOfOneHop end here, and the rest passes as it is: the gate neither
// adds to it nor cleans it.
func TestHeadersOfOneHop(t *testing.T) {
	addr, sent := raw(t, "HTTP/1.1 200 OK\r\nContent-Length: 15\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nX-End: 2\r\n\r\n<html>untouched")
	g, _ := open(t, &egress.Network{}, loopback())
	res := say(t, g, "GET http://"+addr+"/p?a;b=%zz&c=%20 HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic eDp5\r\nProxy-Connection: keep-alive\r\n"+
		"Connection: X-Private\r\nX-Private: 1\r\nKeep-Alive: 5\r\nTE: trailers\r\nAccept-Encoding: br\r\nX-End: 1\r\n\r\n")
	body, _ := io.ReadAll(res.Body)
	got := sent()
	if !strings.HasPrefix(got, "GET /p?a;b=%zz&c=%20 HTTP/1.1\r\n") || !strings.Contains(got, "X-End: 1") || !strings.Contains(got, "Accept-Encoding: br") {
		t.Errorf("sent is\n%s", got)
	}
	for _, not := range []string{"Proxy-", "X-Private", "Keep-Alive", "X-Forwarded", "Via", "gzip", "User-Agent"} {
		if strings.Contains(got, not) {
			t.Errorf("sent is %s:\n%s", not, got)
		}
	}
	if string(body) != "<html>untouched" || res.Header.Get("X-End") != "2" {
		t.Errorf("answered is %q %v", body, res.Header)
	}
	for _, not := range []string{"X-Hop", "Keep-Alive", "Content-Type", "Date"} {
		if res.Header.Get(not) != "" {
			t.Errorf("answered is %s: %s", not, res.Header.Get(not))
		}
	}
}

// TestNoSiteAsksForThePasswordOfAProxy: the browser would ask the person, in the
// name of the gate.
func TestNoSiteAsksForThePasswordOfAProxy(t *testing.T) {
	addr, _ := raw(t, "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"Baton\"\r\nContent-Length: 0\r\n\r\n")
	g, _ := open(t, &egress.Network{}, loopback())
	res := say(t, g, "GET http://"+addr+"/ HTTP/1.1\r\nHost: x\r\n\r\n")
	if res.StatusCode != http.StatusBadGateway || res.Header.Get("Proxy-Authenticate") != "" || g.Failures(time.Time{})[0].NetError != "net::ERR_UNEXPECTED_PROXY_AUTH" {
		t.Errorf("%s %v %+v", res.Status, res.Header, g.Failures(time.Time{}))
	}
}

// TestHeadsHaveALimit on both sides.
func TestHeadsHaveALimit(t *testing.T) {
	addr, sent := raw(t, "HTTP/1.1 200 OK\r\nX: "+strings.Repeat("a", 300<<10)+"\r\n\r\n")
	g, _ := open(t, &egress.Network{}, loopback())
	res := say(t, g, "GET http://"+addr+"/ HTTP/1.1\r\nHost: x\r\nX: "+strings.Repeat("a", 300<<10)+"\r\n\r\n")
	if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge || sent() != "" {
		t.Errorf("a long head is answered %s", res.Status)
	}
	res = say(t, g, "GET http://"+addr+"/ HTTP/1.1\r\nHost: x\r\n\r\n")
	if res.StatusCode != http.StatusBadGateway {
		t.Errorf("a long head of the host is answered %s", res.Status)
	}
}

// TestSlowHosts: who does not answer, to the connection or to the request, is
// given up with a reason; one address that is silent does not keep from the next.
func TestSlowHosts(t *testing.T) {
	silent, _ := raw(t, "")
	server := httptest.NewServer(http.HandlerFunc(hello))
	defer server.Close()
	n := &egress.Network{
		Waits: egress.Waits{Connect: 2 * time.Second, Answer: 100 * time.Millisecond},
		Resolver: answers{
			"dead.test": {"93.184.216.1"}, "mute.test": {"93.184.216.2"}, "half.test": {"93.184.216.1", "93.184.216.3"},
		},
		Dial: func(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
			switch to.Addr().String() {
			case "93.184.216.1":
				<-ctx.Done()
				return nil, ctx.Err()
			case "93.184.216.2":
				return (&net.Dialer{}).DialContext(ctx, "tcp", silent)
			}
			return (&net.Dialer{}).DialContext(ctx, "tcp", server.Listener.Addr().String())
		},
	}
	g, c := open(t, n, site.Policy{})
	for at, want := range map[string]string{
		"http://dead.test/": "net::ERR_CONNECTION_TIMED_OUT", "https://dead.test/": "net::ERR_CONNECTION_TIMED_OUT",
		"http://mute.test/": "net::ERR_CONNECTION_TIMED_OUT",
	} {
		begun := time.Now()
		_, _ = get(t, c, at)
		if fails := g.Failures(begun); len(fails) != 1 || fails[0].NetError != want {
			t.Errorf("%s: %+v", at, fails)
		}
	}
	if status, body := get(t, c, "http://half.test/"); status != http.StatusOK {
		t.Errorf("with one dead address: %d %s", status, body)
	}
}

// answers is a resolver that always says the same.
type answers map[string][]string

func (a answers) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	var all []netip.Addr
	for _, text := range a[host] {
		all = append(all, netip.MustParseAddr(text))
	}
	if len(all) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return all, nil
}

// TestHTTP2InATunnel: what browser and host agree on is theirs.
func TestHTTP2InATunnel(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	_, c := open(t, &egress.Network{}, loopback())
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	through := c.Transport.(*http.Transport) //nolint:forcetypeassert // made by open
	through.TLSClientConfig, through.ForceAttemptHTTP2 = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, true
	var all sync.WaitGroup
	for range 100 { // many streams at once in one tunnel
		all.Go(func() {
			if status, proto := get(t, c, s.URL); status != http.StatusOK || proto != "HTTP/2.0" {
				t.Errorf("%d %s", status, proto)
			}
		})
	}
	all.Wait()
}

// TestUpgrades: a WebSocket of plain http, asked of the proxy as a request (as
// others than Chrome do), becomes a stream of bytes in both directions.
func TestUpgrades(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, buf, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
		_, _ = io.Copy(c, buf)
	}))
	defer s.Close()
	g, _ := open(t, &egress.Network{}, loopback())
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", g.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_, _ = fmt.Fprintf(c, "GET %s/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", s.URL)
	reader := bufio.NewReader(c)
	res, err := http.ReadResponse(reader, nil) //nolint:bodyclose // it is the connection
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%v %v", res, err)
	}
	for _, word := range []string{"one\n", "two\n"} {
		_, _ = io.WriteString(c, word)
		if got, err := reader.ReadString('\n'); got != word {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

// TestLongBodiesAreNotHeld: a download and an upload of half a gigabyte pass
// while little of them is in memory, by a request and by a tunnel.
func TestLongBodiesAreNotHeld(t *testing.T) {
	const size = 512 << 20
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			n, _ := io.Copy(io.Discard, r.Body)
			_, _ = fmt.Fprint(w, n)
			return
		}
		_, _ = io.CopyN(w, zeros{}, size)
	})
	plain, secure := httptest.NewServer(h), httptest.NewTLSServer(h)
	defer plain.Close()
	defer secure.Close()
	g, c := open(t, &egress.Network{}, loopback())
	c.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: secure.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, MinVersion: tls.VersionTLS12} //nolint:forcetypeassert // both made here
	for _, url := range []string{plain.URL, secure.URL} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			most := &heap{}
			req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
			if err != nil {
				t.Fatal(err)
			}
			if method == http.MethodPost {
				req.Body = io.NopCloser(io.TeeReader(io.LimitReader(zeros{}, size), most))
			}
			res, err := c.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.MultiWriter(io.Discard, most), res.Body)
			_ = res.Body.Close()
			if method == http.MethodGet && n != size || err != nil {
				t.Errorf("%s %s: %d bytes, %v", method, url, n, err)
			}
			if most.grown() > 32<<20 {
				t.Errorf("%s %s: %d MB are held", method, url, most.grown()>>20)
			}
		}
	}
	if passed := g.Traffic(); passed.Down < 2*size || passed.Up < 2*size {
		t.Errorf("counted are %+v", passed)
	}
}

// heap is a writer that looks at the memory of the program now and then.
type heap struct{ written, looked, first, most int64 }

func (h *heap) Write(p []byte) (int, error) {
	if h.written += int64(len(p)); h.written >= h.looked {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if h.first == 0 {
			h.first = int64(m.HeapAlloc) //nolint:gosec // fits
		}
		h.most = max(h.most, int64(m.HeapAlloc)) //nolint:gosec // fits
		h.looked = h.written + 16<<20
	}
	return len(p), nil
}

func (h *heap) grown() int64 { return h.most - h.first }
