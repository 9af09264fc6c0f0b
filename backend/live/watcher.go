package live

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrClosed says that the session or the watcher has ended.
var ErrClosed = errors.New("live view closed")

// Watcher is one viewer of a hub.
type Watcher struct {
	hub           *Hub
	width, height int         // device pixels; guarded by hub.mu
	sent          uint64      // number of the newest picture that was handed out
	flying        []time.Time // when those were handed out that are on their way, the oldest first
	late          bool        // its pictures take long
	ring          chan struct{}
	done          chan struct{}
	once          sync.Once
}

// Watch adds a viewer whose picture has the given size in device pixels (0 for
// as it is). The first Next gives the last picture that is known.
func (h *Hub) Watch(width, height int) *Watcher {
	w := &Watcher{hub: h, width: width, height: height, ring: make(chan struct{}, 1), done: make(chan struct{})}
	h.mu.Lock()
	h.watchers[w] = struct{}{}
	if h.closed {
		w.close()
	}
	h.mu.Unlock()
	w.wake()
	h.kick()
	return w
}

// Resize sets the size of the viewer's picture in device pixels.
func (w *Watcher) Resize(width, height int) {
	w.hub.mu.Lock()
	w.width, w.height = width, height
	w.hub.mu.Unlock()
	w.hub.kick()
}

// Ack says that the viewer drew a picture; the next may come.
func (w *Watcher) Ack() {
	w.hub.mu.Lock()
	if len(w.flying) > 0 {
		took := time.Since(w.flying[0])
		w.flying = w.flying[1:]
		w.late = took > long || w.late && took > short
	}
	w.hub.mu.Unlock()
	w.wake()
}

// A viewer that takes long for a picture gets the next one when it has drawn it: one
// that waited on the way would be as old again by then. It gets more ahead when it
// is quick.
const (
	long  = 150 * time.Millisecond
	short = 50 * time.Millisecond
)

// room tells whether one more picture may be on its way; hub.mu is held.
func (w *Watcher) room() bool {
	most := InFlight
	if w.late {
		most = 1
	}
	return len(w.flying) < most || w.hub.closed // the last picture always finds room
}

// Next waits for a picture newer than the last one handed out and for room on
// the way. It ends with ErrClosed or the error of ctx. An ended hub still gives
// its last picture once.
func (w *Watcher) Next(ctx context.Context) (Picture, error) {
	for {
		if p, ok := w.take(); ok {
			return p, nil
		}
		select {
		case <-w.ring:
		case <-w.done:
			if p, ok := w.take(); ok {
				return p, nil
			}
			return Picture{}, ErrClosed
		case <-ctx.Done():
			return Picture{}, ctx.Err()
		}
	}
}

// Close ends the viewer. It may be called more than once.
func (w *Watcher) Close() {
	w.hub.mu.Lock()
	delete(w.hub.watchers, w)
	w.hub.mu.Unlock()
	w.close()
	w.hub.kick()
}

func (w *Watcher) take() (Picture, bool) {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	last := w.hub.last
	if last == nil || last.Number <= w.sent || !w.room() {
		return Picture{}, false
	}
	w.sent = last.Number
	w.flying = append(w.flying, time.Now())
	return *last, true
}

func (w *Watcher) wake() {
	select {
	case w.ring <- struct{}{}:
	default:
	}
}

func (w *Watcher) close() { w.once.Do(func() { close(w.done) }) }
