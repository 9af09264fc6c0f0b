package ops

import (
	"context"
	"fmt"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
)

// Asked in the agent's own chat: the person can be led from there to the request
// (T12). Nothing that leads there lets anyone in.

// Invitation is an open request as the agent's client may show it.
type Invitation struct {
	ID      ident.Request
	URL     string // Baton's page of the request, at which the person needs to be signed in
	Message string
}

// Invites gives the agent's request that nobody has taken up yet.
func (r *Registry) Invites(ctx context.Context, p grant.Principal) (Invitation, bool) {
	c := &Call{Context: ctx, Principal: p, App: r.app}
	q, open, err := c.activeRequest()
	if err != nil || !open || q.State != request.Open {
		return Invitation{}, false
	}
	what := map[request.Mode]string{request.TakeOver: "take over the browser", request.SignIn: "sign in", request.Confirm: "allow or decline"}[q.Mode]
	return Invitation{
		ID: q.ID, URL: fmt.Sprintf("http://127.0.0.1:%d/#/requests/%s", r.app.Info.Port, q.ID),
		Message: fmt.Sprintf("%s asks you to %s in Baton.", q.AgentName, what),
	}, true
}

// Declines notes that the person said no in the agent's own chat.
func (r *Registry) Declines(ctx context.Context, p grant.Principal, id ident.Request) error {
	q, err := r.app.Requests.Request(ctx, p.Owner, id)
	if err != nil || q.Agent != p.Agent.ID {
		return fault.New(fault.NotFound, "there is no request %s", id)
	}
	_, err = r.app.move(ctx, q, request.Declined, audit.ByAgent)
	return err
}
