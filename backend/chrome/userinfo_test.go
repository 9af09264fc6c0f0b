//go:build linux

package chrome_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/page"
)

// TestPasswordsInAddresses: where a page leads to an address with a user name and
// a password, neither is shown of it.
func TestPasswordsInAddresses(t *testing.T) {
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<title>%[1]s</title><link rel=icon href="data:,"><a href="http://jo:geheim@%[2]s/next">Next</a><a id=in href="#part">Part</a>`, strings.Trim(r.URL.Path, "/"), r.Host)
	}, "")
	if _, err := b.Watched(ctx); err != nil {
		t.Fatal(err)
	}
	e, err := b.Click(ctx, page.Target{Selector: "a"}, page.Click{Button: "left", Count: 1})
	if err != nil || !strings.HasSuffix(e.URL, "/next") || strings.Contains(e.URL, "geheim") {
		t.Fatalf("%+v, %v", e, err)
	}
	snap, err := b.Snapshot(ctx, page.Snapshot{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := b.Read(ctx, page.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := b.Watched(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Click(ctx, page.Target{Selector: "#in"}, page.Click{Button: "left", Count: 1}); err != nil {
		t.Fatal(err)
	}
	for what, shown := range map[string]string{
		"tabs": fmt.Sprint(b.Tabs()), "snapshot": fmt.Sprintf("%+v", snap), "text": text.URL, "network": fmt.Sprintf("%+v", w.Requests),
	} {
		if strings.Contains(shown, "geheim") {
			t.Errorf("%s: %s", what, shown)
		}
	}
}
