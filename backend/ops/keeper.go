package ops

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
)

// KeepRequests moves an owner's requests as time passes and sessions change,
// until ctx ends: an open one expires, one whose session is driven by the person
// is taken, one that was handed back is done, one whose session is gone is
// withdrawn. What an earlier run of Baton left open is withdrawn at the start,
// since the agent that asked no longer waits for it.
func (a *App) KeepRequests(ctx context.Context, owner ident.Owner) error {
	a.moveRequests(ctx, owner, func(r request.Request) bool { return !r.State.Ended() }, request.Withdrawn, audit.ByBaton)
	for ctx.Err() == nil {
		a.keepUntilDropped(ctx, owner)
	}
	return nil
}

// keepUntilDropped works on one subscription of the bus; a dropped one is made anew.
func (a *App) keepUntilDropped(ctx context.Context, owner ident.Owner) {
	sub := a.Bus.Subscribe(owner, 0)
	defer sub.Close()
	active := map[ident.Request]request.Request{}
	all, err := a.Requests.Requests(ctx, owner)
	if err != nil {
		a.Log.Error("requests could not be read", "err", err)
	}
	for _, r := range all {
		if !r.State.Ended() {
			active[r.ID] = r
		}
	}
	a.catchUp(ctx, owner, active) // with what happened before the subscription
	timer := time.NewTimer(nextExpiry(active))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-sub.C:
			if !ok {
				// The bus is closing, or this fell behind: either way wait a moment.
				select {
				case <-ctx.Done():
				case <-time.After(100 * time.Millisecond):
				}
				return
			}
			a.keep(ctx, active, e)
		case now := <-timer.C:
			for _, r := range active {
				if r.State == request.Open && !now.Before(r.ExpiresAt) {
					a.keepMove(ctx, active, r, request.Expired, audit.ByBaton)
				}
			}
		}
		timer.Reset(nextExpiry(active))
	}
}

func (a *App) keep(ctx context.Context, active map[ident.Request]request.Request, e wire.Event) {
	switch d := e.Data.(type) {
	case request.Request:
		if d.State.Ended() {
			delete(active, d.ID)
		} else {
			active[d.ID] = d
		}
	case wire.Session:
		for _, r := range active {
			if r.Session == d.ID {
				a.keepMove(ctx, active, r, follow(r, d), audit.ByUser)
			}
		}
	}
}

// catchUp follows the sessions as they stand now.
func (a *App) catchUp(ctx context.Context, owner ident.Owner, active map[ident.Request]request.Request) {
	for _, r := range active {
		if r.Session == "" {
			continue
		}
		s, err := a.Sessions.Get(owner, r.Session)
		if err != nil {
			a.keepMove(ctx, active, r, request.Withdrawn, audit.ByBaton)
			continue
		}
		a.keepMove(ctx, active, r, follow(r, s.View()), audit.ByUser)
	}
}

// keepMove moves a request and notes at once where it stands: the next event of
// its session may come before the event of this move.
func (a *App) keepMove(ctx context.Context, active map[ident.Request]request.Request, r request.Request, to request.State, by audit.Who) {
	if to == r.State {
		return
	}
	moved, err := a.move(ctx, r, to, by)
	switch {
	case err == nil && !moved.State.Ended():
		active[r.ID] = moved
	case err == nil || fault.Is(err, fault.Conflict): // it ended, now or before
		delete(active, r.ID)
	default:
		a.Log.Error("a request could not be moved", "request", r.ID, "err", err)
		r.ExpiresAt = time.Now().Add(10 * time.Second) // when it is tried again
		active[r.ID] = r
	}
}

// follow is where a request stands because of its session. A sign-in that was
// finished or cancelled is moved by that operation.
func follow(r request.Request, s wire.Session) request.State {
	switch {
	case s.Phase == wire.Ended && s.Purpose == wire.ForSignIn && s.End.Reason == wire.ReasonClosed:
		return r.State
	case s.Phase == wire.Ended && s.End.Reason == wire.ReasonSignIn: // the person goes on in a sign-in
		return r.State
	case s.Phase == wire.Ended:
		return request.Withdrawn
	case s.Purpose == wire.ForSignIn:
		return r.State
	case r.State == request.Open && s.Controller == wire.UserDrives:
		return request.Taken
	case r.State == request.Taken && s.Controller == wire.AgentDrives:
		return request.Done
	}
	return r.State
}

func nextExpiry(active map[ident.Request]request.Request) time.Duration {
	next := time.Hour
	for _, r := range active {
		if r.State == request.Open {
			next = min(next, max(time.Until(r.ExpiresAt), 0))
		}
	}
	return next
}
