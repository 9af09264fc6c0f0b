package mcpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/wire"
)

// Locate finds the running Baton and the token to use. It is asked again for
// every call, so that a Baton that was started later, or again, is found.
type Locate func(context.Context) (baseURL, token string, err error)

// Bridge serves MCP on in and out, for clients that start a program, and passes
// every call on to the running Baton, until in ends or ctx does. While Baton
// does not run, tools are listed all the same and a call answers not_running, so
// that a client need not be started again afterwards.
func Bridge(ctx context.Context, in io.ReadCloser, out io.WriteCloser, version string, locate Locate) error {
	b := &bridge{locate: locate, version: version}
	s := newServer(version, b.call, b.lists)
	in, out = sieve(in, out)
	if err := s.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out}); ctx.Err() == nil {
		return err
	}
	return nil
}

type bridge struct {
	locate  Locate
	version string
}

// lists answers tools/list as Baton does, and by the registry alone while Baton
// can't be reached.
func (b *bridge) lists(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		list, ok := req.(*mcp.ListToolsRequest)
		if !ok || method != "tools/list" {
			return next(ctx, method, req)
		}
		up, err := b.connect(ctx, nil)
		if err != nil {
			return next(ctx, method, req)
		}
		defer func() { _ = up.Close() }()
		return up.ListTools(ctx, list.Params)
	}
}

// call passes one call on, with a connection of its own: when the client cancels
// it, the connection ends and Baton ends the call.
func (b *bridge) call(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := req.Params.GetProgressToken()
	up, err := b.connect(ctx, func(ctx context.Context, p *mcp.ProgressNotificationClientRequest) {
		p.Params.ProgressToken = token
		_ = req.Session.NotifyProgress(ctx, p.Params) // a client that is gone ends the call
	})
	if err != nil {
		return Refusal(err), nil
	}
	defer func() { _ = up.Close() }()
	params := &mcp.CallToolParams{Name: req.Params.Name, Arguments: req.Params.Arguments}
	if len(req.Params.Arguments) == 0 {
		params.Arguments = nil
	}
	if token != nil {
		params.SetProgressToken(token)
	}
	res, err := up.CallTool(ctx, params)
	if err != nil && ctx.Err() == nil {
		return Refusal(b.lost(ctx, err)), nil
	}
	return res, err
}

// connect opens a connection to the running Baton.
func (b *bridge) connect(ctx context.Context, progress func(context.Context, *mcp.ProgressNotificationClientRequest)) (*mcp.ClientSession, error) {
	base, token, err := b.locate(ctx)
	if err != nil {
		return nil, err
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "baton-mcp", Version: b.version}, &mcp.ClientOptions{ProgressNotificationHandler: progress})
	up, err := c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: base + "/mcp", MaxRetries: -1, DisableStandaloneSSE: true,
		MaxEventSize: -1, // pictures are large, and Baton is not a stranger
		HTTPClient:   &http.Client{Transport: bearer{token: token, next: &http.Transport{Proxy: nil, DisableKeepAlives: true}}},
	}, nil)
	if err != nil {
		return nil, b.lost(ctx, err)
	}
	return up, nil
}

func (b *bridge) lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fault.From(ctx.Err())
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused
	}
	return fault.Wrap(err, fault.NotRunning, "Baton did not answer").
		WithHint("start it with «baton» (with windows) or «baton serve» (without), and call again")
}

// bearer adds the token to every request, and turns a refusal of the whole
// request, such as one of an unknown token, into its fault.
type bearer struct {
	token string
	next  http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	res, err := b.next.RoundTrip(r)
	if err != nil || res.Header.Get("Content-Type") != problemType {
		return res, err
	}
	defer func() { _ = res.Body.Close() }()
	var p wire.Problem
	if err := json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&p); err != nil {
		return nil, err
	}
	return nil, p.Fault()
}
