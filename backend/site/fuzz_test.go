package site

import (
	"net/netip"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
)

// FuzzPolicy looks for an address and lists that contradict each other: what is
// denied is refused whatever else is listed, nothing private is reached unless it
// is named, and the page's address, the proxy's host and port and the address that
// a literal host stands for are judged alike.
func FuzzPolicy(f *testing.F) {
	for _, s := range spellings() {
		f.Add("http://"+s+":8080/", s+":*", "*.example.com")
	}
	f.Add("https://a.example.com/", "*.example.com", "a.example.com")
	f.Add("https://bücher.example:444/", "xn--bcher-kva.example:444", "*.example:1")
	f.Fuzz(func(t *testing.T, raw, one, two string) {
		u, err := Parse(raw)
		if err != nil || u.Scheme() == "about" {
			return
		}
		literal, notLiteral := netip.ParseAddr(u.Host())
		for _, p := range []Policy{
			{},
			{AllowHosts: []string{one}},
			{Only: []string{one}},
			{Deny: []string{one}},
			{AllowHosts: []string{one}, Only: []string{two}, Deny: []string{two}},
			{Only: []string{one}, Deny: []string{one}},
		} {
			err := p.Check(u)
			if err != nil && !fault.Is(err, fault.OriginRefused) {
				t.Fatalf("%s with %+v: %v", u, p, err)
			}
			if asked := p.CheckHost(u.Host(), u.Port()); (err == nil) != (asked == nil) {
				t.Fatalf("%s with %+v: %v, and the proxy says %v", u, p, err, asked)
			}
			if notLiteral == nil {
				to := netip.AddrPortFrom(literal, uint16(u.Port())) //nolint:gosec // a port
				if dialled := p.CheckAddr(u.Host(), to); (err == nil) != (dialled == nil) {
					t.Fatalf("%s with %+v: %v, and the dialler says %v", u, p, err, dialled)
				}
			}
			private, _ := Private(u.Host())
			if err == nil && private && !matches(p.AllowHosts, u.Host(), u.Port(), WebPorts) {
				t.Fatalf("%s is private and %+v does not name it", u, p)
			}
			if err == nil && matches(p.Deny, u.Host(), u.Port(), AllPorts) {
				t.Fatalf("%s is denied by %+v", u, p)
			}
			if err == nil && len(p.Only) > 0 && !matches(p.Only, u.Host(), u.Port(), WebPorts) && !matches(p.AllowHosts, u.Host(), u.Port(), WebPorts) {
				t.Fatalf("%s is not on the list of %+v", u, p)
			}
		}
		if (CheckPattern(one) == nil) != (CheckPattern(one+":*") == nil) && CheckPattern(one+":*") == nil {
			t.Fatalf("%q is a host with a port and none without", one)
		}
	})
}
