package sessiontest

import (
	"context"

	"github.com/batonbrowser/baton/backend/page"
)

// Press would press a button that is called like the target, or like the field
// where the focus is: that of nothing.
func (b *Browser) Press(ctx context.Context, t page.Target, _ page.How, _ func(string) bool) (page.Press, error) {
	return page.Press{Role: "button", Name: name(t)}, ctx.Err()
}

// Hold holds what a script presses: a script of this browser presses what it is.
func (b *Browser) Hold(ctx context.Context, _ func(string) bool, places func(page.Press) bool) (func(context.Context) (page.Press, bool), error) {
	return func(context.Context) (page.Press, bool) {
		b.mu.Lock()
		p := page.Press{Role: "button", Name: b.script}
		b.mu.Unlock()
		return p, places(p)
	}, ctx.Err()
}
