package live

import (
	"context"
	"errors"
	"sync"
)

// ErrClosed says that the session or the watcher has ended.
var ErrClosed = errors.New("live view closed")

// Watcher is one viewer of a hub.
type Watcher struct {
	hub           *Hub
	width, height int    // device pixels; guarded by hub.mu
	sent          uint64 // number of the newest picture that was handed out
	flying        int
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
	if w.flying > 0 {
		w.flying--
	}
	w.hub.mu.Unlock()
	w.wake()
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
	full := w.flying >= InFlight && !w.hub.closed // the last picture always finds room
	if last == nil || last.Number <= w.sent || full {
		return Picture{}, false
	}
	w.sent = last.Number
	w.flying++
	return *last, true
}

func (w *Watcher) wake() {
	select {
	case w.ring <- struct{}{}:
	default:
	}
}

func (w *Watcher) close() { w.once.Do(func() { close(w.done) }) }
