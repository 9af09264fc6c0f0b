//go:build e2e && linux

package e2e_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/wire"
)

// spellings of inner addresses, with P for the port of a service that counts.
const spellings = `http://127.0.0.1:P/ http://127.1:P/ http://2130706433:P/ http://0x7f.1:P/ http://0177.0.0.1:P/ http://0:P/ http://localhost:P/ http://localhost.:P/
http://x.localhost:P/ http://user:pw@127.0.0.1:P/ http://[::1]:P/ http://[::]:P/ http://[::ffff:127.0.0.1]:P/ http://[::ffff:7f00:1]:P/ http://[::ffff:a9fe:a9fe]/
http://[64:ff9b::7f00:1]:P/ http://[2002:7f00:1::]:P/ http://[fe80::1]/ http://[fd00::1]/ http://169.254.169.254/ http://10.0.0.1/ http://100.64.0.1/ http://192.168.0.1/
http://①②⑦.⓪.⓪.①:P/ http://127。0。0。1:P/ http:\\127.0.0.1:P\ file:///etc/passwd chrome://version javascript:alert(1) data:text/html,x view-source:http://127.0.0.1:P/ blob:http://127.0.0.1:P/x`

// gateway is the page of a host that the agent may open: by way, it sends the
// browser on to an address.
func gateway(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("to")
	quoted, escaped := fmt.Sprintf("%q", to), html.EscapeString(to)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/301", "/302", "/303", "/307", "/308":
		w.Header().Set("Location", to)
		var status int
		_, _ = fmt.Sscanf(r.URL.Path, "/%d", &status)
		w.WriteHeader(status)
	case "/refresh":
		w.Header().Set("Refresh", "0; url="+to)
	case "/meta":
		_, _ = io.WriteString(w, `<meta http-equiv="refresh" content="0; url=`+escaped+`">`)
	case "/script":
		_, _ = io.WriteString(w, `<script>location = `+quoted+`</script>`)
	case "/open":
		_, _ = io.WriteString(w, `<title>Gateway</title><button onclick='open(`+html.EscapeString(quoted)+`)'>Go</button>`)
	case "/link":
		_, _ = io.WriteString(w, `<title>Gateway</title><a href="`+escaped+`">Go</a>`)
	case "/form":
		_, _ = io.WriteString(w, `<title>Gateway</title><form method=post action="`+escaped+`"><button>Go</button></form>`)
	default:
		_, _ = io.WriteString(w, `<title>Gateway</title>`)
	}
}

// TestPrivateSpellings: an inner address is refused in every spelling, to the agent
// and to the person, by tool, typed, and by whatever leads there; the one that the
// person allowed by host and port works, and nothing beside it (case
// sec-private-spellings; names and their changes are tested in package egress).
func TestPrivateSpellings(t *testing.T) {
	var reached atomic.Int32
	inner := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		reached.Add(1)
		_, _ = io.WriteString(w, "<title>Inner</title>inner")
	}))
	defer inner.Close()
	outer := httptest.NewServer(http.HandlerFunc(gateway))
	defer outer.Close()
	port, allowed := inner.URL[strings.LastIndex(inner.URL, ":")+1:], strings.TrimPrefix(outer.URL, "http://")
	b := start(t, nil, t.TempDir(), "serve", "--owner-link")
	var made struct{ ID, Token string }
	if err := json.Unmarshal(b.run("agents", "create", "Codex", "--browser", "--allow-host", allowed, "--json"), &made); err != nil {
		t.Fatal(err)
	}
	agent := overHTTP{t: t, base: b.url(), token: made.Token, accept: "application/json"}
	if r := agent.call("browser_navigate", map[string]any{"url": outer.URL}); r.failed || !strings.Contains(r.value, "Gateway") {
		t.Fatalf("the allowed address: %+v", r)
	}
	refused := func(how, address string, r reply) {
		t.Helper()
		if !r.failed || r.code != string(fault.OriginRefused) && r.code != string(fault.InvalidInput) || r.message == "" || r.hint == "" {
			t.Errorf("%s %s: %+v", how, address, r)
		}
	}
	var all []string
	for _, s := range strings.Fields(spellings) {
		all = append(all, strings.ReplaceAll(s, ":P", ":"+port))
	}
	for _, address := range all {
		refused("navigate", address, agent.call("browser_navigate", map[string]any{"url": address}))
	}
	// What a page of the allowed host leads to: Chrome shows no inner page, whatever it says of it.
	for _, address := range all {
		if strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "javascript:") {
			continue // an own page's own script, at no inner address
		}
		for _, way := range []string{"302", "script"} {
			agent.call("browser_navigate", map[string]any{"url": outer.URL + "/" + way + "?to=" + url.QueryEscape(address)})
			notInner(t, agent, way, address)
		}
	}
	for _, way := range []string{"301", "303", "307", "308", "refresh", "meta", "open", "link", "form"} {
		for _, address := range []string{all[0], all[2], all[13]} {
			agent.call("browser_navigate", map[string]any{"url": outer.URL + "/" + way + "?to=" + url.QueryEscape(address)})
			if way == "open" || way == "link" || way == "form" {
				agent.call("browser_click", map[string]any{"ref": map[string]string{"open": "button", "link": "a", "form": "button"}[way]})
			}
			notInner(t, agent, way, address)
		}
	}
	asPerson(t, b, func(owner *client.Client, id string, epoch uint64) {
		for _, address := range all {
			err := owner.Call(t.Context(), "live_navigate", map[string]any{"session_id": id, "viewer": "view_of_a_person", "epoch": epoch, "url": address}, nil)
			f := fault.From(err)
			if f == nil || f.Code != fault.OriginRefused && f.Code != fault.InvalidInput || f.Hint == "" {
				t.Errorf("typed %s: %v", address, err)
			}
		}
	})
	if n := reached.Load(); n > 0 {
		t.Errorf("the inner service was reached %d times", n)
	}
}

// notInner wants no tab to hold a page of the inner service.
func notInner(t *testing.T, agent overHTTP, way, address string) {
	t.Helper()
	if r := agent.call("browser_read", nil); strings.Contains(r.value, "inner") && strings.Contains(r.value, "Inner") {
		t.Errorf("by %s to %s the page is inner: %s", way, address, r.value)
	}
}

// asPerson takes over the open session as the person at the pages does.
func asPerson(t *testing.T, b *baton, do func(owner *client.Client, session string, epoch uint64)) {
	t.Helper()
	_, code, _ := strings.Cut(b.link(), "#link=")
	body := strings.NewReader(fmt.Sprintf(`{"code": %q}`, code))
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url()+"/api/owner-link", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var got struct{ Token string }
	if err := json.NewDecoder(res.Body).Decode(&got); err != nil || got.Token == "" {
		t.Fatalf("the link gave %s: %v", res.Status, err)
	}
	owner := client.New(b.url(), got.Token)
	defer owner.Close()
	var open struct{ Sessions []wire.Session }
	if err := owner.Call(t.Context(), "sessions_list", nil, &open); err != nil || len(open.Sessions) == 0 {
		t.Fatalf("sessions %+v: %v", open, err)
	}
	var taken wire.Session
	if err := owner.Call(t.Context(), "control_take", ops.TakeIn{SessionID: open.Sessions[0].ID, Viewer: "view_of_a_person"}, &taken); err != nil {
		t.Fatal(err)
	}
	do(owner, string(taken.ID), taken.Epoch)
}
