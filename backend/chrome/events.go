package chrome

import (
	"cmp"
	"net/url"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/page"
)

// event applies one event. It runs in the goroutine that reads the pipe: it may
// post commands, but waits for nothing.
func (b *Browser) event(sid target.SessionID, method string, raw jsonv2.Value) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch method {
	case target.AttachedToTarget.Method:
		if e, ok := decode(target.AttachedToTarget, raw); ok {
			b.attached(sid, e)
		}
	case target.DetachedFromTarget.Method:
		if e, ok := decode(target.DetachedFromTarget, raw); ok {
			b.detached(e.SessionID)
		}
	case target.TargetInfoChanged.Method:
		if e, ok := decode(target.TargetInfoChanged, raw); ok {
			b.described(e.TargetInfo)
		}
	case target.TargetCrashed.Method:
		if e, ok := decode(target.TargetCrashed, raw); ok {
			b.crash(b.tabs[e.TargetID])
		}
	case target.TargetDestroyed.Method:
		if e, ok := decode(target.TargetDestroyed, raw); ok && b.tabs[e.TargetID] != nil {
			b.remove(b.tabs[e.TargetID])
		}
	case cdpbrowser.DownloadWillBegin.Method:
		if e, ok := decode(cdpbrowser.DownloadWillBegin, raw); ok {
			b.downloadBegins(e)
		}
	case cdpbrowser.DownloadProgress.Method:
		if e, ok := decode(cdpbrowser.DownloadProgress, raw); ok {
			b.downloadMoves(e)
		}
	default:
		if s := b.sessions[sid]; s != nil {
			b.pageEvent(s, method, raw)
		}
	}
}

// pageEvent is an event of a tab or one of its frames.
func (b *Browser) pageEvent(s *session, method string, raw jsonv2.Value) {
	switch method {
	case cdppage.FrameNavigated.Method:
		if e, ok := decode(cdppage.FrameNavigated, raw); ok {
			b.navigated(s, e.Frame)
		}
	case cdppage.LifecycleEvent.Method:
		if e, ok := decode(cdppage.LifecycleEvent, raw); ok {
			b.lifecycle(s, e)
		}
	case cdppage.FrameStartedNavigating.Method, cdppage.FrameRequestedNavigation.Method:
		b.departs(s, method, raw)
	case cdppage.FrameStoppedLoading.Method:
		if e, ok := decode(cdppage.FrameStoppedLoading, raw); ok && !s.tab.awaits(e.FrameID) {
			b.stays(s, e.FrameID)
		}
	case cdppage.NavigatedWithinDocument.Method:
		if e, ok := decode(cdppage.NavigatedWithinDocument, raw); ok && s.main(e.FrameID) {
			s.tab.url = e.URL
			s.tab.inPage++
			b.pend(s.tab, false)
			b.tell()
		}
	case cdppage.FrameDetached.Method:
		if e, ok := decode(cdppage.FrameDetached, raw); ok {
			delete(s.worlds, e.FrameID)
			delete(s.loaders, e.FrameID)
			if e.Reason != cdppage.FrameDetachedReasonSwap { // its document comes in another process
				b.stays(s, e.FrameID)
			}
		}
	case cdppage.WindowOpen.Method:
		s.tab.windows++
		b.touch()
	case cdppage.JavascriptDialogOpening.Method:
		if e, ok := decode(cdppage.JavascriptDialogOpening, raw); ok {
			b.dialogOpens(s.tab, e)
		}
	case cdppage.JavascriptDialogClosed.Method:
		b.dialogCloses(s.tab)
	case cdppage.ScreencastFrame.Method:
		if e, ok := decode(cdppage.ScreencastFrame, raw); ok && b.cast != nil {
			b.cast.frame(s, e)
		}
	case fetch.RequestPaused.Method, fetch.AuthRequired.Method:
		b.fetched(s, method, raw)
	case dragIntercepted:
		b.input.intercepted(raw)
	default:
		b.watchedEvent(s, method, raw)
	}
}

// main tells whether a frame is the top document of the session's tab.
func (s *session) main(f cdp.FrameID) bool { return s == s.tab.s && f == s.tab.frameID() }

func sameDocument(from, to string) bool {
	a, err := url.Parse(from)
	if err != nil {
		return false
	}
	z, err := a.Parse(to)
	if err != nil || z.Fragment == "" {
		return false
	}
	a.Fragment, z.Fragment = "", ""
	return a.String() == z.String()
}

// attached sets a new session up. Chrome holds a new page back until its last
// command, so that nothing of it runs before.
func (b *Browser) attached(parent target.SessionID, e target.EventAttachedToTarget) {
	info := e.TargetInfo
	s := &session{id: e.SessionID, root: cdp.FrameID(info.TargetID), worlds: map[cdp.FrameID]world{}, making: map[string]chan struct{}{}, loaders: map[cdp.FrameID]cdp.LoaderID{}}
	switch {
	case info.Type == "page" && info.Subtype == "" && b.tabs[info.TargetID] == nil:
		s.tab = &tab{id: info.TargetID, s: s, opener: info.OpenerID, url: info.URL, title: info.Title, halt: make(chan struct{})}
	case info.Type == "iframe" && b.sessions[parent] != nil:
		s.tab = b.sessions[parent].tab
		s.above = info.ParentFrameID
	default: // a worker: it says the same of the browser as its page does
		send(b.c, e.SessionID, emulation.SetUserAgentOverride, b.ua)
		send(b.c, e.SessionID, runtime.RunIfWaitingForDebugger, cdp.Empty{})
		return
	}
	b.sessions[s.id] = s
	b.setUp(s)
	if s.tab.s != s {
		b.touch()
		return
	}
	b.tabs[s.tab.id] = s.tab
	b.order = append(b.order, s.tab)
	if opener := b.tabs[s.tab.opener]; opener != nil {
		opener.childTabs++
	}
	b.activate(s.tab)
}

func (b *Browser) setUp(s *session) {
	send(b.c, s.id, cdppage.Enable, cdppage.EnableParams{})
	send(b.c, s.id, cdppage.SetLifecycleEventsEnabled, cdppage.SetLifecycleEventsEnabledParams{Enabled: true})
	send(b.c, s.id, target.SetAutoAttach, target.SetAutoAttachParams{
		AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: new(true), // no filter: Chrome holds back what one leaves out, for ever
	})
	send(b.c, s.id, emulation.SetUserAgentOverride, b.ua)
	if s.tab.s == s && b.o.Mode == Headless { // a window has a size and the focus of its own
		send(b.c, s.id, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		send(b.c, s.id, emulation.SetDeviceMetricsOverride, b.metrics())
	}
	if b.o.Watch || s.tab.seen != nil {
		b.watch(s)
	}
	send(b.c, s.id, runtime.RunIfWaitingForDebugger, cdp.Empty{})
}

// raise puts a tab in front, so that it is drawn.
func (b *Browser) raise(t *tab) { send(b.c, t.s.id, cdppage.BringToFront, cdp.Empty{}) }

func (b *Browser) detached(id target.SessionID) {
	s := b.sessions[id]
	if s == nil {
		return
	}
	delete(b.sessions, id)
	b.c.drop(id)
	if s.tab.s == s && b.tabs[s.tab.id] == s.tab {
		b.remove(s.tab)
	}
	b.touch()
}

func (b *Browser) described(info *target.Info) {
	t := b.tabs[info.TargetID]
	if t == nil || t.url == info.URL && t.title == info.Title {
		return
	}
	if t.failed && otherKind(t.url) { // the empty page in its place is described
		return
	}
	t.url, t.title = info.URL, info.Title
	b.tell()
}

func (b *Browser) crash(t *tab) {
	if t == nil {
		return
	}
	t.crashed = true
	t.pending = false
	t.holdUp()
	b.dialogCloses(t)
	b.dropPicker(of(t))
	b.note(page.Event{Crashed: string(t.id)})
	b.tell()
}

// navigated: a document is there. What was known of the one before is void.
func (b *Browser) navigated(s *session, f *cdp.Frame) {
	delete(s.worlds, f.ID)
	s.loaders[f.ID] = f.LoaderID
	t := s.tab
	b.dropPicker(func(o *opened) bool { return o.t == t && (s.main(f.ID) || o.d.frame == f.ID) })
	if !s.main(f.ID) {
		t.frameCommits++
		if t.answering == nil {
			b.drop(t, func(c challenge) bool { return c.frame == f.ID })
		}
		b.touch()
		return
	}
	t.framesLeave = nil
	// Of a page that did not load Chrome shows one of its own; the person and the
	// agent see the address that was meant.
	t.loader, t.url, t.failed = f.LoaderID, cmp.Or(f.UnreachableURL, f.URL+f.URLFragment), f.UnreachableURL != ""
	b.keepToTheWeb(s, f)
	t.title = ""
	t.commits++
	t.pending, t.crashed = false, false
	if t.failed {
		b.suspect(t, f.ID, f.UnreachableURL, b.challengeAt)
	}
	if !t.failed || t.answering == nil { // else the question stands until it is known what is asked now
		t.asks = nil
	}
	t.release()
	b.tell()
	select {
	case b.came <- struct{}{}:
	default:
	}
}

func (b *Browser) lifecycle(s *session, e cdppage.EventLifecycleEvent) {
	t := s.tab
	if !s.main(e.FrameID) {
		if e.Name == "DOMContentLoaded" {
			b.parsed(s, e.FrameID, e.LoaderID)
		}
		return
	}
	if t.loader == "" {
		t.loader = e.LoaderID
	}
	switch e.Name {
	case "DOMContentLoaded":
		t.domFor = e.LoaderID
	case "load":
		t.loadFor = e.LoaderID
	}
	b.touch()
}

func (b *Browser) pend(t *tab, pending bool) {
	t.pending = pending
	b.touch()
}

func (b *Browser) dialogOpens(t *tab, e cdppage.EventJavascriptDialogOpening) {
	host := ""
	if u, err := url.Parse(e.URL); err == nil {
		host = u.Host
	}
	t.dialog = &page.Dialog{Kind: string(e.Type), Message: e.Message, Default: e.DefaultPrompt, Host: host}
	if b.closing {
		b.answer(t, page.Accept, "")
		return
	}
	t.holdUp()
	d := *t.dialog
	b.note(page.Event{Dialog: &d})
}

func (b *Browser) dialogCloses(t *tab) {
	if t.dialog == nil {
		return
	}
	t.dialog = nil
	t.release()
	b.note(page.Event{Closed: true})
}
