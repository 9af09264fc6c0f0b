// Package live carries the pictures of one session to those who watch it (V1,
// V6, DESIGN §6.7).
//
// Guarantees: the screencast runs only while somebody watches; each watcher
// gets the newest picture and never an older one; at most InFlight pictures
// are on their way to a watcher, and one to a watcher that takes long, so that a
// slow one slows neither the page nor another watcher; the last picture is kept
// after the end. A settled page sends one picture when a cast begins; a still is
// taken where none comes, and when a page comes to rest of which Chrome may have
// left pictures out.
package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/page"
)

// InFlight is how many pictures may be unacknowledged per watcher.
const InFlight = 2

// Calm is the time between two pictures while nobody drives: 12 a second (V1).
const Calm = time.Second / 12

// first is how long the first picture of a cast may take before a still is taken.
const first = 300 * time.Millisecond

// Quality is the JPEG quality of the screencast.
const Quality = 80

// Source is the part of a browser that makes pictures.
type Source interface {
	Cast(ctx context.Context, c page.Cast, sink func(page.Frame)) (stop func(), err error)
	Still(ctx context.Context, c page.Cast) (page.Frame, error)
}

// Picture is a frame with its number in the session.
type Picture struct {
	page.Frame
	Number uint64
}

// Hub is the live view of one session. Close ends it and all watchers.
type Hub struct {
	log    *slog.Logger
	ctx    context.Context
	cancel context.CancelFunc
	jobs   sync.WaitGroup

	mu       sync.Mutex
	source   Source // nil while there is no browser
	shown    Source // of the running cast
	last     *Picture
	number   uint64
	watchers map[*Watcher]struct{}
	stop     func()    // ends the running cast
	size     page.Cast // of the running cast
	pace     pace
	epoch    uint64 // rises with each cast, so that late frames are dropped
	cast     uint64 // pictures of casts so far
	rests    bool   // a page came to rest, and may have been left without its last picture
	closed   bool
	changed  chan struct{}
}

// NewHub makes a hub without a source; SetSource starts the pictures.
func NewHub(ctx context.Context, log *slog.Logger) *Hub {
	ctx, cancel := context.WithCancel(ctx)
	return &Hub{log: log, ctx: ctx, cancel: cancel, watchers: map[*Watcher]struct{}{}, changed: make(chan struct{}, 1)}
}

// SetSource gives the hub the running browser, or nil while it changes for another.
func (h *Hub) SetSource(s Source) {
	h.mu.Lock()
	h.source = s
	h.mu.Unlock()
	h.kick()
}

// Run starts and stops the cast as watchers come and go, until Close. One
// goroutine runs it; it is joined by Close.
func (h *Hub) Run() {
	h.jobs.Go(func() {
		for {
			select {
			case <-h.ctx.Done():
				h.halt()
				return
			case <-h.changed:
				h.adjust()
			}
		}
	})
}

// Close ends the cast and all watchers, and keeps the last picture.
func (h *Hub) Close() {
	h.cancel()
	h.jobs.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for w := range h.watchers {
		w.close()
	}
}

// Last gives the newest picture, if there was one.
func (h *Hub) Last() (Picture, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.last == nil {
		return Picture{}, false
	}
	return *h.last, true
}

// Watched tells whether anyone watches.
func (h *Hub) Watched() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.watchers) > 0
}

// Brisk sets whether pictures go out as fast as they come.
func (h *Hub) Brisk(on Pace) {
	h.mu.Lock()
	h.pace.brisk = on == Fast
	h.mu.Unlock()
	h.Nudge()
}

// Pace is how fast pictures go out.
type Pace string

// The paces: 12 a second for those who watch, all for the one who drives.
const (
	Slow Pace = "slow"
	Fast Pace = "fast"
)

// Nudge lets held acknowledgements go at once: the person did something. Chrome
// sends a second picture before the first is acknowledged and counts both.
func (h *Hub) Nudge() {
	h.mu.Lock()
	held := h.pace.all()
	h.mu.Unlock()
	for _, ack := range held {
		ack()
	}
}

// Keep takes one still, so that an ended session has a last picture even when
// nobody watched. It is a no-op without a source.
func (h *Hub) Keep(ctx context.Context) {
	h.mu.Lock()
	s := h.source
	h.mu.Unlock()
	if s == nil {
		return
	}
	f, err := s.Still(ctx, page.Cast{Quality: Quality})
	if err != nil {
		h.log.Debug("no last picture", "err", err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.show(f)
}

func (h *Hub) kick() {
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

func (h *Hub) halt() {
	h.mu.Lock()
	stop := h.stop
	h.stop = nil
	h.epoch++
	h.pace.all() // of a cast that is over
	h.pace.lacks = false
	h.mu.Unlock()
	if stop != nil {
		stop()
	}
}

// adjust makes the cast fit the watchers, and looks at a page that came to rest.
func (h *Hub) adjust() {
	h.mu.Lock()
	want := page.Cast{Quality: Quality}
	for w := range h.watchers {
		want.MaxWidth = max(want.MaxWidth, w.width)
		want.MaxHeight = max(want.MaxHeight, w.height)
	}
	source, running, rests := h.source, h.stop != nil, h.rests
	before := h.cast
	h.rests = false
	idle := len(h.watchers) == 0 || source == nil
	same := running && want == h.size && h.shown == source
	h.mu.Unlock()

	switch {
	case idle:
		h.halt()
	case !same:
		h.halt()
		h.start(source, want)
		h.still(source, want, before, first)
	case rests:
		h.still(source, want, before, 0)
	}
}

func (h *Hub) start(source Source, want page.Cast) {
	h.mu.Lock()
	h.size, h.shown = want, source
	epoch := h.epoch
	h.mu.Unlock()
	stop, err := source.Cast(h.ctx, want, func(f page.Frame) { h.frame(epoch, f) })
	if err != nil {
		if h.ctx.Err() == nil {
			h.log.Warn("the screencast did not start", "err", err)
		}
		return
	}
	h.mu.Lock()
	h.stop = stop
	h.mu.Unlock()
}

// still brings a picture where the cast brings none after so many before it, within a
// time. It is dropped when one came meanwhile, since it may be older then.
func (h *Hub) still(source Source, want page.Cast, before uint64, within time.Duration) {
	came := func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.cast != before
	}
	h.jobs.Go(func() {
		ctx, cancel := context.WithTimeout(h.ctx, 5*time.Second)
		defer cancel()
		select {
		case <-time.After(within):
		case <-ctx.Done():
			return
		}
		if came() {
			return
		}
		f, err := source.Still(ctx, want)
		if err != nil {
			return
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.cast == before {
			h.show(f)
		}
	})
}

// frame takes one picture of the cast and paces the next.
func (h *Hub) frame(epoch uint64, f page.Frame) {
	h.mu.Lock()
	if epoch != h.epoch {
		h.mu.Unlock()
		return
	}
	h.cast++
	h.show(f)
	ack := h.pace.take(f.Ack, h.due)
	h.mu.Unlock()
	if ack != nil {
		ack()
	}
}

// due lets acknowledgements go whose time has come. Of a page that has come to rest
// a still is taken where Chrome may have left its last picture out.
func (h *Hub) due() {
	h.mu.Lock()
	acks, lacks := h.pace.next(h.due)
	h.rests = h.rests || lacks
	h.mu.Unlock()
	for _, ack := range acks {
		ack()
	}
	if lacks {
		h.kick()
	}
}

// show makes f the newest picture; h.mu is held.
func (h *Hub) show(f page.Frame) {
	h.number++
	h.last = &Picture{Frame: f, Number: h.number}
	for w := range h.watchers {
		w.wake()
	}
}
