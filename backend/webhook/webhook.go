// Package webhook tells a program of the person's that there is something for an
// agent to go on with: a browser was handed back, the person lets the agent
// continue, a request was answered (T9). It speaks Standard Webhooks
// (standardwebhooks.com): the headers webhook-id, webhook-timestamp and
// webhook-signature, an HMAC-SHA256 over the three parts, version v1.
//
// Guarantees: a notice never has words of a page, an address or a value; Send never
// blocks, and drops the oldest notice when too many wait; a notice is tried again
// with growing pauses, under the same id, until it is taken, refused for good (410)
// or the tries are used up. It goes to https, or to http on this machine, to an
// address that was checked when it is dialled, and follows no redirect. Rejected:
// the system's proxy, which would look the name up again.
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/site"
)

// Type is what happened.
type Type string

// The types.
const (
	HandedBack Type = "browser.handed_back"
	GoOn       Type = "browser.continue"
	Answered   Type = "request.answered"
	Trial      Type = "webhook.test"
)

// Notice is what is told. Note is what the person wrote for the agent.
type Notice struct {
	Type Type      `json:"type"`
	At   time.Time `json:"timestamp"`
	Data Data      `json:"data"`
}

// Data is whom it concerns and how it came out.
type Data struct {
	Agent     ident.Agent   `json:"agent_id,omitempty"`
	AgentName string        `json:"agent_name,omitempty"`
	Session   ident.Session `json:"session_id,omitempty"`
	Request   ident.Request `json:"request_id,omitempty"`
	Outcome   string        `json:"outcome,omitempty"`
	HeldS     int           `json:"held_s,omitempty"`
	Note      string        `json:"note,omitempty"`
}

// Target is where notices go, and the key they are signed with.
type Target struct {
	URL string
	Key secret.Secret
}

// SecretPrefix starts the written form of a key.
const SecretPrefix = "whsec_"

// NewKey draws a key and gives its written form, to be shown once.
func NewKey() (key secret.Secret, written string) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails (crypto/rand since Go 1.24)
	return secret.New(raw), SecretPrefix + base64.StdEncoding.EncodeToString(raw)
}

// Result is what came of the last try. Status is 0 when there was no answer.
type Result struct {
	At     time.Time `json:"at"`
	Status int       `json:"status,omitempty"`
	Error  string    `json:"error,omitempty"`
}

// Limits of sending.
const (
	answerTime = 15 * time.Second
	mostQueued = 100
)

// Pauses are those between the tries of a notice.
func Pauses() []time.Duration {
	return []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute}
}

// Check gives the address in its one spelling, if notices may go there.
func Check(raw string, ownPort int) (string, error) {
	u, err := site.Parse(raw)
	if err != nil {
		return "", err
	}
	if u.Scheme() != "https" && (u.Scheme() != "http" || !loopback(u.Host())) {
		return "", fault.New(fault.InvalidInput, "the address must begin with https://, or with http:// for a program on this machine").With("field", "url")
	}
	return u.String(), policy(u, ownPort).Check(u)
}

func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// policy allows public hosts, and this machine when the person named it.
func policy(u site.URL, ownPort int) site.Policy {
	p := site.Policy{OwnPort: ownPort}
	if loopback(u.Host()) {
		p.AllowHosts = []string{net.JoinHostPort(u.Host(), strconv.Itoa(u.Port()))}
	}
	return p
}

// Sender sends notices, one target at a time. Make it with New; Run must run.
type Sender struct {
	ownPort func() int
	target  func(context.Context) (Target, error) // the zero Target: none
	pauses  []time.Duration
	queue   chan Notice

	mu   sync.Mutex
	last *Result
}

// New makes a sender that asks for its target with every try.
func New(ownPort func() int, target func(context.Context) (Target, error), pauses []time.Duration) *Sender {
	return &Sender{ownPort: ownPort, target: target, pauses: pauses, queue: make(chan Notice, mostQueued)}
}

// Send takes a notice to be sent; it never blocks.
func (s *Sender) Send(n Notice) {
	for {
		select {
		case s.queue <- n:
			return
		default:
		}
		select {
		case <-s.queue:
		default:
		}
	}
}

// Last is what came of the last try, nil before there was one.
func (s *Sender) Last() *Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Run sends what is taken until ctx ends. A notice that waits to be tried again
// holds up no other.
func (s *Sender) Run(ctx context.Context) {
	var tries sync.WaitGroup
	defer tries.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-s.queue:
			tries.Go(func() { s.deliver(ctx, n) })
		}
	}
}

func (s *Sender) deliver(ctx context.Context, n Notice) {
	id := "msg_" + rand.Text()
	for i := 0; ; i++ {
		r := s.try(ctx, id, n)
		if r == nil || taken(r) || r.Status == http.StatusGone || i >= len(s.pauses) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.pauses[i]):
		}
	}
}

func taken(r *Result) bool { return r.Status >= 200 && r.Status < 300 }

// Try sends a notice once and gives what came of it, nil without a target.
func (s *Sender) Try(ctx context.Context, n Notice) *Result { return s.try(ctx, "msg_"+rand.Text(), n) }

func (s *Sender) try(ctx context.Context, id string, n Notice) *Result {
	t, err := s.target(ctx)
	if err == nil && t.URL == "" {
		return nil
	}
	r := &Result{At: time.Now()}
	if err == nil {
		r.Status, err = s.post(ctx, t, id, n)
	}
	switch f := fault.From(err); {
	case err != nil && f.Code == fault.Internal: // of the network, whose words name no secret
		r.Error = err.Error()
	case err != nil:
		r.Error = f.Message
	case !taken(r):
		r.Error = http.StatusText(r.Status)
	}
	s.mu.Lock()
	s.last = r
	s.mu.Unlock()
	return r
}

func (s *Sender) post(ctx context.Context, t Target, id string, n Notice) (status int, err error) {
	u, err := site.Parse(t.URL)
	if err != nil {
		return 0, err
	}
	body, err := json.Marshal(n)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Baton")
	req.Header.Set("Webhook-Id", id)
	req.Header.Set("Webhook-Timestamp", at)
	req.Header.Set("Webhook-Signature", Sign(t.Key, id, at, body))
	rules := policy(u, s.ownPort())
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		return dial(ctx, rules, network, addr)
	}}
	defer transport.CloseIdleConnections()
	c := http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.CopyN(io.Discard, res.Body, 64<<10) // so that it is taken whole
	return res.StatusCode, nil
}

// Sign is the value of webhook-signature.
func Sign(key secret.Secret, id, at string, body []byte) string {
	mac := hmac.New(sha256.New, key.Reveal())
	_, _ = fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// dial looks a host up, checks every address and dials one that was checked.
func dial(ctx context.Context, rules site.Policy, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, err
	}
	if err := rules.CheckHost(host, int(n)); err != nil {
		return nil, err
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		if err := rules.CheckAddr(host, netip.AddrPortFrom(a.Unmap(), uint16(n))); err != nil {
			return nil, err
		}
	}
	err = errors.New("no address")
	for _, a := range all {
		var c net.Conn
		if c, err = (&net.Dialer{}).DialContext(ctx, network, netip.AddrPortFrom(a.Unmap(), uint16(n)).String()); err == nil {
			return c, nil
		}
	}
	return nil, err
}
