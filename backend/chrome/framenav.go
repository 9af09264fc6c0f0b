package chrome

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	cdppage "github.com/chromedp/cdproto/page"
)

// frameCap is how long the next document of a frame is waited for after an action:
// less than for the page's own, since frames also load by themselves.
const frameCap = 2 * time.Second

// departs is an event of a frame that goes elsewhere; b.mu is held.
func (b *Browser) departs(s *session, method string, raw jsonv2.Value) {
	if method == cdppage.FrameStartedNavigating.Method {
		e, ok := decode(cdppage.FrameStartedNavigating, raw)
		if !ok || e.NavigationType == cdppage.FrameStartedNavigatingNavigationTypeSameDocument ||
			e.NavigationType == cdppage.FrameStartedNavigatingNavigationTypeHistorySameDocument {
			return
		}
		b.leaves(s, e.FrameID, e.LoaderID)
		b.mayAsk(s, e.FrameID, e.LoaderID, e.URL)
		return
	}
	e, ok := decode(cdppage.FrameRequestedNavigation, raw)
	if !ok || e.Disposition != cdppage.ClientNavigationDispositionCurrentTab || s.main(e.FrameID) && sameDocument(s.tab.url, e.URL) {
		return
	}
	b.leaves(s, e.FrameID, "")
	if s.tab.posts = ""; e.Reason == cdppage.ClientNavigationReasonFormSubmissionPost {
		s.tab.posts = e.FrameID
	}
}

// leaves notes that the next document of a frame is on its way, and which, once
// that is known; b.mu is held.
func (b *Browser) leaves(s *session, f cdp.FrameID, next cdp.LoaderID) {
	if s.main(f) {
		b.pend(s.tab, true)
		return
	}
	if s.tab.framesLeave == nil {
		s.tab.framesLeave = map[cdp.FrameID]cdp.LoaderID{}
	}
	s.tab.framesLeave[f] = next
	b.touch()
}

// stays notes that nothing is on its way to a frame any more; b.mu is held.
func (b *Browser) stays(s *session, f cdp.FrameID) {
	if s.main(f) {
		if s.tab.pending {
			s.tab.nowhere++
		}
		b.pend(s.tab, false)
		return
	}
	delete(s.tab.framesLeave, f)
	b.touch()
}

// awaits tells whether a frame was asked to go elsewhere and has not begun to: what
// stops loading there is the document from before; b.mu is held.
func (t *tab) awaits(f cdp.FrameID) bool {
	next, ok := t.framesLeave[f]
	return ok && next == ""
}

// parsed notes that a document of a frame is there. A frame that goes to another
// process begins there with an empty one, which is not what is waited for.
func (b *Browser) parsed(s *session, f cdp.FrameID, document cdp.LoaderID) {
	if s.tab.framesLeave[f] == document {
		b.stays(s, f)
	}
}

// followFrames waits, with a cap, for the documents that an action brings to frames.
func (b *Browser) followFrames(ctx context.Context, t *tab) {
	short, cancel := context.WithTimeout(ctx, frameCap)
	defer cancel()
	_ = b.await(short, func() bool { return t.halted || len(t.framesLeave) == 0 })
}
