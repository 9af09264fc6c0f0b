//go:build e2e && linux

package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/e2e/desk"
)

// patience is how long anything that must happen may take on a busy machine.
const patience = 40 * time.Second

// baton is one running host.
type baton struct {
	t     *testing.T
	env   []string
	data  string
	port  string
	cmd   *exec.Cmd
	log   string      // the file of what it logs
	lines chan string // of standard output
	done  chan struct{}
}

// artifact is where a file goes that people look at after the run.
func artifact(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("BATON_ARTIFACTS")
	if dir == "" {
		dir = t.TempDir()
	}
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// start starts a host on a data directory and waits for its ready line. env nil
// is the test's own environment.
func start(t *testing.T, env []string, data string, args ...string) *baton {
	t.Helper()
	b := &baton{t: t, env: env, data: data, port: freePort(t), done: make(chan struct{})}
	args = append(args, "--data-dir", b.data, "--port", b.port)
	if !slices.Contains(args, "--log-level") {
		args = append(args, "--log-level", "debug")
	}
	b.cmd = exec.Command(desk.Binary(t), args...)
	b.cmd.Env = env
	stdout, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	b.log = artifact(t, strings.ReplaceAll(t.Name(), "/", "-")+".log")
	log, err := os.OpenFile(b.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	b.cmd.Stderr = log
	b.lines = make(chan string, 1000)
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		lines := bufio.NewScanner(io.TeeReader(stdout, log))
		for lines.Scan() {
			b.lines <- lines.Text()
		}
		close(b.lines)
		_ = b.cmd.Wait()
		_ = log.Close()
		close(b.done)
	}()
	t.Cleanup(b.stop)
	b.line("ready on")
	return b
}

// line waits for a line of standard output that has part in it.
func (b *baton) line(part string) string {
	b.t.Helper()
	limit := time.After(patience)
	for {
		select {
		case l, ok := <-b.lines:
			if !ok {
				b.t.Fatalf("the host ended before it said %q; its log is an artefact", part)
			}
			if strings.Contains(l, part) {
				return l
			}
		case <-limit:
			b.t.Fatalf("the host did not say %q", part)
		}
	}
}

// stop ends the host in order and waits for it.
func (b *baton) stop() {
	select {
	case <-b.done:
		return
	default:
	}
	_ = b.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-b.done:
	case <-time.After(patience):
		_ = b.cmd.Process.Kill()
		b.t.Error("the host did not end in order")
		<-b.done
	}
}

// kill ends the host as a power cut would.
func (b *baton) kill() {
	_ = b.cmd.Process.Kill()
	<-b.done
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func (b *baton) url() string { return "http://127.0.0.1:" + b.port }

// run runs a command of the binary on the host's data directory.
func (b *baton) run(args ...string) []byte {
	b.t.Helper()
	out, err := b.try(args...)
	if err != nil {
		b.t.Fatalf("baton %s: %v", strings.Join(args, " "), err)
	}
	return out
}

func (b *baton) try(args ...string) ([]byte, error) {
	cmd := exec.Command(desk.Binary(b.t), append(args, "--data-dir", b.data)...)
	cmd.Env = b.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	return out, err
}

// agent makes an agent that may open pages on loopback.
func (b *baton) agent(name string) (id, token string) {
	b.t.Helper()
	var made struct{ ID, Token string }
	out := b.run("agents", "create", name, "--browser", "--allow-host", "127.0.0.1:*", "--json")
	if err := json.Unmarshal(out, &made); err != nil {
		b.t.Fatalf("agents create printed %s: %v", out, err)
	}
	return made.ID, made.Token
}

// owner is a client with the token of the command line.
func (b *baton) owner() *client.Client {
	b.t.Helper()
	e, err := client.ReadEndpoint(b.data)
	if err != nil {
		b.t.Fatal(err)
	}
	c := client.New(e.URL, e.SetupToken)
	b.t.Cleanup(c.Close)
	return c
}

// tools is an agent's MCP session.
type tools struct {
	t *testing.T
	s *mcp.ClientSession
}

type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func (b *baton) mcp(token string) *tools {
	b.t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil)
	s, err := c.Connect(b.t.Context(), &mcp.StreamableClientTransport{
		Endpoint: b.url() + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)},
	}, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = s.Close() })
	return &tools{t: b.t, s: s}
}

// call calls a tool and gives its text; failed tells whether it was refused.
func (c *tools) call(name string, in map[string]any) (text string, failed bool) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 2*time.Minute)
	defer cancel()
	r, err := c.s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	var b strings.Builder
	for _, part := range r.Content {
		if t, ok := part.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String(), r.IsError
}

// must calls a tool that has to succeed.
func (c *tools) must(name string, in map[string]any) string {
	c.t.Helper()
	text, failed := c.call(name, in)
	if failed {
		c.t.Fatalf("%s %v: %s", name, in, text)
	}
	return text
}

// refOf finds the ref of an element in an outline by its role and name.
func refOf(t *testing.T, outline, role, name string) string {
	t.Helper()
	for line := range strings.Lines(outline) {
		line = strings.TrimSpace(line)
		rest, ok := strings.CutPrefix(line, "- "+role+" @")
		if !ok || !strings.Contains(rest, fmt.Sprintf("%q", name)) {
			continue
		}
		ref, _, _ := strings.Cut(rest, " ")
		return ref
	}
	t.Fatalf("no %s %q in the outline:\n%s", role, name, outline)
	return ""
}

// site serves a page on loopback.
func site(t *testing.T, html string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, html)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// eventually waits until a condition holds. What is said after a failure comes
// from the last arguments.
func eventually(t *testing.T, what string, ok func() bool, why ...func() string) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	limit := time.After(patience)
	for !ok() {
		select {
		case <-tick.C:
		case <-limit:
			for _, fn := range why {
				what += "; " + fn()
			}
			t.Fatalf("did not happen: %s", what)
		}
	}
}
