package egress_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/site"
)

// echo is a server that sends back what it gets.
func echo(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			work.Go(func() { _, _ = io.Copy(c, c); _ = c.Close() })
		}
	})
	t.Cleanup(func() { _ = l.Close(); work.Wait() })
	return l.Addr().String()
}

// tunnelTo opens a tunnel to an address.
func tunnelTo(t *testing.T, g *egress.Gate, addr string) (net.Conn, *bufio.Reader, int) {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", g.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_, _ = fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", addr, addr)
	r := bufio.NewReaderSize(c, 64)
	res, err := http.ReadResponse(r, &http.Request{Method: http.MethodConnect}) //nolint:bodyclose // it is the tunnel
	if err != nil {
		t.Fatal(err)
	}
	return c, r, res.StatusCode
}

func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// TestManyAtOnce: 2,000 tunnels are open at once, each of them works, and each
// takes little memory, after much went through it too.
func TestManyAtOnce(t *testing.T) {
	const many = 2000
	addr := echo(t)
	g, _ := open(t, &egress.Network{}, loopback())
	before := memory()
	all := make([]net.Conn, many)
	readers := make([]*bufio.Reader, many)
	for i := range all {
		var status int
		if all[i], readers[i], status = tunnelTo(t, g, addr); status != http.StatusOK {
			t.Fatalf("tunnel %d: %d", i, status)
		}
	}
	for round, size := range []int{4, 200 << 10} {
		for i, c := range all {
			if round == 1 && i%20 != 0 {
				continue
			}
			go func() { _, _ = c.Write(make([]byte, size)) }()
			if _, err := io.CopyN(io.Discard, readers[i], int64(size)); err != nil {
				t.Fatalf("tunnel %d: %v", i, err)
			}
		}
	}
	// The test's own ends of the connections are in it as well.
	if each := (memory() - before) / many; each > 64<<10 {
		t.Errorf("a tunnel takes %d kB", each>>10)
	} else {
		t.Logf("a tunnel, with both ends of the test, takes %d kB", each>>10)
	}
	if passed := g.Traffic(); passed.Up != 4*many+100*(200<<10) || passed.Down != passed.Up {
		t.Errorf("counted are %+v", passed)
	}
}

// TestRefusalsAreBounded: a page can ask for any number of hosts that are refused;
// all are counted, few are kept and told.
func TestRefusalsAreBounded(t *testing.T) {
	var told atomic.Int64
	n := &egress.Network{Log: slog.New(slog.DiscardHandler)}
	g, err := n.Open(egress.Options{Refused: func(egress.Refusal) { told.Add(1) }})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	through := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: g.Address()})}
	defer through.CloseIdleConnections()
	c := &http.Client{Transport: through}
	const many = 1000
	for i := range many {
		_, _ = get(t, c, fmt.Sprintf("http://h%d.localhost/", i))
	}
	_, _ = get(t, c, "http://10.0.0.1/")
	for range 3 {
		_, _ = get(t, c, "https://10.0.0.1/")
	}
	if status, _ := get(t, c, "http://update.googleapis.com/service/update2"); status != http.StatusForbidden {
		t.Errorf("a call of Chrome itself is answered %d", status)
	}
	passed := g.Traffic()
	if passed.Refused != many+4 || len(passed.Refusals) != 64 || told.Load() != 64 {
		t.Errorf("%d refused, %d kept, %d told", passed.Refused, len(passed.Refusals), told.Load())
	}
	if last := passed.Refusals[0]; last.Host != "10.0.0.1" || last.Port != 443 || last.Way != egress.WayTunnel || last.Count != 3 || last.Reason != string(site.PrivateNet) {
		t.Errorf("the last is %+v", last)
	}
	if before := passed.Refusals[1]; before.Way != egress.WayRequest || before.Count != 1 {
		t.Errorf("the one before is %+v", before)
	}
	if passed.Up != 0 || passed.Down != 0 {
		t.Errorf("of what was refused %d and %d bytes passed", passed.Up, passed.Down)
	}
}

// TestWhatIsDeniedIsCut: when the person denies a host, what is open to it ends,
// a tunnel as well as a download, and what is open to others goes on.
func TestWhatIsDeniedIsCut(t *testing.T) {
	addr := echo(t)
	more := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "first\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-more:
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, "second\n")
	}))
	defer s.Close()
	_, echoPort, _ := net.SplitHostPort(addr)
	_, pagePort, _ := net.SplitHostPort(s.Listener.Addr().String())
	lists := func(deny ...string) site.Policy {
		return site.Policy{AllowHosts: []string{"127.0.0.1:*", "*.test:*"}, Deny: deny}
	}
	var policy atomic.Pointer[site.Policy]
	set := func(p site.Policy) { policy.Store(&p) }
	set(lists())
	n := &egress.Network{Log: slog.New(slog.DiscardHandler), Resolver: answers{"good.test": {"127.0.0.1"}, "bad.test": {"127.0.0.1"}}}
	g, err := n.Open(egress.Options{Rules: func() (site.Policy, error) { return *policy.Load(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	good, goodReader, _ := tunnelTo(t, g, "good.test:"+echoPort)
	_, badReader, _ := tunnelTo(t, g, "bad.test:"+echoPort)
	through := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: g.Address()})}
	defer through.CloseIdleConnections()
	body := func(host string) *bufio.Reader {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host+":"+pagePort+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := through.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		lines := bufio.NewReader(res.Body)
		if line, _ := lines.ReadString('\n'); line != "first\n" {
			t.Fatalf("first came %q", line)
		}
		return lines
	}
	goodBody, badBody := body("good.test"), body("bad.test")
	begun := time.Now()
	set(lists("bad.test"))
	g.Review()
	if _, err := badReader.ReadByte(); err == nil {
		t.Error("the tunnel goes on")
	}
	if rest, err := badBody.ReadString('\n'); err == nil {
		t.Errorf("the download goes on: %q", rest)
	}
	_, _ = io.WriteString(good, "x")
	if _, err := goodReader.ReadByte(); err != nil {
		t.Errorf("the other tunnel: %v", err)
	}
	close(more)
	if line, err := goodBody.ReadString('\n'); line != "second\n" {
		t.Errorf("the other download: %q %v", line, err)
	}
	if fails := g.Failures(begun); len(fails) == 0 || fails[0].Refused == nil || fails[0].Refused.Details["reason"] != string(site.Denied) {
		t.Errorf("the failures are %+v", fails)
	}
	// An address that is denied ends what a name led to.
	set(lists("127.0.0.1"))
	g.Review()
	if _, err := goodReader.ReadByte(); err == nil {
		t.Error("the tunnel to a denied address goes on")
	}
}

// TestTrafficIsTold while it changes.
func TestTrafficIsTold(t *testing.T) {
	addr := echo(t)
	told := make(chan egress.Traffic, 100)
	n := &egress.Network{Log: slog.New(slog.DiscardHandler)}
	g, err := n.Open(egress.Options{
		Rules:   func() (site.Policy, error) { return loopback(), nil },
		Traffic: func(t egress.Traffic) { told <- t },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	c, r, _ := tunnelTo(t, g, addr)
	_, _ = io.WriteString(c, "12345")
	_, _ = io.CopyN(io.Discard, r, 5)
	for passed := range told {
		if passed.Up == 5 && passed.Down == 5 {
			return
		}
	}
}

// TestNoticeSpeaksForThePerson: the page is for who may see one, in the words
// that the gate is given; a script gets a line.
func TestNoticeSpeaksForThePerson(t *testing.T) {
	n := &egress.Network{Log: slog.New(slog.DiscardHandler)}
	g, err := n.Open(egress.Options{Notice: func(f *fault.Error) egress.Notice {
		return egress.Notice{Language: "de", Title: "Nicht geöffnet", Heading: "<Kopf>", Text: f.Details["host"].(string), Hint: "Rat"} //nolint:forcetypeassert // a refusal has it
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	res := say(t, g, "GET http://printer.local/ HTTP/1.1\r\nHost: x\r\nAccept: text/html,*/*\r\n\r\n")
	body, _ := io.ReadAll(res.Body)
	for _, want := range []string{`lang="de"`, "Nicht geöffnet", "&lt;Kopf&gt;", "printer.local", "Rat", "origin_refused"} {
		if !strings.Contains(string(body), want) {
			t.Errorf("the page lacks %s: %s", want, body)
		}
	}
	res = say(t, g, "GET http://printer.local/ HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n")
	body, _ = io.ReadAll(res.Body)
	if strings.Contains(string(body), "<") || !strings.Contains(string(body), "origin_refused") || res.StatusCode != http.StatusForbidden {
		t.Errorf("a script gets %s %s", res.Status, body)
	}
}
