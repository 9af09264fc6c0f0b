package chrome

import (
	"context"
	"errors"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/batonbrowser/baton/backend/chrome/inject"
)

// world is our isolated world of one document.
type world struct {
	loader  cdp.LoaderID
	context runtime.ExecutionContextID
	owners  map[cdp.FrameID]int // keys of the elements that hold frames, as far as they were asked for
}

func (d doc) token() string { return string(d.frame) + "/" + string(d.loader) }

// ready gives our world of a document if it was made; b.mu is held.
func (d doc) ready() (runtime.ExecutionContextID, bool) {
	w, ok := d.s.worlds[d.frame]
	return w.context, ok && w.loader == d.loader
}

// world gives our isolated world of a document, made at its first use: by one of
// those who ask for it at once.
func (b *Browser) world(ctx context.Context, d doc, halt <-chan struct{}) (runtime.ExecutionContextID, error) {
	for {
		b.mu.Lock()
		id, ok := d.ready()
		made := d.s.making[d.token()]
		first := !ok && made == nil
		if first {
			made = make(chan struct{})
			d.s.making[d.token()] = made
		}
		b.mu.Unlock()
		if ok {
			return id, nil
		}
		if first {
			id, err := b.makeWorld(ctx, d, halt)
			b.mu.Lock()
			delete(d.s.making, d.token())
			b.mu.Unlock()
			close(made)
			return id, err
		}
		select {
		case <-made: // or given up, by whoever was to make it
		case <-halt:
			return 0, errHalted
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

func (b *Browser) makeWorld(ctx context.Context, d doc, halt <-chan struct{}) (runtime.ExecutionContextID, error) {
	r, err := send(b.c, d.s.id, cdppage.CreateIsolatedWorld, cdppage.CreateIsolatedWorldParams{FrameID: d.frame, WorldName: "baton"}).get(ctx, halt)
	if err != nil {
		return 0, lostDocument(err)
	}
	// It may be of the next document by now, whose own world must stay as it is.
	b.mu.Lock()
	now, known := d.s.loaders[d.frame]
	b.mu.Unlock()
	if known && now != d.loader {
		return 0, errOtherDocument
	}
	if err := b.prepare(ctx, d, r.ExecutionContextID, halt); err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if now, known := d.s.loaders[d.frame]; known && now != d.loader {
		return 0, errOtherDocument
	}
	d.s.worlds[d.frame] = world{loader: d.loader, context: r.ExecutionContextID, owners: map[cdp.FrameID]int{}}
	return r.ExecutionContextID, nil
}

// prepare brings the page scripts into an isolated world of a document.
func (b *Browser) prepare(ctx context.Context, d doc, id runtime.ExecutionContextID, halt <-chan struct{}) error {
	var sent []answer[runtime.EvaluateResult]
	for _, script := range []string{inject.Program(), inject.World(d.token())} {
		sent = append(sent, send(b.c, d.s.id, runtime.Evaluate, runtime.EvaluateParams{Expression: script, ContextID: id, Silent: new(true)}))
	}
	for _, a := range sent {
		e, err := a.get(ctx, halt)
		if err != nil {
			return lostDocument(err)
		}
		if e.ExceptionDetails != nil {
			return errors.New("page script: " + exceptionText(e.ExceptionDetails))
		}
	}
	return nil
}

// expect makes the world of a tab's document while nobody waits for it: after a
// navigation of the agent a question comes.
func (b *Browser) expect(t *tab) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d, halt := doc{s: t.s, frame: t.frameID(), loader: t.loader}, t.halt
	if _, ok := d.ready(); ok || b.closing || t.failed {
		return
	}
	b.work.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), expectCap)
		defer cancel()
		_, _ = b.world(ctx, d, halt) // whoever asks finds out why it could not be
	})
}

// expectCap is how long a world that nobody waits for may take.
const expectCap = 10 * time.Second
