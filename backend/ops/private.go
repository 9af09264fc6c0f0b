package ops

import (
	"time"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
)

// unseen is what an agent's call answers in the place of what it came to when the
// person hid the page at any time since it began (T4), nil when they did not. It is
// asked once, for every call, after all that a handler put together: a reading
// stops by itself, but what it says besides, such as the page's address from the
// session's view, may be of the moment after.
func (c *Call) unseen(since time.Time, err error) error {
	if c == nil || c.Principal.Kind != grant.KindAgent || c.Session == nil || !c.Session.UnseenSince(since) {
		return nil
	}
	for _, own := range []fault.Code{fault.PausedByUser, fault.Private, fault.NoSession, fault.InvalidInput, fault.NotGranted, fault.BrowserOff, fault.BrowserUnavailable, fault.NeedsUser} {
		if fault.Is(err, own) {
			return nil // says nothing of a page that the person opened
		}
	}
	if c.Op.Effect == grant.Act {
		return control.Paused()
	}
	return control.Private()
}
