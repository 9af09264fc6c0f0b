package httpapi_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// keys sends a batch for each number: a key that is called like it.
func (w *window) keys(epoch uint64, numbers ...uint64) {
	w.t.Helper()
	for _, n := range numbers {
		w.send(wire.ClientMessage{Type: "input", Epoch: epoch, Number: n, Events: []input.Event{{Kind: input.KeyDown, Key: fmt.Sprint(n)}}})
	}
}

func act(n uint64) string { return fmt.Sprintf("input keydown %d", n) }

// slow is a session on a page that takes its time for input, driven by a window.
func (b *baton) slow(takes time.Duration) (s *session.Session, w *window, epoch uint64) {
	b.t.Helper()
	b.rack.Takes = takes
	s = b.opened(b.agent(b.full, "one"))
	w = b.watch(s, viewer)
	var v wire.Session
	b.call(b.full, "control_take", ops.TakeIn{SessionID: s.ID, Viewer: viewer}, &v)
	return s, w, v.Epoch
}

// Of each batch of input the window is told when the page has it, and of one that
// was refused as well, after the fault.
func TestInputIsToldAsTaken(t *testing.T) {
	b := newBaton(t)
	_, w, epoch := b.slow(20 * time.Millisecond)
	taken := func() uint64 {
		t.Helper()
		m := w.text(func(m wire.ServerMessage) bool { return m.Type == "taken" || m.Problem != nil })
		if m.Problem != nil {
			t.Fatalf("refused: %+v", m.Problem)
		}
		return m.Number
	}
	w.keys(epoch, 1, 2, 3)
	open := []uint64{1, 2, 3}
	for len(open) > 0 {
		n := taken()
		i := slices.Index(open, n)
		if i < 0 || !slices.Contains(b.rack.Last().Acts(), act(n)) {
			t.Fatalf("told of %d, open are %v, done is %q", n, open, b.rack.Last().Acts())
		}
		open = slices.Delete(open, i, i+1)
	}
	w.keys(epoch-1, 4)
	w.fault(fault.NotInControl)
	if n := taken(); n != 4 {
		t.Errorf("after the refusal of 4 it is told of %d", n)
	}
	if slices.Contains(b.rack.Last().Acts(), act(4)) {
		t.Error("what was refused was done")
	}
}

// A window that sends faster than the page takes is refused what is too much, and
// learns of that as well.
func TestInputOfAWindowThatIsTooFast(t *testing.T) {
	b := newBaton(t)
	_, w, epoch := b.slow(time.Minute)
	all := make([]uint64, 65)
	for i := range all {
		all[i] = uint64(i + 1)
	}
	w.keys(epoch, all...)
	w.fault(fault.LimitReached)
	if m := w.text(func(m wire.ServerMessage) bool { return m.Type == "taken" }); m.Number != 65 {
		t.Errorf("after the refusal it is told of %d", m.Number)
	}
}

// What came in before the hand-back is done before it, however slow the page is.
func TestInputBeforeTheHandBackIsDone(t *testing.T) {
	b := newBaton(t)
	s, w, epoch := b.slow(30 * time.Millisecond)
	w.keys(epoch, 1, 2, 3, 4, 5, 6, 7, 8)
	w.send(wire.ClientMessage{Type: "nonsense"}) // answered after the keys came in
	w.fault(fault.InvalidInput)
	var v wire.Session
	b.call(b.full, "control_hand_back", ops.HandBackIn{SessionID: s.ID, Viewer: viewer}, &v)
	acts := b.rack.Last().Acts()
	if i := slices.Index(acts, act(1)); i < 0 || !slices.Equal(acts[i:], []string{act(1), act(2), act(3), act(4), act(5), act(6), act(7), act(8), "release"}) {
		t.Errorf("done is %q", acts)
	}
}
