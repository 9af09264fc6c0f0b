package event_test

import (
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// drain takes what waits for a subscriber; open is false when it was dropped.
func drain(s *event.Subscription) (got []wire.Event, open bool) {
	for {
		select {
		case e, ok := <-s.C:
			if !ok {
				return got, false
			}
			got = append(got, e)
		default:
			return got, true
		}
	}
}

func publish(b *event.Bus, n int) {
	for range n {
		b.Publish(ident.Local, wire.AgentsChanged, nil)
	}
}

// last publishes an event and gives its number.
func last(t *testing.T, b *event.Bus) uint64 {
	t.Helper()
	s := b.Subscribe(ident.Local, 0)
	defer s.Close()
	publish(b, 1)
	got, _ := drain(s)
	return got[len(got)-1].Seq
}

func wantNumbers(t *testing.T, got []wire.Event, from, to uint64) {
	t.Helper()
	if uint64(len(got)) != to-from+1 {
		t.Fatalf("got %d events, want those from %d to %d", len(got), from, to)
	}
	for i, e := range got {
		if e.Seq != from+uint64(i) || e.Type != wire.AgentsChanged {
			t.Fatalf("event %d is %s with number %d, want %d", i, e.Type, e.Seq, from+uint64(i))
		}
	}
}

// However many publish at once, all subscribers see one order.
func TestTotalOrder(t *testing.T) {
	b := event.NewBus()
	first, second := b.Subscribe(ident.Local, 0), b.Subscribe(ident.Local, 0)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { publish(b, 10) })
	}
	all.Wait()
	one, _ := drain(first)
	two, _ := drain(second)
	wantNumbers(t, one, one[0].Seq, one[0].Seq+79)
	wantNumbers(t, two, one[0].Seq, one[0].Seq+79)
}

func TestOwnersAreApart(t *testing.T) {
	b := event.NewBus()
	mine, theirs := b.Subscribe(ident.Local, 0), b.Subscribe("someone", 0)
	b.Publish("someone", wire.ProfilesChanged, "secret")
	if got, _ := drain(mine); len(got) != 0 {
		t.Fatalf("another owner's event arrived: %+v", got)
	}
	if got, _ := drain(theirs); len(got) != 1 || got[0].Data != "secret" {
		t.Fatalf("got %+v", got)
	}
	again := b.Subscribe(ident.Local, last(t, b)-1)
	if got, _ := drain(again); len(got) != 1 {
		t.Fatalf("another owner's event was replayed: %+v", got)
	}
}

func TestReplay(t *testing.T) {
	b := event.NewBus()
	seen := last(t, b)
	publish(b, 5)
	s := b.Subscribe(ident.Local, seen)
	publish(b, 2)
	got, _ := drain(s)
	wantNumbers(t, got, seen+1, seen+7)
	none, _ := drain(b.Subscribe(ident.Local, seen+7))
	if len(none) != 0 {
		t.Fatalf("nothing was missed and %d came", len(none))
	}
	fresh, _ := drain(b.Subscribe(ident.Local, 0))
	if len(fresh) != 0 {
		t.Fatalf("a new subscriber got %d old events", len(fresh))
	}
}

func TestReplayOfAll(t *testing.T) {
	b := event.NewBus()
	seen := last(t, b)
	publish(b, event.Replay)
	got, open := drain(b.Subscribe(ident.Local, seen))
	if !open {
		t.Fatal("dropped")
	}
	wantNumbers(t, got, seen+1, seen+event.Replay)
}

func wantResync(t *testing.T, s *event.Subscription, at uint64) {
	t.Helper()
	got, open := drain(s)
	if !open || len(got) != 1 || got[0].Type != wire.Resync || got[0].Seq != at {
		t.Fatalf("got %+v, open %v; want a resync at %d", got, open, at)
	}
}

func TestTooOldIsResync(t *testing.T) {
	b := event.NewBus()
	seen := last(t, b)
	publish(b, event.Replay+1)
	s := b.Subscribe(ident.Local, seen)
	wantResync(t, s, seen+event.Replay+1)
	publish(b, 1)
	got, _ := drain(s)
	wantNumbers(t, got, seen+event.Replay+2, seen+event.Replay+2)
}

func TestFromTheFutureIsResync(t *testing.T) {
	b := event.NewBus()
	seen := last(t, b)
	wantResync(t, b.Subscribe(ident.Local, seen+1), seen)
}

// The number of an earlier run means that everything since is unknown, however
// many events this run had.
func TestEarlierRunIsResync(t *testing.T) {
	seen := last(t, event.NewBus())
	<-time.After(time.Millisecond) // a program does not start within a microsecond
	b := event.NewBus()
	publish(b, 200)
	now := last(t, b)
	wantResync(t, b.Subscribe(ident.Local, seen), now)
	wantResync(t, b.Subscribe(ident.Local, 3), now)
}

// A subscriber that does not read is dropped; nobody waits for it.
func TestSlowIsDropped(t *testing.T) {
	b := event.NewBus()
	slow, quick := b.Subscribe(ident.Local, 0), b.Subscribe(ident.Local, 0)
	seen := 0
	for range 2 * (event.Buffer + event.Replay) {
		publish(b, 1)
		got, open := drain(quick)
		seen += len(got)
		if !open {
			t.Fatal("the quick one was dropped")
		}
	}
	if seen != 2*(event.Buffer+event.Replay) {
		t.Fatalf("the quick one saw %d events", seen)
	}
	got, open := drain(slow)
	if open || len(got) < event.Buffer {
		t.Fatalf("the slow one is open: %v, after %d events", open, len(got))
	}
	slow.Close() // after being dropped
}

func TestClose(t *testing.T) {
	b := event.NewBus()
	s := b.Subscribe(ident.Local, 0)
	s.Close()
	s.Close()
	publish(b, 1)
	if got, open := drain(s); open || len(got) != 0 {
		t.Fatalf("after Close: %+v, open %v", got, open)
	}
	other := b.Subscribe(ident.Local, 0)
	b.Close()
	b.Close()
	for _, s := range []*event.Subscription{other, b.Subscribe(ident.Local, 0)} {
		if _, open := drain(s); open {
			t.Fatal("open after the bus was closed")
		}
	}
}
