//go:build e2e && linux

package e2e_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/wire"
)

// socket is the connection of a viewer, and what came over it.
type socket struct {
	t    *testing.T
	ctx  context.Context
	end  context.CancelFunc
	ws   *websocket.Conn
	came chan shown
}

// dial connects; on gets each message with the time it came. What the viewer
// does not take is dropped, as by a window that cannot keep up.
func dial(t *testing.T, url, origin string, came chan shown) *socket {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	o := &websocket.DialOptions{CompressionMode: websocket.CompressionDisabled}
	if origin != "" {
		o.HTTPHeader = http.Header{"Origin": {origin}}
	}
	ws, res, err := websocket.Dial(ctx, url, o)
	if err != nil {
		t.Fatal(err)
	}
	if res.Body != nil {
		_ = res.Body.Close()
	}
	ws.SetReadLimit(1 << 28)
	s := &socket{t: t, ctx: ctx, end: cancel, ws: ws, came: came}
	t.Cleanup(s.close)
	return s
}

func (s *socket) close() { _ = s.ws.CloseNow(); s.end() }

func (s *socket) listen(on func(kind websocket.MessageType, raw []byte, at time.Time)) {
	go func() {
		for {
			kind, raw, err := s.ws.Read(s.ctx)
			if err != nil {
				return
			}
			on(kind, raw, time.Now())
		}
	}()
}

func (s *socket) send(m any) {
	raw, err := json.Marshal(m)
	if err == nil {
		err = s.ws.Write(s.ctx, websocket.MessageText, raw)
	}
	if err != nil && s.ctx.Err() == nil {
		s.t.Errorf("a viewer's message: %v", err)
	}
}

func (s *socket) picture(p shown) {
	select {
	case s.came <- p:
	default:
	}
}

func newPictures() chan shown { return make(chan shown, 4096) }

// oursView is a viewer of Baton.
type oursView struct {
	t      *testing.T
	b      *baton
	agent  *tools
	token  string
	owner  *client.Client
	viewer ident.Viewer
	delay  time.Duration // how long it takes to draw a picture
	s      *socket
	came   chan shown
	epoch  uint64 // of control, 0 while the agent drives
}

func newOurs(t *testing.T) *oursView {
	b := start(t, nil, t.TempDir(), "serve", "--owner-link", "--log-level", "warn")
	_, token := b.agent("Live")
	v := &oursView{t: t, b: b, agent: b.mcp(token), token: b.windowToken(), viewer: "view_of_the_figures", came: newPictures()}
	v.owner = client.New(b.url(), v.token)
	t.Cleanup(v.owner.Close)
	return v
}

func (v *oursView) session() ident.Session {
	var list struct{ Sessions []wire.Session }
	if err := v.owner.Call(v.t.Context(), "sessions_list", nil, &list); err != nil || len(list.Sessions) == 0 {
		v.t.Fatalf("sessions: %+v, %v", list, err)
	}
	return list.Sessions[0].ID
}

func (v *oursView) open(url string) {
	if v.epoch == 0 {
		v.agent.must("browser_navigate", map[string]any{"url": url})
		return
	}
	in := map[string]any{"session_id": v.session(), "viewer": v.viewer, "epoch": v.epoch, "url": url}
	if err := v.owner.Call(v.t.Context(), "live_navigate", in, nil); err != nil {
		v.t.Fatal(err)
	}
}

func (v *oursView) take() {
	var s wire.Session
	if err := v.owner.Call(v.t.Context(), "control_take", map[string]any{"session_id": v.session(), "viewer": v.viewer}, &s); err != nil {
		v.t.Fatal(err)
	}
	v.epoch = s.Epoch
}

func (v *oursView) press() {
	v.s.send(wire.ClientMessage{Type: "input", Epoch: v.epoch, Events: []input.Event{
		{Kind: input.PointerDown, X: 80, Y: 520, Button: "left", Clicks: 1}, {Kind: input.PointerUp, X: 80, Y: 520, Button: "left", Clicks: 1},
	}})
}

func (v *oursView) connect() {
	s := dial(v.t, "ws"+v.b.url()[4:]+"/api/browser-profiles/agent-session/stream", v.b.url(), v.came)
	s.send(wire.ClientMessage{Type: "auth", Token: v.token, Session: v.session(), Viewer: v.viewer, Width: 1280, Height: 720})
	v.s = s
	s.listen(func(kind websocket.MessageType, raw []byte, at time.Time) {
		if kind != websocket.MessageBinary {
			return
		}
		n := 2 + int(binary.BigEndian.Uint16(raw))
		var h wire.FrameHeader
		if err := json.Unmarshal(raw[2:n], &h); err != nil {
			v.t.Errorf("a picture's header: %v", err)
			return
		}
		s.picture(shown{at: at, jpeg: raw[n:], frame: h.Frame})
		if v.delay > 0 {
			time.Sleep(v.delay)
		}
		s.send(wire.ClientMessage{Type: "ack", Frame: h.Frame})
	})
}

// another is one more viewer of the same browser.
func (v *oursView) another(delay time.Duration) *oursView {
	w := *v
	w.viewer, w.delay, w.came = v.viewer+"_"+ident.Viewer(delay.String()), delay, newPictures()
	w.connect()
	return &w
}

func (v *oursView) leave()                    { v.s.close() }
func (v *oursView) pictures() <-chan shown    { return v.came }
func (v *oursView) used() (driver, below int) { return used(v.b.cmd.Process.Pid) }
