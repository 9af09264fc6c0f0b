// Package client is the typed way into a running Baton, used by the command
// line, the tray, the windows and the bridge for MCP over stdio. It knows the
// wire types alone and never the engine.
//
// Guarantees: every error is a *fault.Error; the token travels in the
// Authorization header only and is in no error text; redirects are not
// followed and no proxy is used, so that it can't be led elsewhere. A Client has
// no state besides its connections and may be used by several goroutines.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/wire"
)

// maxAnswer is the longest answer that is read: a full-page picture as base64
// is the largest thing Baton sends.
const maxAnswer = 256 << 20

// Client speaks to one Baton with one token.
type Client struct {
	base  string
	token string
	http  *http.Client
}

// New makes a client for the API at baseURL, such as http://127.0.0.1:4786.
// Without a token only Health works.
func New(baseURL, token string) *Client {
	return &Client{
		base: strings.TrimRight(baseURL, "/"), token: token,
		http: &http.Client{
			Transport:     &http.Transport{Proxy: nil},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Close lets go of idle connections. The client can still be used afterwards.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Call runs an operation. In is marshalled as its input (nil is an empty one),
// the answer is read into out, which may be nil.
func (c *Client) Call(ctx context.Context, name string, in, out any) error {
	body, err := c.post(ctx, name, in, "application/json")
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal(body, out); err != nil {
		return fault.Wrap(err, fault.Internal, "the answer of %s can't be read", name).WithHint("%s", versionHint)
	}
	return nil
}

// Text runs an operation and gives its answer in the form for people and models.
func (c *Client) Text(ctx context.Context, name string, in any) (string, error) {
	body, err := c.post(ctx, name, in, "text/plain")
	return string(body), err
}

// Health is what GET /healthz says.
type Health struct {
	Status  string `json:"status"`
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Health asks whether Baton answers at the address. A program that is not Baton
// gives a fault.
func (c *Client) Health(ctx context.Context) (Health, error) {
	var h Health
	body, err := c.do(ctx, http.MethodGet, "/healthz", nil, "application/json")
	if err != nil {
		return h, err
	}
	if json.Unmarshal(body, &h) != nil || h.Name != "baton" {
		return h, fault.New(fault.NotRunning, "what answers at %s is not Baton", c.base).
			WithHint("another program uses the port; choose another with --port")
	}
	return h, nil
}

const versionHint = "the running Baton may be of another version; quit it and start it again"

func (c *Client) post(ctx context.Context, name string, in any, accept string) ([]byte, error) {
	if in == nil {
		in = struct{}{}
	}
	body, err := json.Marshal(in)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the input of %s is not JSON", name)
	}
	return c.do(ctx, http.MethodPost, "/api/tools/"+name, body, accept)
}

func (c *Client) request(ctx context.Context, method, path string, body []byte, accept string) (*http.Response, error) {
	var r io.Reader
	if body != nil {
		r = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, r)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "%q is not an address of Baton", c.base)
	}
	req.Header.Set("Accept", accept)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	return c.http.Do(req)
}

func (c *Client) do(ctx context.Context, method, path string, body []byte, accept string) ([]byte, error) {
	res, err := c.request(ctx, method, path, body, accept)
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusNoContent {
		return nil, refusal(res.StatusCode, answer)
	}
	return answer, nil
}

// unreachable tells a call that ended with its context from a Baton that is gone.
func (c *Client) unreachable(ctx context.Context, err error) error {
	if fe, ok := errors.AsType[*fault.Error](err); ok {
		return fe
	}
	if ctx.Err() != nil {
		return fault.From(ctx.Err())
	}
	return fault.Wrap(err, fault.NotRunning, "Baton does not answer at %s", c.base).
		WithHint("start it with «baton» (with windows) or «baton serve» (without)")
}

// refusal reads a problem. What is not one comes from another program.
func refusal(status int, body []byte) error {
	var p wire.Problem
	if err := json.Unmarshal(body, &p); err != nil || p.Code == "" {
		return fault.New(fault.Internal, "the answer was HTTP %d without a reason", status).WithHint("%s", versionHint)
	}
	return p.Fault()
}

// String names the address, and nothing secret.
func (c *Client) String() string { return fmt.Sprintf("baton at %s", c.base) }

// GoString keeps the token out of %#v.
func (c *Client) GoString() string { return c.String() }
