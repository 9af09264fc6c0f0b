package mcpapi

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ops"
)

// A request for the person also reaches them where they chat with the agent: while
// browser_wait_for_user waits, a client that can is asked to offer Baton's page of
// the request (URL-mode elicitation, MCP 2025-11-25), and told when it is over. The
// page needs the person to be signed in at Baton; its address is no key. That they
// decline there answers the request; that they agree to open it does not.

// canOpen tells whether the client declared URL-mode elicitation.
func canOpen(s *mcp.ServerSession) bool {
	p := s.InitializeParams()
	return p != nil && p.Capabilities != nil && p.Capabilities.Elicitation != nil && p.Capabilities.Elicitation.URL != nil
}

// invite asks the client once, beside the call that waits. The function that it gives
// ends the asking, and joins it.
func invite(ctx context.Context, reg *ops.Registry, s *mcp.ServerSession, p grant.Principal) (over func()) {
	asked, open := reg.Invites(ctx, p)
	if !open || !canOpen(s) {
		return func() {}
	}
	asking, stop := context.WithCancel(ctx)
	var work sync.WaitGroup
	work.Go(func() {
		res, err := s.Elicit(asking, &mcp.ElicitParams{Mode: "url", Message: asked.Message, URL: asked.URL, ElicitationID: string(asked.ID)})
		if err == nil && res.Action == "decline" {
			_ = reg.Declines(asking, p, asked.ID) // it may be answered by now
		}
	})
	return func() {
		stop()
		work.Wait()
		if now, open := reg.Invites(ctx, p); !open || now.ID != asked.ID {
			_ = s.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: string(asked.ID)}) // a client that is gone needs none
		}
	}
}
