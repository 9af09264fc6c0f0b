package host

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/timeline"
)

// recorder writes audit entries that no change carries, in order and outside the
// calls they are about: a click does not wait for the disk. Entries that were
// added before close are on the disk when it returns. The timeline gets them at
// once, so that the next picture is known to be of what they say.
type recorder struct {
	log    audit.Log
	seen   *timeline.Keeper
	to     *slog.Logger
	mu     sync.Mutex
	queue  []audit.Entry
	closed bool
	ring   chan struct{}
	done   chan struct{}
}

func newRecorder(log audit.Log, seen *timeline.Keeper, to *slog.Logger) *recorder {
	r := &recorder{log: log, seen: seen, to: to, ring: make(chan struct{}, 1), done: make(chan struct{})}
	go r.run()
	return r
}

// add takes entries; it never blocks. What is added after close is written at
// once, so that nothing is lost.
func (r *recorder) add(_ context.Context, entries ...audit.Entry) {
	now := time.Now()
	for i := range entries {
		if entries[i].At.IsZero() {
			entries[i].At = now
		}
	}
	r.seen.Add(entries...)
	r.mu.Lock()
	closed := r.closed
	if !closed {
		r.queue = append(r.queue, entries...)
	}
	r.mu.Unlock()
	if closed {
		r.write(entries)
		return
	}
	select {
	case r.ring <- struct{}{}:
	default:
	}
}

func (r *recorder) run() {
	defer close(r.done)
	for range r.ring {
		for {
			r.mu.Lock()
			batch, closed := r.queue, r.closed
			r.queue = nil
			r.mu.Unlock()
			if len(batch) == 0 {
				if closed {
					return
				}
				break
			}
			r.write(batch)
		}
	}
}

func (r *recorder) write(batch []audit.Entry) {
	if err := r.log.Append(context.Background(), batch...); err != nil {
		r.to.Error("audit entries were not written", "count", len(batch), "err", err)
	}
}

func (r *recorder) close() {
	r.mu.Lock()
	first := !r.closed
	r.closed = true
	r.mu.Unlock()
	if first {
		select {
		case r.ring <- struct{}{}:
		default:
		}
	}
	<-r.done
}
