package chrome

import (
	"context"
	"errors"
	"strings"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/fetch"
)

// Intercepts tells whether a request of the active tab can be held up now.
func Intercepts(ctx context.Context, b *Browser) bool {
	t, halt, err := b.current()
	if err != nil {
		return false
	}
	_, err = send(b.c, t.s.id, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: "none"}).get(ctx, halt)
	return err == nil || !strings.Contains(err.Error(), "not enabled")
}

// Kept tells whether a cookie of that value is packed.
func Kept(b *Browser, value string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !strings.Contains(string(b.cookies.Reveal()), value) {
		return errors.New("no such cookie is packed")
	}
	return nil
}

// Described gives the role and name of the first element a selector finds, as
// the page script computes them.
func Described(ctx context.Context, b *Browser, selector string) (role, name string, err error) {
	t, halt, err := b.current()
	if err != nil {
		return "", "", err
	}
	r, err := ask[[]string](ctx, b, b.top(t), halt, "described", selector)
	if err != nil || len(r) != 2 {
		return "", "", errors.Join(err, errors.New("nothing was described"))
	}
	return r[0], r[1], nil
}

// FollowFile follows an action that led the active tab to a file, of which Chrome
// tells some time after the end of the navigation. It tells whether the file was seen.
func FollowFile(ctx context.Context, b *Browser, later time.Duration) (bool, error) {
	w, err := b.start()
	if err != nil {
		return false, err
	}
	b.mu.Lock()
	b.leaves(w.t.s, w.t.frameID(), "next")
	b.stays(w.t.s, w.t.frameID())
	b.mu.Unlock()
	told := time.AfterFunc(later, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.downloadBegins(cdpbrowser.EventDownloadWillBegin{FrameID: w.t.frameID(), GUID: "late", SuggestedFilename: "late.txt"})
		b.downloadMoves(cdpbrowser.EventDownloadProgress{GUID: "late", State: cdpbrowser.DownloadProgressStateCanceled})
	})
	defer told.Stop()
	e, err := b.followed(ctx, w, aimed{}, after{}, errHalted)
	return e.Download != nil, err
}
