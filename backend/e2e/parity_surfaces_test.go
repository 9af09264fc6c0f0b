//go:build e2e && linux

package e2e_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/contract"
	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/ops"
)

// reply is what a surface answered, as far as it tells: a terminal shows no
// value, and a program that asked for JSON gets no text.
type reply struct {
	failed bool
	text   string
	value  string // JSON with sorted keys
	png    []byte // the picture that came along

	code    string
	message string
	hint    string
	exit    int // of a command; -1 elsewhere
}

// surface is one way in which an agent calls tools.
type surface interface {
	call(tool string, in map[string]any) reply
}

// sorted writes JSON with its keys in order.
func sorted(t *testing.T, raw []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("not JSON: %v: %s", err, raw)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// pictureOf takes the picture out of an answer of browser_screenshot.
func pictureOf(t *testing.T, value []byte) []byte {
	t.Helper()
	var v struct{ PNG string }
	_ = json.Unmarshal(value, &v) // other answers have no picture
	raw, err := base64.StdEncoding.DecodeString(v.PNG)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// overHTTP is POST /api/tools/{name}. accept chooses text or JSON.
type overHTTP struct {
	t      *testing.T
	base   string
	token  string
	accept string
}

func (s overHTTP) call(tool string, in map[string]any) reply {
	s.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.post("/api/tools/"+tool, body)
}

func (s overHTTP) post(path string, body []byte) reply {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", s.accept)
	req.Header.Set("Authorization", "Bearer "+s.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	r := reply{exit: -1, failed: res.StatusCode != http.StatusOK}
	switch {
	case r.failed:
		var p struct{ Code, Detail, Hint string }
		if err := json.Unmarshal(answer, &p); err != nil || res.Header.Get("Content-Type") != "application/problem+json" {
			s.t.Errorf("HTTP %d is not a problem: %s", res.StatusCode, answer)
		}
		r.code, r.message, r.hint = p.Code, p.Detail, p.Hint
	case strings.HasPrefix(res.Header.Get("Content-Type"), "text/plain"):
		r.text = string(answer)
	default:
		r.value, r.png = sorted(s.t, answer), pictureOf(s.t, answer)
	}
	return r
}

// overMCP is a client's session, over streamable HTTP or the bridge.
type overMCP struct {
	t *testing.T
	s *mcp.ClientSession
}

// bridge starts baton mcp as a client does that only knows programs.
func (b *baton) bridge(token string) *mcp.ClientSession {
	b.t.Helper()
	cmd := exec.Command(desk.Binary(b.t), "mcp", "--data-dir", b.data)
	cmd.Env = append(os.Environ(), "BATON_TOKEN="+token)
	s, err := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil).Connect(b.t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.t.Errorf("the bridge ended with %v", err)
		}
	})
	return s
}

func (s overMCP) call(tool string, in map[string]any) reply {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	res, err := s.s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		s.t.Fatalf("%s: a refusal must be an answer, not an error of the protocol: %v", tool, err)
	}
	return fromMCP(s.t, res)
}

func fromMCP(t *testing.T, res *mcp.CallToolResult) reply {
	t.Helper()
	r := reply{exit: -1, failed: res.IsError}
	for _, part := range res.Content {
		switch c := part.(type) {
		case *mcp.TextContent:
			r.text += c.Text
		case *mcp.ImageContent:
			r.png = c.Data
		}
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if !r.failed {
		if value, apart := res.Meta["baton/value"]; apart { // the text has words of a page
			if res.StructuredContent != nil {
				t.Errorf("words of a page without their boundary: %v", res.StructuredContent)
			}
			if raw, err = json.Marshal(value); err != nil {
				t.Fatal(err)
			}
		}
		if string(raw) != "null" {
			r.value = sorted(t, raw)
		}
		return r
	}
	var f struct {
		Code, Message, Hint string
		Details             struct {
			PageSays string `json:"page_says"`
		}
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(f.Code + ": " + f.Message + "\n" + f.Hint)
	if said, ok := strings.CutPrefix(r.text, want); !ok || (said != "") != (f.Details.PageSays != "") {
		t.Errorf("the model reads %q, programs read %q", r.text, want)
	}
	r.text, r.code, r.message, r.hint = "", f.Code, f.Message, f.Hint
	return r
}

// overCLI runs a command for each call; more are its further arguments, such
// as --json.
type overCLI struct {
	t     *testing.T
	b     *baton
	token string
	json  bool
}

func (s overCLI) call(tool string, in map[string]any) reply {
	s.t.Helper()
	return s.run(commandLine(s.t, tool, in))
}

func (s overCLI) run(args []string) reply {
	s.t.Helper()
	if s.json {
		args = append([]string{"--json"}, args...)
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, desk.Binary(s.t), append([]string{"--data-dir", s.b.data}, args...)...)
	cmd.Env = append(os.Environ(), "BATON_TOKEN="+s.token)
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		s.t.Fatal(err)
	}
	r := reply{exit: cmd.ProcessState.ExitCode(), failed: err != nil}
	switch {
	case r.failed && s.json:
		var f struct{ Code, Message, Hint string }
		if err := json.Unmarshal(errs.Bytes(), &f); err != nil {
			s.t.Fatalf("not JSON: %s", &errs)
		}
		r.code, r.message, r.hint = f.Code, f.Message, f.Hint
	case r.failed:
		message, hint, _ := strings.Cut(strings.TrimSuffix(errs.String(), "\n"), "\n       ")
		hint, _, _ = strings.Cut(hint, " <page-")
		hint, _, _ = strings.Cut(hint, "\n<page-")
		r.message, r.hint = strings.TrimPrefix(message, "baton: "), hint
	case s.json:
		r.value, r.png = sorted(s.t, out.Bytes()), pictureOf(s.t, out.Bytes())
	default:
		r.text = strings.TrimSuffix(out.String(), "\n")
	}
	if r.failed && out.Len() > 0 {
		s.t.Errorf("a refused command printed %q", &out)
	}
	return r
}

// commandLine is the command that has an input, as the help of the program says.
func commandLine(t *testing.T, tool string, in map[string]any) []string {
	t.Helper()
	for _, c := range contract.Commands(ops.All()) {
		if c.Op.Name != tool {
			continue
		}
		rest := map[string]any{}
		for k, v := range in {
			rest[k] = v
		}
		var places []string
		for _, a := range c.Args {
			if v, ok := rest[a.Field]; ok {
				places = append(places, wordsOf(t, v)...)
				delete(rest, a.Field)
			}
		}
		args := c.Path
		for field, v := range rest {
			flag := strings.ReplaceAll(field, "_", "-")
			for _, f := range c.Flags {
				if f.Field == field {
					flag = f.Flag
				}
			}
			for _, w := range wordsOf(t, v) {
				args = append(args, "--"+flag+"="+w)
			}
		}
		return append(append(args, "--"), places...)
	}
	t.Fatalf("no command is %s", tool)
	return nil
}

// wordsOf writes a value as a person would on the command line.
func wordsOf(t *testing.T, v any) []string {
	t.Helper()
	switch x := v.(type) {
	case string:
		return []string{x}
	case []string:
		return x
	case int, float64, bool:
		return []string{fmt.Sprint(x)}
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return []string{string(b)}
}
