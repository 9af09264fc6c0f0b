package httpapi_test

import (
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/httpapi"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

// slowed wants the refusal of one who is too fast, with the time to wait and what
// to do.
func slowed(t *testing.T, got answer) {
	t.Helper()
	after, err := strconv.Atoi(got.header.Get("Retry-After"))
	if got.status != http.StatusTooManyRequests || got.code != fault.RateLimited || err != nil || after < 1 || !strings.Contains(got.body, `"hint":"`) {
		t.Errorf("got %d %s, Retry-After %q", got.status, got.body, got.header.Get("Retry-After"))
	}
}

// Each token has its own measure; what goes beyond it is refused before it is
// looked at, and changes nothing.
func TestTokensHaveTheirMeasure(t *testing.T) {
	b := newBaton(t, func(l *httpapi.Limits) { l.Calls, l.Burst = 1.0/3600, 5 })
	list := try{method: "GET", path: "/api/agents", token: b.full}
	for range 5 {
		if got := b.do(list); got.status != http.StatusOK {
			t.Fatalf("within the measure: %d %s", got.status, got.body)
		}
	}
	before := b.everything()
	create := try{method: "POST", path: "/api/agents", body: `{"name": "one too many"}`, token: b.full}
	slowed(t, b.do(create))
	slowed(t, b.do(try{method: "POST", path: "/mcp", body: `{}`, token: b.full}))
	slowed(t, b.do(try{method: "GET", path: "/api/events", token: b.full}))
	if b.everything() != before || b.mcp.Load() != 0 {
		t.Error("a refused request did something")
	}
	w := b.dial()
	w.send(wire.ClientMessage{Type: "auth", Token: b.full, Session: "sess_none", Viewer: viewer})
	w.fault(fault.RateLimited)
	list.token = b.setup
	if got := b.do(list); got.status != http.StatusOK {
		t.Errorf("another token: %d %s", got.status, got.body)
	}
}

// Those who are not known share one measure, which does not touch those who are.
func TestUnknownCallersShareAMeasure(t *testing.T) {
	b := newBaton(t, func(l *httpapi.Limits) { l.Refusals, l.Spare = 1.0/3600, 4 })
	for i, x := range []try{
		{method: "GET", path: "/api/agents"},
		{method: "GET", path: "/", host: "evil.test"},
		{method: "POST", path: "/api/owner-link", body: `{"code": "none"}`},
		{method: "POST", path: "/api/tools/status", body: `{}`, header: http.Header{"Content-Type": {"text/plain"}}},
	} {
		if got := b.do(x); got.status == http.StatusTooManyRequests {
			t.Fatalf("request %d: %d %s", i, got.status, got.body)
		}
	}
	for _, x := range []try{
		{method: "GET", path: "/api/agents"},
		{method: "POST", path: "/mcp", body: `{}`, token: "bat_wrong"},
		{method: "GET", path: "/", host: "evil.test"},
		{method: "GET", path: "/api/events", header: http.Header{"Origin": {"null"}}},
		{method: "POST", path: "/api/owner-link", body: `{"code": "none"}`},
		{method: "POST", path: "/api/tools/status", body: `{}`, token: b.full, header: http.Header{"Content-Type": {"text/plain"}}},
	} {
		slowed(t, b.do(x))
	}
	w := b.dial()
	w.send(wire.ClientMessage{Type: "auth", Token: "own_wrong", Session: "sess_none", Viewer: viewer})
	w.fault(fault.RateLimited)
	code, _ := b.tokens.Link(ident.Local)
	for _, x := range []try{
		{method: "GET", path: "/api/agents", token: b.full},
		{method: "GET", path: "/healthz"},
		{method: "GET", path: "/"},
		{method: "POST", path: "/api/owner-link", body: `{"code": "` + code + `"}`},
	} {
		if got := b.do(x); got.status != http.StatusOK {
			t.Errorf("%s %s: %d %s", x.method, x.path, got.status, got.body)
		}
	}
}

// What one token has under way is bounded, streams among it; an end makes room.
func TestOpenRequestsAreCounted(t *testing.T) {
	b := newBaton(t, func(l *httpapi.Limits) { l.Open = 3 })
	first := b.listen(b.full, "")
	b.listen(b.full, "")
	b.listen(b.full, "")
	slowed(t, b.do(try{method: "GET", path: "/api/agents", token: b.full}))
	if got := b.do(try{method: "GET", path: "/api/agents", token: b.setup}); got.status != http.StatusOK {
		t.Errorf("another token: %d %s", got.status, got.body)
	}
	first.close()
	for limit := time.Now().Add(20 * time.Second); b.do(try{method: "GET", path: "/api/agents", token: b.full}).status != http.StatusOK; {
		if time.Now().After(limit) {
			t.Fatal("a stream that ended still counts")
		}
	}
}

// Bodies that are on their way have a bound together.
func TestBodiesShareTheirRoom(t *testing.T) {
	b := newBaton(t, func(l *httpapi.Limits) { l.Bodies = 1000 })
	part := "POST /api/agents HTTP/1.1\r\nHost: " + b.addr + "\r\nContent-Type: application/json\r\nContent-Length: 900\r\nAuthorization: Bearer " + b.full + "\r\n\r\n{"
	conn, err := net.Dial("tcp", b.addr)
	must(t, err)
	_, err = io.WriteString(conn, part)
	must(t, err)
	big := try{method: "POST", path: "/api/agents", body: `{"name": "` + strings.Repeat("x", 200) + `"}`, token: b.full}
	var got answer
	for limit := time.Now().Add(20 * time.Second); got.status != http.StatusTooManyRequests && time.Now().Before(limit); {
		got = b.do(big) // until the other one's head has come in
	}
	slowed(t, got)
	if got := b.do(try{method: "GET", path: "/api/agents", token: b.full}); got.status != http.StatusOK {
		t.Errorf("without a body: %d %s", got.status, got.body)
	}
	must(t, conn.Close())
	for limit := time.Now().Add(20 * time.Second); b.do(big).status == http.StatusTooManyRequests; {
		if time.Now().After(limit) {
			t.Fatal("the room of a body that never came is not given back")
		}
	}
}

// More connections than there may be wait until one ends.
func TestConnectionsAreBounded(t *testing.T) {
	b := newBaton(t, func(l *httpapi.Limits) { l.Connections, l.HeadTime = 3, time.Second })
	for range 3 { // of those who say nothing, until their time is over
		conn, err := net.Dial("tcp", b.addr)
		must(t, err)
		defer func() { _ = conn.Close() }()
	}
	if got := b.do(try{method: "GET", path: "/healthz"}); got.status != http.StatusOK {
		t.Errorf("after the others lost theirs: %d", got.status)
	}
}

// One who does not read its answers loses its connection, however much there is;
// nobody else waits.
func TestWhoDoesNotReadIsCutOff(t *testing.T) {
	b := newBaton(t, func(l *httpapi.Limits) { l.WriteTime = 300 * time.Millisecond })
	conn, err := net.Dial("tcp", b.addr)
	must(t, err)
	defer func() { _ = conn.Close() }()
	must(t, conn.(*net.TCPConn).SetReadBuffer(4<<10))
	_, err = io.WriteString(conn, "GET /api/events HTTP/1.1\r\nHost: "+b.addr+"\r\nAuthorization: Bearer "+b.full+"\r\n\r\n")
	must(t, err)
	other := b.listen(b.full, "")
	go func() { // the other one reads
		for _, ok := other.next(); ok; _, ok = other.next() {
		}
	}()
	large := strings.Repeat("x", 100<<10)
	for limit := time.Now().Add(30 * time.Second); b.tokens.Open(b.full) > 1; {
		b.app.Bus.Publish(ident.Local, wire.WindowShowEvent, wire.WindowShow{Window: large})
		<-time.After(10 * time.Millisecond)
		if time.Now().After(limit) {
			t.Fatal("the stream of one who does not read stays open")
		}
	}
}

// A stream outlives the time for a piece by far, as long as it is read.
func TestStreamsOutliveTheTimeForAPiece(t *testing.T) {
	b := newBaton(t, func(l *httpapi.Limits) { l.WriteTime = 50 * time.Millisecond })
	l := b.listen(b.full, "")
	for range 5 {
		<-time.After(100 * time.Millisecond)
		b.app.Bus.Publish(ident.Local, wire.AgentsChanged, nil)
		l.want(wire.AgentsChanged)
	}
}

// The table of measures is bounded, whatever comes.
func TestMeasuresAreForgotten(t *testing.T) {
	b := newBaton(t, noRates)
	for range 50 {
		b.do(try{method: "GET", path: "/api/agents", token: "bat_" + random(t)})
	}
	if n := b.tokens.Held(); n > 2 {
		t.Errorf("%d tokens that nobody knows are remembered", n)
	}
	for range httpapi.MaxHolders + 20 {
		token := b.tokens.Mint(ident.Local, grant.Full)
		if got := b.do(try{method: "GET", path: "/api/openapi.json", token: token}); got.status != http.StatusOK {
			t.Fatalf("got %d", got.status)
		}
	}
	if n := b.tokens.Held(); n > httpapi.MaxHolders+1 {
		t.Errorf("%d tokens are remembered, more than %d", n, httpapi.MaxHolders)
	}
}

// What is asked of Baton is inside its limits: 2,000 calls a second and 500
// streams of one token.
func TestUsualLimits(t *testing.T) {
	l := httpapi.DefaultLimits()
	if l.Calls < 2000 || l.Burst < 2000 || l.Open < 500+100 || l.Connections < 500+100 {
		t.Errorf("the limits are %+v", l)
	}
}
