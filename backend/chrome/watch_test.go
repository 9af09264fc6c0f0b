//go:build linux

package chrome_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/page"
)

const noisy = `<title>Noisy</title><link rel=icon href="data:,"><p id=out>waiting</p>
<button id=go onclick="console.log('pressed', {a: 1}, 7); console.error('bad'); fetch('/data?k=1'); fetch('/lost'); setTimeout(() => { throw new Error('on purpose') })">Go</button>
<button id=slow onclick="fetch('/slow').then(() => fetch('/data')).then(() => { out.textContent = 'all there' })">Slow</button>`

// noisySite answers one address after the others.
func noisySite(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(noisy))
	case "/slow":
		time.Sleep(700 * time.Millisecond)
	case "/data":
		_, _ = w.Write([]byte("some data"))
	default:
		http.NotFound(w, r)
	}
}

func TestWatched(t *testing.T) {
	ctx, b := openHandler(t, noisySite, "")
	if w, err := b.Watched(ctx); err != nil || len(w.Requests) != 0 {
		t.Errorf("before anything: %+v %v", w, err)
	}
	click(ctx, t, b, `button "Go"`)
	if err := b.Wait(ctx, page.Wait{Idle: true}); err != nil {
		t.Fatal(err)
	}
	w, err := b.Watched(ctx)
	if err != nil {
		t.Fatal(err)
	}
	said := func(level, text string) bool {
		return slices.ContainsFunc(w.Messages, func(m page.Message) bool { return m.Level == level && strings.Contains(m.Text, text) })
	}
	if !said("info", "pressed") || !said("info", "7") || !said("error", "bad") || !said("error", "on purpose") || !said("error", "404") {
		t.Errorf("the console says %+v", w.Messages)
	}
	asked := func(path string, status int, size bool) bool {
		return slices.ContainsFunc(w.Requests, func(r page.Request) bool {
			return strings.HasSuffix(r.URL, path) && r.Status == status && r.Method == "GET" && r.Type == "fetch" && !r.Open && (r.Size > 0 || !size)
		})
	}
	if !asked("/data?k=1", 200, true) || !asked("/lost", 404, false) {
		t.Errorf("the network was asked %+v", w.Requests)
	}
	if _, err := b.Reload(ctx); err != nil {
		t.Fatal(err)
	}
	w, _ = b.Watched(ctx)
	if n := len(w.Requests); n == 0 || w.Requests[n-1].Type != "document" || w.Requests[n-1].Status != 200 {
		t.Errorf("after a reload: %+v", w.Requests)
	}
}

// The network is idle once what the page waits for is there.
func TestWaitIdle(t *testing.T) {
	ctx, b := openHandler(t, noisySite, "")
	if err := b.Wait(ctx, page.Wait{Idle: true}); err != nil {
		t.Fatal(err)
	}
	click(ctx, t, b, `button "Slow"`)
	if err := b.Wait(ctx, page.Wait{Idle: true}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "all there")
}

// A dialog and a page that is never quiet end the wait with a reason.
func TestWaitIdleEnds(t *testing.T) {
	ctx, b := open(t, `<title>Never</title><script>setInterval(() => fetch('/?' + Math.random()), 100)</script>`)
	short, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	wantFault(t, b.Wait(short, page.Wait{Idle: true}), "deadline_exceeded", "network to be quiet")
}
