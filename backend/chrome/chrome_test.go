//go:build linux

package chrome_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

var _ session.Browser = (*chrome.Browser)(nil)

// shared is the browser that most tests use, each in a tab of its own. One
// browser for all keeps the tests short; what needs its own starts one.
type shared struct {
	b      *chrome.Browser
	events *recorder
	dir    string
}

// recorder keeps the notices of a browser.
type recorder struct {
	slow atomic.Bool // it takes its time
	mu   sync.Mutex
	list []page.Event
	more chan struct{}
}

func (r *recorder) add(e page.Event) {
	if r.slow.Load() {
		time.Sleep(20 * time.Millisecond)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, e)
	select {
	case r.more <- struct{}{}:
	default:
	}
}

// since lists what was told from a place in the list on: now, without waiting.
func (r *recorder) since(from int) []page.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list[from:])
}

// await waits for a notice that fits.
func (r *recorder) await(t *testing.T, fits func(page.Event) bool) {
	t.Helper()
	r.awaitFrom(t, 0, fits)
}

// awaitFrom is await from a place in the list on.
func (r *recorder) awaitFrom(t *testing.T, from int, fits func(page.Event) bool) {
	t.Helper()
	limit := time.NewTimer(20 * time.Second)
	defer limit.Stop()
	for {
		if slices.ContainsFunc(r.since(from), fits) {
			return
		}
		select {
		case <-r.more:
		case <-limit.C:
			t.Fatal("the notice did not come")
		}
	}
}

var one shared

func TestMain(m *testing.M) {
	if dir := os.Getenv("BATON_TEST_HOST"); dir != "" {
		hostProcess(dir)
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "baton-chrome-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	one = shared{dir: dir, events: &recorder{more: make(chan struct{}, 1)}}
	one.b, err = chrome.Start(context.Background(), chrome.Options{
		UserDataDir: filepath.Join(dir, "profile"), DownloadDir: filepath.Join(dir, "downloads"), OnEvent: one.events.add,
		ExtraArgs: []string{"--host-resolver-rules=MAP a.test 127.0.0.1, MAP b.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost", "--site-per-process"},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if err := one.b.Close(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "close:", err)
		code = 1
	}
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if left := chrometest.Processes(dir); len(left) > 0 {
		fmt.Fprintln(os.Stderr, "browser processes were left over:", left)
		code = 1
	}
	return code
}

// open serves a page and loads it in a fresh tab of the shared browser.
func open(t testing.TB, html string) (context.Context, *chrome.Browser) {
	t.Helper()
	return openPages(t, map[string]string{"/": html}, "")
}

// openPages serves pages by path and loads the first, on a host of choice.
func openPages(t testing.TB, pages map[string]string, host string) (context.Context, *chrome.Browser) {
	t.Helper()
	return openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		text, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, port, _ := strings.Cut(r.Host, ":")
		_, _ = w.Write([]byte("<!doctype html><link rel=icon href='data:,'>" + strings.ReplaceAll(text, "PORT", port)))
	}, host)
}

func openHandler(t testing.TB, h http.HandlerFunc, host string) (context.Context, *chrome.Browser) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	u := s.URL + "/"
	if host != "" {
		u = strings.Replace(u, "127.0.0.1", host, 1)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	if _, err := one.b.NewTab(ctx, u); err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { closeTabs(t) })
	return ctx, one.b
}

// closeTabs leaves one blank tab.
func closeTabs(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if _, err := one.b.NewTab(ctx, ""); err != nil {
		t.Errorf("new tab: %v", err)
	}
	for _, tab := range one.b.Tabs() {
		if tab.Active {
			continue
		}
		if err := one.b.CloseTab(ctx, tab.ID); fault.Is(err, fault.DialogOpen) {
			if err := one.b.AnswerDialog(ctx, page.Accept, ""); err != nil {
				t.Errorf("answer: %v", err)
			}
		}
	}
}

func outline(ctx context.Context, t testing.TB, b *chrome.Browser) string {
	t.Helper()
	r, err := b.Snapshot(ctx, page.Snapshot{})
	if err != nil {
		t.Fatalf("snapshot: %v", err)
	}
	return r.Outline
}

// refOf gives the ref of the first line of a fresh outline that ends its role
// and name as told: `button "Send"`.
func refOf(ctx context.Context, t testing.TB, b *chrome.Browser, what string) page.Target {
	t.Helper()
	o := outline(ctx, t, b)
	role, name, _ := strings.Cut(what, " ")
	m := regexp.MustCompile(regexp.QuoteMeta(role) + ` @(e\d+) ` + regexp.QuoteMeta(name)).FindStringSubmatch(o)
	if m == nil {
		t.Fatalf("no %s in\n%s", what, o)
	}
	return page.Target{Ref: m[1]}
}

// text gives what an element of the top document says.
func text(ctx context.Context, t testing.TB, b *chrome.Browser, selector string) string {
	t.Helper()
	v, err := b.Evaluate(ctx, fmt.Sprintf("(e => e.value ?? e.textContent)(document.querySelector(%q))", selector), page.Target{})
	if err != nil {
		t.Fatalf("text of %s: %v", selector, err)
	}
	return strings.Trim(v.Text, `"`)
}

func wantText(ctx context.Context, t *testing.T, b *chrome.Browser, selector, want string) {
	t.Helper()
	if got := text(ctx, t, b, selector); got != want {
		t.Errorf("%s says %q, want %q", selector, got, want)
	}
}

func wantFault(t *testing.T, err error, code fault.Code, parts ...string) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Fatalf("error is %v, want %s", err, code)
	}
	f := fault.From(err)
	for _, p := range parts {
		if !strings.Contains(f.Message+" | "+f.Hint+" | "+f.PageSays(), p) {
			t.Errorf("%q (hint %q, page %q) does not tell %q", f.Message, f.Hint, f.PageSays(), p)
		}
	}
}
