package site

import (
	"net/netip"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
)

func TestAllowHosts(t *testing.T) {
	for _, c := range []struct{ pattern, url, want string }{
		{"localhost:3000", "http://localhost:3000/x", "yes"},
		{"LOCALHOST:3000", "http://localhost:3000/x", "yes"},
		{"localhost:3000", "https://LOCALHOST.:3000/x", "yes"},
		{"localhost:3000", "http://localhost:3001/", "no"},
		{"localhost:3000", "http://127.0.0.1:3000/", "no"}, // named is named
		{"localhost:3000", "http://a.localhost:3000/", "no"},
		{"localhost", "http://localhost/", "yes"},
		{"localhost", "https://localhost/", "yes"},
		{"localhost", "http://localhost:8080/", "no"},
		{"localhost:*", "http://localhost:8080/", "yes"},
		{"*.localhost:*", "http://a.b.localhost:1/", "yes"},
		{"*.localhost:*", "http://localhost:1/", "no"},
		{"*.localhost", "http://a.localhost/", "yes"},
		{"*.localhost:80", "https://a.localhost/", "no"},
		{"*.localhost:*", "http://xlocalhost:1/", "no"},
		{"127.0.0.1:3000", "http://0x7f.1:3000/", "yes"},
		{"0177.1:3000", "http://127.0.0.1:3000/", "yes"},
		{"127.0.0.1:3000", "http://[::ffff:127.0.0.1]:3000/", "yes"},
		{"127.0.0.1:3000", "http://127.0.0.2:3000/", "no"},
		{"[::1]:3000", "http://[0::1]:3000/", "yes"},
		{"[::1]", "http://[::1]:80/", "yes"},
		{"[::1]:*", "http://[::2]:3000/", "no"},
		{"*.1:*", "http://127.0.0.1/", "no"},
		{"*", "http://localhost/", "no"},
		{"192.168.0.0/16", "http://192.168.0.1/", "no"},
		{"bücher.local:*", "http://xn--bcher-kva.local/", "yes"},
		{"example.com", "http://localhost/", "no"},
		{"localhost", "https://example.com/", "yes"}, // public needs no permission
	} {
		u, err := Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		err = Policy{OwnPort: 4786, AllowHosts: []string{"bad pattern", c.pattern}}.Check(u)
		if got := map[bool]string{true: "yes", false: "no"}[err == nil]; got != c.want {
			t.Errorf("%s with %s: %v, want %s", c.url, c.pattern, err, c.want)
		}
		if err != nil && (!fault.Is(err, fault.OriginRefused) || fault.From(err).Hint == "") {
			t.Errorf("%s: %v without hint", c.url, err)
		}
	}
}

func TestCheckPattern(t *testing.T) {
	for _, good := range []string{"localhost", "localhost:3000", "localhost:*", "*.localhost", "*.local:8080", "*.corp.example:*", "[::1]", "[::1]:*", "10.0.0.1:80", "router", "bücher.local"} {
		if err := CheckPattern(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"", " ", "*", "*:80", "*.", "*.*", "a.*", "a*b", "*a.com", "*.com", "*.co.uk", "http://localhost", "localhost/", "localhost:", "localhost:0", "localhost:x", "localhost:70000", "a:1:2", "::1", "*.127.0.0.1", "*.[::1]", "10.0.0.0/8", "user@localhost", " localhost", "local host", "[::1]:", "256.0.0.1", "localhost:**", "localhost?x"} {
		if err := CheckPattern(bad); !fault.Is(err, fault.InvalidInput) || fault.From(err).Details["entry"] == nil {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestLists: denied hosts are denied whatever else allows them, and where some
// are listed there are no others.
func TestLists(t *testing.T) {
	lists := Policy{
		AllowHosts: []string{"localhost:3000", "nas.local"},
		Only:       []string{"example.com", "*.shop.example", "api.test:8443", "1.1.1.1"},
		Deny:       []string{"ads.shop.example", "*.evil.example", "8.8.8.8", "example.com:444", "[2001:4860::8888]", "nas.local:443"},
	}
	open := Policy{Deny: lists.Deny}
	closed := Policy{Only: []string{"bad pattern"}}
	for _, c := range []struct {
		policy    Policy
		url, want string
	}{
		{lists, "https://example.com/", ""},
		{lists, "https://EXAMPLE.com./", ""},
		{lists, "https://example.com:8443/", "not on the user's list"},
		{lists, "https://www.example.com/", "not on the user's list"},
		{lists, "https://a.b.shop.example/", ""},
		{lists, "https://shop.example/", "not on the user's list"},
		{lists, "https://ads.shop.example/", "denied by the user"},
		{lists, "https://ads.shop.example:9000/", "denied by the user"}, // without a port all are meant
		{lists, "https://api.test:8443/", ""},
		{lists, "https://api.test/", "not on the user's list"},
		{lists, "http://localhost:3000/", ""},
		{lists, "http://localhost:3001/", "loopback"},
		{lists, "http://nas.local/", ""},
		{lists, "https://nas.local/", "denied by the user"}, // what is denied is denied
		{lists, "https://1.1.1.1/", ""},
		{lists, "https://8.8.8.8/", "denied by the user"},
		{open, "https://134744072/", "denied by the user"},
		{open, "https://[::ffff:8.8.8.8]/", "denied by the user"},
		{open, "https://[2001:4860:0::8888]/", "denied by the user"},
		{open, "https://example.com/", ""},
		{open, "https://example.com:444/", "denied by the user"},
		{open, "https://x.evil.example/", "denied by the user"},
		{open, "https://evil.example/", ""},
		{open, "http://localhost/", "loopback"},
		{closed, "https://example.com/", "not on the user's list"},
	} {
		u, err := Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		err = c.policy.Check(u)
		if got := reasonOf(err); got != c.want || err != nil && fault.From(err).Hint == "" {
			t.Errorf("%s: %v; want %q", c.url, err, c.want)
		}
	}
	for addr, want := range map[string]string{"8.8.8.8": "denied by the user", "1.1.1.1": "", "10.0.0.1": "private network"} {
		if got := reasonOf(lists.CheckAddr("example.com", netip.AddrPortFrom(netip.MustParseAddr(addr), 443))); got != want {
			t.Errorf("example.com at %s: %q, want %q", addr, got, want)
		}
	}
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	reason, _ := fault.From(err).Details["reason"].(string)
	return reason
}
