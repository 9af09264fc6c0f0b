package ops_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// TestOnlyHTTP: by every operation that takes an address, of the agent and of the
// person, addresses of another kind are refused with what kinds there are, before
// the browser is touched.
func TestOnlyHTTP(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	before := b.rack.Last().Acts()
	others := []string{
		"file:///etc/passwd", "FILE:/etc/passwd", "chrome://settings", "devtools://devtools/x", "view-source:https://example.com/", "javascript:alert(1)",
		"java\tscript:alert(1)", "data:text/html,x", "blob:https://example.com/1", "about:config", "ftp://example.com/", "ws://example.com/",
		"chrome-extension://abc/x", "filesystem:https://example.com/t/x", "mailto:a@b.test", "intent://x#Intent;end",
	}
	refuses := func(call func(url string) *fault.Error) {
		t.Helper()
		for _, url := range others {
			if f := call(url); !strings.Contains(f.Hint, "http and https") || f.Details["scheme"] == nil {
				t.Errorf("%s: %v", url, f)
			}
		}
	}
	refuses(func(url string) *fault.Error {
		return b.why(a, "browser_open", ops.OpenIn{URL: url}, fault.OriginRefused)
	})
	refuses(func(url string) *fault.Error {
		return b.why(a, "browser_navigate", ops.NavigateIn{URL: url}, fault.OriginRefused)
	})
	refuses(func(url string) *fault.Error {
		return b.why(a, "browser_tabs", ops.TabsIn{Action: "new", URL: url}, fault.OriginRefused)
	})
	v := b.take(s)
	refuses(func(url string) *fault.Error {
		in := ops.LiveNavigateIn{Driving: ops.Driving{SessionID: v.ID, Viewer: viewer, Epoch: v.Epoch}, URL: url}
		return b.why(b.owner, "live_navigate", in, fault.OriginRefused)
	})
	if got := b.rack.Last().Acts(); !slices.Equal(got, append(before, "release")) { // of what the agent held, with the take-over
		t.Errorf("the browser was touched: %q", got)
	}
}
