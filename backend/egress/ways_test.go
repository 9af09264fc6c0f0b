//go:build linux

package egress_test

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/site"
)

//go:embed testdata/ways.html
var waysPage string

// ways are those by which a page reaches a server, by their names in ways.html;
// those with a number are redirects of the page's own server.
func ways() []string {
	return strings.Fields(`link link-blank download location replace form-get form-post meta img svg-image srcset video audio
		script module css css-import background font iframe object embed fetch fetch-keepalive xhr beacon websocket eventsource
		worker worker-import shared-worker service-worker popup prefetch preload icon
		301 302 303 307 308 refresh fetch-302 img-302 iframe-302 script-302`)
}

// silentWays are those by which Chrome sends nothing that the proxy would see, or
// not always: that nothing comes through is all there is to see of them.
func silentWays() []string {
	return strings.Fields("ping track speculation preconnect dns-prefetch modulepreload manifest webrtc webtransport")
}

const waysPatience = 20 * time.Second

// hideout is a server on loopback that no page may reach. It counts who comes.
type hideout struct {
	port  int
	comes atomic.Int64
}

func newHideout(t *testing.T) *hideout {
	t.Helper()
	h := &hideout{}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h.comes.Add(1)
		_, _ = io.WriteString(w, "secret")
	}))
	s.Config.ConnState = func(_ net.Conn, to http.ConnState) {
		if to == http.StateNew {
			h.comes.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	h.port = portOf(t, s)
	// The same port for what does not speak TCP.
	udp, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", fmt.Sprintf("127.0.0.1:%d", h.port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = udp.Close() })
	go func() {
		for buf := make([]byte, 2048); ; h.comes.Add(1) {
			if _, _, err := udp.ReadFrom(buf); err != nil {
				return
			}
		}
	}()
	return h
}

// waysSite serves the pages that make the requests.
func waysSite(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := r.URL.Query().Get("to")
		switch way := r.URL.Query().Get("way"); {
		case r.URL.Path == "/service.js":
			q, _ := url.QueryUnescape(r.URL.RawQuery)
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = fmt.Fprintf(w, "fetch(%q, { mode: 'no-cors' }).catch(() => {});", q)
		case r.URL.Path == "/redirect":
			http.Redirect(w, r, to, http.StatusFound)
		case way == "refresh":
			w.Header().Set("Refresh", "0;url="+to)
			w.Header().Set("Content-Type", "text/html")
		default:
			if status, err := strconv.Atoi(way); err == nil {
				http.Redirect(w, r, to, status)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, waysPage)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// TestNoWayOut has a real Chromium make requests to a hidden server in every way
// that a page has. Allowed, each arrives, so that the test sees it; refused, it
// is refused by the gate and nothing is ever dialled.
func TestNoWayOut(t *testing.T) {
	pages := waysSite(t)
	home := fmt.Sprintf("localhost:%d", portOf(t, pages))
	h := newHideout(t)
	n := &egress.Network{
		Log:      slog.New(slog.DiscardHandler),
		Resolver: names(t, map[string][]string{"hidden.test": {"127.0.0.1"}}),
	}
	target := fmt.Sprintf("hidden.test:%d", h.port)
	for name, allow := range map[string][]string{"allowed": {home, target}, "refused": {home}} {
		t.Run(name, func(t *testing.T) {
			g, err := n.Open(egress.Options{Rules: func() (site.Policy, error) { return site.Policy{AllowHosts: allow}, nil }})
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			b, err := chrome.Start(t.Context(), chrome.Options{UserDataDir: t.TempDir(), DownloadDir: t.TempDir(), Proxy: g.Address()})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = b.Close(context.Background()) }()
			came := func(since int64) func() bool { return func() bool { return h.comes.Load() > since } }
			for i, way := range ways() {
				since, begun := h.comes.Load(), time.Now()
				seen := came(since)
				if name == "refused" {
					seen = func() bool { return refusedAt(g.Failures(begun), h.port) }
				}
				goBy(t, b, home, way, fmt.Sprintf("http://%s/%d", target, i))
				if !within(seen) {
					t.Errorf("%s: nothing is seen of it", way)
				}
				closeOthers(t, b)
				if name == "refused" && h.comes.Load() > since {
					t.Errorf("%s reached the hidden server", way)
				}
			}
			if name == "allowed" {
				return
			}
			before := h.comes.Load()
			for _, way := range silentWays() {
				for _, at := range []string{target, fmt.Sprintf("127.0.0.1:%d", h.port)} {
					goBy(t, b, home, way, "http://"+at+"/")
				}
			}
			begun := time.Now()
			goBy(t, b, home, "fetch", "http://"+target+"/last")
			if !within(func() bool { return refusedAt(g.Failures(begun), h.port) }) {
				t.Error("the last request was not seen")
			}
			if got := h.comes.Load(); got > before {
				t.Errorf("%d times the hidden server was reached", got-before)
			}
		})
	}
}

// goBy has the page make a request in a way. Where the page itself goes, the
// navigation may fail, which is one of the things to see.
func goBy(t *testing.T, b *chrome.Browser, home, way, to string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waysPatience)
	defer cancel()
	if kind, status, ok := strings.Cut(way, "-"); ok && status == "302" {
		way, to = kind, "http://"+home+"/redirect?to="+url.QueryEscape(to)
	}
	_, _ = b.Navigate(ctx, "http://"+home+"/?"+url.Values{"way": {way}, "to": {to}}.Encode())
}

// closeOthers closes what opened a window.
func closeOthers(t *testing.T, b *chrome.Browser) {
	t.Helper()
	for tabs := b.Tabs(); len(tabs) > 1; tabs = b.Tabs() {
		if err := b.CloseTab(t.Context(), tabs[1].ID); err != nil {
			t.Fatal(err)
		}
	}
}

func refusedAt(all []egress.Failure, port int) bool {
	for _, f := range all {
		if f.Port == port && f.Refused != nil {
			return true
		}
	}
	return false
}

func within(seen func() bool) bool {
	limit := time.After(waysPatience)
	for {
		if seen() {
			return true
		}
		select {
		case <-limit:
			return false
		case <-time.After(5 * time.Millisecond):
		}
	}
}
