package session

import (
	"context"
	"sync"

	"github.com/batonbrowser/baton/backend/fault"
)

// maxWaiting is how many jobs may wait in a lane: about 20 s of input batches.
const maxWaiting = 400

// lane runs jobs one at a time in the order they came, outside the actor.
type lane struct {
	mu    sync.Mutex
	queue []func(context.Context)
	ring  chan struct{}
}

// newLane starts a lane that ends with ctx; jobs joins its goroutine. Jobs that
// wait when ctx ends still run, with the ended context, so that whoever waits
// for them gets an answer.
func newLane(ctx context.Context, jobs *sync.WaitGroup) *lane {
	l := &lane{ring: make(chan struct{}, 1)}
	jobs.Go(func() {
		for {
			if fn := l.next(); fn != nil {
				fn(ctx)
				continue
			}
			select {
			case <-l.ring:
			case <-ctx.Done():
				if fn := l.next(); fn != nil {
					fn(ctx)
					continue
				}
				return
			}
		}
	})
	return l
}

func (l *lane) add(fn func(context.Context)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) >= maxWaiting {
		return fault.New(fault.LimitReached, "the page does not take input fast enough").
			WithHint("wait until the page answers, then go on")
	}
	l.queue = append(l.queue, fn)
	select {
	case l.ring <- struct{}{}:
	default:
	}
	return nil
}

func (l *lane) next() func(context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		return nil
	}
	fn := l.queue[0]
	l.queue = l.queue[1:]
	return fn
}
