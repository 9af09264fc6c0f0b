package session

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

const (
	// filmQuiet is how long the agent pauses before a picture is taken: one that
	// calls in quick succession is not held up by pictures of each step.
	filmQuiet = 120 * time.Millisecond
	// filmAtMost is how long steps without a pause go without a picture.
	filmAtMost = time.Second
	// filmQuality is the JPEG quality of the timeline's pictures.
	filmQuality = 60
	// filmTime is how long a page may take to be pictured.
	filmTime = 3 * time.Second
)

// Film takes pictures for a session's timeline (V11). Wanted is asked before each.
type Film struct {
	Wanted func(*Session) bool
	Keep   func(*Session, []byte)
}

// filmSoon plans a picture of what the agent's last step led to.
func (s *Session) filmSoon() {
	if s.cfg.Film == nil || s.phase != wire.Live {
		return
	}
	now := time.Now()
	if s.film != nil {
		s.film.Stop()
	} else {
		s.filmBy = now.Add(filmAtMost)
	}
	s.film = time.AfterFunc(min(filmQuiet, s.filmBy.Sub(now)), func() { _ = s.post(s.takePicture) })
}

// filmNoMore drops a planned picture: the person drives, and what they do is not
// pictured.
func (s *Session) filmNoMore() {
	if s.film != nil {
		s.film.Stop()
		s.film = nil
	}
}

// takePicture pictures the page beside the agent's commands.
func (s *Session) takePicture() {
	s.film = nil
	if s.phase != wire.Live || s.control.Controller != wire.AgentDrives || !s.cfg.Film.Wanted(s) {
		return
	}
	b, epoch := s.browser, s.control.Epoch
	s.chores.push(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, filmTime)
		defer cancel()
		f, err := b.Still(ctx, page.Cast{Quality: filmQuality})
		if err != nil {
			return // a page with an open question, or one that is going: the step before shows it
		}
		_ = s.ask(func() error {
			if s.control.Epoch == epoch {
				s.cfg.Film.Keep(s, f.JPEG)
			}
			return nil
		})
	})
}

// filmLast keeps the session's last picture where one was still planned; the actor
// has ended by then.
func (s *Session) filmLast() {
	last, ok := s.Hub.Last()
	if s.film == nil || !ok || s.hidden() || !s.film.Stop() || !s.cfg.Film.Wanted(s) {
		return
	}
	s.cfg.Film.Keep(s, last.JPEG)
}
