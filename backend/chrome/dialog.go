package chrome

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// goesOnCap is how long a page may take to run again after an answer.
const goesOnCap = time.Second

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
	answered := t.dialog
	a := b.answer(t, how, text)
	b.mu.Unlock()
	if _, err := a.get(ctx, b.done); err != nil {
		return b.why(t, err)
	}
	// The page may ask the next question before anybody sees that this one is gone.
	if err := b.await(ctx, func() bool { return t.dialog != answered || t.gone != "" }); err != nil {
		return b.why(t, err)
	}
	b.goesOn(ctx, t)
	return nil
}

// goesOn waits, with a cap, until the page runs again or asks its next question,
// so that what is called next meets the page as it then is.
func (b *Browser) goesOn(ctx context.Context, t *tab) {
	short, cancel := context.WithTimeout(ctx, goesOnCap)
	defer cancel()
	b.mu.Lock()
	halt := t.halt
	b.mu.Unlock()
	_, _ = ask[after](short, b, b.top(t), halt, "effects")
}

// answer sends an answer; b.mu is held.
func (b *Browser) answer(t *tab, how page.Answer, text string) answer[cdp.Empty] {
	return send(b.c, t.s.id, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: how == page.Accept, PromptText: text})
}
