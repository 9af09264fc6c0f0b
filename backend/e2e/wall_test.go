//go:build e2e && linux

package e2e_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/page"
)

// attack tries every way in which a page can make a request, with a token that is
// good, at each of the addresses of Baton. What it finds out is in done: by way,
// "refused", "sent" where a page is not told, or what came.
const attack = `<!doctype html><title>Attack</title><body><script>
const bases = BASES, token = TOKEN, found = {}
const calls = ['/api/agents', '/api/tools/agents_create', '/mcp']
const body = JSON.stringify({name: 'intruder', browser: true, code: 'x', url: 'http://evil.test/'})
const note = (way, what) => { found[way] = found[way] === undefined || found[way] === 'refused' || found[way] === 'sent' ? what : found[way] }
const soon = () => new Promise(r => setTimeout(r, 1500))
async function reads(way, url, init) {
  try { const a = await fetch(url, init); note(way, a.type === 'opaque' ? 'sent' : a.status === 403 || a.status === 421 ? 'refused' : 'READ ' + a.status) } catch { note(way, 'refused') }
}
const element = (way, tag, attrs) => new Promise(r => {
  const e = document.createElement(tag)
  e.onload = () => { let d; try { d = e.contentDocument } catch {} ; note(way, tag === 'iframe' || tag === 'object' || tag === 'embed' ? (d && d.body && d.body.textContent ? 'READ ' + d.body.textContent.slice(0, 200) : 'sent') : 'LOADED'); r() }
  e.onerror = () => { note(way, 'refused'); r() }
  Object.assign(e, attrs); document.body.append(e); soon().then(r)
})
const form = (way, action, enctype, method) => new Promise(r => {
  const f = document.createElement('form'), i = document.createElement('input'), t = document.createElement('iframe')
  t.name = 'f' + Math.random(); f.target = t.name; f.action = action; f.method = method; f.enctype = enctype
  i.name = '{"name":"intruder","x":"'; i.value = '"}'; f.append(i); document.body.append(f, t); f.submit(); note(way, 'sent'); soon().then(r)
})
function socket(way, url) {
  return new Promise(r => {
    const s = new WebSocket(url, ['baton'].slice(0, way.length % 2))
    s.onopen = () => { note(way, 'OPEN'); s.send(JSON.stringify({type: 'auth', token, session_id: 'sess_x', viewer: 'view_of_a_thief'})) }
    s.onmessage = e => note(way, 'READ ' + e.data)
    s.onerror = () => { note(way, 'refused'); r() }
    soon().then(r)
  })
}
const source = (way, url) => new Promise(r => {
  const s = new EventSource(url, {withCredentials: true})
  s.onopen = () => note(way, 'OPEN'); s.onmessage = e => note(way, 'READ ' + e.data)
  s.onerror = () => { note(way, 'refused'); s.close(); r() }
  soon().then(r)
})
const worker = (way, code) => new Promise(r => {
  const w = new Worker(URL.createObjectURL(new Blob([code])))
  w.onmessage = e => { note(way, e.data); r() }; w.onerror = () => { note(way, 'refused'); r() }
  soon().then(r)
})
async function all() {
  const jobs = []
  for (const b of bases) for (const path of calls) {
    const u = b + path, bearer = {Authorization: 'Bearer ' + token}, json = {'Content-Type': 'application/json'}
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      jobs.push(reads('fetch no-cors ' + type, u, {method: 'POST', mode: 'no-cors', body, headers: {'Content-Type': type}}))
    jobs.push(reads('fetch no-cors blob', u, {method: 'POST', mode: 'no-cors', body: new Blob([body])}))
    jobs.push(reads('fetch cors', u, {method: 'POST', headers: {...json, ...bearer}, body}))
    jobs.push(reads('fetch cors text', u, {method: 'POST', headers: {'Content-Type': 'text/plain'}, body, credentials: 'include'}))
    jobs.push(reads('fetch with credentials', u, {headers: bearer, credentials: 'include'}))
    jobs.push(reads('fetch get', u))
    jobs.push(reads('fetch patch', u, {method: 'PATCH', headers: {...json, ...bearer}, body}))
    jobs.push(reads('fetch delete', u, {method: 'DELETE', headers: bearer}))
    jobs.push(reads('fetch keepalive', u, {method: 'POST', mode: 'no-cors', keepalive: true, body}))
    navigator.sendBeacon(u, body); navigator.sendBeacon(u, new Blob([body], {type: 'text/plain'})); navigator.sendBeacon(u, new URLSearchParams({body}))
    for (const enc of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) jobs.push(form('form ' + enc, u, enc, 'post'))
    jobs.push(form('form get', u, 'text/plain', 'get'))
    jobs.push(element('picture', 'img', {src: u + '?token=' + token}), element('script', 'script', {src: u}), element('style', 'link', {rel: 'stylesheet', href: u}),
      element('frame', 'iframe', {src: u}), element('object', 'object', {data: u}), element('embed', 'embed', {src: u}), element('sound', 'audio', {src: u}))
    jobs.push(worker('worker', 'fetch(' + JSON.stringify(u) + ',{method:"POST",headers:{"Content-Type":"application/json",Authorization:"Bearer ' + token + '"},body:' + JSON.stringify(body) + '}).then(a=>postMessage(a.status===403?"refused":"READ "+a.status),()=>postMessage("refused"))'))
  }
  for (const b of bases) {
    for (const path of ['/', '/live.html', '/healthz']) {
      jobs.push(element('picture of a page', 'img', {src: b + path}), element('page as a script', 'script', {src: b + path}), element('page in a frame', 'iframe', {src: b + path}))
      jobs.push(reads('page read', b + path))
    }
    const ws = b.replace('http', 'ws')
    jobs.push(socket('socket', ws + '/api/browser-profiles/agent-session/stream'), socket('socket 2', ws + '/api/browser-profiles/agent-session/stream?token=' + token), socket('socket to MCP', ws + '/mcp'))
    jobs.push(source('events', b + '/api/events'), source('events with a token', b + '/api/events?token=' + token + '&access_token=' + token))
  }
  await Promise.all(jobs)
  await soon()
  return found
}
</script>`

// within runs the same in a frame whose origin is null.
const within = `<!doctype html><title>Within</title><script>const done = new Promise(r => onmessage = e => r(e.data))</script>
<iframe sandbox="allow-scripts allow-forms" srcdoc="INNER"></iframe>`

// attacker serves the page at /attack and in a frame of null origin at /within.
func attacker(t *testing.T, token string, bases ...string) http.Handler {
	t.Helper()
	list, err := json.Marshal(bases)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("BASES", string(list), "TOKEN", fmt.Sprintf("%q", token)).Replace(attack)
	inner := strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(text + "<script>all().then(f => parent.postMessage(f, '*'))</script>")
	mux := http.NewServeMux()
	show := func(path, html string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, html)
		})
	}
	show("/attack", text+"<script>const done = all()</script>")
	show("/within", strings.Replace(within, "INNER", inner, 1))
	return mux
}

// openServer takes all that comes, as a server without a wall does.
func openServer(t *testing.T) (base string, written func() int) {
	t.Helper()
	var posts atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "websocket" {
			ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, Subprotocols: []string{"baton"}})
			if err == nil {
				_, _, _ = ws.Read(r.Context())
				_ = ws.CloseNow()
			}
			return
		}
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", cmp.Or(r.Header.Get("Origin"), "*"))
		h.Set("Access-Control-Allow-Credentials", "true")
		h.Set("Access-Control-Allow-Methods", "POST, PATCH, DELETE")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
		h.Set("Access-Control-Allow-Private-Network", "true")
		if r.Method == http.MethodPost {
			posts.Add(1)
		}
		if strings.HasSuffix(r.URL.Path, "/events") {
			h.Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "data: 1\n\n")
			return
		}
		h.Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "1")
	}))
	t.Cleanup(s.Close)
	return s.URL, func() int { return int(posts.Load()) }
}

// TestTheAttackIsOne: the ways that the attack tries work where there is no wall.
func TestTheAttackIsOne(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	base, written := openServer(t)
	evil := httptest.NewServer(attacker(t, "bat_x", base))
	defer evil.Close()
	p := b.visitIn(chrome.Options{}, evil.URL+"/attack")
	p.do(func(ctx context.Context) error {
		v, err := p.b.Evaluate(ctx, "() => done", page.Target{})
		if err != nil {
			return err
		}
		var found map[string]string
		if err := json.Unmarshal(v.JSON, &found); err != nil {
			return err
		}
		for _, way := range []string{
			"fetch cors", "fetch cors text", "fetch with credentials", "fetch get", "fetch patch", "fetch delete", "page read", "worker",
			"script", "page as a script", "socket", "socket 2", "events", "events with a token",
		} {
			if got := found[way]; got == "" || got == "refused" || got == "sent" {
				t.Errorf("%s: %q at a server that takes everything", way, got)
			}
		}
		return nil
	})
	if n := written(); n < 20 { // forms, beacons and requests without an answer too
		t.Errorf("only %d requests wrote", n)
	}
}

// mustAllFail reads what an attack came to.
func mustAllFail(t *testing.T, raw json.RawMessage) {
	t.Helper()
	var found map[string]string
	if err := json.Unmarshal(raw, &found); err != nil || len(found) < 20 {
		t.Fatalf("the attack found %s: %v", raw, err)
	}
	refused := 0
	for _, way := range slices.Sorted(maps.Keys(found)) {
		switch found[way] {
		case "refused":
			refused++
		case "sent": // what became of it is seen in the state
		default:
			t.Errorf("%s: %s", way, found[way])
		}
	}
	if refused < 10 {
		t.Errorf("only %d ways were refused: %v", refused, found)
	}
}

// state is all that a foreign page could want to change.
func (b *baton) state() string {
	b.t.Helper()
	var all []any
	for _, name := range []string{"agents_list", "profiles_list", "sessions_list", "settings_get", "audit_list", "requests_list"} {
		var out map[string]any
		if err := b.owner().Call(b.t.Context(), name, nil, &out); err != nil {
			b.t.Fatalf("%s: %v", name, err)
		}
		leaveOut(out, "as_of", "agent_ms", "network") // the agent's own browser goes on meanwhile
		all = append(all, out)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		b.t.Fatal(err)
	}
	return string(raw)
}

// leaveOut takes members out of an answer, at every depth.
func leaveOut(v any, names ...string) {
	switch x := v.(type) {
	case map[string]any:
		for _, name := range names {
			delete(x, name)
		}
		for _, inner := range x {
			leaveOut(inner, names...)
		}
	case []any:
		for _, inner := range x {
			leaveOut(inner, names...)
		}
	}
}

// attacked opens a page in the person's own browser and lets it do its worst.
func attacked(t *testing.T, b *baton, o chrome.Options, url string) {
	t.Helper()
	before := b.state()
	p := b.visitIn(o, url)
	p.do(func(ctx context.Context) error {
		v, err := p.b.Evaluate(ctx, "() => done", page.Target{})
		if err == nil {
			mustAllFail(t, v.JSON)
		}
		return err
	})
	if after := b.state(); after != before {
		t.Errorf("a foreign page changed\n%s\nto\n%s", before, after)
	}
	if _, err := b.try("agents", "list"); err != nil {
		t.Errorf("Baton does not answer any more: %v", err)
	}
}

// TestForeignPages: pages of other sites, of other ports of this machine, of null
// origin, and of a name that was pointed at this machine meanwhile (cases
// sec-foreign-host-header and sec-plain-post).
func TestForeignPages(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	_, token := b.agent("Victim")
	agent := b.mcp(token)
	agent.must("browser_navigate", map[string]any{"url": site(t, quietPage)})
	bases := []string{b.url(), "http://localhost:" + b.port, "http://[::1]:" + b.port}
	evil := httptest.NewServer(attacker(t, token, append(bases, "http://rebound.test:"+b.port)...))
	defer evil.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(evil.URL, "http://"), ":")
	names := chrome.Options{ExtraArgs: []string{"--host-resolver-rules=MAP *.test 127.0.0.1"}}
	for _, at := range []string{"http://evil.test:" + port + "/attack", evil.URL + "/attack", "http://localhost:" + port + "/attack", "http://evil.test:" + port + "/within"} {
		t.Run(at[7:], func(t *testing.T) { attacked(t, b, names, at) })
	}
	// The name server gives the attacker's address first, and then this machine's:
	// for the browser both are the same origin. A proxy stands for it.
	t.Run("rebinding", func(t *testing.T) {
		base, err := url.Parse(b.url())
		if err != nil {
			t.Fatal(err)
		}
		page, reached := attacker(t, token, "http://rebound.test:"+b.port), 0
		forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = base.Scheme, base.Host, r.In.Host
			reached++
		}}
		names := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/attack" {
				page.ServeHTTP(w, r)
				return
			}
			forward.ServeHTTP(w, r)
		}))
		defer names.Close()
		attacked(t, b, chrome.Options{ExtraArgs: []string{"--proxy-server=" + names.URL}}, "http://rebound.test:"+b.port+"/attack")
		if reached < 20 {
			t.Errorf("only %d requests reached Baton", reached)
		}
	})
	// In the agent's own browser, from a page that it may open.
	t.Run("in the agent's browser", func(t *testing.T) {
		agent.must("browser_navigate", map[string]any{"url": evil.URL + "/attack"})
		before := b.state()
		text := agent.must("browser_evaluate", map[string]any{"function": "() => done"})
		from, to := strings.Index(text, "{"), strings.LastIndex(text, "}")
		if from < 0 || to < from {
			t.Fatalf("the attack found %s", text)
		}
		mustAllFail(t, json.RawMessage(text[from:to+1]))
		var was, is []any
		if err := json.Unmarshal([]byte(before), &was); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(b.state()), &is); err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, 1, 3, 5} { // sessions and the record have the agent's own call
			if w, n := shorn(was[i]), shorn(is[i]); w != n {
				t.Errorf("changed from %s to %s", w, n)
			}
		}
	})
}

// shorn is a list as text, without what a call of the agent itself changes.
func shorn(v any) string {
	if all, ok := v.(map[string]any)["agents"].([]any); ok {
		for _, a := range all {
			delete(a.(map[string]any), "session")
		}
	}
	return fmt.Sprint(v)
}
