// Package session runs browsers: one Session is one Chrome on one profile for
// one agent, or for a person's sign-in (S3, P6).
//
// Guarantees: all state of a session belongs to one actor goroutine; whoever
// wants something sends it a message, so that a check and what follows it are
// one step. The agent's commands run one at a time in the order they came; a
// take-over cancels the running one and refuses the waiting ones with
// paused_by_user; nothing of the person's input is applied before the agent's
// command has ended, and nothing of the agent's before pressed keys are
// released; each of the two waits at most releaseTime for a page that hangs, so
// that it never keeps the person out or the agent waiting. What the browser
// tells of itself is in the view when it is told, before the actor comes to it.
// A session ends once, with one Reason, and Done is closed when its Chrome and
// its goroutines are gone. Rejected: a mutex around the state, since
// a check could then race with its action.
package session

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/limits"
	"github.com/batonbrowser/baton/backend/live"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/snapshot"
	"github.com/batonbrowser/baton/backend/wire"
)

// closeTime is how long Chrome may take to flush and end before it is killed.
const closeTime = 10 * time.Second

// Spec is what a session is for. The Agent of a sign-in is the one that asked
// for it, if one did.
type Spec struct {
	Owner   ident.Owner
	Agent   agent.Agent
	Profile profile.Profile
	Purpose wire.Purpose
	Width   int // CSS pixels
	Height  int
	As      As            // how the browser shows itself
	Luggage *page.Luggage // of the browser before it, nil for none
}

// Config is what sessions need of the rest of the program.
type Config struct {
	Log     *slog.Logger
	Start   func(ctx context.Context, s Spec, notice func(page.Event)) (Browser, error)
	Publish func(owner ident.Owner, s wire.Session)
	Record  func(ctx context.Context, entries ...audit.Entry)
	Limits  func() limits.Limits
	Grace   time.Duration // see control.Grace
	Film    *Film         // nil takes no pictures
	Desktop func() bool   // whether a window can be opened; nil is yes
}

// Session is one running browser. Its methods may be called from any goroutine.
type Session struct {
	ID     ident.Session
	Spec   Spec
	Hub    *live.Hub
	Seen   snapshot.Shown // what the agent saw last; it belongs to the functions of Do, of which one runs at a time
	cfg    Config
	retire func(*Session) // called before Done is closed
	view   atomic.Pointer[shown]
	ready  chan struct{} // closed when live, or ended before that
	gone   chan struct{} // closed when ended: no message is taken any more
	done   chan struct{} // closed when Chrome and all goroutines are gone

	ctx    context.Context
	cancel context.CancelCauseFunc
	msgs   chan func()
	jobs   sync.WaitGroup
	inputs *lane
	drives *lane
	chores *lane

	noticeMu sync.Mutex
	notices  []page.Event // that the view does not have yet
	noticed  chan struct{}

	lastHidden atomic.Int64 // when the page was last hidden, in Unix nanoseconds; told before it is shown again

	// The rest belongs to the actor.
	browser Browser
	phase   wire.Phase
	control control.State
	clock   limits.Clock
	seen
	step      *wire.Step
	end       *wire.End
	started   time.Time
	running   *command
	queue     []*command
	releasing bool // a hand-back waits for the input to be released
	term      *term
	viewers   map[ident.Viewer]int
	grace     *time.Timer
	returns   time.Time // when control goes back by itself, since the holder's stream is gone
	handed    *HandBack
	doing     *doing  // while the person drives
	spells    []spell // when the person drove
	unseen    []spell // when the page was hidden from the agent
	width     int     // of the viewport now
	height    int
	window    wire.Window     // that the holder said it is
	apart     apart           // whether the browser is a window of its own, see apart.go
	ear       *ear            // hears the browser
	warned    map[string]bool // the hosts of which the person was warned
	holdOver  chan struct{}   // closed when another one holds control, or nobody
	film      *time.Timer     // until the next picture for the timeline
	filmBy    time.Time       // when it is taken at the latest
}

// HandBack is what the agent learns after the person handed back (T13).
type HandBack struct {
	At   time.Time
	Held time.Duration
	Did  wire.HandBack
	told bool // in an answer of the agent's
}

// start makes a session and its actor; Chrome starts in the background.
func start(ctx context.Context, cfg Config, spec Spec, retire func(*Session)) *Session {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	now := time.Now()
	s := &Session{
		ID: ident.NewSession(), Spec: spec, cfg: cfg, ctx: ctx, cancel: cancel, retire: retire,
		ready: make(chan struct{}), gone: make(chan struct{}), done: make(chan struct{}),
		msgs: make(chan func()), noticed: make(chan struct{}, 1),
		phase: wire.Opening, control: control.New(spec.Purpose, now), clock: limits.Start(cfg.Limits(), now),
		started: now, viewers: map[ident.Viewer]int{}, warned: map[string]bool{}, width: spec.Width, height: spec.Height,
	}
	s.Hub = live.NewHub(ctx, cfg.Log)
	s.Hub.Run()
	s.ear = &ear{s: s}
	s.inputs, s.drives, s.chores = newLane(ctx, &s.jobs), newLane(ctx, &s.jobs), newLane(ctx, &s.jobs)
	s.publish()
	s.jobs.Go(s.launch)
	go s.loop()
	return s
}

// Done is closed when the session has ended and its Chrome is gone.
func (s *Session) Done() <-chan struct{} { return s.done }

// Ready waits until the browser runs. It ends with browser_unavailable when
// Chrome did not start.
func (s *Session) Ready(ctx context.Context) error {
	select {
	case <-s.ready:
	case <-ctx.Done():
		return ctx.Err()
	}
	if v := s.View(); v.Phase == wire.Ended {
		return endedFault(v.End)
	}
	return nil
}

// Close ends the session for a reason and waits until its Chrome is gone.
func (s *Session) Close(ctx context.Context, r wire.Reason) error {
	_ = s.post(func() { s.finish(wire.End{Reason: r}) })
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// launch starts Chrome and reports to the actor.
func (s *Session) launch() {
	b, err := s.cfg.Start(s.ctx, s.Spec, s.ear.notice)
	if posted := s.post(func() { s.launched(b, err) }); posted != nil && err == nil {
		s.shut(b)
	}
}

func (s *Session) launched(b Browser, err error) {
	if err != nil {
		f := fault.From(err)
		s.cfg.Log.Error("the browser did not start", "session", s.ID, "err", err)
		s.finish(wire.End{Reason: wire.ReasonFailed, Message: f.Message})
		return
	}
	s.browser, s.phase = b, wire.Live
	s.tabs = b.Tabs()
	now := time.Now()
	s.clock.Touch(now)
	if s.control.Controller == wire.AgentDrives {
		s.clock.Resume(now)
	}
	s.Hub.SetSource(b)
	s.publish()
	s.record(audit.SessionOpened, audit.ByBaton, map[string]string{"name": s.Spec.Profile.Name, "purpose": string(s.Spec.Purpose)})
	close(s.ready)
}

// loop is the actor.
func (s *Session) loop() {
	timer := time.NewTimer(s.clock.Next(time.Now()))
	defer timer.Stop()
	for s.phase != wire.Ended {
		var crashed <-chan struct{}
		if s.browser != nil && !s.apart.moving {
			crashed = s.browser.Done()
		}
		select {
		case fn := <-s.msgs:
			s.takeNotices() // what is asked now meets the browser as it is
			fn()
		case <-s.noticed:
			s.takeNotices()
		case <-crashed:
			s.gotDone()
		case <-timer.C:
			if r := s.clock.Expired(time.Now()); r != "" {
				s.finish(wire.End{Reason: r, Minutes: s.minutes(r)})
			}
		}
		timer.Reset(s.clock.Next(time.Now()))
	}
	s.teardown()
}

func (s *Session) minutes(r wire.Reason) int {
	l := s.clock.Limits()
	if r == wire.ReasonTime {
		return int(l.AgentTime.Round(time.Minute) / time.Minute)
	}
	return int(l.Idle.Round(time.Minute) / time.Minute)
}

// finish turns the session to ended; the loop tears it down.
func (s *Session) finish(e wire.End) {
	if s.phase == wire.Ended {
		return
	}
	s.takeNotices() // the last ones: nobody comes to those that follow
	opening := s.phase == wire.Opening
	now := time.Now()
	e.At = now
	s.clock.Pause(now)
	s.phase, s.end, s.warning, s.apart = wire.Ended, &e, nil, apart{}
	s.closeQuestions()
	s.control, _ = s.control.End()
	s.stopTerm(endedFault(s.end))
	if s.grace != nil {
		s.grace.Stop()
	}
	s.publish()
	if opening {
		close(s.ready)
	}
	close(s.gone)
	s.failCommands(endedFault(s.end))
}

// teardown runs after the loop: last picture, Chrome, goroutines.
func (s *Session) teardown() {
	b := s.browser
	if b != nil && s.end.Reason != wire.ReasonCrashed {
		ctx, cancel := context.WithTimeout(s.ctx, 2*time.Second)
		if _, ok := s.Hub.Last(); !ok || !s.Hub.Watched() {
			s.Hub.Keep(ctx)
		}
		s.filmLast()
		s.releaseLast(ctx)
		cancel()
	}
	s.cancel(endedFault(s.end))
	s.Hub.Close()
	if b != nil {
		s.shut(b)
	}
	s.jobs.Wait()
	s.record(audit.SessionEnded, audit.ByBaton, endFacts(*s.end))
	s.retire(s)
	close(s.done)
}

func endFacts(e wire.End) map[string]string {
	facts := map[string]string{"reason": string(e.Reason)}
	if e.Minutes > 0 {
		facts["minutes"] = strconv.Itoa(e.Minutes)
	}
	return facts
}

func (s *Session) shut(b Browser) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), closeTime)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		s.cfg.Log.Warn("the browser did not close in order", "session", s.ID, "err", err)
	}
}

// post gives the actor a message; it fails when the session has ended.
func (s *Session) post(fn func()) error {
	select {
	case s.msgs <- fn:
		return nil
	case <-s.gone:
		return fault.New(fault.NoSession, "the browser session has ended")
	}
}

// ask gives the actor a message and waits for its answer.
func (s *Session) ask(fn func() error) error {
	answer := make(chan error, 1)
	if err := s.post(func() { answer <- fn() }); err != nil {
		return s.why(err)
	}
	return <-answer
}

// why replaces «ended» by the reason, which is known once the view says so.
func (s *Session) why(err error) error {
	if v := s.View(); v.End != nil {
		return endedFault(v.End)
	}
	return err
}

func (s *Session) record(k audit.Kind, by audit.Who, facts map[string]string) {
	s.cfg.Record(context.WithoutCancel(s.ctx), s.entry(k, by, facts))
}

// recordRefused notes a host that the network gate did not let the browser reach.
func (s *Session) recordRefused(host string, facts map[string]string) {
	if s.hidden() {
		return
	}
	e := s.entry(audit.HostRefused, audit.ByBaton, facts)
	e.Host, e.Result = host, string(fault.OriginRefused)
	s.cfg.Record(context.WithoutCancel(s.ctx), e)
}

// entry begins an entry; where the person hides the page it does not say which
// one it is.
func (s *Session) entry(k audit.Kind, by audit.Who, facts map[string]string) audit.Entry {
	e := audit.Entry{
		Kind: k, By: by, Owner: s.Spec.Owner, Agent: s.Spec.Agent.ID, Name: s.Spec.Agent.Name,
		Profile: s.Spec.Profile.ID, Session: s.ID, Host: host(s.tabs), Result: "ok", Facts: facts,
	}
	if s.hidden() {
		e.Host = ""
	}
	return e
}
