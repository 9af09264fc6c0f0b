package egress_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/site"
)

// above is a proxy as a company has one: it wants a password, and reaches a server
// that only it knows the address of.
type above struct {
	mu    sync.Mutex
	asked []string
}

func (a *above) ask(what string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, what)
}

func newAbove(t *testing.T, to string) (*above, *url.URL) {
	t.Helper()
	a := &above{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		want := "Basic " + base64.StdEncoding.EncodeToString([]byte("jo:pass"))
		if r.Header.Get("Proxy-Authorization") != want {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		a.ask(r.Method + " " + r.Host)
		if r.Method != http.MethodConnect {
			_, _ = fmt.Fprintf(w, "by the proxy: %s", r.URL)
			return
		}
		c, err := net.Dial("tcp", to)
		if err != nil {
			t.Error(err)
			return
		}
		w.WriteHeader(http.StatusOK)
		browser, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		go func() { _, _ = io.Copy(c, browser); _ = c.Close() }()
		_, _ = io.Copy(browser, c)
		_ = browser.Close()
	}))
	t.Cleanup(s.Close)
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("jo", "pass")
	return a, u
}

// TestTheProxyAbove: what the rules allow goes by the proxy of the system, names
// that only it knows too; what they refuse does not, also by the address that a
// name has here.
func TestTheProxyAbove(t *testing.T) {
	s, _ := counting(t, hello)
	a, up := newAbove(t, s.Listener.Addr().String())
	n := &egress.Network{
		Resolver: names(t, map[string][]string{"inner.test": {"10.0.0.8"}}),
		Upstream: func(*url.URL) (*url.URL, error) { return up, nil },
	}
	g, c := open(t, n, site.Policy{})
	if status, body := get(t, c, "http://far.test/x"); status != http.StatusOK || body != "by the proxy: http://far.test/x" {
		t.Errorf("plain: %d %q", status, body)
	}
	if err := through(t, g.Address(), "far.test:443", "far.test"); err != nil {
		t.Errorf("a tunnel: %v", err)
	}
	for _, host := range []string{"inner.test", "127.0.0.1", "printer.local"} {
		if status, _ := get(t, c, "http://"+host+"/"); status != http.StatusForbidden {
			t.Errorf("%s: %d", host, status)
		}
	}
	if got := strings.Join(a.asked, ", "); got != "GET far.test, CONNECT far.test:443" {
		t.Errorf("the proxy was asked for %s", got)
	}
	up.User = nil
	begun := time.Now()
	if err := through(t, g.Address(), "far.test:443", "far.test"); err == nil {
		t.Error("a tunnel without the password")
	}
	if fails := g.Failures(begun); len(fails) != 1 || fails[0].NetError != "net::ERR_TUNNEL_CONNECTION_FAILED" {
		t.Errorf("the failures are %+v", fails)
	}
	begun = time.Now()
	if status, _ := get(t, c, "http://far.test/y"); status != http.StatusBadGateway {
		t.Errorf("without the password: %d", status)
	}
	if fails := g.Failures(begun); len(fails) != 1 || fails[0].NetError != "net::ERR_PROXY_AUTH_REQUESTED" {
		t.Errorf("the failures are %+v", fails)
	}
	up.Host = "127.0.0.1:1"
	_, _ = get(t, c, "http://far.test/y")
	if fails := g.Failures(begun); fails[0].NetError != "net::ERR_PROXY_CONNECTION_FAILED" {
		t.Errorf("the failures are %+v", fails)
	}
}

// through speaks HTTP by a tunnel of the gate.
func through(t *testing.T, gate, hostport, host string) error {
	t.Helper()
	c, err := net.Dial("tcp", gate)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if _, err := fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", hostport, hostport); err != nil {
		return err
	}
	head := make([]byte, 12)
	if _, err := io.ReadFull(c, head); err != nil || string(head) != "HTTP/1.1 200" {
		return fmt.Errorf("%s: %w", head, err)
	}
	if _, err := fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host); err != nil {
		return err
	}
	all, err := io.ReadAll(c)
	if err == nil && !strings.Contains(string(all), "hello "+host) {
		err = fmt.Errorf("came %q", all)
	}
	return err
}
