package site

import (
	"encoding/json"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/corpora"
)

// corpus reads a file of the shared material.
func corpus(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(corpora.Dir(t, "corpora/url-ssrf"), name)) //nolint:gosec // test material
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

type ssrfRow struct {
	URL      string   `json:"url"`
	WHATWG   *string  `json:"whatwg"`
	Expect   string   `json:"expect"`
	Resolves []string `json:"resolves_to"`
}

// decide asks what a navigation asks, the resolver's answers included. A public
// address stands in for names that the row has no answer for.
func decide(row ssrfRow) (URL, error) {
	u, err := Parse(row.URL)
	if err != nil {
		return u, err
	}
	p := Policy{OwnPort: 4786}
	if err := p.Check(u); err != nil || u.Scheme() == "about" {
		return u, err
	}
	answers := row.Resolves
	if len(answers) == 0 {
		answers = []string{"93.184.216.34"}
	}
	for _, a := range answers {
		if err := p.CheckAddr(u.Host(), netip.AddrPortFrom(netip.MustParseAddr(a), uint16(u.Port()))); err != nil {
			return u, err
		}
	}
	return u, nil
}

func TestSSRFCorpus(t *testing.T) {
	counts := map[string]int{}
	for _, row := range corpora.Rows[ssrfRow](t, filepath.Join(corpora.Dir(t, "corpora/url-ssrf"), "ssrf.jsonl")) {
		u, err := decide(row)
		_, _, hasScheme := strings.Cut(row.URL, "://")
		switch {
		case row.Expect == "allow" && err != nil:
			t.Errorf("%q is refused: %v", row.URL, err)
		case row.Expect == "block" && err == nil:
			t.Errorf("%q is allowed as %s", row.URL, u)
		case row.Expect == "invalid" && err == nil && hasScheme:
			t.Errorf("%q is no URL and is allowed as %s", row.URL, u)
		case row.Expect == "invalid" && err == nil:
			// What somebody typed without a scheme; it is a public host.
			if private, reason := Private(u.Host()); private {
				t.Errorf("%q is allowed as %s, %s", row.URL, u, reason)
			}
			counts["typed without a scheme"]++
		default:
			counts[row.Expect]++
		}
	}
	t.Log(counts)
}

// TestHostsAreReadAsABrowserReadsThem compares hosts with the URL standard's own
// test data, for what has scheme http or https.
func TestHostsAreReadAsABrowserReadsThem(t *testing.T) {
	var tests []json.RawMessage
	if err := json.Unmarshal(corpus(t, "urltestdata.json"), &tests); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, raw := range tests {
		var c struct {
			Input, Protocol, Hostname, Port, Username, Password string
			Base                                                *string
			Failure                                             bool
		}
		if json.Unmarshal(raw, &c) != nil || !strings.HasPrefix(strings.ToLower(c.Input), "http") || !strings.Contains(c.Input, "://") {
			continue // a comment, or a relative URL
		}
		u, err := Parse(c.Input)
		switch {
		case c.Failure && err == nil:
			t.Errorf("%q is no URL, and read as %s", c.Input, u)
		case c.Failure, c.Protocol != "http:" && c.Protocol != "https:":
		case err != nil:
			if !strictHost(c.Hostname) {
				t.Errorf("%q is refused: %v", c.Input, err)
			}
		case c.Username+c.Password != "" && strings.Contains(u.String(), "@"):
			t.Errorf("%q is written with its user name: %s", c.Input, u)
		case !sameHost(c.Hostname, u.Host()):
			t.Errorf("%q has host %q, want %q", c.Input, u.Host(), c.Hostname)
		}
		compared++
	}
	if compared < 100 {
		t.Errorf("only %d cases were compared", compared)
	}
}

// strictHost tells the hosts that the standard reads and we refuse: empty labels.
func strictHost(name string) bool {
	return strings.Contains("."+strings.TrimSuffix(name, ".")+".", "..") || len(name) > 253
}

func sameHost(standard, ours string) bool {
	want, err := netip.ParseAddr(strings.Trim(standard, "[]"))
	got, errOurs := netip.ParseAddr(ours)
	if err == nil && errOurs == nil {
		return want == got
	}
	return strings.TrimSuffix(standard, ".") == ours
}

func TestToASCIICorpus(t *testing.T) {
	var tests []json.RawMessage
	if err := json.Unmarshal(corpus(t, "toascii.json"), &tests); err != nil {
		t.Fatal(err)
	}
	for _, raw := range tests {
		var c struct {
			Input  string
			Output *string
		}
		if json.Unmarshal(raw, &c) != nil {
			continue // a comment
		}
		got, err := CanonicalHost(c.Input)
		switch {
		case c.Output == nil && err == nil:
			t.Errorf("%q is no name, and read as %q", c.Input, got)
		case c.Output != nil && err != nil:
			if !strictHost(*c.Output) && !newerUnicode(c.Input) {
				t.Errorf("%q is refused: %v", c.Input, err)
			}
		case c.Output != nil && got != strings.TrimSuffix(*c.Output, "."):
			t.Errorf("%q is %q, want %q", c.Input, got, *c.Output)
		}
	}
}

// newerUnicode tells the names that are valid only with the mappings of Unicode
// 15.1 and later, which x/net has from the version of Go on that has them.
func newerUnicode(name string) bool { return strings.ContainsAny(name, "\u180e\u206b\u04c0") }

func TestPublicSuffixCorpus(t *testing.T) {
	type suffixRow struct{ Input, Registrable *string }
	for _, row := range corpora.Rows[suffixRow](t, filepath.Join(corpora.Dir(t, "corpora/url-ssrf"), "public-suffix.jsonl")) {
		if row.Input == nil {
			continue
		}
		want := ""
		if row.Registrable != nil {
			var err error
			if want, err = CanonicalHost(*row.Registrable); err != nil {
				t.Fatal(err)
			}
		}
		if got := RegistrableDomain(*row.Input); got != want {
			t.Errorf("RegistrableDomain(%q) = %q, want %q", *row.Input, got, want)
		}
	}
}
