//go:build linux

package egress_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/site"
)

var speedRounds = flag.Int("speed", 1, "how many times the page is loaded with and without the gate")

const parts = 200 // of the page

// TestGateSpeed loads a page of 200 parts through the gate and without it, in
// turn, and tells the median of both. That all parts come is what it tests.
func TestGateSpeed(t *testing.T) {
	var came atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = fmt.Fprint(w, `<!doctype html><title>Parts</title><link rel=icon href="data:,">`)
		for i := range parts {
			switch i % 4 {
			case 0:
				_, _ = fmt.Fprintf(w, `<script src="/part/%d.js"></script>`, i)
			case 1:
				_, _ = fmt.Fprintf(w, `<link rel=stylesheet href="/part/%d.css">`, i)
			default:
				_, _ = fmt.Fprintf(w, `<img src="/part/%d.svg" width=8 height=8 alt="">`, i)
			}
		}
	})
	mux.HandleFunc("/part/", func(w http.ResponseWriter, r *http.Request) {
		came.Add(1)
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case strings.HasSuffix(r.URL.Path, ".js"):
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = fmt.Fprint(w, "//", strings.Repeat("x", 8<<10))
		case strings.HasSuffix(r.URL.Path, ".css"):
			w.Header().Set("Content-Type", "text/css")
			_, _ = fmt.Fprint(w, "/*", strings.Repeat("x", 8<<10), "*/")
		default:
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg"><desc>`, strings.Repeat("x", 8<<10), `</desc></svg>`)
		}
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	g, err := (&egress.Network{Log: slog.New(slog.DiscardHandler)}).Open(egress.Options{
		Rules: func() (site.Policy, error) { return site.Policy{AllowHosts: []string{"127.0.0.1:*"}}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	browsers := map[string]*chrome.Browser{}
	for name, proxy := range map[string]string{"with": g.Address(), "without": ""} {
		b, err := chrome.Start(t.Context(), chrome.Options{UserDataDir: t.TempDir(), Proxy: proxy})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = b.Close(context.Background()) }()
		browsers[name] = b
	}
	took := map[string][]float64{}
	for round := range *speedRounds + 1 {
		for _, name := range []string{"with", "without"} {
			before := came.Load()
			ms := load(t, browsers[name], s.URL+"/?"+strconv.Itoa(round))
			if got := came.Load() - before; got != parts {
				t.Errorf("%s the gate %d parts came", name, got)
			}
			if round > 0 { // the first is for both to get warm
				took[name] = append(took[name], ms)
			}
		}
	}
	with, without := median(took["with"]), median(took["without"])
	t.Logf("%d parts, %d rounds: %.0f ms through the gate, %.0f ms without, %+.1f %%", parts, *speedRounds, with, without, 100*(with/without-1))
}

// load gives how long a page took until all of it was there, in milliseconds as
// the page has it.
func load(t *testing.T, b *chrome.Browser, url string) float64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := b.Navigate(ctx, url); err != nil {
		t.Fatal(err)
	}
	v, err := b.Evaluate(ctx, `new Promise((done) => { const look = () => { const n = performance.getEntriesByType('navigation')[0]; n.loadEventEnd > 0 ? done(n.loadEventEnd) : setTimeout(look, 5); }; look(); })`, page.Target{})
	if err != nil {
		t.Fatal(err)
	}
	ms, err := strconv.ParseFloat(v.Text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

func median(all []float64) float64 {
	slices.Sort(all)
	if len(all) == 0 {
		return 0
	}
	return all[len(all)/2]
}
