package mcpapi

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// bridged starts a bridge and gives a client at its other end. The bridge must
// end with its input.
func bridged(t *testing.T, o *mcp.ClientOptions, locate Locate) *mcp.ClientSession {
	t.Helper()
	in, toBridge := io.Pipe()
	fromBridge, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Bridge(context.WithoutCancel(t.Context()), in, out, "1.2.3", locate) }()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(),
		&mcp.IOTransport{Reader: fromBridge, Writer: toBridge}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		if err := <-done; err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("the bridge ended with %v", err)
		}
	})
	return s
}

func TestBridgeRecoversWhenBatonComesUp(t *testing.T) {
	b := newBaton(t)
	token := b.agent(t, nil)
	var up atomic.Bool
	s := bridged(t, nil, func(context.Context) (string, string, error) {
		if up.Load() {
			return strings.TrimSuffix(b.url, "/mcp"), token, nil
		}
		return "", "", fault.New(fault.NotRunning, "Baton is not running").WithHint("start it")
	})
	if got := names(t, s); len(got) != len(tools()) {
		t.Errorf("while Baton is away these are listed: %v", got)
	}
	var r refused
	if res := call(t, s, "browser_snapshot", nil, &r); !res.IsError || r.Code != fault.NotRunning || r.Hint != "start it" {
		t.Errorf("while Baton is away: %+v", r)
	}
	up.Store(true)
	if res := call(t, s, "browser_snapshot", nil, &r); !res.IsError || r.Code != fault.NoSession {
		t.Errorf("when it is back: %+v", r)
	}
	var asked ops.Asked
	if res := call(t, s, "request_browser_signin", map[string]any{"task": "code"}, &asked); res.IsError || asked.RequestID == "" {
		t.Errorf("got %+v", asked)
	}
	if res := call(t, s, "browser_get_state", map[string]any{"nonsense": 1}, &r); !res.IsError || r.Code != fault.InvalidInput || r.Details["field"] != "nonsense" {
		t.Errorf("an alias with a bad field: %+v", r)
	}
	b.server.Close()
	if res := call(t, s, "browser_snapshot", nil, &r); !res.IsError || r.Code != fault.NotRunning {
		t.Errorf("when it is gone again: %+v", r)
	}
}

func TestBridgeListsWhatTheAgentIsOffered(t *testing.T) {
	b := newBaton(t)
	token := b.agent(t, func(a *agent.Agent) { a.NoEvaluate = true })
	s := bridged(t, nil, func(context.Context) (string, string, error) { return b.url, token, nil })
	if got := names(t, s); len(got) != len(tools())-1 || slices.Contains(got, "browser_evaluate") {
		t.Errorf("listed %v", got)
	}
	wrong := bridged(t, nil, func(context.Context) (string, string, error) { return b.url, "bat_wrong", nil })
	var r refused
	if res := call(t, wrong, "browser_snapshot", nil, &r); !res.IsError || r.Code != fault.Unauthenticated {
		t.Errorf("with a wrong token: %+v", r)
	}
}

func TestBridgePassesProgressOn(t *testing.T) {
	b := newBaton(t)
	token := b.agent(t, nil)
	res, err := waiting(t, b, func(o *mcp.ClientOptions) *mcp.ClientSession {
		return bridged(t, o, func(context.Context) (string, string, error) { return b.url, token, nil })
	})
	if err != nil || res.IsError || !strings.Contains(words(res), "The user is done") {
		t.Errorf("got %v %+v", err, res)
	}
}
