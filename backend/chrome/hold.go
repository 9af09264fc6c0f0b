package chrome

import (
	"context"

	"github.com/batonbrowser/baton/backend/page"
)

type control struct {
	Key  int    `json:"key"`
	Name string `json:"name"`
}

// held is a document in which presses are held.
type held struct {
	d    doc
	halt <-chan struct{}
}

// Hold stops, in all documents of the active tab, that a script presses what
// would order or pay, as places tells; doubtful finds by its name what is worth
// asking. It holds clicks and submits of what is there now, until the function
// that it gives is called, which tells the first press that was held. A script
// has other ways to send an order; who does not want that switches scripts off.
func (b *Browser) Hold(ctx context.Context, doubtful func(name string) bool, places func(page.Press) bool) (func(context.Context) (page.Press, bool), error) {
	t, halt, err := b.current()
	if err != nil {
		return nil, err
	}
	docs, err := b.docs(ctx, t, halt)
	if err != nil {
		return nil, b.why(t, err)
	}
	var all []held
	for _, d := range docs {
		keys, err := b.ordering(ctx, d, halt, doubtful, places)
		if err != nil || len(keys) == 0 {
			continue // it is going, or has nothing of the kind
		}
		if _, err := ask[any](ctx, b, d, halt, "hold", keys); err == nil {
			all = append(all, held{d, halt})
		}
	}
	return func(ctx context.Context) (page.Press, bool) {
		var first page.Press
		ctx, cancel := context.WithTimeout(ctx, stopCap)
		defer cancel()
		for _, h := range all {
			p, err := ask[wouldPress](ctx, b, h.d, h.halt, "letGo")
			if err == nil && p.Role != "" && first.Role == "" {
				first = page.Press{Role: p.Role, Name: p.Name, Around: p.Around, Pays: p.Pays, Leads: p.Leads}
			}
		}
		return first, first.Role != ""
	}, nil
}

// ordering lists the controls of a document that would order or pay.
func (b *Browser) ordering(ctx context.Context, d doc, halt <-chan struct{}, doubtful func(string) bool, places func(page.Press) bool) ([]int, error) {
	all, err := ask[[]control](ctx, b, d, halt, "controls")
	if err != nil {
		return nil, err
	}
	var keys []int
	for _, c := range all {
		if !doubtful(c.Name) {
			continue
		}
		p, err := ask[wouldPress](ctx, b, d, halt, "press", spot{Key: c.Key}, page.ByClick)
		if err == nil && places(page.Press{Role: p.Role, Name: p.Name, Around: p.Around, Pays: p.Pays, Leads: p.Leads}) {
			keys = append(keys, c.Key)
		}
	}
	return keys, nil
}
