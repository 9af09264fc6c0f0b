package chrome

import (
	"context"
	"net/http"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
)

// What a document that has just loaded is, is asked of Chrome's own process where
// it can be: the document itself answers only after its first frame, which costs
// as much as all the rest of a small page. The browser's process knows address and
// title; the status comes by the network domain, which is on only until the answer
// for the document is there, since it costs with every request.

// response is what came for a document.
type response struct {
	of     cdp.LoaderID
	status int
}

// listen lets the status of a tab's next document be told, until the end of what
// it gives is called; b.mu is held.
func (b *Browser) listen(t *tab) (end func()) {
	s := t.s
	if s.watched || s.listens {
		return func() {}
	}
	s.listens = true
	send(b.c, s.id, network.Enable, network.EnableParams{})
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.heard(s)
	}
}

// heard ends the listening; b.mu is held.
func (b *Browser) heard(s *session) {
	if s.listens && !s.watched {
		send(b.c, s.id, network.Disable, cdp.Empty{})
	}
	s.listens = false
}

// responds notes the status of a document of a tab; b.mu is held.
func (b *Browser) responds(s *session, raw jsonv2.Value) {
	if s != s.tab.s || !s.listens && !s.watched {
		return
	}
	e, ok := decode(network.ResponseReceived, raw)
	if !ok || e.Response == nil || e.Type != network.ResourceTypeDocument || e.FrameID != s.tab.frameID() {
		return
	}
	b.heard(s)
	if e.Response.Status != http.StatusNotModified { // a document sees what is in the cache
		s.tab.response = response{of: e.LoaderID, status: int(e.Response.Status)}
	}
}

// known is what the browser's process knows of the document that is there, if
// that is all there is to know.
func (b *Browser) known(ctx context.Context, t *tab) (docInfo, bool) {
	b.mu.Lock()
	r, now, s, halt := t.response, t.loader, t.s, t.halt
	b.mu.Unlock()
	if r.of != now {
		return docInfo{}, false
	}
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	h, err := send(b.c, s.id, cdppage.GetNavigationHistory, cdp.Empty{}).get(short, halt)
	if err != nil || h.CurrentIndex < 0 || int(h.CurrentIndex) >= len(h.Entries) {
		return docInfo{}, false
	}
	e := h.Entries[h.CurrentIndex]
	return docInfo{URL: e.URL, Title: e.Title, Status: r.status}, true
}
