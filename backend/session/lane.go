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

// add is for what the person does; it is refused when too much waits.
func (l *lane) add(fn func(context.Context)) error {
	if l.waiting() >= maxWaiting {
		return fault.New(fault.LimitReached, "the page does not take input fast enough").
			WithHint("wait until the page answers, then go on")
	}
	l.push(fn)
	return nil
}

// push is for what keeps control in order: it always finds room.
func (l *lane) push(fn func(context.Context)) {
	l.mu.Lock()
	l.queue = append(l.queue, fn)
	l.mu.Unlock()
	select {
	case l.ring <- struct{}{}:
	default:
	}
}

func (l *lane) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.queue)
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
