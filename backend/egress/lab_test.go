//go:build linux

package egress_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/site"
)

//go:embed testdata/vectors.html
var vectorsPage string

// public stands for every public name; nothing is sent to it.
const public = "93.184.216.34"

// lab is a network without a network: a browser behind a gate that looks names up
// in a table and dials a server of the test.
type lab struct {
	b      *chrome.Browser
	gate   *egress.Gate
	home   string // host and port of the page
	plain  string // where everything is dialled
	secure string
	names  map[string][]string
	turns  map[string]bool
	may    map[netip.Addr]bool // be dialled
	done   chan string
	attach atomic.Bool // what is asked for is a file to save

	mu      sync.Mutex
	asked   map[string]int
	dials   []netip.AddrPort
	hosts   map[string]bool // that arrived
	refused map[string]bool
}

func newLab(t *testing.T, all []vector) *lab {
	t.Helper()
	l := &lab{
		names: map[string][]string{}, turns: map[string]bool{}, may: map[netip.Addr]bool{netip.MustParseAddr(public): true},
		done: make(chan string), asked: map[string]int{}, hosts: map[string]bool{}, refused: map[string]bool{},
	}
	var urls []string
	for _, v := range all {
		urls = append(urls, v.URL)
		at, ok := hostport(v)
		if !ok {
			continue
		}
		host, _, err := net.SplitHostPort(at)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Resolves) > 0 {
			l.names[host], l.turns[host] = v.Resolves, v.Turns
			if v.Turns {
				l.may[netip.MustParseAddr(v.Resolves[0])] = true
			}
		}
		if addr, err := netip.ParseAddr(host); err == nil && v.Expect == "allow" {
			l.may[addr.Unmap()] = true
		}
	}
	arrive := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		l.hosts[arrivedAt(r)] = true
		l.mu.Unlock()
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "text/html")
		if l.attach.Load() {
			w.Header().Set("Content-Disposition", "attachment; filename=x")
		}
		_, _ = io.WriteString(w, "<!doctype html><title>x</title>")
	})
	plain, secure := httptest.NewServer(arrive), httptest.NewTLSServer(arrive)
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	l.plain, l.secure = plain.Listener.Addr().String(), secure.Listener.Addr().String()
	home := httptest.NewServer(l.pages(urls))
	t.Cleanup(home.Close)
	l.home = fmt.Sprintf("localhost:%d", portOf(t, home))
	n := &egress.Network{Log: slog.New(refusals{l}), Resolver: l, Dial: l.dial}
	var err error
	if l.gate, err = n.Open(egress.Options{Rules: func() (site.Policy, error) { return site.Policy{AllowHosts: []string{l.home}}, nil }}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.gate.Close)
	// One process for all sites: what is looked at is the network. The test's
	// server has the name of every site and a certificate for none.
	l.b, err = chrome.Start(t.Context(), chrome.Options{
		UserDataDir: t.TempDir(), DownloadDir: t.TempDir(), Proxy: l.gate.Address(),
		ExtraArgs: []string{"--disable-site-isolation-trials", "--ignore-certificate-errors"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.b.Close(context.Background()) })
	return l
}

// pages is the site whose pages make the requests.
func (l *lab) pages(urls []string) http.Handler {
	list, _ := json.Marshal(urls)
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, vectorsPage)
	})
	mux.HandleFunc("/vectors.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(list) })
	mux.HandleFunc("/done", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
		l.done <- r.URL.Query().Get("way")
	})
	mux.HandleFunc("/answer", func(w http.ResponseWriter, r *http.Request) {
		to := r.URL.Query().Get("to")
		if status, err := strconv.Atoi(r.URL.Query().Get("how")); err == nil {
			w.Header()["Location"] = []string{to} // not cleaned: it is Chrome that reads it
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Refresh", "0;url="+plainText(to)) // Chrome reads this header as Latin-1
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	})
	mux.HandleFunc("/service.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = fmt.Fprintf(w, `addEventListener('install', (e) => e.waitUntil((async () => { const all = %s;
			await Promise.all([...Array(16)].map(async () => { while (all.length) await fetch(all.pop(), { mode: 'no-cors' }).catch(() => {}); }));
		})()));`, list)
	})
	return mux
}

// goBy has the page ask for everything in a way and waits until it says that it
// has.
func (l *lab) goBy(t *testing.T, way string) {
	t.Helper()
	l.attach.Store(way == "download")
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	if _, err := l.b.Navigate(ctx, "http://"+l.home+"/?way="+way); err != nil {
		t.Fatal(err)
	}
	for {
		select {
		case said := <-l.done:
			if said == way {
				closeOthers(t, l.b)
				return
			}
		case <-ctx.Done():
			t.Fatalf("%s: the page did not end", way)
		}
	}
}

// LookupNetIP implements egress.Resolver.
func (l *lab) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if host == "localhost" {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	answers := l.names[host]
	if len(answers) == 0 {
		answers = []string{public}
	}
	if l.turns[host] {
		i := l.asked[host] % len(answers)
		l.asked[host]++
		answers = answers[i : i+1]
	}
	var all []netip.Addr
	for _, a := range answers {
		all = append(all, netip.MustParseAddr(a))
	}
	return all, nil
}

// dial notes what would be dialled, and connects to the test's own server.
func (l *lab) dial(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	at := l.plain
	switch _, home, _ := net.SplitHostPort(l.home); {
	case home == strconv.Itoa(int(to.Port())):
		at = to.String()
	case to.Port() == 443:
		at = l.secure
	}
	l.mu.Lock()
	l.dials = append(l.dials, to)
	l.mu.Unlock()
	return (&net.Dialer{}).DialContext(ctx, "tcp", at)
}

func (l *lab) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dials, l.hosts, l.refused = nil, map[string]bool{}, map[string]bool{}
}

func (l *lab) dialledWrongly() (wrong []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, home, _ := net.SplitHostPort(l.home)
	for _, to := range l.dials {
		if !l.may[to.Addr()] && to.String() != "127.0.0.1:"+home {
			wrong = append(wrong, to.String())
		}
	}
	slices.Sort(wrong)
	return slices.Compact(wrong)
}

func (l *lab) arrived() map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.hosts)
}

func (l *lab) refusedHosts() map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.refused)
}

// missing lists the public hosts that nothing arrived at in a way that would.
func (l *lab) missing(all []vector, way string) (hosts []string) {
	if slices.Contains(silent(), way) {
		return nil
	}
	arrived := l.arrived()
	for _, v := range all {
		at, ok := hostport(v)
		_, _, named := strings.Cut(strings.SplitN(strings.TrimPrefix(strings.TrimPrefix(deref(v.WHATWG), "https://"), "http://"), "/", 2)[0], "@")
		safe := strings.TrimSuffix(at, ":80") + ":443"                           // Chrome tries https first for pages
		if !ok || v.Expect != "allow" || named || arrived[at] || arrived[safe] { // parts of a page are not asked for with a user name
			continue
		}
		// Chrome knows by itself that this one speaks https alone, and of such a host
		// it takes no certificate of the test's for a WebSocket.
		if way == "websocket" && at == "code.google.com:80" {
			continue
		}
		hosts = append(hosts, at)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// plainText encodes what is not ASCII.
func plainText(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 0x80 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func arrivedAt(r *http.Request) string {
	u := url.URL{Host: r.Host}
	port := u.Port()
	if port == "" {
		port = "80"
		if r.TLS != nil {
			port = "443"
		}
	}
	return net.JoinHostPort(strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")), port)
}

// refusals reads from the gate's log what it refused: it keeps only some itself.
type refusals struct{ l *lab }

func (refusals) Enabled(context.Context, slog.Level) bool { return true }
func (h refusals) WithAttrs([]slog.Attr) slog.Handler     { return h }
func (h refusals) WithGroup(string) slog.Handler          { return h }

func (h refusals) Handle(_ context.Context, r slog.Record) error {
	said := map[string]slog.Value{}
	r.Attrs(func(a slog.Attr) bool { said[a.Key] = a.Value; return true })
	if said["refused"].Kind() == slog.KindBool && said["refused"].Bool() {
		h.l.mu.Lock()
		defer h.l.mu.Unlock()
		host := strings.ToLower(strings.TrimSuffix(said["host"].String(), "."))
		h.l.refused[net.JoinHostPort(host, said["port"].String())] = true
	}
	return nil
}
