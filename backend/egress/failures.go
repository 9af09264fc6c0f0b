package egress

import (
	"slices"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
)

// failuresKept is how many failures, and how many refusals of different hosts, a
// gate keeps: a page can make any number of both.
const failuresKept = 64

// Failure is why a connection was not made.
type Failure struct {
	Host string
	Port int
	Way  Way
	At   time.Time
	// Refused is a fault.OriginRefused, nil where the network failed.
	Refused *fault.Error
	// NetError is Chrome's name of what went wrong, such as
	// net::ERR_NAME_NOT_RESOLVED, or empty.
	NetError string
}

// Refusal is what was refused at one host, in one way and for one reason.
type Refusal struct {
	Host   string
	Port   int
	Way    Way
	Reason string // of the fault's details, or its code
	Count  int64
	Last   time.Time
}

// failures are what did not come to be. The zero value is empty.
type failures struct {
	last     []Failure // the newest last
	refusals []*Refusal
	refused  int64 // all, also those that are no longer among the refusals
	told     int   // refusals that were told as new ones
}

// add notes a failure. It gives the refusal when it is one that is new.
func (f *failures) add(one Failure) (fresh Refusal, isNew bool) {
	if len(f.last) == failuresKept {
		f.last = slices.Delete(f.last, 0, 1)
	}
	f.last = append(f.last, one)
	if one.Refused == nil {
		return Refusal{}, false
	}
	f.refused++
	reason, ok := one.Refused.Details["reason"].(string)
	if !ok {
		reason = string(one.Refused.Code)
	}
	for i, r := range f.refusals {
		if r.Host == one.Host && r.Port == one.Port && r.Way == one.Way && r.Reason == reason {
			r.Count++
			r.Last = one.At
			f.refusals = append(slices.Delete(f.refusals, i, i+1), r)
			return Refusal{}, false
		}
	}
	r := &Refusal{Host: one.Host, Port: one.Port, Way: one.Way, Reason: reason, Count: 1, Last: one.At}
	if len(f.refusals) == failuresKept {
		f.refusals = slices.Delete(f.refusals, 0, 1)
	}
	f.refusals = append(f.refusals, r)
	if f.told == failuresKept {
		return Refusal{}, false
	}
	f.told++
	return *r, true
}

// Failures are those since a time, the newest first, as far as they are kept.
func (g *Gate) Failures(since time.Time) []Failure {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []Failure
	for _, f := range slices.Backward(g.fails.last) {
		if !f.At.Before(since) {
			all = append(all, f)
		}
	}
	return all
}

func (g *Gate) failed(f Failure) {
	g.mu.Lock()
	fresh, isNew := g.fails.add(f)
	g.mu.Unlock()
	g.network.Log.Debug("not connected", "host", f.Host, "port", f.Port, "way", f.Way, "refused", f.Refused != nil, "error", f.NetError)
	if isNew && g.options.Refused != nil {
		g.options.Refused(fresh)
	}
}
