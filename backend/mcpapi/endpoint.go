package mcpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
)

const (
	// sessionIdle ends a session of the protocol that made no request for so long.
	sessionIdle = time.Hour
	// sessionsMax is how many sessions one agent may have; what begins beyond them
	// is answered without one.
	sessionsMax = 64
)

// Authenticate tells who makes a request, or why nobody known does.
type Authenticate func(*http.Request) (grant.Principal, error)

// Endpoint is streamable HTTP for agents.
type Endpoint struct {
	reg  *ops.Registry
	who  Authenticate
	kept http.Handler // requests of a session that is known, and those that begin one
	bare http.Handler // all others, each for itself; protocols from 2026-07-28 know no sessions

	mu      sync.Mutex
	servers map[ident.Agent]*mcp.Server // made with the first request of an agent
}

// NewEndpoint makes the endpoint. An owner's token is refused: tools are for
// agents.
func NewEndpoint(reg *ops.Registry, who Authenticate) *Endpoint {
	e := &Endpoint{reg: reg, who: who, servers: map[ident.Agent]*mcp.Server{}}
	serverOf := func(r *http.Request) *mcp.Server {
		who, _ := r.Context().Value(callerKey{}).(caller)
		return e.server(who.principal)
	}
	withCaller := auth.RequireBearerToken(tokenInfo, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})
	e.kept = withCaller(mcp.NewStreamableHTTPHandler(serverOf, &mcp.StreamableHTTPOptions{SessionTimeout: sessionIdle}))
	e.bare = withCaller(mcp.NewStreamableHTTPHandler(serverOf, &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true}))
	return e
}

// ServeHTTP implements http.Handler.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p, err := e.who(r)
	if err == nil && p.Kind != grant.KindAgent {
		err = fault.New(fault.NotGranted, "the tools are for agents").
			WithHint("send the token of an agent (bat_…); agents are made in Baton's window or with «baton agents create»")
	}
	if err != nil {
		refuse(w, err)
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), callerKey{}, caller{principal: p, gone: r.Context()}))
	if e.keeps(p, r) {
		e.kept.ServeHTTP(w, r)
	} else {
		e.bare.ServeHTTP(w, r)
	}
}

// Close ends all sessions and their streams.
func (e *Endpoint) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var errs []error
	for _, s := range e.servers {
		for session := range s.Sessions() {
			errs = append(errs, session.Close())
		}
	}
	return errors.Join(errs...)
}

// End ends the sessions of an agent, such as when its token was taken back.
func (e *Endpoint) End(id ident.Agent) {
	e.mu.Lock()
	s := e.servers[id]
	delete(e.servers, id)
	e.mu.Unlock()
	if s == nil {
		return
	}
	for session := range s.Sessions() {
		_ = session.Close() // it is over either way
	}
}

// keeps tells whether a request belongs to a session of the agent, or begins one.
func (e *Endpoint) keeps(p grant.Principal, r *http.Request) bool {
	id, open := r.Header.Get("Mcp-Session-Id"), 0
	for s := range e.server(p).Sessions() {
		if id != "" && s.ID() == id {
			return true
		}
		open++
	}
	return id == "" && open < sessionsMax && begins(r)
}

// begins tells whether the body, which is left to be read again, asks for a session.
func begins(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, mcp.DefaultMaxRequestBodyBytes+1))
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
	var asks struct{ Method string }
	return err == nil && json.Unmarshal(body, &asks) == nil && asks.Method == "initialize"
}

// server is the server of an agent.
func (e *Endpoint) server(p grant.Principal) *mcp.Server {
	e.mu.Lock()
	defer e.mu.Unlock()
	s, ok := e.servers[p.Agent.ID]
	if !ok {
		s = newServer(e.reg.Version(), e.call, e.lists)
		e.servers[p.Agent.ID] = s
	}
	return s
}

// lists leaves out what the caller is not offered.
func (e *Endpoint) lists(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if list, ok := res.(*mcp.ListToolsResult); ok && err == nil {
			list.Tools = list.Tools[:0]
			who := callerOf(req).principal
			for _, o := range e.reg.For(who) {
				if o.Listed(who.Agent) {
					list.Tools = append(list.Tools, Tool(o))
				}
			}
		}
		return res, err
	}
}

// caller is who makes a request, and how long they wait for its answer.
type caller struct {
	principal grant.Principal
	gone      context.Context // ends with the request's connection
}

type callerKey struct{}

// tokenInfo hands the caller, who is known already, to the SDK: what runs in a
// session has nothing else of the request that it came with.
func tokenInfo(ctx context.Context, _ string, _ *http.Request) (*auth.TokenInfo, error) {
	who, ok := ctx.Value(callerKey{}).(caller)
	if !ok {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: string(who.principal.Agent.ID), Extra: map[string]any{"caller": who}}, nil
}

// callerOf is the caller of a request; nobody is granted anything.
func callerOf(req mcp.Request) caller {
	if extra := req.GetExtra(); extra != nil && extra.TokenInfo != nil {
		if who, ok := extra.TokenInfo.Extra["caller"].(caller); ok {
			return who
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	return caller{gone: gone}
}
