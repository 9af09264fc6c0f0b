package chrome

import (
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
)

// otherKind tells whether the document at an address is none of the web: a blob,
// data, a file, or a page of Chrome's own. about:blank is nobody's, and of
// chrome-error are the notices that stand in place of what did not load.
func otherKind(addr string) bool {
	scheme, _, found := strings.Cut(addr, ":")
	switch scheme {
	case "http", "https", "about", "chrome-error":
		return false
	}
	return found
}

// keepToTheWeb sees to it that a tab shows pages of the web alone. Chrome itself
// refuses most other kinds to a page; what it lets through, such as a blob, has no
// address that the person or the agent could judge. An empty page is put in its
// place as soon as Chrome tells of it, and the tab says that what it was led to was
// refused. b.mu is held.
func (b *Browser) keepToTheWeb(s *session, f *cdp.Frame) {
	t := s.tab
	led := t.refused
	t.refused = ""
	switch {
	case f.UnreachableURL != "":
	case otherKind(f.URL):
		t.failed, t.refused = true, f.URL
		send(b.c, s.id, cdppage.Navigate, cdppage.NavigateParams{URL: "about:blank"})
	case led != "" && f.URL == "about:blank":
		t.url, t.failed = led, true
	}
}

// withoutUser is an address without the user name and the password that a page may
// have put into it: Chrome shows neither, but where it tells of requests.
func withoutUser(addr string) string {
	if !strings.Contains(addr, "@") {
		return addr
	}
	u, err := url.Parse(addr)
	if err != nil || u.User == nil {
		return addr
	}
	u.User = nil
	return u.String()
}
