package ops

import (
	"fmt"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// progressEvery is how often a waiting call says that it still waits.
const progressEvery = 5 * time.Second

// WaitUserIn is the input of browser_wait_for_user.
type WaitUserIn struct {
	TimeoutS int `json:"timeout_s,omitempty" jsonschema:"up to 600, which is the default"`
}

// Outcome is what came of waiting.
type Outcome string

// The outcomes.
const (
	HandedBack   Outcome = "handed_back"
	SignedIn     Outcome = "done"
	Declined     Outcome = "declined"
	Expired      Outcome = "expired"
	Withdrawn    Outcome = "withdrawn"
	MayGoOn      Outcome = "allowed" // what the agent was stopped at may be done, once
	NothingToDo  Outcome = "free"    // nobody was asked and nobody drives
	StillWaiting Outcome = "waiting" // the time is up, the user is not done
)

// Waited is the answer of browser_wait_for_user.
type Waited struct {
	Outcome  Outcome        `json:"outcome"`
	HeldS    int            `json:"held_s,omitempty" jsonschema:"seconds the user drove"`
	Note     string         `json:"note,omitempty" jsonschema:"the user's words for you"`
	URL      string         `json:"url,omitempty"`
	Title    string         `json:"title,omitempty"`
	Report   *wire.HandBack `json:"handed_back,omitempty" jsonschema:"what the user did"`
	FromPage `page:"url title handed_back"`
}

// Parts says what happened and what to do, and where the page stands.
func (w Waited) Parts() (own, words string) {
	var b strings.Builder
	did := ""
	switch w.Outcome {
	case HandedBack:
		if w.Report != nil {
			own, did = told(*w.Report)
			b.WriteString(own)
			b.WriteString("\nTake a snapshot and go on from there.")
			break
		}
		fmt.Fprintf(&b, "The user drove for %d s and handed the browser back. Take a snapshot and go on from there.", w.HeldS)
	case SignedIn:
		b.WriteString("The user is done. Open the page again and go on.")
	case Declined:
		b.WriteString("The user declined. Do not ask again for the same thing; go on without it or say what you need.")
	case MayGoOn:
		b.WriteString("The user allows it, once: make the call again that was stopped, on the page as it is.")
	case Expired:
		b.WriteString("Nobody answered the request within 10 minutes. Tell the user what is needed and stop here.")
	case Withdrawn:
		b.WriteString("The request ended with its browser. Open the browser again if you still need it.")
	case NothingToDo:
		b.WriteString("Nobody else drives and no request is open: go on.")
	case StillWaiting:
		b.WriteString("The user is not done yet. Call browser_wait_for_user again.")
	}
	if w.Note != "" && w.Report == nil {
		fmt.Fprintf(&b, "\nThe user says: %s", w.Note)
	}
	if w.URL != "" {
		words = where(w.URL, w.Title)
	}
	return b.String(), strings.TrimSpace(did + "\n" + words)
}

// limit is how long to wait.
func (in WaitUserIn) limit() (time.Duration, error) {
	limit := request.Lifetime
	if in.TimeoutS != 0 {
		limit = time.Duration(in.TimeoutS) * time.Second
	}
	if in.TimeoutS < 0 || limit > request.Lifetime {
		return 0, fault.New(fault.InvalidInput, "timeout_s must be 1 to 600").With("field", "timeout_s")
	}
	return limit, nil
}

// waitForUser follows the events until the person is done.
func waitForUser(c *Call, in WaitUserIn) (Waited, error) {
	limit, err := in.limit()
	if err != nil {
		return Waited{}, err
	}
	sub := c.App.Bus.Subscribe(c.Owner(), 0)
	defer sub.Close()
	begin := time.Now()
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	waited := false
	for {
		w, over, err := c.outcome(waited)
		if err != nil || over {
			return w, err
		}
		waited = true
		for relevant := false; !relevant; {
			select {
			case <-c.Context.Done():
				return Waited{}, c.Context.Err()
			case <-deadline.C:
				w.Outcome = StillWaiting
				return w, nil
			case <-tick.C:
				if s, ok := c.App.Sessions.OfAgent(c.Principal.Agent.ID); ok {
					s.Waiting()
				}
				if c.Progress != nil {
					c.Progress("waiting for the user", time.Since(begin))
				}
			case e, ok := <-sub.C:
				if !ok {
					return Waited{}, fault.New(fault.Canceled, "the wait was interrupted").WithHint("call browser_wait_for_user again")
				}
				relevant = e.Type == wire.SessionChanged || e.Type == wire.RequestChanged || e.Type == wire.Resync
			}
		}
	}
}

// outcome tells whether there is anything left to wait for. A request that was
// answered before the call still is its outcome, once it was made in this run.
func (c *Call) outcome(waited bool) (Waited, bool, error) {
	r, asked, err := c.newestRequest()
	if err != nil {
		return Waited{}, false, err
	}
	s, open := c.App.Sessions.OfAgent(c.Principal.Agent.ID)
	w := Waited{}
	if open {
		v := s.View()
		if !v.Private && v.RealWindow == "" { // where the person is in a window of their own is theirs
			w.URL, w.Title = v.URL, v.Title
		}
		if v.Controller == wire.UserDrives {
			return w, false, nil
		}
	}
	if asked && !r.State.Ended() {
		return w, false, nil
	}
	var handed session.HandBack
	var came bool
	if open {
		handed, came = s.Handed()
	}
	fresh := asked && r.AnsweredAt != nil && time.Since(*r.AnsweredAt) < request.Lifetime
	switch {
	case r.Mode != request.Confirm:
	case r.State == request.Done && !came: // it was allowed and done
		fresh = false
	case r.State == request.Allowed && time.Since(*r.AnsweredAt) >= request.AllowTime:
		r.State = request.Expired
	}
	switch {
	case came && (waited || time.Since(handed.At) < request.Lifetime) && (!fresh || !handed.At.Before(r.CreatedAt)):
		w.Outcome, w.HeldS, w.Note = HandedBack, int(handed.Held.Seconds()), handed.Did.Note
		w.Report = &handed.Did
		s.TakeReport() // it is told now
	case fresh:
		w.Outcome = map[request.State]Outcome{
			request.Done: SignedIn, request.Declined: Declined, request.Expired: Expired, request.Withdrawn: Withdrawn,
			request.Allowed: MayGoOn,
		}[r.State]
	default:
		w.Outcome = NothingToDo
	}
	return w, true, nil
}
