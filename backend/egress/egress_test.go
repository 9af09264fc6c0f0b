package egress_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/site"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// names is a name server of the test's own. Each name has the addresses it is
// given, one set after the other.
func names(t *testing.T, answers map[string][]string) *net.Resolver {
	t.Helper()
	c, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	go func() {
		asked := map[string]int{}
		for buf := make([]byte, 512); ; {
			n, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			_, _ = c.WriteTo(answer(buf[:n], asked, answers), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", c.LocalAddr().String())
	}}
}

// answer writes a DNS message (RFC 1035 §4) for the one question of another.
func answer(q []byte, asked map[string]int, answers map[string][]string) []byte {
	var labels []string
	i := 12
	for q[i] != 0 {
		labels = append(labels, string(q[i+1:i+1+int(q[i])]))
		i += 1 + int(q[i])
	}
	end := i + 5
	name, kind := strings.ToLower(strings.Join(labels, ".")), binary.BigEndian.Uint16(q[i+1:])
	out := append([]byte{}, q[:end]...)
	out[2], out[3] = 0x85, 0x80
	clear(out[6:12])
	sets := answers[name]
	if len(sets) == 0 {
		out[3] |= 3 // no such name
		return out
	}
	if kind != 1 {
		return out
	}
	set := sets[min(asked[name], len(sets)-1)]
	asked[name]++
	for text := range strings.FieldsSeq(set) {
		out[7]++
		out = append(out, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
		a := netip.MustParseAddr(text).As4()
		out = append(out, a[:]...)
	}
	return out
}

// open opens a gate with rules and a client behind it.
func open(t testing.TB, n *egress.Network, p site.Policy) (*egress.Gate, *http.Client) {
	t.Helper()
	if n.Log == nil {
		n.Log = slog.New(slog.DiscardHandler)
	}
	g, err := n.Open(egress.Options{Rules: func() (site.Policy, error) { return p, nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	through := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: g.Address()})}
	t.Cleanup(through.CloseIdleConnections)
	return g, &http.Client{Transport: through}
}

func portOf(t *testing.T, s *httptest.Server) int {
	t.Helper()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func get(t *testing.T, c *http.Client, u string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, u, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// counting serves pages and counts the connections that were made to it.
func counting(t *testing.T, h http.HandlerFunc) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	var dialled atomic.Int64
	s := httptest.NewUnstartedServer(h)
	s.Config.ConnState = func(_ net.Conn, to http.ConnState) {
		if to == http.StateNew {
			dialled.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s, &dialled
}

func hello(w http.ResponseWriter, r *http.Request) {
	_, _ = fmt.Fprintf(w, "hello %s %s %s", r.Host, r.Header.Get("X-Forwarded-For"), r.Header.Get("Via"))
}

func TestWhatIsAllowedPasses(t *testing.T) {
	s, _ := counting(t, hello)
	port := portOf(t, s)
	host := fmt.Sprintf("shop.test:%d", port)
	_, c := open(t, &egress.Network{Resolver: names(t, map[string][]string{"shop.test": {"127.0.0.1"}})}, site.Policy{AllowHosts: []string{host}})
	if status, body := get(t, c, "http://"+host+"/"); status != http.StatusOK || strings.TrimSpace(body) != "hello "+host {
		t.Errorf("%d %q", status, body)
	}
}

// TestNothingElseIsDialled: private hosts by each way to name them, Baton's own
// port and the gates themselves are refused without a connection.
func TestNothingElseIsDialled(t *testing.T) {
	s, dialled := counting(t, hello)
	port := portOf(t, s)
	n := &egress.Network{Resolver: names(t, map[string][]string{
		"public.test": {"127.0.0.1"}, "own.test": {"127.0.0.1"}, "two.test": {"10.0.0.1 127.0.0.1"},
	})}
	_, stranger := open(t, n, site.Policy{})
	other, _ := open(t, n, site.Policy{})
	_, allowed := open(t, n, site.Policy{AllowHosts: []string{"127.0.0.1:*", "localhost:*", "own.test:*", "[::1]:*"}, OwnPort: port})
	for _, c := range []struct {
		client *http.Client
		at     string
	}{
		{stranger, fmt.Sprintf("http://127.0.0.1:%d/", port)},
		{stranger, fmt.Sprintf("http://2130706433:%d/", port)},
		{stranger, fmt.Sprintf("http://[::ffff:127.0.0.1]:%d/", port)},
		{stranger, fmt.Sprintf("http://localhost:%d/", port)},
		{stranger, fmt.Sprintf("http://x.localhost:%d/", port)},
		{stranger, fmt.Sprintf("http://public.test:%d/", port)}, // a public name with a private address
		{stranger, fmt.Sprintf("http://two.test:%d/", port)},
		{allowed, fmt.Sprintf("http://127.0.0.1:%d/", port)},
		{allowed, fmt.Sprintf("http://localhost:%d/", port)},
		{allowed, fmt.Sprintf("http://own.test:%d/", port)},
		{allowed, "http://" + other.Address() + "/"},
	} {
		status, body := get(t, c.client, c.at)
		if status != http.StatusForbidden || !strings.Contains(body, string(fault.OriginRefused)) {
			t.Errorf("%s: %d %s", c.at, status, body)
		}
		if _, body := get(t, c.client, strings.Replace(c.at, "http:", "https:", 1)); !strings.Contains(body, "Forbidden") {
			t.Errorf("a tunnel to %s: %s", c.at, body)
		}
	}
	if got := dialled.Load(); got != 0 {
		t.Errorf("%d connections were made", got)
	}
}

// TestRebinding: a name that was public when it was first looked up is refused
// when it turns private, and never dialled there.
func TestRebinding(t *testing.T) {
	s, dialled := counting(t, hello)
	n := &egress.Network{Resolver: names(t, map[string][]string{"turns.test": {"192.0.2.1", "127.0.0.1"}})}
	g, c := open(t, n, site.Policy{})
	for range 2 { // 192.0.2.1 is reserved for documents, and refused as such
		if status, _ := get(t, c, fmt.Sprintf("http://turns.test:%d/", portOf(t, s))); status != http.StatusForbidden {
			t.Errorf("got %d", status)
		}
	}
	fails := g.Failures(time.Time{})
	if len(fails) != 2 || fails[0].Refused == nil || fails[0].Refused.Details["reason"] != string(site.Loopback) {
		t.Errorf("the failures are %+v", fails)
	}
	if got := dialled.Load(); got != 0 {
		t.Errorf("%d connections were made", got)
	}
}

// TestRulesAreAskedEachTime: what the person takes away is closed for the next
// connection.
func TestRulesAreAskedEachTime(t *testing.T) {
	s, _ := counting(t, hello)
	var closed atomic.Bool
	n := &egress.Network{Log: slog.New(slog.DiscardHandler)}
	g, err := n.Open(egress.Options{Rules: func() (site.Policy, error) {
		if closed.Load() {
			return site.Policy{}, nil
		}
		return site.Policy{AllowHosts: []string{"127.0.0.1:*"}}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	c := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: g.Address()})}}
	defer c.CloseIdleConnections()
	if status, _ := get(t, c, s.URL); status != http.StatusOK {
		t.Errorf("got %d", status)
	}
	closed.Store(true)
	if status, _ := get(t, c, s.URL); status != http.StatusForbidden {
		t.Errorf("when it is taken away: %d", status)
	}
}

// TestWhyNothingCame: what the network says is told in Chrome's words.
func TestWhyNothingCame(t *testing.T) {
	free := httptest.NewServer(nil)
	port := portOf(t, free)
	free.Close()
	silent, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	go func() {
		for {
			c, err := silent.Accept()
			if err != nil {
				return
			}
			_, _ = bufio.NewReader(c).ReadString('\n')
			_ = c.Close()
		}
	}()
	g, c := open(t, &egress.Network{Resolver: names(t, nil)}, site.Policy{AllowHosts: []string{"127.0.0.1:*"}})
	for at, want := range map[string]string{
		"http://nowhere.test/":                         "net::ERR_NAME_NOT_RESOLVED",
		fmt.Sprintf("http://127.0.0.1:%d/", port):      "net::ERR_CONNECTION_REFUSED",
		"http://" + silent.Addr().String() + "/":       "net::ERR_EMPTY_RESPONSE",
		fmt.Sprintf("https://127.0.0.1:%d/page", port): "net::ERR_CONNECTION_REFUSED",
	} {
		begun := time.Now()
		_, _ = get(t, c, at)
		if fails := g.Failures(begun); len(fails) == 0 || fails[0].Refused != nil || fails[0].NetError != want {
			t.Errorf("%s: %+v", at, fails)
		}
	}
	if fails := g.Failures(time.Now()); len(fails) > 0 {
		t.Errorf("failures of the past are told as new ones: %+v", fails)
	}
}

// TestTunnels: TLS ends at the site, streams flow as they come, both directions
// end for themselves, and the end of the gate ends what is open.
func TestTunnels(t *testing.T) {
	more := make(chan struct{})
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			n, _ := io.Copy(io.Discard, r.Body)
			_, _ = fmt.Fprint(w, n)
			return
		}
		_, _ = io.WriteString(w, "first\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-more:
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, "second\n")
	}))
	defer s.Close()
	g, c := open(t, &egress.Network{}, site.Policy{AllowHosts: []string{"127.0.0.1:*"}})
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	c.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12} //nolint:forcetypeassert // made above
	const size = 20 << 20
	post, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, io.LimitReader(zeros{}, size))
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(post)
	if err != nil {
		t.Fatal(err)
	}
	said, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if string(said) != strconv.Itoa(size) {
		t.Errorf("of an upload of %d bytes %s came", size, said)
	}
	read := func() *bufio.Reader {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return bufio.NewReader(res.Body)
	}
	lines := read()
	if line, _ := lines.ReadString('\n'); line != "first\n" {
		t.Errorf("first came %q", line)
	}
	close(more)
	if line, _ := lines.ReadString('\n'); line != "second\n" {
		t.Errorf("then came %q", line)
	}
	more = make(chan struct{})
	open := read()
	if line, _ := open.ReadString('\n'); line != "first\n" {
		t.Errorf("first came %q", line)
	}
	g.Close()
	if rest, err := open.ReadString('\n'); err == nil {
		t.Errorf("after the end of the gate came %q", rest)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestAPageThatFindsThePort learns nothing.
func TestAPageThatFindsThePort(t *testing.T) {
	g, _ := open(t, &egress.Network{}, site.Policy{})
	if status, body := get(t, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, "http://"+g.Address()+"/"); status != http.StatusMisdirectedRequest {
		t.Errorf("%d %s", status, body)
	}
}
