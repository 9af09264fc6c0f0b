//go:build e2e && linux

package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/client"
)

var (
	loadTime    = flag.Duration("load", 3*time.Second, "how long TestLoad calls")
	loadRate    = flag.Int("rate", 400, "calls a second of TestLoad")
	loadStreams = flag.Int("streams", 500, "open event streams of TestLoad")
)

// maxGrowth is how much larger the heap that is alive may be under load, in MB:
// 500 streams with 25 kB of room each, the calls that are under way, and as much
// again.
const maxGrowth = 64

// load is a client that keeps to a rate, whatever the answers take.
type load struct {
	http   *http.Client
	base   string
	calls  []loadCall
	mu     sync.Mutex
	took   []time.Duration // from when a call was due to its whole answer
	failed map[string]int
}

type loadCall struct{ name, body, token string }

// run makes calls for a time; workers take them as they are due.
func (l *load) run(ctx context.Context, rate int, dur time.Duration) {
	due := make(chan time.Time, rate)
	var workers sync.WaitGroup
	var n atomic.Int64
	for range 64 {
		workers.Go(func() {
			for at := range due {
				l.call(ctx, l.calls[int(n.Add(1))%len(l.calls)], at)
			}
		})
	}
	begin := time.Now()
	for i := range int(dur.Seconds() * float64(rate)) {
		at := begin.Add(time.Duration(i) * time.Second / time.Duration(rate))
		if wait := time.Until(at); wait > 0 {
			time.Sleep(wait)
		}
		due <- at
	}
	close(due)
	workers.Wait()
}

func (l *load) call(ctx context.Context, c loadCall, at time.Time) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.base+"/api/tools/"+c.name, strings.NewReader(c.body))
	if err == nil {
		req.Header.Set("Authorization", "Bearer "+c.token)
		req.Header.Set("Content-Type", "application/json")
		var res *http.Response
		if res, err = l.http.Do(req); err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			if err == nil && res.StatusCode != http.StatusOK {
				err = fmt.Errorf("%s: %s", c.name, res.Status)
			}
		}
	}
	took := time.Since(at)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.failed[err.Error()]++
		return
	}
	l.took = append(l.took, took)
}

func (l *load) at(percent int) time.Duration {
	slices.Sort(l.took)
	return l.took[min(len(l.took)*percent/100, len(l.took)-1)].Round(100 * time.Microsecond)
}

// listen opens an event stream and counts its events until it ends.
func (l *load) listen(ctx context.Context, token string, count *atomic.Int64) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/api/events", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := l.http.Do(req)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		_ = res.Body.Close()
		return fmt.Errorf("a stream: %s", res.Status)
	}
	go func() {
		defer func() { _ = res.Body.Close() }()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "event: session/changed") {
				count.Add(1)
			}
		}
	}()
	return nil
}

// heap gives the sizes, in MB, of what was alive after each collection of the
// host so far; GODEBUG=gctrace=1 makes it tell.
func heap(t *testing.T, log string) (sizes []int) {
	t.Helper()
	raw, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^gc \d+ @.* \d+->\d+->(\d+) MB,`).FindAllSubmatch(raw, -1) {
		n, _ := strconv.Atoi(string(m[1]))
		sizes = append(sizes, n)
	}
	return sizes
}

// resident is a line such as VmHWM of the host's status, in MB.
func (b *baton) resident(name string) int {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.cmd.Process.Pid))
	if err != nil {
		b.t.Fatal(err)
	}
	for line := range bytes.Lines(raw) {
		if f := strings.Fields(string(line)); len(f) > 1 && f[0] == name+":" {
			n, _ := strconv.Atoi(f[1])
			return n / 1024
		}
	}
	b.t.Fatalf("there is no %s", name)
	return 0
}

// TestLoad makes calls at a rate while event streams are open, all of them of one
// agent and its owner: every call is answered, every stream gets every event, and
// what is alive in memory stays bounded.
func TestLoad(t *testing.T) {
	b := start(t, append(os.Environ(), "GODEBUG=gctrace=1"), t.TempDir(), "serve", "--log-level", "warn")
	_, token := b.agent("Busy")
	agent := b.mcp(token)
	agent.must("browser_navigate", map[string]any{"url": site(t, quietPage)})
	endpoint, err := client.ReadEndpoint(b.data)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	l := &load{http: &http.Client{Transport: transport}, base: b.url(), failed: map[string]int{}, calls: []loadCall{
		{"agents_list", `{}`, endpoint.SetupToken},
		{"browser_tabs", `{"action":"list"}`, token},
		{"profiles_list", `{}`, endpoint.SetupToken},
		{"browser_tabs", `{"action":"list"}`, token},
	}}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	counts := make([]atomic.Int64, *loadStreams)
	for i := range counts {
		if err := l.listen(ctx, token, &counts[i]); err != nil {
			t.Fatalf("stream %d: %v", i, err)
		}
	}
	before, atRest := heap(t, b.log), b.resident("VmRSS")
	began := time.Now()
	l.run(ctx, *loadRate, *loadTime)
	took := time.Since(began)
	during := heap(t, b.log)[len(before):]
	agent.must("browser_navigate", map[string]any{"url": site(t, quietPage)}) // which all streams are told of
	all := func() (least, most int64) {
		least = counts[0].Load()
		for i := range counts {
			least, most = min(least, counts[i].Load()), max(most, counts[i].Load())
		}
		return least, most
	}
	eventually(t, "every stream has had the same events", func() bool { least, most := all(); return least > 0 && least == most })
	if len(l.failed) > 0 {
		t.Errorf("calls failed: %v", l.failed)
	}
	largest := 0
	if len(during) > 0 {
		largest = slices.Max(during)
	}
	base := 0
	if len(before) > 0 {
		base = before[len(before)-1]
	}
	if largest > base+maxGrowth {
		t.Errorf("the heap grew from %d to %d MB", base, largest)
	}
	t.Logf("%d calls in %v, %.0f/s, with %d streams: p50 %v, p99 %v, longest %v", len(l.took), took.Round(time.Millisecond),
		float64(len(l.took))/took.Seconds(), *loadStreams, l.at(50), l.at(99), l.at(100))
	t.Logf("alive after collection: %d MB before, %d at most, %d collections; resident: %d MB before, %d at most", base, largest, len(during), atRest, b.resident("VmHWM"))
	stop()
	transport.CloseIdleConnections()
}
