package host

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/settings"
)

// film gives a session's pictures to the timeline, while it keeps its steps (V11).
func (c *core) film() *session.Film {
	return &session.Film{
		Wanted: func(s *session.Session) bool { return c.timeline.Keeps(s.ID) },
		Keep:   func(s *session.Session, jpeg []byte) { c.timeline.Picture(s.ID, jpeg) },
	}
}

// timelineDays is for how long timelines are kept. Where the settings can't be read
// nothing is removed.
func (c *core) timelineDays() int {
	s, err := c.store.Settings(context.Background())
	if err != nil {
		c.options.Log.Error("the settings could not be read", "err", err)
		return settings.MaxTimelineDays
	}
	return s.TimelineDays
}

// sweepTimelines removes old timelines in the background.
func (c *core) sweepTimelines() {
	c.jobs.Go(func() { c.timeline.Sweep(time.Now()) })
}
