package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// The bridge lists its tools while Baton is away, answers calls with the reason,
// says it once on standard error, and ends with its input.
func TestBridgeWhileBatonIsAway(t *testing.T) {
	in, toBridge := io.Pipe()
	fromBridge, out := io.Pipe()
	var errs bytes.Buffer
	p := &program{in: in, out: out, errs: &errs, version: "test"}
	code := make(chan int, 1)
	go func() { code <- p.run(t.Context(), []string{"mcp", "--data-dir", t.TempDir()}) }()

	lines := bufio.NewScanner(fromBridge)
	lines.Buffer(nil, 1<<20)
	ask := func(request string) string {
		if _, err := fmt.Fprintln(toBridge, request); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() {
			t.Fatal("no answer to ", request)
		}
		return lines.Text()
	}
	ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if _, err := fmt.Fprintln(toBridge, `{"jsonrpc":"2.0","method":"notifications/initialized"}`); err != nil {
		t.Fatal(err)
	}
	if got := ask(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`); !strings.Contains(got, `"browser_click"`) {
		t.Errorf("listed: %s", got)
	}
	for range 2 {
		got := ask(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"browser_snapshot"}}`)
		if !strings.Contains(got, `"code":"not_running"`) || !strings.Contains(got, `"isError":true`) {
			t.Errorf("called: %s", got)
		}
	}
	if err := toBridge.Close(); err != nil {
		t.Fatal(err)
	}
	if got := <-code; got != 0 {
		t.Errorf("exit code %d", got)
	}
	if n := strings.Count(errs.String(), "Baton is not running"); n != 1 {
		t.Errorf("said %d times that Baton is not running:\n%s", n, &errs)
	}
}
