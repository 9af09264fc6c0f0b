package chrome

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/batonbrowser/baton/backend/page"
)

// Console and network are watched only where somebody wants to know: from the
// start with Options.Watch, else from the first question on. They cost time with
// every request, and a page can notice them.

// mostWatched is how many lines and requests of a tab are kept, the newest.
const mostWatched = 500

// quietFor is how long nothing may be under way for the network to be idle.
const quietFor = 500 * time.Millisecond

// watched is what is seen of a tab; Browser.mu guards it.
type watched struct {
	messages []page.Message
	requests []*page.Request
	open     map[network.RequestID]*page.Request
	moved    time.Time // when a request last began or ended
}

// watch begins to watch a session; b.mu is held.
func (b *Browser) watch(s *session) {
	if s.watched {
		return
	}
	s.watched = true
	if s.tab.seen == nil {
		s.tab.seen = &watched{open: map[network.RequestID]*page.Request{}, moved: time.Now()}
	}
	send(b.c, s.id, network.Enable, network.EnableParams{})
	send(b.c, s.id, cdplog.Enable, cdp.Empty{})
	send(b.c, s.id, runtime.Enable, cdp.Empty{})
}

// watchTab watches a tab with the frames it has, and those to come.
func (b *Browser) watchTab(t *tab) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.sessions {
		if s.tab == t {
			b.watch(s)
		}
	}
}

// Watched gives what was seen of the active tab so far, the newest last, and
// watches it from now on.
func (b *Browser) Watched(_ context.Context) (page.Watched, error) {
	t, _, err := b.current()
	if t == nil {
		return page.Watched{}, err
	}
	b.watchTab(t)
	b.mu.Lock()
	defer b.mu.Unlock()
	out := page.Watched{Messages: append([]page.Message{}, t.seen.messages...), Requests: make([]page.Request, len(t.seen.requests))}
	for i, r := range t.seen.requests {
		out.Requests[i] = *r
	}
	return out, nil
}

// watchedEvent applies an event that only comes where somebody asked for it; b.mu
// is held.
func (b *Browser) watchedEvent(s *session, method string, raw jsonv2.Value) {
	w := s.tab.seen
	if method == cdppage.FileChooserOpened.Method {
		b.chooserOpens(s, raw)
	}
	if method == network.ResponseReceived.Method {
		b.responds(s, raw)
	}
	if w == nil || !s.watched {
		return
	}
	switch method {
	case network.RequestWillBeSent.Method:
		if e, ok := decode(network.RequestWillBeSent, raw); ok && e.Request != nil {
			w.begins(e)
		}
	case network.ResponseReceived.Method:
		if e, ok := decode(network.ResponseReceived, raw); ok && e.Response != nil && w.open[e.RequestID] != nil {
			w.open[e.RequestID].Status = int(e.Response.Status)
		}
	case network.LoadingFinished.Method:
		if e, ok := decode(network.LoadingFinished, raw); ok {
			w.ends(e.RequestID, int64(e.EncodedDataLength), "")
		}
	case network.LoadingFailed.Method:
		if e, ok := decode(network.LoadingFailed, raw); ok {
			w.ends(e.RequestID, 0, e.ErrorText)
		}
	case cdplog.EntryAdded.Method:
		if e, ok := decode(cdplog.EntryAdded, raw); ok && e.Entry != nil {
			w.say(string(e.Entry.Level), e.Entry.Text, e.Entry.URL, int(e.Entry.LineNumber))
		}
	case runtime.ConsoleAPICalled.Method:
		if e, ok := decode(runtime.ConsoleAPICalled, raw); ok {
			url, line := caller(e.StackTrace)
			w.say(string(e.Type), spoken(e.Args), url, line)
		}
	case runtime.ExceptionThrown.Method:
		if e, ok := decode(runtime.ExceptionThrown, raw); ok && e.ExceptionDetails != nil {
			d := e.ExceptionDetails
			text, _, _ := strings.Cut(exceptionText(d), "\n    at ")
			w.say("error", text, d.URL, int(d.LineNumber)+1)
		}
	default:
		return
	}
	b.touch()
}

func (w *watched) begins(e network.EventRequestWillBeSent) {
	if was := w.open[e.RequestID]; was != nil { // it was led on
		if e.RedirectResponse != nil {
			was.Status = int(e.RedirectResponse.Status)
		}
		w.ends(e.RequestID, 0, "")
	}
	r := &page.Request{At: time.Now(), Method: e.Request.Method, URL: cut(withoutUser(e.Request.URL), 2000), Type: strings.ToLower(string(e.Type)), Open: true}
	w.requests = append(w.requests, r)
	if over := len(w.requests) - mostWatched; over > 0 {
		w.requests = append([]*page.Request{}, w.requests[over:]...)
	}
	w.open[e.RequestID] = r
	w.moved = r.At
}

func (w *watched) ends(id network.RequestID, size int64, failed string) {
	r := w.open[id]
	if r == nil {
		return
	}
	delete(w.open, id)
	r.Open, r.Size, r.Error = false, size, failed
	w.moved = time.Now()
}

// busy tells whether a request is under way that a page may wait for: streams
// and beacons never end, or nobody waits for them.
func (w *watched) busy() bool {
	for _, r := range w.open {
		switch r.Type {
		case "eventsource", "websocket", "ping", "prefetch", "media":
		default:
			return true
		}
	}
	return false
}

func (w *watched) say(level, text, url string, line int) {
	switch level {
	case "error", "assert":
		level = "error"
	case "warning":
	case "debug", "verbose", "trace":
		level = "debug"
	default:
		level = "info"
	}
	w.messages = append(w.messages, page.Message{At: time.Now(), Level: level, Text: cut(text, 2000), URL: cut(withoutUser(url), 500), Line: line})
	if over := len(w.messages) - mostWatched; over > 0 {
		w.messages = append([]page.Message{}, w.messages[over:]...)
	}
}

// spoken is what was handed to console.log, as text.
func spoken(args []*runtime.RemoteObject) string {
	var parts []string
	for _, a := range args {
		var text string
		switch {
		case a == nil:
		case json.Unmarshal([]byte(a.Value), &text) == nil && text != "":
			parts = append(parts, text)
		case len(a.Value) > 0:
			parts = append(parts, string(a.Value))
		case a.Description != "":
			parts = append(parts, a.Description)
		default:
			parts = append(parts, string(a.Type))
		}
	}
	return strings.Join(parts, " ")
}

func caller(t *runtime.StackTrace) (url string, line int) {
	if t == nil || len(t.CallFrames) == 0 {
		return "", 0
	}
	return t.CallFrames[0].URL, int(t.CallFrames[0].LineNumber) + 1
}

// waitIdle waits until the page has loaded and nothing of the network was under
// way for a while.
func (b *Browser) waitIdle(ctx context.Context, t *tab) error {
	b.watchTab(t)
	if err := b.await(ctx, func() bool { return t.halted || t.loaded() }); err != nil {
		return err
	}
	tick := time.NewTicker(waitPoll)
	defer tick.Stop()
	for {
		b.mu.Lock()
		idle := t.halted || t.loaded() && !t.seen.busy() && time.Since(t.seen.moved) >= quietFor
		b.mu.Unlock()
		if idle {
			_, _, err := b.current()
			return err
		}
		select {
		case <-tick.C:
		case <-b.done:
			return b.ended()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
