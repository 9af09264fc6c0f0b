// Package event has the bus on which transient notices travel. Order is total
// per owner: events have rising sequence numbers, and every subscriber sees them
// in that order. A subscriber that falls more than its buffer behind is dropped:
// its channel is closed and it has to subscribe and read everything anew.
// Publish never blocks. Numbers of one run of Baton are above those of the runs
// before, so that a number of an earlier run is never taken for one of this.
package event

import (
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

// Replay is how many past events a new subscriber can ask for.
const Replay = 256

// Buffer is how far a subscriber may fall behind.
const Buffer = 128

// Bus passes events of one owner to that owner's subscribers.
type Bus struct {
	mu    sync.Mutex
	first uint64 // the number before the first of this run
	seq   uint64
	ring  map[ident.Owner][]wire.Event
	subs  map[*Subscription]struct{}
	ended bool
}

// Subscription receives the events of one owner until Close, or until it is dropped.
type Subscription struct {
	C     <-chan wire.Event
	c     chan wire.Event
	owner ident.Owner
	bus   *Bus
}

// NewBus makes an empty bus.
func NewBus() *Bus {
	first := uint64(time.Now().UnixMicro()) //nolint:gosec // after 1970, and exact in a JavaScript number
	return &Bus{first: first, seq: first, ring: map[ident.Owner][]wire.Event{}, subs: map[*Subscription]struct{}{}}
}

// Publish gives the event its number and sends it to the owner's subscribers.
func (b *Bus) Publish(owner ident.Owner, t wire.EventType, data any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seq++
	e := wire.Event{Seq: b.seq, Type: t, At: time.Now(), Data: data}
	ring := append(b.ring[owner], e)
	if len(ring) > Replay {
		ring = ring[len(ring)-Replay:]
	}
	b.ring[owner] = ring
	for s := range b.subs {
		if s.owner != owner {
			continue
		}
		select {
		case s.c <- e:
		default:
			b.drop(s)
		}
	}
}

// Last is the number of the newest event; a subscription after it misses nothing.
func (b *Bus) Last() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.seq
}

// Subscribe starts a subscription. With after > 0, the events that came after
// that number are replayed first; when they are no longer known, a resync event
// stands in their place.
func (b *Bus) Subscribe(owner ident.Owner, after uint64) *Subscription {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan wire.Event, Buffer+Replay+1)
	s := &Subscription{C: c, c: c, owner: owner, bus: b}
	if b.ended {
		close(c)
		return s
	}
	if after > 0 {
		b.replay(s, after)
	}
	b.subs[s] = struct{}{}
	return s
}

func (b *Bus) replay(s *Subscription, after uint64) {
	ring := b.ring[s.owner]
	known := after >= b.first && after <= b.seq && (len(ring) == 0 || len(ring) < Replay || ring[0].Seq <= after+1)
	if !known {
		s.c <- wire.Event{Seq: b.seq, Type: wire.Resync, At: time.Now()}
		return
	}
	for _, e := range ring {
		if e.Seq > after {
			s.c <- e
		}
	}
}

// Close ends the subscription; C is closed. It may be called more than once.
func (s *Subscription) Close() {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	s.bus.drop(s)
}

// Close drops all subscribers; later ones get a closed channel.
func (b *Bus) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	for s := range b.subs {
		b.drop(s)
	}
}

func (b *Bus) drop(s *Subscription) {
	if _, ok := b.subs[s]; ok {
		delete(b.subs, s)
		close(s.c)
	}
}
