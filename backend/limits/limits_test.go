package limits_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/batonbrowser/baton/backend/limits"
	"github.com/batonbrowser/baton/backend/wire"
)

func budgets() limits.Limits {
	return limits.Limits{Idle: 5 * time.Minute, AgentTime: 20 * time.Minute}
}

// end lets time pass, doing something at each step, until the session would end.
func end(c *limits.Clock, within, step time.Duration, do func(time.Time)) (wire.Reason, time.Duration) {
	begin := time.Now()
	for time.Since(begin) < within {
		if r := c.Expired(time.Now()); r != "" {
			return r, time.Since(begin)
		}
		timer := time.NewTimer(min(step, max(c.Next(time.Now()), time.Millisecond)))
		<-timer.C
		if c.Expired(time.Now()) == "" && do != nil {
			do(time.Now())
		}
	}
	return "", time.Since(begin)
}

func TestIdleEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := limits.Start(budgets(), time.Now())
		c.Resume(time.Now())
		if r, after := end(&c, time.Hour, time.Hour, nil); r != wire.ReasonIdle || after != 5*time.Minute {
			t.Fatalf("ended with %q after %s", r, after)
		}
	})
}

func TestActivitySetsIdleBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := limits.Start(budgets(), time.Now())
		c.Resume(time.Now())
		if r, after := end(&c, time.Hour, 4*time.Minute, func(now time.Time) { c.Touch(now) }); r != wire.ReasonTime || after != 20*time.Minute {
			t.Fatalf("ended with %q after %s", r, after)
		}
	})
}

func TestRunningCallIsNotIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := limits.Start(budgets(), time.Now())
		c.Begin(time.Now())
		c.Begin(time.Now())
		c.End(time.Now())
		if _, ok := c.IdleAt(); ok {
			t.Error("idle while a call runs")
		}
		if r, _ := end(&c, 6*time.Minute, time.Minute, nil); r != "" {
			t.Fatalf("ended with %q while a call runs", r)
		}
		c.End(time.Now())
		if r, after := end(&c, time.Hour, time.Hour, nil); r != wire.ReasonIdle || after != 5*time.Minute {
			t.Fatalf("ended with %q %s after the call", r, after)
		}
	})
}

func TestAgentTimeStandsStillUnderTheUser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := limits.Start(budgets(), time.Now())
		c.Resume(time.Now())
		touch := func(now time.Time) { c.Touch(now) }
		if r, _ := end(&c, 10*time.Minute, time.Minute, touch); r != "" {
			t.Fatalf("ended with %q", r)
		}
		c.Pause(time.Now())
		if r, _ := end(&c, 3*time.Hour, time.Minute, touch); r != "" {
			t.Fatalf("ended with %q while the user drove", r)
		}
		c.Resume(time.Now())
		if r, after := end(&c, time.Hour, time.Minute, touch); r != wire.ReasonTime || after != 10*time.Minute {
			t.Fatalf("ended with %q after %s", r, after)
		}
	})
}

// A take-over in the moment in which the agent's time is up is the person's: the
// session ends when they hand back, not in their hands.
func TestUsedUpWhileTheUserDrives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := limits.Start(budgets(), time.Now())
		c.Resume(time.Now())
		timer := time.NewTimer(20 * time.Minute)
		<-timer.C
		c.Touch(time.Now())
		c.Pause(time.Now())
		if r := c.Expired(time.Now()); r != "" {
			t.Fatalf("ended with %q while the user drives", r)
		}
		c.Resume(time.Now())
		if r := c.Expired(time.Now()); r != wire.ReasonTime || c.Next(time.Now()) != 0 {
			t.Fatalf("after the hand-back: %q, next in %s", r, c.Next(time.Now()))
		}
	})
}

func TestSetKeepsWhatWasUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := limits.Start(budgets(), time.Now())
		c.Resume(time.Now())
		if r, _ := end(&c, 4*time.Minute, time.Minute, nil); r != "" {
			t.Fatalf("ended with %q", r)
		}
		c.Set(limits.Limits{Idle: time.Hour, AgentTime: 6 * time.Minute})
		if r, after := end(&c, time.Hour, time.Hour, nil); r != wire.ReasonTime || after != 2*time.Minute {
			t.Fatalf("ended with %q after %s", r, after)
		}
	})
}
