//go:build linux

package chrome_test

import (
	"context"
	"crypto/md5" //nolint:gosec // RFC 7616 has it
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/secret"
)

// guarded is a server that gives /basic and /digest for a name and a password, and
// keeps what it was sent.
type guarded struct {
	*httptest.Server
	user, password string

	mu   sync.Mutex
	seen []string // path and Authorization of every request
}

func guard(t *testing.T, user, password string, open map[string]string) *guarded {
	t.Helper()
	g := &guarded{user: user, password: password}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := r.Header.Get("Authorization")
		g.mu.Lock()
		g.seen = append(g.seen, r.URL.Path+" "+sent)
		g.mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if text, ok := open[r.URL.Path]; ok {
			_, _ = w.Write([]byte("<!doctype html><link rel=icon href='data:,'>" + text))
			return
		}
		scheme, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if !g.fits(scheme, r) {
			w.Header().Set("WWW-Authenticate", map[string]string{
				"basic": "Basic realm=\"The \u202eback\\\" room\", charset=\"UTF-8\"", "digest": `Digest realm="Archive", nonce="n1", qop="auth", algorithm=MD5`,
			}[scheme])
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte("no entry"))
			return
		}
		if strings.HasSuffix(r.URL.Path, "/file") {
			w.Header().Set("Content-Disposition", `attachment; filename="file.txt"`)
		}
		_, _ = fmt.Fprintf(w, "<!doctype html><link rel=icon href='data:,'><title>Inside</title><h1>Inside</h1><p>%s %s</p>", r.Method, r.FormValue("order"))
	}))
	t.Cleanup(g.Close)
	return g
}

func (g *guarded) fits(scheme string, r *http.Request) bool {
	if scheme == "basic" {
		user, password, ok := r.BasicAuth()
		return ok && user == g.user && password == g.password
	}
	p := map[string]string{}
	for _, m := range regexp.MustCompile(`(\w+)="?([^",]*)"?`).FindAllStringSubmatch(r.Header.Get("Authorization"), -1) {
		p[m[1]] = m[2]
	}
	h := func(s string) string { return fmt.Sprintf("%x", md5.Sum([]byte(s))) } //nolint:gosec // RFC 7616 has it
	want := h(strings.Join([]string{
		h(g.user + ":Archive:" + g.password), "n1", p["nc"], p["cnonce"], "auth", h(r.Method + ":" + r.URL.Path),
	}, ":"))
	return p["username"] == g.user && p["response"] == want
}

// sent is what a path was asked with.
func (g *guarded) sent(path string) (all []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.seen {
		if p, a, _ := strings.Cut(s, " "); p == path && a != "" {
			all = append(all, a)
		}
	}
	return all
}

func (g *guarded) at(host, path string) string {
	return strings.Replace(g.URL, "127.0.0.1", host, 1) + path
}

func hostOf(addr string) string {
	u, err := url.Parse(addr)
	if err != nil {
		return err.Error()
	}
	return u.Host
}

func credentials(user, password string) *page.Credentials {
	return &page.Credentials{User: secret.New([]byte(user)), Password: secret.New([]byte(password))}
}

// asks loads an address whose server wants a sign-in.
func asks(ctx context.Context, t *testing.T, b *chrome.Browser, addr string) page.SignIn {
	t.Helper()
	n, err := b.Navigate(ctx, addr)
	if err != nil || n.Load != page.Asks || n.SignIn == nil || n.URL != addr || n.Status != http.StatusUnauthorized {
		t.Fatalf("%s: %+v, %v", addr, n, err)
	}
	return *n.SignIn
}

func TestSignsInOverHTTP(t *testing.T) {
	for scheme, realm := range map[string]string{"basic": `The back" room`, "digest": "Archive"} {
		t.Run(scheme, func(t *testing.T) {
			ctx, b := open(t, "<title>Start</title>")
			g := guard(t, "ada", "grün & 1", nil)
			addr := g.at("localhost", "/"+scheme)
			q := asks(ctx, t, b, addr)
			if q.Host != hostOf(addr) || q.Realm != realm || q.Encrypted || q.Wrong {
				t.Fatalf("asked %+v", q)
			}
			one.events.await(t, func(e page.Event) bool { return e.SignIn != nil && *e.SignIn == q })

			n, err := b.AnswerSignIn(ctx, q.ID, credentials("ada", "wrong"))
			if err != nil || n.Load != page.Asks || n.SignIn == nil || !n.SignIn.Wrong || n.SignIn.ID == q.ID {
				t.Fatalf("after a wrong password: %+v, %v", n, err)
			}
			_, err = b.AnswerSignIn(ctx, q.ID, credentials("ada", "grün & 1"))
			wantFault(t, err, fault.Conflict)
			n, err = b.AnswerSignIn(ctx, n.SignIn.ID, credentials("ada", "grün & 1"))
			if err != nil || n.Load != page.Loaded || n.SignIn != nil || n.Title != "Inside" || n.Status != http.StatusOK || n.URL != addr {
				t.Fatalf("after the right one: %+v, %v", n, err)
			}
			if chrome.Intercepts(ctx, b) {
				t.Error("requests are still held up")
			}
			if n, err := b.Navigate(ctx, addr+"/more"); err != nil || n.Title != "Inside" {
				t.Errorf("a later page: %+v, %v", n, err)
			}
			if sent := g.sent("/" + scheme); len(sent) != 2 {
				t.Errorf("sent %d times: once wrong and once right is 2", len(sent))
			}
			_, err = b.AnswerSignIn(ctx, q.ID, nil)
			wantFault(t, err, fault.Conflict)
		})
	}
}

func TestALinkAsksForASignIn(t *testing.T) {
	g := guard(t, "ada", "right", nil)
	ctx, b := open(t, "<title>Start</title><a href='"+g.at("localhost", "/basic")+"'>In</a> <a href='"+g.at("localhost", "/basic/file")+"'>File</a>")
	start := active(t, b).URL
	e := click(ctx, t, b, `link "In"`)
	if e.SignIn == nil || !e.Navigated || e.Failed != "" || e.URL != g.at("localhost", "/basic") {
		t.Fatalf("effect %+v", e)
	}
	if _, err := b.AnswerSignIn(ctx, e.SignIn.ID, nil); err != nil {
		t.Fatal(err)
	}
	settled := e.SignIn.ID
	_, err := b.AnswerSignIn(ctx, settled, credentials("ada", "right"))
	wantFault(t, err, fault.Conflict, "not asked any more")
	if _, err := b.Navigate(ctx, start); err != nil {
		t.Fatal(err)
	}
	e = click(ctx, t, b, `link "File"`)
	if e.SignIn == nil {
		t.Fatalf("effect %+v", e)
	}
	n, err := b.AnswerSignIn(ctx, e.SignIn.ID, credentials("ada", "right"))
	if err != nil || n.Load != page.Download || n.Download == nil || n.SignIn != nil {
		t.Fatalf("a file: %+v, %v", n, err)
	}
	if sent := g.sent("/basic"); len(sent) != 0 {
		t.Errorf("sent after it was let go: %d", len(sent))
	}
}

// TestAPersonsClickIsAsked: no call waits for what a person clicks in the picture.
func TestAPersonsClickIsAsked(t *testing.T) {
	g := guard(t, "ada", "right", nil)
	ctx, b := open(t, "<title>Start</title><style>a{position:absolute;left:0;top:0;width:300px;height:200px}</style><a href='"+g.at("localhost", "/digest")+"'>In</a>")
	at := input.Event{Kind: input.PointerMove, X: 50, Y: 50}
	down, up := at, at
	down.Kind, down.Button, down.Clicks = input.PointerDown, "left", 1
	up.Kind, up.Button, up.Clicks = input.PointerUp, "left", 1
	if err := b.Input(ctx, []input.Event{at, down, up}); err != nil {
		t.Fatal(err)
	}
	var q page.SignIn
	one.events.await(t, func(e page.Event) bool {
		if e.SignIn != nil && e.SignIn.Host == hostOf(g.at("localhost", "")) {
			q = *e.SignIn
		}
		return q.ID != ""
	})
	if n, err := b.AnswerSignIn(ctx, q.ID, credentials("ada", "right")); err != nil || n.Title != "Inside" {
		t.Fatalf("%+v, %v", n, err)
	}
	one.events.await(t, func(e page.Event) bool { return e.Settled })
}

// TestAFormIsSentAgain: what a form sent is not lost with the sign-in.
func TestAFormIsSentAgain(t *testing.T) {
	ctx, b := open(t, "<title>Start</title>")
	g := guard(t, "ada", "right", map[string]string{"/form": "<form method=post action=/basic><input name=order value=tea><button>Send</button></form>"})
	if _, err := b.Navigate(ctx, g.at("localhost", "/form")); err != nil {
		t.Fatal(err)
	}
	e := click(ctx, t, b, `button "Send"`)
	if e.SignIn == nil {
		t.Fatalf("effect %+v", e)
	}
	n, err := b.AnswerSignIn(ctx, e.SignIn.ID, credentials("ada", "wrong"))
	if err != nil || n.SignIn == nil || !n.SignIn.Wrong {
		t.Fatalf("%+v, %v", n, err)
	}
	if n, err = b.AnswerSignIn(ctx, n.SignIn.ID, credentials("ada", "right")); err != nil || n.Title != "Inside" {
		t.Fatalf("%+v, %v", n, err)
	}
	wantText(ctx, t, b, "p", "POST tea")
}

// TestCredentialsGoToWhoAsked: neither another host nor a picture of one gets what
// was given to the host that asked.
func TestCredentialsGoToWhoAsked(t *testing.T) {
	ctx, b := open(t, "<title>Start</title>")
	other := guard(t, "eve", "eve", nil)
	g := guard(t, "ada", "right", nil)
	var moved atomic.Bool
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			if user, _, ok := r.BasicAuth(); moved.Load() || ok && user == "ada" {
				http.Redirect(w, r, other.at("b.test", "/basic"), http.StatusFound)
				return
			}
			w.Header().Set("WWW-Authenticate", `Basic realm="Front"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, "<title>Pictures</title><img src='%s'>", other.at("b.test", "/basic/picture"))
	}))
	t.Cleanup(front.Close)
	at := strings.Replace(front.URL, "127.0.0.1", "localhost", 1)
	for _, first := range []bool{true, false} { // without having asked again, and after it was given what it asked
		moved.Store(false)
		q := asks(ctx, t, b, at+"/away")
		moved.Store(first)
		n, err := b.AnswerSignIn(ctx, q.ID, credentials("ada", "right"))
		if err != nil || n.SignIn == nil || n.SignIn.Wrong || n.SignIn.Host != hostOf(other.at("b.test", "")) {
			t.Fatalf("led to another host: %+v, %v", n, err)
		}
	}
	if n, err := b.Navigate(ctx, at+"/pictures"); err != nil || n.Load != page.Loaded || n.SignIn != nil {
		t.Errorf("a page with a picture: %+v, %v", n, err)
	}
	if q := asks(ctx, t, b, g.at("localhost", "/digest")); q.Wrong {
		t.Errorf("another port: %+v", q)
	}
	for _, path := range []string{"/basic", "/basic/picture"} {
		if sent := other.sent(path); len(sent) > 0 {
			t.Errorf("the other host was sent something at %s", path)
		}
	}
	if sent := g.sent("/digest"); len(sent) > 0 {
		t.Error("another port was sent something")
	}
}

// TestAFrameAsksForASignIn: of the site itself. For a frame of another site Chrome
// asks nobody, and shows there what the server says instead.
func TestAFrameAsksForASignIn(t *testing.T) {
	ctx, b := open(t, "<title>Start</title>")
	other := guard(t, "eve", "eve", nil)
	g := guard(t, "ada", "right", map[string]string{
		"/": "<title>Frames</title><p>Page</p><iframe src=/basic/one></iframe><iframe src=/basic/two></iframe><iframe src='" + other.at("b.test", "/basic") + "'></iframe>",
	})
	n, err := b.Navigate(ctx, g.at("localhost", "/"))
	if err != nil || n.SignIn == nil || n.Load != page.Loaded || n.Title != "Frames" || n.SignIn.Host != hostOf(g.at("localhost", "")) {
		t.Fatalf("%+v, %v", n, err)
	}
	n, err = b.AnswerSignIn(ctx, n.SignIn.ID, credentials("ada", "wrong"))
	if err != nil || n.SignIn == nil || !n.SignIn.Wrong {
		t.Fatalf("a wrong password: %+v, %v", n, err)
	}
	n, err = b.AnswerSignIn(ctx, n.SignIn.ID, credentials("ada", "right"))
	if err != nil || n.SignIn != nil || n.Load != page.Loaded {
		t.Fatalf("the right one: %+v, %v", n, err)
	}
	if o := outline(ctx, t, b); strings.Count(o, "# Inside") != 2 || !strings.Contains(o, "no entry") {
		t.Errorf("the frames are\n%s", o)
	}
	if sent := other.sent("/basic"); len(sent) > 0 {
		t.Error("the other host was sent something")
	}
}

// TestASlowFrameComes: what is only slow is asked for once more, and then waited for.
func TestASlowFrameComes(t *testing.T) {
	var asked atomic.Int64
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path != "/slow" {
			_, _ = w.Write([]byte("<title>Page</title><link rel=icon href='data:,'><iframe src=/slow></iframe>"))
			return
		}
		asked.Add(1)
		select {
		case <-time.After(7 * time.Second): // longer than anything that is waited for
			_, _ = w.Write([]byte("<p>here at last"))
		case <-r.Context().Done():
		}
	}, "")
	if err := b.Wait(ctx, page.Wait{Text: "here at last"}); err != nil {
		t.Fatal(err)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("it was asked for %d times", n)
	}
}

// TestOrdinaryRefusals: a page that answers 401 for itself, or wants what no person
// gives, is not a question.
func TestOrdinaryRefusals(t *testing.T) {
	for header, load := range map[string]page.Load{"": page.Loaded, `Bearer realm="Basic "`: page.Loaded, `Custom x="a, Basic realm=b"`: page.Loaded} {
		ctx, b := openHandler(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			if header != "" {
				w.Header().Set("WWW-Authenticate", header)
			}
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte("<title>Log in</title><input>"))
		}, "")
		n, err := b.Navigate(ctx, active(t, b).URL)
		if err != nil || n.Load != load || n.Status != http.StatusUnauthorized || n.SignIn != nil || n.Title != "Log in" {
			t.Errorf("%q: %+v, %v", header, n, err)
		}
	}
}
