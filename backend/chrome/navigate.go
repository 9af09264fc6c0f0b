package chrome

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// address completes what was given for an address and asks whether it may be
// loaded: http and https alone, and a bare host is one.
func (b *Browser) address(given string) (string, error) {
	s := strings.TrimSpace(given)
	if s == "" {
		return "", fault.New(fault.InvalidInput, "the address is empty").With("field", "url")
	}
	if !strings.Contains(s, "://") {
		host, _, _ := strings.Cut(s, "/")
		name := host
		if h, port, err := net.SplitHostPort(host); err == nil && digits(port) {
			name = h
		} else if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
			return "", refused(s, "only http and https addresses are opened")
		}
		scheme := "https://"
		if name == "localhost" || name == "127.0.0.1" || strings.HasPrefix(name, "[::1]") || name == "::1" {
			scheme = "http://"
		}
		s = scheme + s
	}
	u, err := url.Parse(s)
	if err == nil && u.Scheme != "http" && u.Scheme != "https" {
		return "", refused(s, "only http and https addresses are opened")
	}
	if err != nil || u.Hostname() == "" {
		return "", fault.New(fault.InvalidInput, "%q is not an address", given).With("field", "url").WithHint("give one like https://example.com/")
	}
	if err := b.o.Allow(u.String()); err != nil {
		return "", err
	}
	return u.String(), nil
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func refused(addr, why string) error {
	return fault.New(fault.OriginRefused, "%s: %s", addr, why).WithHint("give an http or https address")
}

// Navigate loads an address in the active tab. It ends at load, or when the
// document is usable and something of it still loads, or at a dialog, or when
// the address was a file.
func (b *Browser) Navigate(ctx context.Context, addr string) (page.Navigation, error) {
	u, err := b.address(addr)
	if err != nil {
		return page.Navigation{}, err
	}
	t, halt, err := b.current()
	if err != nil && !b.recovers(t) {
		return page.Navigation{}, err
	}
	if err != nil {
		halt = nil // a crashed tab is brought back
	}
	return b.load(ctx, t, halt, u)
}

// recovers tells whether a navigation can bring a tab back.
func (b *Browser) recovers(t *tab) bool {
	if t == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return t.crashed && t.gone == ""
}

// revive: a navigation begins a crashed tab anew; b.mu is held.
func (b *Browser) revive(t *tab) {
	if t.crashed {
		t.crashed = false
		t.release()
		b.touch()
	}
}

func (b *Browser) load(ctx context.Context, t *tab, halt <-chan struct{}, u string) (page.Navigation, error) {
	b.mu.Lock()
	files := b.files
	t.begin()
	t.posts = ""
	b.revive(t)
	heard := b.listen(t)
	b.mu.Unlock()
	defer heard()
	r, err := send(b.c, t.s.id, cdppage.Navigate, cdppage.NavigateParams{URL: u}).get(ctx, halt)
	if err != nil {
		return b.cutShort(ctx, t, err)
	}
	if r.IsDownload || r.ErrorText == "net::ERR_ABORTED" {
		within := fileCap
		if r.IsDownload { // it comes
			within = commitCap
		}
		return b.noDocument(ctx, t, u, files, within)
	}
	if r.ErrorText == "net::ERR_INVALID_AUTH_CREDENTIALS" {
		if n, ok := b.unsigned(ctx, t); ok {
			return n, nil
		}
	}
	if r.ErrorText != "" {
		return page.Navigation{}, b.notLoaded(ctx, t, u, r.ErrorText)
	}
	if r.LoaderID == "" { // within the document
		return b.arrived(ctx, t, page.Loaded)
	}
	if err := b.await(ctx, func() bool { return t.loader == r.LoaderID || t.halted || t.pending }); err != nil {
		return b.cutShort(ctx, t, err)
	}
	return b.landed(ctx, t)
}

// unsigned is where a navigation ended that the server wants a sign-in for.
func (b *Browser) unsigned(ctx context.Context, t *tab) (page.Navigation, bool) {
	short, cancel := context.WithTimeout(ctx, verdictCap)
	defer cancel()
	if b.await(short, func() bool { return t.failed && t.commits > t.before || t.gone != "" }) != nil {
		return page.Navigation{}, false
	}
	n, err := b.arrived(ctx, t, page.Loaded)
	return n, err == nil && n.Load == page.Asks
}

// cutShort ends a navigation that did not come to its end.
func (b *Browser) cutShort(ctx context.Context, t *tab, err error) (page.Navigation, error) {
	b.mu.Lock()
	dialog := t.dialog
	b.mu.Unlock()
	if errors.Is(err, errHalted) && dialog != nil {
		return b.arrived(ctx, t, page.Blocked)
	}
	if ctx.Err() != nil {
		send(b.c, t.s.id, cdppage.StopLoading, cdp.Empty{})
	}
	return page.Navigation{}, b.why(t, err)
}

// noDocument: the server sent a file, or nothing. The old page stays.
func (b *Browser) noDocument(ctx context.Context, t *tab, u string, files int, within time.Duration) (page.Navigation, error) {
	short, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if b.await(short, func() bool { return b.files > files }) == nil {
		n, err := b.arrived(ctx, t, page.Download)
		n.Download = b.saved(ctx, files)
		return n, err
	}
	return page.Navigation{}, fault.New(fault.NavigationFailed, "%s sent no document (204, or the load was stopped): net::ERR_ABORTED", u).
		WithHint("the page from before is still there; its refs stay valid").With("net_error", "net::ERR_ABORTED")
}

// landed is settleLoad for a navigation of ours: what the proxy answers in place
// of a document is not where it was to go.
func (b *Browser) landed(ctx context.Context, t *tab) (page.Navigation, error) {
	n, err := b.settleLoad(ctx, t)
	if err != nil {
		return n, err
	}
	if why, ok := b.fromProxy(n, t.begun); ok {
		return page.Navigation{}, unreached(n.URL, why)
	}
	return n, nil
}

// settleLoad waits for the document that is coming: for its load event, or,
// with a cap, for it to be usable.
func (b *Browser) settleLoad(ctx context.Context, t *tab) (page.Navigation, error) {
	first, cancel := context.WithTimeout(ctx, commitCap)
	defer cancel()
	if err := b.await(first, func() bool { return t.halted || !t.pending && t.domReady() }); err != nil && ctx.Err() != nil {
		return b.cutShort(ctx, t, err)
	}
	second, cancel2 := context.WithTimeout(ctx, loadCap)
	defer cancel2()
	if err := b.await(second, func() bool { return t.halted || t.loaded() }); err != nil && b.Err() != nil {
		return page.Navigation{}, b.Err()
	}
	b.mu.Lock()
	how, obstacle := page.Usable, t.obstacle()
	switch {
	case t.dialog != nil:
		how, obstacle = page.Blocked, nil
	case t.loaded():
		how = page.Loaded
	}
	b.mu.Unlock()
	if obstacle != nil {
		return page.Navigation{}, obstacle
	}
	if _, asks := b.asked(ctx, t); how == page.Loaded && !asks {
		if i, ok := b.known(ctx, t); ok {
			b.expect(t)
			return b.describe(t, how, i), nil
		}
	}
	return b.arrived(ctx, t, how)
}

type docInfo struct {
	URL, Title string
	Status     int
	Error      string // of a document that says what did not load

	Outstanding []string // addresses that it still waits for
}

// arrived describes where a tab is.
func (b *Browser) arrived(ctx context.Context, t *tab, how page.Load) (page.Navigation, error) {
	n := page.Navigation{Load: how}
	b.mu.Lock()
	n.URL, n.Title = t.url, t.title
	halt := t.halt
	b.mu.Unlock()
	if how == page.Blocked {
		return n, nil
	}
	var main bool
	if n.SignIn, main = b.asked(ctx, t); main && how != page.Download {
		n.Load, n.Status = page.Asks, http.StatusUnauthorized
		return n, nil
	}
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if i, err := ask[docInfo](short, b, b.top(t), halt, "info"); err == nil {
		return b.describe(t, how, i), nil
	}
	return n, nil
}

// describe is where a tab is, by what is known of its document.
func (b *Browser) describe(t *tab, how page.Load, i docInfo) page.Navigation {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.failed { // the document is Chrome's own notice
		return page.Navigation{Load: how, URL: t.url, Title: t.title, SignIn: t.signIn()}
	}
	b.placed(t, i.URL, i.Title)
	n := page.Navigation{Load: how, URL: i.URL, Title: i.Title, Status: i.Status, SignIn: t.signIn()}
	if how == page.Usable {
		n.Outstanding = i.Outstanding
	}
	return n
}

// placed notes where a tab is, as its document says: Chrome's own notice has the
// address in place of the title at first. b.mu is held.
func (b *Browser) placed(t *tab, url, title string) {
	if t.url != url || t.title != title {
		t.url, t.title = url, title
		b.tell()
	}
}

// History goes back or forward in the active tab.
func (b *Browser) History(ctx context.Context, steps int) (page.Navigation, error) {
	t, halt, err := b.current()
	if err != nil {
		return page.Navigation{}, err
	}
	h, err := send(b.c, t.s.id, cdppage.GetNavigationHistory, cdp.Empty{}).get(ctx, halt)
	if err != nil {
		return page.Navigation{}, b.why(t, err)
	}
	to := int(h.CurrentIndex) + steps
	if to < 0 || to >= len(h.Entries) {
		return page.Navigation{}, fault.New(fault.NavigationFailed, "the tab has no page in that direction").
			WithHint("use browser_navigate with an address")
	}
	if u := h.Entries[to].URL; strings.HasPrefix(u, "http") {
		if err := b.o.Allow(u); err != nil {
			return page.Navigation{}, err
		}
	}
	return b.renew(ctx, t, func() {
		send(b.c, t.s.id, cdppage.NavigateToHistoryEntry, cdppage.NavigateToHistoryEntryParams{EntryID: h.Entries[to].ID})
	})
}

// Reload loads the active tab's page again; a crashed tab comes back by it.
func (b *Browser) Reload(ctx context.Context) (page.Navigation, error) {
	t, _, err := b.current()
	if err != nil && !b.recovers(t) {
		return page.Navigation{}, err
	}
	return b.renew(ctx, t, func() { send(b.c, t.s.id, cdppage.Reload, cdppage.ReloadParams{}) })
}

// renew begins a navigation and waits for it.
func (b *Browser) renew(ctx context.Context, t *tab, begin func()) (page.Navigation, error) {
	b.mu.Lock()
	commits, inPage := t.commits, t.inPage
	t.begin()
	b.revive(t)
	heard := b.listen(t)
	b.mu.Unlock()
	defer heard()
	begin()
	err := b.await(ctx, func() bool { return t.commits > commits || t.inPage > inPage || t.dialog != nil || t.gone != "" })
	if err != nil {
		return b.cutShort(ctx, t, err)
	}
	return b.landed(ctx, t)
}
