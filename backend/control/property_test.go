package control_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

// machine drives a State with any interleaving of events and keeps what must
// hold beside it.
type machine struct {
	state   control.State
	purpose wire.Purpose
	now     time.Time
	ended   bool
	stale   []key // pairs of viewer and epoch that had control before
}

type key struct {
	viewer ident.Viewer
	epoch  uint64
}

func (m *machine) viewer(t *rapid.T) ident.Viewer {
	return rapid.SampledFrom([]ident.Viewer{"view_a", "view_b", "view_c", ""}).Draw(t, "viewer")
}

// step checks what holds for every event, whether it was refused or not.
func (m *machine) step(t *rapid.T, next control.State, effects []control.Effect, err error) {
	was := m.state
	changed := next.Controller != was.Controller || next.Holder != was.Holder && !m.ended
	switch {
	case err != nil && (next != was || effects != nil):
		t.Fatalf("a refused event had an effect: %+v %v", next, effects)
	case changed && next.Epoch != was.Epoch+1:
		t.Fatalf("a change took the epoch from %d to %d", was.Epoch, next.Epoch)
	case !changed && next.Epoch != was.Epoch:
		t.Fatalf("the epoch went from %d to %d without a change", was.Epoch, next.Epoch)
	}
	if was.Holder != "" && next.Holder != was.Holder && (len(effects) == 0 || effects[0] != control.ReleaseInput) {
		t.Fatalf("the holder lost control and input was not released first: %v", effects)
	}
	if pausing := slices.Contains(effects, control.PauseClock); pausing != (next.Controller == wire.UserDrives && was.Controller == wire.AgentDrives) {
		t.Fatalf("%s to %s with effects %v", was.Controller, next.Controller, effects)
	}
	if resuming := slices.Contains(effects, control.ResumeClock); resuming != (next.Controller == wire.AgentDrives && was.Controller == wire.UserDrives) {
		t.Fatalf("%s to %s with effects %v", was.Controller, next.Controller, effects)
	}
	if changed && was.Holder != "" {
		m.stale = append(m.stale, key{was.Holder, was.Epoch})
	}
	m.state = next
}

func (m *machine) Take(t *rapid.T) {
	how := rapid.SampledFrom([]control.How{control.Ask, control.Here}).Draw(t, "how")
	next, effects, err := m.state.Take(m.viewer(t), how, m.now)
	m.step(t, next, effects, err)
}

func (m *machine) HandBack(t *rapid.T) {
	next, effects, err := m.state.HandBack(m.viewer(t), m.now)
	m.step(t, next, effects, err)
}

func (m *machine) Show(t *rapid.T) {
	p := rapid.SampledFrom([]control.Page{control.Shown, control.Hidden}).Draw(t, "page")
	next, effects, err := m.state.Show(m.viewer(t), p)
	m.step(t, next, effects, err)
}

func (m *machine) Lost(t *rapid.T) {
	next, effects := m.state.Lost(m.viewer(t), m.now)
	m.step(t, next, effects, nil)
}

func (m *machine) End(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "rarely") > 0 {
		t.Skip("the session goes on")
	}
	m.ended = true
	m.state, _ = m.state.End()
}

func (m *machine) Wait(t *rapid.T) {
	m.now = m.now.Add(time.Duration(rapid.IntRange(0, 100).Draw(t, "seconds")) * time.Second)
}

// Check holds after every event.
func (m *machine) Check(t *rapid.T) {
	s := m.state
	holders := 0
	for _, v := range []ident.Viewer{"view_a", "view_b", "view_c", ""} {
		for epoch := range s.Epoch + 2 {
			if s.MayDrive(v, epoch) != nil {
				continue
			}
			holders++
			if v != s.Holder || epoch != s.Epoch || v == "" {
				t.Fatalf("%q drives under epoch %d in %+v", v, epoch, s)
			}
		}
	}
	mayAct := s.MayAct() == nil
	if holders > 1 || holders == 1 && mayAct {
		t.Fatalf("%d windows may drive, the agent may act: %v", holders, mayAct)
	}
	if m.ended && (holders > 0 || mayAct || s.Holder != "") {
		t.Fatalf("an ended session gives control to someone: %+v", s)
	}
	if !m.ended && !mayAct && m.purpose == wire.ForAgent && holders == 0 {
		t.Fatalf("nobody drives: %+v", s)
	}
	if m.purpose == wire.ForSignIn && mayAct {
		t.Fatal("the agent may act in a sign-in")
	}
	if mayRead := s.MayRead() == nil; mayAct && !mayRead || mayRead == (m.ended || s.Page == control.Hidden) {
		t.Fatalf("the agent may act: %v, and read: %v, in %+v", mayAct, mayRead, s)
	}
	for _, k := range m.stale {
		if s.MayDrive(k.viewer, k.epoch) == nil {
			t.Fatalf("the epoch %d of %q is good again", k.epoch, k.viewer)
		}
	}
}

func TestAnyInterleaving(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		purpose := rapid.SampledFrom([]wire.Purpose{wire.ForAgent, wire.ForSignIn}).Draw(t, "purpose")
		m := &machine{purpose: purpose, now: begin, state: control.New(purpose, begin)}
		t.Repeat(rapid.StateMachineActions(m))
	})
}
