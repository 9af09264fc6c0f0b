package httpapi_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/httpapi"
)

// sent writes bytes to the port and gives the status of each answer that comes,
// until the server closes.
func (b *baton) sent(text string) (statuses []int) {
	b.t.Helper()
	conn, err := net.Dial("tcp", b.addr)
	must(b.t, err)
	defer func() { _ = conn.Close() }()
	must(b.t, conn.SetDeadline(time.Now().Add(20*time.Second)))
	_, _ = io.WriteString(conn, text) // the server may close before it has all
	in := bufio.NewReader(conn)
	for {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			if ne, ok := errors.AsType[net.Error](err); ok && ne.Timeout() {
				b.t.Errorf("the server neither answers nor closes after %.80q", text)
			}
			return statuses
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		statuses = append(statuses, res.StatusCode)
	}
}

// What no client library sends: nothing of it is done, and the server goes on.
func TestMalformedRequests(t *testing.T) {
	b := newBaton(t, noRates, func(l *httpapi.Limits) { l.HeadTime, l.BodyTime = time.Second, time.Second })
	const body = `{"name":"intruder"}`
	head := func(first string, lines ...string) string {
		return first + "\r\n" + strings.Join(append(lines, "Connection: close"), "\r\n") + "\r\n\r\n"
	}
	host, auth, kind := "Host: "+b.addr, "Authorization: Bearer "+b.full, "Content-Type: application/json"
	length := fmt.Sprintf("Content-Length: %d", len(body))
	const post = "POST /api/agents HTTP/1.1"
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	inside := head(post, host, kind, length) + body // a request that hides in another's body, and has no token
	many := make([]string, 5000)
	for i := range many {
		many[i] = fmt.Sprintf("X-%d: x", i)
	}
	for name, x := range map[string]struct {
		text string
		want string // the statuses; "" is an answer of 4xx, or none
	}{
		"two hosts":                                         {head(post, host, "Host: evil.test", auth, kind, length) + body, "[400]"},
		"two hosts, ours last":                              {head(post, "Host: evil.test", host, auth, kind, length) + body, "[400]"},
		"no host":                                           {head(post, auth, kind, length) + body, "[400]"},
		"an empty host":                                     {head(post, "Host:", auth, kind, length) + body, "[403]"},
		"an old protocol without a host":                    {head("POST /api/agents HTTP/1.0", auth, kind, length) + body, "[403]"},
		"the host in the address":                           {head("POST http://"+b.addr+"/api/agents HTTP/1.1", "Host: evil.test", auth, kind, length) + body, "[403]"},
		"as to a proxy":                                     {head("POST http://evil.test/api/agents HTTP/1.1", host, auth, kind, length) + body, "[403]"},
		"as to a tunnel":                                    {head("CONNECT "+b.addr+" HTTP/1.1", host, auth), ""},
		"two lengths":                                       {head(post, host, auth, kind, length, "Content-Length: 2") + body, "[400]"},
		"a length below zero":                               {head(post, host, auth, kind, "Content-Length: -1") + body, "[400]"},
		"a length that is no number":                        {head(post, host, auth, kind, "Content-Length: 0x13") + body, "[400]"},
		"a length beyond all":                               {head(post, host, auth, kind, "Content-Length: 99999999999999999999") + body, "[400]"},
		"a length beyond the cap":                           {head(post, host, auth, kind, "Content-Length: 99999999") + body, "[413]"},
		"an unknown encoding":                               {head(post, host, auth, kind, "Transfer-Encoding: gzip") + body, "[501]"},
		"two encodings":                                     {head(post, host, auth, kind, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + chunked, "[501]"},
		"a length and an encoding, without a token":         {head(post, host, kind, length, "Transfer-Encoding: chunked") + chunked, "[401]"},
		"an encoding hides a request":                       {strings.Replace(head(post, host, kind, "Content-Length: 4", "Transfer-Encoding: chunked"), "Connection: close\r\n", "", 1) + "0\r\n\r\n" + inside, ""},
		"a length hides a request":                          {strings.Replace(head("GET /healthz HTTP/1.1", host, fmt.Sprintf("Content-Length: %d", len(inside)+5), "Transfer-Encoding: chunked"), "Connection: close\r\n", "", 1) + "0\r\n\r\n" + inside, ""},
		"a chunk beyond all":                                {head(post, host, auth, kind, "Transfer-Encoding: chunked") + "ffffffffffffffffff\r\n" + body, "[422]"},
		"a chunk that is none":                              {head(post, host, auth, kind, "Transfer-Encoding: chunked") + "xyz\r\n" + body, "[422]"},
		"a folded header":                                   {head(post, host, " evil.test", auth, kind, length) + body, "[400]"},
		"a blank before the colon":                          {head(post, "Host : "+b.addr, auth, kind, length) + body, "[400]"},
		"a NUL in a header":                                 {head(post, host, auth, kind, length, "X: a\x00b") + body, "[400]"},
		"a bare line end in a header":                       {head(post, host, auth, kind, length, "X: a\rb") + body, "[400]"},
		"headers beyond the cap":                            {head(post, host, auth, kind, length, "X: "+strings.Repeat("x", 64<<10)) + body, "[431]"},
		"too many headers":                                  {head(post, append([]string{host, auth, kind, length}, many...)...) + body, "[431]"},
		"an address beyond the cap":                         {head("GET /"+strings.Repeat("x", 64<<10)+" HTTP/1.1", host, auth), "[431]"},
		"a protocol that is none":                           {head("POST /api/agents HTTP/9.9", host, auth, kind, length) + body, "[505]"},
		"the preface of HTTP/2":                             {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""},
		"a TLS hello":                                       {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", ""},
		"nothing of HTTP":                                   {"SSH-2.0-x\r\n\r\n", ""},
		"an upgrade to HTTP/2":                              {head("GET /api/agents HTTP/1.1", host, "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"), "[401]"},
		"an upgrade where there is none":                    {head(post, host, kind, length, "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==") + body, "[401]"},
		"a live stream without the words":                   {head("GET /api/browser-profiles/agent-session/stream HTTP/1.1", host), "[426]"},
		"a live stream of another site":                     {head("GET /api/browser-profiles/agent-session/stream HTTP/1.1", host, "Origin: http://evil.test", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="), "[403]"},
		"a method in place of another, as forms pass it on": {head(post, host, "X-HTTP-Method-Override: DELETE", kind, length) + body, "[401]"},
	} {
		t.Run(name, func(t *testing.T) {
			b.t = t
			before := b.everything()
			got := b.sent(x.text)
			if x.want != "" && fmt.Sprint(got) != x.want {
				t.Errorf("answered %v, want %s", got, x.want)
			}
			for _, status := range got {
				if x.want == "" && status < 400 && !strings.Contains(x.text, "GET /healthz") {
					t.Errorf("answered %v", got)
				}
			}
			if b.everything() != before {
				t.Error("something changed")
			}
		})
	}
	b.t = t
	b.call(b.full, "agents_create", map[string]any{"name": "Codex"}, nil) // what is right still works
}

// Those who dawdle lose their connection, each in the time there is for it; who
// waits for a long answer does not.
func TestSlowClients(t *testing.T) {
	slow := func(l *httpapi.Limits) {
		noRates(l)
		l.HeadTime, l.BodyTime, l.IdleTime = 200*time.Millisecond, 400*time.Millisecond, 600*time.Millisecond
	}
	b := newBaton(t, slow)
	for name, text := range map[string]string{
		"nothing at all":              "",
		"half a line":                 "POST /api/too",
		"half a head":                 "POST /api/agents HTTP/1.1\r\nHost: " + b.addr + "\r\nX: ",
		"half a body":                 "POST /api/agents HTTP/1.1\r\nHost: " + b.addr + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\nAuthorization: Bearer " + b.full + "\r\n\r\n{",
		"half a body without a token": "POST /api/agents HTTP/1.1\r\nHost: " + b.addr + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
		"half a body at the wall":     "POST /api/agents HTTP/1.1\r\nHost: evil.test\r\nContent-Length: 100\r\n\r\n{",
		"half a chunk":                "POST /api/agents HTTP/1.1\r\nHost: " + b.addr + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer " + b.full + "\r\n\r\n5\r\n{",
		"no second request":           "GET /healthz HTTP/1.1\r\nHost: " + b.addr + "\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			b.t = t
			b.sent(text) // says so when the server does not close
		})
	}
	b.t = t
	// A stream and a call live longer than any of these times.
	l := b.listen(b.full, "")
	a := b.agent(b.full, "one")
	b.call(a.Token, "request_browser_signin", map[string]any{}, nil)
	waited := make(chan answer, 1)
	go func() {
		waited <- b.do(try{method: "POST", path: "/api/tools/browser_wait_for_user", body: `{}`, token: a.Token})
	}()
	<-time.After(4 * 400 * time.Millisecond)
	b.declineAll()
	if got := <-waited; got.status != http.StatusOK || !strings.Contains(got.body, "declined") {
		t.Errorf("a long call: %d %s", got.status, got.body)
	}
	l.want("agents/changed")
}
