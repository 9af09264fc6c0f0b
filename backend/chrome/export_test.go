package chrome

import (
	"context"
	"errors"
	"strings"

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
