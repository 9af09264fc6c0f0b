package webhook_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/webhook"
)

// receiver is a program that takes notices as Standard Webhooks says.
type receiver struct {
	*httptest.Server
	key     secret.Secret
	answers []int

	mu   sync.Mutex
	ids  []string
	got  []webhook.Notice
	bad  []string
	came chan struct{}
}

func receive(t *testing.T, answers ...int) *receiver {
	t.Helper()
	r := &receiver{answers: answers, came: make(chan struct{}, 100)}
	r.key, _ = webhook.NewKey()
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		id, at := req.Header.Get("webhook-id"), req.Header.Get("webhook-timestamp")
		if sign := webhook.Sign(r.key, id, at, body); sign != req.Header.Get("webhook-signature") || id == "" || at == "" {
			r.bad = append(r.bad, req.Header.Get("webhook-signature"))
		}
		var n webhook.Notice
		if err := json.Unmarshal(body, &n); err != nil {
			r.bad = append(r.bad, string(body))
		}
		r.ids, r.got = append(r.ids, id), append(r.got, n)
		status := r.answers[min(len(r.got), len(r.answers))-1]
		if status == http.StatusFound {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(status)
		r.came <- struct{}{}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) target(context.Context) (webhook.Target, error) {
	return webhook.Target{URL: r.URL, Key: r.key}, nil
}

func noPort() int { return 0 }

func await(t *testing.T, r *receiver, n int) {
	t.Helper()
	for range n {
		select {
		case <-r.came:
		case <-time.After(20 * time.Second):
			t.Fatalf("of %d notices %d came", n, len(r.got))
		}
	}
}

// A notice is tried again under the same id until it is taken, and signed each time.
func TestTriedUntilTaken(t *testing.T) {
	r := receive(t, 500, 302, 204)
	s := webhook.New(noPort, r.target, []time.Duration{time.Millisecond, time.Millisecond, time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	s.Send(webhook.Notice{Type: webhook.HandedBack, Data: webhook.Data{AgentName: "Codex", Note: "paid"}})
	await(t, r, 3)
	cancel()
	<-done
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.bad) > 0 || len(r.got) != 3 || r.ids[0] != r.ids[2] || r.got[2].Data.Note != "paid" {
		t.Errorf("came %+v under %q; not well formed: %q", r.got, r.ids, r.bad)
	}
}

// What is gone is not tried again, and what is given up neither.
func TestGivenUp(t *testing.T) {
	for _, c := range []struct{ status, tries int }{{410, 1}, {500, 3}} {
		r := receive(t, c.status)
		s := webhook.New(noPort, r.target, []time.Duration{time.Millisecond, time.Millisecond})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		s.Send(webhook.Notice{Type: webhook.Answered})
		await(t, r, c.tries)
		s.Try(t.Context(), webhook.Notice{Type: webhook.Trial})
		await(t, r, 1)
		if last := s.Last(); last == nil || last.Status != c.status || last.Error == "" {
			t.Errorf("the last try: %+v", last)
		}
		cancel()
		<-done
		if len(r.ids) != c.tries+1 {
			t.Errorf("of %d: %d tries", c.status, len(r.ids))
		}
	}
}

// A sender that reaches nobody never holds anyone up.
func TestSendNeverBlocks(t *testing.T) {
	s := webhook.New(noPort, func(context.Context) (webhook.Target, error) { return webhook.Target{}, nil }, nil)
	for range 1000 {
		s.Send(webhook.Notice{Type: webhook.GoOn})
	}
	if r := s.Try(t.Context(), webhook.Notice{}); r != nil {
		t.Errorf("without a target: %+v", r)
	}
}

func TestWhereNoticesGo(t *testing.T) {
	for _, good := range []string{"https://hooks.example/baton?x=1", "http://127.0.0.1:9000/hook", "http://localhost:9000/", "http://[::1]:9000/", "https://127.0.0.1:9000/"} {
		if _, err := webhook.Check(good, 4786); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "http://hooks.example/", "https://10.0.0.1/", "https://192.168.1.2/x", "https://169.254.169.254/", "ftp://hooks.example/", "http://127.0.0.1:4786/x", "https://router.local/"} {
		if got, err := webhook.Check(bad, 4786); err == nil {
			t.Errorf("%s is taken as %s", bad, got)
		}
	}
	// Baton itself is refused when it is dialled, too.
	r := receive(t, 200)
	_, port, _ := strings.Cut(strings.TrimPrefix(r.URL, "http://"), ":")
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	own := webhook.New(func() int { return n }, r.target, nil)
	if got := own.Try(t.Context(), webhook.Notice{}); got == nil || got.Status != 0 || got.Error == "" {
		t.Errorf("Baton's own port: %+v", got)
	}
}

func TestKeys(t *testing.T) {
	key, written := webhook.NewKey()
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(written, webhook.SecretPrefix))
	if err != nil || !key.Equal(secret.New(raw)) || len(raw) != 32 {
		t.Errorf("%q: %v", written, err)
	}
	// The example of the specification's libraries.
	example, _ := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	got := webhook.Sign(secret.New(example), "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if got != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Errorf("signed as %s", got)
	}
}
