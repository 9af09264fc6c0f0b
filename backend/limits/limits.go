// Package limits has the arithmetic of a session's two budgets (A5): idle time,
// which any call of the agent and any input of the person sets back, and agent
// time, which runs only while the agent drives. Watching is no activity. The
// package is pure: every method takes the time.
package limits

import (
	"time"

	"github.com/batonbrowser/baton/backend/wire"
)

// Limits are the budgets of a session.
type Limits struct {
	Idle      time.Duration
	AgentTime time.Duration
}

// Clock measures one session. A copy is a snapshot.
type Clock struct {
	limits   Limits
	activity time.Time
	used     time.Duration
	since    time.Time // agent time runs since; zero while it stands still
	busy     int       // calls that run now: a session is not idle during a call
}

// Start begins to measure at now. Agent time stands still until Resume.
func Start(l Limits, now time.Time) Clock {
	return Clock{limits: l, activity: now}
}

// Limits gives the budgets.
func (c Clock) Limits() Limits { return c.limits }

// Set changes the budgets; what was used stays used.
func (c *Clock) Set(l Limits) { c.limits = l }

// Touch notes activity.
func (c *Clock) Touch(now time.Time) { c.activity = now }

// Begin notes that a call starts; the session is not idle until its End.
func (c *Clock) Begin(now time.Time) {
	c.busy++
	c.activity = now
}

// End notes that a call ended.
func (c *Clock) End(now time.Time) {
	c.busy--
	c.activity = now
}

// Pause stops agent time: the person drives.
func (c *Clock) Pause(now time.Time) {
	c.used = c.AgentUsed(now)
	c.since = time.Time{}
}

// Resume lets agent time run.
func (c *Clock) Resume(now time.Time) {
	if c.since.IsZero() {
		c.since = now
	}
}

// AgentUsed is the agent time used until now.
func (c Clock) AgentUsed(now time.Time) time.Duration {
	if c.since.IsZero() {
		return c.used
	}
	return c.used + now.Sub(c.since)
}

// IdleAt is when the session ends without activity; ok is false during a call.
func (c Clock) IdleAt() (at time.Time, ok bool) {
	if c.busy > 0 {
		return time.Time{}, false
	}
	return c.activity.Add(c.limits.Idle), true
}

// Expired gives the reason to end the session at now, or "". Agent time comes
// first when both have run out; while it stands still it ends nothing, so that
// a session is not taken from the person who has just taken it over.
func (c Clock) Expired(now time.Time) wire.Reason {
	if !c.since.IsZero() && c.AgentUsed(now) >= c.limits.AgentTime {
		return wire.ReasonTime
	}
	if at, ok := c.IdleAt(); ok && !now.Before(at) {
		return wire.ReasonIdle
	}
	return ""
}

// Next is the time until Expired can next become true: how long to sleep.
func (c Clock) Next(now time.Time) time.Duration {
	next := c.limits.Idle
	if at, ok := c.IdleAt(); ok {
		next = at.Sub(now)
	}
	if !c.since.IsZero() {
		next = min(next, c.limits.AgentTime-c.AgentUsed(now))
	}
	return max(next, 0)
}
