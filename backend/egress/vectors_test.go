//go:build linux

package egress_test

import (
	"flag"
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/corpora"
)

var (
	everyVector = flag.Bool("vectors", false, "take the addresses of the shared corpus, by every way there is")
	theseWays   = flag.String("ways", "", "only these ways")
)

// vector is one address, as the corpus has it.
type vector struct {
	URL      string   `json:"url"`
	WHATWG   *string  `json:"whatwg"`
	Expect   string   `json:"expect"`
	Resolves []string `json:"resolves_to"`
	Turns    bool     `json:"alternates"`
}

// fewVectors are those of the usual test: each kind of host in some spellings.
func fewVectors() []vector {
	of := func(expect, raw, read string, resolves ...string) vector {
		return vector{URL: raw, WHATWG: &read, Expect: expect, Resolves: resolves}
	}
	turns := of("block", "http://turns.example/", "http://turns.example/", "1.2.3.4", "169.254.169.254")
	turns.Turns = true
	return []vector{
		of("allow", "http://shop.example/a", "http://shop.example/a"),
		of("allow", "http://0x8.0x8.8.8/", "http://8.8.8.8/"),
		of("allow", "https://safe.example/", "https://safe.example/"),
		of("allow", "http://10.0.0.1@named.example/", "http://10.0.0.1@named.example/"),
		of("block", "http://0177.1/", "http://127.0.0.1/"),
		of("block", "http://2852039166/latest/", "http://169.254.169.254/latest/"),
		of("block", "http://[::ffff:10.0.0.1]/", "http://[::ffff:a00:1]/"),
		of("block", "http://①⑨②.168.1.1/", "http://192.168.1.1/"),
		of("block", "https://[fd00::1]/", "https://[fd00::1]/"),
		of("block", "http://localhost:81/", "http://localhost:81/"),
		of("block", "http://printer.local/", "http://printer.local/"),
		of("block", "http://inward.example/", "http://inward.example/", "10.1.2.3"),
		of("block", "http://two.example/", "http://two.example/", "1.2.3.4", "127.0.0.1"),
		of("block", "http://shop.example@127.0.0.1/", "http://shop.example@127.0.0.1/"),
		turns,
		{URL: "http://256.0.0.1/", Expect: "invalid"},
	}
}

// fewWays are those of the usual test; manyWays the others. Those of silent send
// nothing that could be waited for.
func fewWays() []string { return strings.Fields("img fetch frame-302 popup-location websocket") }

func manyWays() []string {
	all := strings.Fields(`iframe srcset video script module css css-import font object embed fetch-post fetch-redirect img-redirect xhr
		beacon eventsource prefetch preload download worker shared-worker service-worker`)
	for _, kind := range []string{"frame", "popup"} {
		for _, how := range strings.Fields("link location replace form-get form-post meta 301 302 303 307 308 refresh") {
			if way := kind + "-" + how; !slices.Contains(fewWays(), way) {
				all = append(all, way)
			}
		}
	}
	return append(all, silent()...)
}

func silent() []string { return strings.Fields("preconnect dns-prefetch webrtc webtransport") }

// TestVectors has a real Chromium ask for addresses in many spellings, by the
// ways of a page. What is public arrives; of the rest no address is ever dialled.
// Names are looked up by the test, and whatever is dialled leads to its server.
func TestVectors(t *testing.T) {
	all, ways := fewVectors(), fewWays()
	if *everyVector {
		all = corpora.Rows[vector](t, filepath.Join(corpora.Dir(t, "corpora/url-ssrf"), "ssrf.jsonl"))
		ways = append(ways, manyWays()...)
	}
	if *theseWays != "" {
		ways = strings.Fields(*theseWays)
	}
	l := newLab(t, all)
	refused := map[string]bool{}
	for _, way := range ways {
		l.reset()
		l.goBy(t, way)
		within(func() bool { return len(l.missing(all, way)) == 0 }) // some ways say nothing of their end
		if missing := l.missing(all, way); len(missing) > 0 {
			t.Errorf("%s: nothing arrived at %d of the public hosts: %v", way, len(missing), missing[:min(10, len(missing))])
		}
		for _, at := range l.dialledWrongly() {
			t.Errorf("%s: %s was dialled", way, at)
		}
		maps.Copy(refused, l.refusedHosts())
		t.Logf("%-18s %4d hosts reached, %4d refused", way, len(l.arrived()), len(l.refusedHosts()))
	}
	t.Logf("%d addresses by %d ways", len(all), len(ways))
	if *theseWays != "" { // some of them ask for little
		return
	}
	blocked := 0
	for _, v := range all {
		at, ok := hostport(v)
		if v.Expect != "block" || !ok || unsafePort(at) {
			continue
		}
		blocked++
		if !refused[at] {
			t.Errorf("%s: the gate was never asked for %s", v.URL, at)
		}
	}
	t.Logf("%d of the addresses were to be refused", blocked)
}

// hostport is where an address leads by the reading of the URL standard.
func hostport(v vector) (string, bool) {
	if v.WHATWG == nil {
		return "", false
	}
	u, err := url.Parse(*v.WHATWG)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")), port), true
}

// unsafePort tells the ports that Chrome itself does not go to.
func unsafePort(at string) bool { return strings.HasSuffix(at, ":22") }
