package limits_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/batonbrowser/baton/backend/limits"
	"github.com/batonbrowser/baton/backend/wire"
)

// model is a clock and, beside it, the sums written down minute by minute.
type model struct {
	clock    limits.Clock
	now      time.Time
	agent    bool
	calls    int
	used     time.Duration
	activity time.Time
}

func (m *model) Resume(*rapid.T) { m.clock.Resume(m.now); m.agent = true }
func (m *model) Pause(*rapid.T)  { m.clock.Pause(m.now); m.agent = false }
func (m *model) Touch(*rapid.T)  { m.clock.Touch(m.now); m.activity = m.now }

func (m *model) Begin(*rapid.T) {
	m.clock.Begin(m.now)
	m.calls++
	m.activity = m.now
}

func (m *model) End(t *rapid.T) {
	if m.calls == 0 {
		t.Skip("no call runs")
	}
	m.clock.End(m.now)
	m.calls--
	m.activity = m.now
}

// Pass lets time go by, at most until the clock says that something can happen.
func (m *model) Pass(t *rapid.T) {
	before := m.clock.Expired(m.now)
	d := min(time.Duration(rapid.IntRange(1, 200).Draw(t, "seconds"))*time.Second, m.clock.Next(m.now))
	asleep := m.now.Add(d - 1)
	if d > 0 && before == "" && m.clock.Expired(asleep) != "" {
		t.Fatalf("the session ended %s before the clock said that it could", d)
	}
	m.now = m.now.Add(d)
	if m.agent {
		m.used += d
	}
}

// Check holds after every step.
func (m *model) Check(t *rapid.T) {
	if got := m.clock.AgentUsed(m.now); got != m.used {
		t.Fatalf("%s of agent time, want %s", got, m.used)
	}
	l := m.clock.Limits()
	idle := m.calls == 0 && m.now.Sub(m.activity) >= l.Idle
	spent := m.agent && m.used >= l.AgentTime
	want := wire.Reason("")
	switch {
	case spent:
		want = wire.ReasonTime
	case idle:
		want = wire.ReasonIdle
	}
	if got := m.clock.Expired(m.now); got != want {
		t.Fatalf("got reason %q, want %q", got, want)
	}
	if want != "" && m.clock.Next(m.now) != 0 {
		t.Fatalf("expired, and the clock says to sleep %s", m.clock.Next(m.now))
	}
	if m.clock.Next(m.now) < 0 {
		t.Fatal("a negative time to sleep")
	}
}

func TestAnyCourse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
		m := &model{clock: limits.Start(budgets(), now), now: now, activity: now}
		t.Repeat(rapid.StateMachineActions(m))
	})
}
