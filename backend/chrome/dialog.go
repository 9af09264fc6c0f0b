package chrome

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// AnswerDialog answers the question that the active tab's page asks.
func (b *Browser) AnswerDialog(ctx context.Context, how page.Answer, text string) error {
	b.mu.Lock()
	t := b.active
	if t == nil || t.dialog == nil {
		for _, other := range b.order { // a tab behind may ask as well
			if other.dialog != nil {
				t = other
			}
		}
	}
	if t == nil || t.dialog == nil {
		b.mu.Unlock()
		return fault.New(fault.Conflict, "no dialog is open").WithHint("take a snapshot to see where the page stands")
	}
	a := b.answer(t, how, text)
	b.mu.Unlock()
	if _, err := a.get(ctx, b.done); err != nil {
		return b.why(t, err)
	}
	if err := b.await(ctx, func() bool { return t.dialog == nil || t.gone != "" }); err != nil {
		return b.why(t, err)
	}
	return nil
}

// answer sends an answer; b.mu is held.
func (b *Browser) answer(t *tab, how page.Answer, text string) answer[cdp.Empty] {
	return send(b.c, t.s.id, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: how == page.Accept, PromptText: text})
}
