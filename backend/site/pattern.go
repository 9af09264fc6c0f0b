package site

import (
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/batonbrowser/baton/backend/fault"
)

// Ports is what an entry without a port means.
type Ports string

// An allowed host is allowed where the web is; a denied one is denied as a whole.
const (
	WebPorts Ports = "80 and 443"
	AllPorts Ports = "all"
)

// CheckPattern refuses what cannot stand in the lists of a Policy. A pattern is
// host, host:port, host:* or any of them with "*." before the name for all names
// below it, and not itself; IPv6 stands in brackets. Ports says what it means
// without a port.
func CheckPattern(pattern string) error {
	_, err := parsePattern(pattern)
	return err
}

// pattern is a parsed entry of a list.
type pattern struct {
	host  string // canonical
	below bool   // names below host, not host itself
	ports string // "", "*" or a number
}

func (p pattern) matches(name string, port int, bare Ports) bool {
	switch p.ports {
	case "*":
	case "":
		if bare == WebPorts && port != 80 && port != 443 {
			return false
		}
	default:
		if p.ports != strconv.Itoa(port) {
			return false
		}
	}
	if p.below {
		_, err := netip.ParseAddr(name)
		return err != nil && strings.HasSuffix(name, "."+p.host)
	}
	return name == p.host || sameAddr(name, p.host)
}

// sameAddr tells whether two spellings reach the same IPv4 address.
func sameAddr(a, b string) bool {
	x, errX := netip.ParseAddr(a)
	y, errY := netip.ParseAddr(b)
	return errX == nil && errY == nil && x.Unmap() == y.Unmap()
}

// matches tells whether a list has a canonical name or address and port.
func matches(list []string, name string, port int, bare Ports) bool {
	for _, text := range list {
		if pat, err := parsePattern(text); err == nil && pat.matches(name, port, bare) {
			return true
		}
	}
	return false
}

func parsePattern(text string) (pattern, error) {
	bad := func(why string) (pattern, error) {
		return pattern{}, fault.New(fault.InvalidInput, "%q cannot stand in a list of hosts: %s", clip(text), why).
			WithHint("write a host such as localhost:3000, 192.168.1.20, *.intranet:8080 or [::1]:*").With("entry", clip(text))
	}
	if strings.ContainsAny(text, `/\?#@ `) || strings.TrimSpace(text) != text {
		return bad("it is a host and perhaps a port, without scheme and path")
	}
	hostText, ports := cutPort(text)
	if strings.HasSuffix(text, ":") {
		return bad("the port is missing")
	}
	if ports != "" && ports != "*" {
		port, err := parsePort(ports)
		if err != nil || port == 0 {
			return bad("the port must be 1 to 65535 or *")
		}
		ports = strconv.Itoa(port)
	}
	hostText, below := strings.CutPrefix(hostText, "*.")
	host, err := CanonicalHost(hostText)
	if err != nil || strings.Contains(hostText, "*") {
		return bad("it is not a host name or address; * stands only before the first dot")
	}
	if _, err := netip.ParseAddr(host); err == nil && below {
		return bad("addresses have nothing below them")
	}
	if suffix, icann := publicsuffix.PublicSuffix(host); below && icann && suffix == host {
		return bad("that would be everybody's names")
	}
	return pattern{host: host, below: below, ports: ports}, nil
}
