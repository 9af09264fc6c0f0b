package chrome

import (
	"context"
	"errors"

	"github.com/batonbrowser/baton/backend/page"
)

// errClosedList: the target is an option of a list that is not open. Nothing of
// it is on the screen.
var errClosedList = errors.New("the option is in a closed list")

// pick chooses an option of a closed list, which is what a click on it means.
func (b *Browser) pick(ctx context.Context, w before, g page.Target) (page.Effect, error) {
	sp, _, err := b.place(ctx, w.t, w.halt, g)
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	f, err := ask[found](ctx, b, sp.d, w.halt, "pick", sp)
	if err == nil {
		err = sp.problem(f)
	}
	if err != nil && !errors.Is(err, errHalted) {
		return page.Effect{}, b.why(w.t, sp.lost(err))
	}
	return b.effect(ctx, w, aimed{object: f.Object, spot: sp}, err)
}
