package httpapi

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/live"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// Limits of a live stream.
const (
	authTime    = 10 * time.Second
	writeTime   = 10 * time.Second
	pingEvery   = 5 * time.Second
	maxMessage  = 512 << 10
	maxPending  = 64   // batches of input that wait for the page
	maxPicture  = 4096 // device pixels of a viewer's picture
	minPicture  = 16
	closeRefuse = websocket.StatusCode(4401)
)

// stream is the live view of one session: pictures down, input up. The wall has
// checked the Origin already.
func (s *server) stream(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(maxMessage)
	v, done, err := s.admitViewer(r.Context(), ws)
	if err != nil {
		sendOff(r.Context(), ws, err)
		return
	}
	defer done()
	v.run(r.Context())
}

// sendOff tells a viewer why the stream ends, and ends it.
func sendOff(ctx context.Context, ws *websocket.Conn, err error) {
	p := wire.ProblemOf(err)
	_ = send(ctx, ws, wire.ServerMessage{Type: "fault", Problem: &p})
	_ = ws.Close(closeRefuse, p.Code)
}

// viewer is one connected live view.
type viewer struct {
	srv     *server
	ws      *websocket.Conn
	hello   wire.ClientMessage
	who     grant.Principal
	held    context.Context // ends when the viewer's token is taken back
	session *session.Session
	watch   *live.Watcher
	slots   chan struct{}  // one for each batch of input that waits for the page
	inputs  sync.WaitGroup // and who tells of it
}

// admitViewer reads the first message: only the owner watches (V6).
func (s *server) admitViewer(ctx context.Context, ws *websocket.Conn) (*viewer, func(), error) {
	first, cancel := context.WithTimeout(ctx, authTime)
	defer cancel()
	var hello wire.ClientMessage
	if err := wsjson.Read(first, ws, &hello); err != nil || hello.Type != "auth" {
		return nil, nil, unauthenticated()
	}
	held, p, done, err := s.Tokens.Admit(ctx, hello.Token)
	if err != nil {
		return nil, nil, s.tells(err)
	}
	hello.Token = ""
	v := &viewer{srv: s, ws: ws, hello: hello, who: p, held: held, slots: make(chan struct{}, maxPending)}
	if err := v.mayWatch(); err != nil {
		done()
		return nil, nil, err
	}
	return v, done, nil
}

func (v *viewer) mayWatch() (err error) {
	if v.who.Kind != grant.KindOwner || v.who.Scope != grant.Full {
		return fault.New(fault.NotGranted, "only the owner watches a browser, in Baton's windows")
	}
	if !v.hello.Viewer.Valid() {
		return fault.New(fault.InvalidInput, "viewer must have 8 to 64 printable characters").With("field", "viewer")
	}
	v.session, err = v.srv.Sessions.Get(v.who.Owner, v.hello.Session)
	return err
}

// run serves the viewer until one side ends it; all its goroutines are joined.
func (v *viewer) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	sub := v.srv.Bus.Subscribe(v.who.Owner, 0)
	v.watch = v.session.Hub.Watch(picture(v.hello.Width), picture(v.hello.Height))
	v.session.Attach(v.hello.Viewer)
	done := make(chan struct{}, 4)
	parts := []func(context.Context){
		v.tokenEnds,
		v.pictures,
		func(ctx context.Context) { v.changes(ctx, sub.C) },
		v.pings,
	}
	for _, part := range parts {
		go func() {
			part(ctx)
			done <- struct{}{}
		}()
	}
	v.read(ctx)
	cancel()
	v.watch.Close()
	sub.Close()
	for range parts {
		<-done
	}
	v.inputs.Wait()
	v.session.Detach(v.hello.Viewer)
}

// tokenEnds sends the viewer off when its token is taken back.
func (v *viewer) tokenEnds(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-v.held.Done():
		if err := ended(v.held); err != nil {
			sendOff(ctx, v.ws, err)
			_ = v.ws.CloseNow() // also of one that does not answer
		}
	}
}

// pings notices a viewer that vanished, so that control comes back (T6).
func (v *viewer) pings(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			ping, cancel := context.WithTimeout(ctx, writeTime)
			err := v.ws.Ping(ping)
			cancel()
			if err != nil {
				_ = v.ws.CloseNow()
				return
			}
		}
	}
}

// changes sends the session's view now and whenever it changes.
func (v *viewer) changes(ctx context.Context, events <-chan wire.Event) {
	view := v.session.View()
	if send(ctx, v.ws, wire.ServerMessage{Type: "session", Session: &view}) != nil {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				_ = v.ws.Close(websocket.StatusTryAgainLater, "resync")
				return
			}
			changed, is := e.Data.(wire.Session)
			if !is || changed.ID != v.session.ID || changed.AsOf.Before(view.AsOf) {
				continue // of another session, or older than what was sent first
			}
			if send(ctx, v.ws, wire.ServerMessage{Type: "session", Session: &changed}) != nil {
				return
			}
		}
	}
}

// pictures sends frames as the viewer has room for them.
func (v *viewer) pictures(ctx context.Context) {
	for {
		p, err := v.watch.Next(ctx)
		if err != nil {
			return
		}
		message, err := frameMessage(v.session, p)
		if err != nil {
			v.srv.Log.Error("a frame could not be sent", "err", err)
			return
		}
		write, cancel := context.WithTimeout(ctx, writeTime)
		err = v.ws.Write(write, websocket.MessageBinary, message)
		cancel()
		if err != nil {
			return
		}
	}
}

// frameMessage is two bytes of length, the header as JSON, and the JPEG.
func frameMessage(s *session.Session, p live.Picture) ([]byte, error) {
	header, err := json.Marshal(wire.FrameHeader{
		Session: s.ID, Tab: p.Tab, Frame: p.Number, Width: p.Width, Height: p.Height, Scale: p.Scale, At: p.At.UnixMilli(),
	})
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, 2+len(header)+len(p.JPEG))
	out = binary.BigEndian.AppendUint16(out, uint16(len(header))) //nolint:gosec // about 150 bytes
	out = append(out, header...)
	return append(out, p.JPEG...), nil
}

// read takes the viewer's messages until it goes.
func (v *viewer) read(ctx context.Context) {
	for {
		var m wire.ClientMessage
		if err := wsjson.Read(ctx, v.ws, &m); err != nil {
			return
		}
		switch m.Type {
		case "ack":
			v.watch.Ack()
		case "view":
			v.watch.Resize(picture(m.Width), picture(m.Height))
		case "input":
			v.input(ctx, m)
		default:
			v.refuse(ctx, fault.New(fault.InvalidInput, "unknown message").WithHint("send ack, view or input"))
		}
	}
}

// input gives the session a batch, in the order in which it came, and tells when
// the page has it: what the viewer calls then, on another connection, comes after.
func (v *viewer) input(ctx context.Context, m wire.ClientMessage) {
	select {
	case v.slots <- struct{}{}:
	default:
		v.refuse(ctx, fault.New(fault.LimitReached, "the page does not take input fast enough"))
		v.taken(ctx, m)
		return
	}
	applied, err := v.session.Accept(v.hello.Viewer, m.Epoch, m.Events)
	v.inputs.Go(func() {
		defer func() { <-v.slots }()
		if err == nil {
			err = applied(ctx)
		}
		if err != nil && ctx.Err() == nil {
			v.refuse(ctx, err)
		}
		v.taken(ctx, m)
	})
}

func (v *viewer) taken(ctx context.Context, m wire.ClientMessage) {
	if m.Number != 0 {
		_ = send(ctx, v.ws, wire.ServerMessage{Type: "taken", Number: m.Number})
	}
}

func (v *viewer) refuse(ctx context.Context, err error) {
	p := wire.ProblemOf(err)
	_ = send(ctx, v.ws, wire.ServerMessage{Type: "fault", Problem: &p})
}

func send(ctx context.Context, ws *websocket.Conn, m wire.ServerMessage) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return wsjson.Write(ctx, ws, m)
}

// picture keeps a viewer's size within what makes sense; 0 is «as it is».
func picture(pixels int) int {
	if pixels <= 0 {
		return 0
	}
	return min(max(pixels, minPicture), maxPicture)
}
