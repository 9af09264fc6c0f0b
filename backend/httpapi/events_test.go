package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/wire"
)

// listener is an open event stream.
type listener struct {
	t    *testing.T
	body io.Closer
	in   *bufio.Reader
}

// heard is one event as it stands on the wire.
type heard struct {
	ID   string
	Type string
	Data struct {
		Seq  uint64          `json:"seq"`
		Type wire.EventType  `json:"type"`
		Data json.RawMessage `json:"data"`
	}
}

// listen opens the event stream; last is the Last-Event-ID, "" for none. The
// stream stands when it returns: its first line has come.
func (b *baton) listen(token, last string) *listener {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), 20*time.Second)
	b.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.addr+"/api/events", nil)
	must(b.t, err)
	req.Header.Set("Authorization", "Bearer "+token)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := b.client.Do(req)
	must(b.t, err)
	l := &listener{t: b.t, body: res.Body, in: bufio.NewReader(res.Body)}
	b.t.Cleanup(l.close)
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		b.t.Fatalf("got %d %s", res.StatusCode, kind)
	}
	if line, err := l.in.ReadString('\n'); err != nil || line != ": baton\n" {
		b.t.Fatalf("the first line is %q, %v", line, err)
	}
	return l
}

func (l *listener) close() { _ = l.body.Close() }

// next waits for the next event; ok is false when the stream ended.
func (l *listener) next() (e heard, ok bool) {
	l.t.Helper()
	for {
		line, err := l.in.ReadString('\n')
		if err != nil {
			return e, false
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			e.ID = value
		case "event":
			e.Type = value
		case "data":
			must(l.t, json.Unmarshal([]byte(value), &e.Data))
		case "":
			if e.ID == "" {
				continue // after a comment
			}
			if e.ID != strconv.FormatUint(e.Data.Seq, 10) || e.Type != string(e.Data.Type) {
				l.t.Fatalf("the event %+v says two things", e)
			}
			return e, true
		}
	}
}

func (l *listener) want(types ...wire.EventType) (last heard) {
	l.t.Helper()
	for _, want := range types {
		e, ok := l.next()
		if !ok || e.Type != string(want) {
			l.t.Fatalf("got %q, open %v; want %s", e.Type, ok, want)
		}
		last = e
	}
	return last
}

func TestEventsAreReplayed(t *testing.T) {
	b := newBaton(t)
	l := b.listen(b.full, "")
	b.agent(b.full, "one")
	seen := l.want(wire.AgentsChanged)
	l.close()
	b.call(b.full, "profiles_create", ops.ProfileNew{Name: "Work", Consent: true}, nil)
	b.call(b.full, "settings_set", map[string]any{"theme": "dark"}, nil)
	again := b.listen(b.full, seen.ID)
	again.want(wire.ProfilesChanged)
	last := again.want(wire.SettingsChanged)
	var set struct{ Theme string }
	must(t, json.Unmarshal(last.Data.Data, &set))
	if set.Theme != "dark" {
		t.Errorf("the event says %s", last.Data.Data)
	}
}

// Events that are lost are said to be lost, and the stream goes on from there.
func TestLostEventsAreSaid(t *testing.T) {
	b := newBaton(t)
	l := b.listen(b.full, "")
	b.agent(b.full, "one")
	seen := l.want(wire.AgentsChanged)
	for range event.Replay + 1 {
		b.app.Bus.Publish(ident.Local, wire.ProfilesChanged, nil)
	}
	for _, last := range []string{seen.ID, "1", "18446744073709551615"} {
		l := b.listen(b.full, last)
		l.want(wire.Resync)
		b.app.Bus.Publish(ident.Local, wire.AgentsChanged, nil)
		l.want(wire.AgentsChanged)
	}
	for _, nonsense := range []string{"x", "-1", "1e3"} { // starts anew
		l := b.listen(b.full, nonsense)
		b.app.Bus.Publish(ident.Local, wire.AgentsChanged, nil)
		l.want(wire.AgentsChanged)
	}
}

// An agent sees its own session and requests, and nothing of anybody else.
func TestAgentSeesItsOwn(t *testing.T) {
	b := newBaton(t)
	one, two := b.agent(b.full, "one"), b.agent(b.full, "two")
	stranger := b.agent(b.tokens.Mint("someone", grant.Full), "stranger")
	l := b.listen(one.Token, "")
	b.opened(stranger)
	s := b.opened(two)
	b.call(two.Token, "request_browser_signin", ops.AskIn{}, nil)
	b.call(b.full, "control_take", ops.TakeIn{SessionID: s.ID, Viewer: "view_abcdefgh"}, nil)
	b.call(b.full, "settings_set", map[string]any{"theme": "dark"}, nil)
	var asked ops.Asked
	b.call(one.Token, "request_browser_signin", ops.AskIn{}, &asked)
	first := l.want(wire.RequestChanged)
	if !strings.Contains(string(first.Data.Data), string(asked.RequestID)) {
		t.Fatalf("the first event is %s", first.Data.Data)
	}
	mine := b.opened(one)
	next := l.want(wire.SessionChanged)
	var v wire.Session
	must(t, json.Unmarshal(next.Data.Data, &v))
	if v.ID != mine.ID {
		t.Errorf("the agent sees session %s", v.ID)
	}
}

// The command line is told nothing of what happens in a browser.
func TestCommandLineSeesNoEvents(t *testing.T) {
	b := newBaton(t)
	l := b.listen(b.setup, "")
	b.opened(b.agent(b.full, "one"))
	b.app.Bus.Close()
	if e, ok := l.next(); ok {
		t.Fatalf("got %+v", e)
	}
}

// One who does not read is dropped; nobody waits for it.
func TestClosedBusEndsTheStream(t *testing.T) {
	b := newBaton(t)
	l := b.listen(b.full, "")
	b.app.Bus.Publish(ident.Local, wire.AgentsChanged, nil)
	b.app.Bus.Close()
	l.want(wire.AgentsChanged)
	if e, ok := l.next(); ok {
		t.Fatalf("got %+v", e)
	}
}
