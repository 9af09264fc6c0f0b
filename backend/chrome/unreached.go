package chrome

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// Unreached is a host that the proxy did not connect to.
type Unreached struct {
	Host     string
	Port     int
	Refused  error  // by the rules; nil when the network failed
	NetError string // Chrome's name of what went wrong, such as net::ERR_NAME_NOT_RESOLVED
}

// at tells whether an address is on the host.
func (u Unreached) at(addr string) bool {
	to, err := url.Parse(addr)
	if err != nil || to.Hostname() != u.Host {
		return false
	}
	port := to.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[to.Scheme]
	}
	return port == strconv.Itoa(u.Port)
}

// unreachedAt is what the proxy says of the host of an address.
func (b *Browser) unreachedAt(addr string, since time.Time) (Unreached, bool) {
	for _, u := range b.o.Unreached(since) {
		if u.at(addr) {
			return u, true
		}
	}
	return Unreached{}, false
}

// notLoaded says why a navigation of ours to an address did not load. Of a proxy
// that does not connect Chrome knows only that; the proxy knows why, by the host
// that the tab came to in the end.
func (b *Browser) notLoaded(ctx context.Context, t *tab, u, netError string) error {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if b.o.Proxy != "" && b.await(short, func() bool { return t.failed && t.commits > t.before || t.gone != "" }) == nil {
		b.mu.Lock()
		u = cmp.Or(t.url, u)
		b.mu.Unlock()
	}
	if why, ok := b.unreachedAt(u, t.begun); ok {
		return unreached(u, why)
	}
	return unreached(u, Unreached{NetError: netError})
}

// code is Chrome's name of what went wrong, or that of a refusal.
func (u Unreached) code() string {
	if u.Refused != nil {
		return string(fault.From(u.Refused).Code)
	}
	return u.NetError
}

func unreached(u string, why Unreached) error {
	if why.Refused != nil {
		return why.Refused
	}
	return fault.New(fault.NavigationFailed, "%s did not load: %s", u, why.NetError).
		WithHint("%s", netHint(why.NetError)).With("net_error", why.NetError)
}

// fromProxy tells whether the proxy answered in place of the site: of plain http
// alone, of https Chrome shows no answer of a proxy.
func (b *Browser) fromProxy(n page.Navigation, since time.Time) (Unreached, bool) {
	if n.Status != http.StatusForbidden && n.Status != http.StatusBadGateway {
		return Unreached{}, false
	}
	if !strings.HasPrefix(n.URL, "http:") {
		return Unreached{}, false
	}
	return b.unreachedAt(n.URL, since)
}

func netHint(e string) string {
	switch {
	case strings.Contains(e, "NAME_NOT_RESOLVED"):
		return "check the spelling of the host"
	case strings.Contains(e, "CONNECTION_REFUSED"), strings.Contains(e, "TIMED_OUT"):
		return "the server does not answer there; check host and port, or try again later"
	case strings.Contains(e, "CERT"), strings.Contains(e, "SSL"):
		return "the server's certificate is not valid for this address"
	case strings.Contains(e, "INTERNET_DISCONNECTED"), strings.Contains(e, "RESOLUTION_FAILED"), strings.Contains(e, "UNREACHABLE"):
		return "this machine may be offline"
	}
	return "check the address, or try again later"
}

// whyFailed is Chrome's name of why the page that an action led to did not load,
// or the code of what refused it.
func (b *Browser) whyFailed(ctx context.Context, w before, t *tab) string {
	b.mu.Lock()
	halt, addr := t.halt, t.url
	b.mu.Unlock()
	if otherKind(addr) {
		return string(fault.OriginRefused)
	}
	if why, ok := b.unreachedAt(addr, w.at); ok {
		return why.code()
	}
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	i, err := ask[docInfo](short, b, b.top(t), halt, "info")
	if err != nil || i.Error == "" {
		return "net::ERR_FAILED"
	}
	return i.Error
}
