package httpapi_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

const viewer = ident.Viewer("view_abcdefghijklmnop")

// window is a connected live view.
type window struct {
	t     *testing.T
	ws    *websocket.Conn
	ctx   context.Context
	drawn [][]byte // pictures that came while text was waited for
}

func (b *baton) dial() *window {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), 20*time.Second)
	b.t.Cleanup(cancel)
	ws, res, err := websocket.Dial(ctx, "ws://"+b.addr+"/api/browser-profiles/agent-session/stream", &websocket.DialOptions{
		HTTPClient: b.client, HTTPHeader: http.Header{"Origin": {"http://" + b.addr}},
	})
	must(b.t, err)
	if res.Body != nil {
		_ = res.Body.Close()
	}
	ws.SetReadLimit(1 << 20)
	w := &window{t: b.t, ws: ws, ctx: ctx}
	b.t.Cleanup(func() { _ = ws.CloseNow() })
	return w
}

// watch is a window that is admitted.
func (b *baton) watch(s *session.Session, v ident.Viewer) *window {
	b.t.Helper()
	w := b.dial()
	w.send(wire.ClientMessage{Type: "auth", Token: b.full, Session: s.ID, Viewer: v, Width: 640, Height: 360})
	w.session(func(v wire.Session) bool { return v.ID == s.ID })
	return w
}

func (w *window) send(m wire.ClientMessage) {
	w.t.Helper()
	raw, err := json.Marshal(m)
	must(w.t, err)
	must(w.t, w.ws.Write(w.ctx, websocket.MessageText, raw))
}

// text gives the next text message that fits.
func (w *window) text(fits func(wire.ServerMessage) bool) wire.ServerMessage {
	w.t.Helper()
	for {
		kind, raw, err := w.ws.Read(w.ctx)
		must(w.t, err)
		if kind == websocket.MessageBinary {
			w.drawn = append(w.drawn, raw)
			continue
		}
		var m wire.ServerMessage
		must(w.t, json.Unmarshal(raw, &m))
		if fits(m) {
			return m
		}
	}
}

func (w *window) session(fits func(wire.Session) bool) wire.Session {
	w.t.Helper()
	return *w.text(func(m wire.ServerMessage) bool { return m.Session != nil && fits(*m.Session) }).Session
}

func (w *window) fault(want fault.Code) {
	w.t.Helper()
	m := w.text(func(m wire.ServerMessage) bool { return m.Problem != nil })
	if m.Problem.Code != string(want) || m.Problem.Detail == "" {
		w.t.Fatalf("got %+v, want %s", m.Problem, want)
	}
}

// picture gives the next picture and its header.
func (w *window) picture() (h wire.FrameHeader, jpeg string) {
	w.t.Helper()
	for len(w.drawn) == 0 {
		kind, raw, err := w.ws.Read(w.ctx)
		must(w.t, err)
		if kind == websocket.MessageBinary {
			w.drawn = append(w.drawn, raw)
		}
	}
	raw := w.drawn[0]
	w.drawn = w.drawn[1:]
	n := int(binary.BigEndian.Uint16(raw))
	must(w.t, json.Unmarshal(raw[2:2+n], &h))
	return h, string(raw[2+n:])
}

// closed waits for the end and gives the code with which the server closed.
func (w *window) closed() websocket.StatusCode {
	w.t.Helper()
	for {
		_, raw, err := w.ws.Read(w.ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		if strings.Contains(string(raw), `"type":"session"`) {
			w.t.Fatalf("a refused viewer got %s", raw)
		}
	}
}

func TestRefusedViewers(t *testing.T) {
	b := newBaton(t)
	a := b.agent(b.full, "one")
	s := b.opened(a)
	theirs := b.opened(b.agent(b.tokens.Mint("someone", grant.Full), "stranger"))
	auth := func(token string, id ident.Session, v ident.Viewer) string {
		return fmt.Sprintf(`{"type": "auth", "token": %q, "session_id": %q, "viewer": %q}`, token, id, v)
	}
	for _, row := range []struct {
		name, first string
		want        fault.Code // "" when the message is none at all
	}{
		{"not JSON", `hello`, ""},
		{"another message", `{"type": "ack", "frame": 1}`, fault.Unauthenticated},
		{"input before anything", `{"type": "input", "epoch": 1, "events": []}`, fault.Unauthenticated},
		{"no token", auth("", s.ID, viewer), fault.Unauthenticated},
		{"an unknown token", auth("own_unknown", s.ID, viewer), fault.Unauthenticated},
		{"an agent's token", auth(a.Token, s.ID, viewer), fault.NotGranted},
		{"the command line's token", auth(b.setup, s.ID, viewer), fault.NotGranted},
		{"an unknown session", auth(b.full, "sess_none", viewer), fault.NotFound},
		{"another owner's session", auth(b.full, theirs.ID, viewer), fault.NotFound},
		{"no viewer", auth(b.full, s.ID, ""), fault.InvalidInput},
		{"a long viewer", auth(b.full, s.ID, ident.Viewer(strings.Repeat("v", 1000))), fault.InvalidInput},
	} {
		t.Run(row.name, func(t *testing.T) {
			b.t = t
			w := b.dial()
			must(t, w.ws.Write(w.ctx, websocket.MessageText, []byte(row.first)))
			if row.want != "" {
				w.fault(row.want)
				if code := w.closed(); code != 4401 {
					t.Errorf("closed with %d", code)
				}
			} else if code := w.closed(); code == websocket.StatusNormalClosure {
				t.Errorf("closed with %d", code)
			}
		})
	}
	b.t = t
	if s.Hub.Watched() || theirs.Hub.Watched() {
		t.Error("a refused viewer watches")
	}
}

func TestWatch(t *testing.T) {
	b := newBaton(t)
	s := b.opened(b.agent(b.full, "one"))
	w := b.watch(s, viewer)
	h, jpeg := w.picture()
	if h.Session != s.ID || h.Width != 1280 || h.Height != 720 || h.Frame == 0 || h.At == 0 || jpeg == "" {
		t.Errorf("got %+v with %q", h, jpeg)
	}
	w.send(wire.ClientMessage{Type: "nonsense"})
	w.fault(fault.InvalidInput)
	w.send(wire.ClientMessage{Type: "input", Epoch: 1, Events: nil})
	w.fault(fault.NotInControl)
	if v := s.View(); v.Phase != wire.Live {
		t.Errorf("the session is %s", v.Phase)
	}
}

// The person takes over, presses a key and vanishes: everything is let go and
// the agent drives again.
func TestDriveAndVanish(t *testing.T) {
	b := newBaton(t)
	s := b.opened(b.agent(b.full, "one"))
	w := b.watch(s, viewer)
	var v wire.Session
	b.call(b.full, "control_take", ops.TakeIn{SessionID: s.ID, Viewer: viewer}, &v)
	w.session(func(now wire.Session) bool { return now.Holder == viewer && now.Epoch == v.Epoch })
	key := `{"type": "input", "epoch": %d, "events": [{"kind": "keydown", "key": "Shift"}]}`
	must(t, w.ws.Write(w.ctx, websocket.MessageText, fmt.Appendf(nil, key, v.Epoch-1)))
	w.fault(fault.NotInControl)
	must(t, w.ws.Write(w.ctx, websocket.MessageText, fmt.Appendf(nil, `{"type": "input", "epoch": %d, "events": [{"kind": "keydown"}]}`, v.Epoch)))
	w.fault(fault.InvalidInput)
	must(t, w.ws.Write(w.ctx, websocket.MessageText, fmt.Appendf(nil, key, v.Epoch)))
	w.send(wire.ClientMessage{Type: "nonsense"}) // answered after the key was taken in
	w.fault(fault.InvalidInput)

	other := b.watch(s, "view_of_another_one")
	must(t, w.ws.CloseNow())
	other.session(func(now wire.Session) bool { return now.Controller == wire.AgentDrives && now.Epoch == v.Epoch+1 })
	acts := b.rack.Last().Acts()
	if i := slices.Index(acts, "input keydown Shift"); i < 0 || !slices.Contains(acts[i:], "release") {
		t.Errorf("got %q", acts)
	}
	if down := b.rack.Last().Pressed(); len(down) > 0 {
		t.Errorf("pressed: %q", down)
	}
}

// A window that opens after the end still shows the last picture and why.
func TestEndedSessionIsShown(t *testing.T) {
	b := newBaton(t)
	s := b.opened(b.agent(b.full, "one"))
	open := b.watch(s, viewer)
	b.call(b.full, "session_close", ops.SessionRef{SessionID: s.ID}, nil)
	if v := open.session(func(v wire.Session) bool { return v.Phase == wire.Ended }); v.End.Reason != wire.ReasonByUser {
		t.Errorf("ended with %+v", v.End)
	}
	late := b.dial()
	late.send(wire.ClientMessage{Type: "auth", Token: b.full, Session: s.ID, Viewer: "view_that_is_late"})
	late.session(func(v wire.Session) bool { return v.Phase == wire.Ended && v.End.Reason == wire.ReasonByUser })
	if h, jpeg := late.picture(); h.Session != s.ID || jpeg == "" {
		t.Errorf("got %+v with %q", h, jpeg)
	}
}

// At most two pictures are on their way to a window that does not draw.
func TestPicturesWaitForTheWindow(t *testing.T) {
	b := newBaton(t)
	s := b.opened(b.agent(b.full, "one"))
	w := b.watch(s, viewer)
	first, _ := w.picture()
	for i := range 5 {
		b.rack.Last().Draw(fmt.Sprintf("picture %d", i), nil)
	}
	second, _ := w.picture()
	b.rack.Last().Draw("the newest", nil)
	w.send(wire.ClientMessage{Type: "ack", Frame: first.Frame})
	third, jpeg := w.picture()
	if jpeg != "the newest" || third.Frame <= second.Frame || second.Frame <= first.Frame {
		t.Errorf("got picture %d, %d and %d, which is %q", first.Frame, second.Frame, third.Frame, jpeg)
	}
}
