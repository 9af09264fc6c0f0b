package site

import (
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/batonbrowser/baton/backend/fault"
)

// Policy is where one agent's browser may go: to public hosts, and to private
// ones that the user has allowed by name. The zero Policy allows public hosts.
type Policy struct {
	AllowHosts []string // patterns as of CheckPattern; others never match
	OwnPort    int      // Baton's port on this machine, 0 for none
}

// Check answers fault.OriginRefused where the browser may not go. Of a name it
// knows only how it is spelled.
func (p Policy) Check(u URL) error {
	switch u.scheme {
	case "about":
		return nil
	case "":
		return malformed("it is empty")
	}
	return p.CheckHost(u.host, u.port)
}

// CheckHost is Check for a host in any spelling and a port, as a proxy is asked.
func (p Policy) CheckHost(host string, port int) error {
	name, err := hostOrAddr(host)
	if err != nil {
		return err
	}
	if addr, err := netip.ParseAddr(name); err == nil {
		return p.CheckAddr(name, netip.AddrPortFrom(addr, uint16(port))) //nolint:gosec // a port
	}
	if port == p.OwnPort && port != 0 && loopbackName(name) {
		return ownPort(name)
	}
	if private, reason := privateName(name); private && !p.Allows(name, port) {
		return refused(name, port, reason)
	}
	return nil
}

// CheckAddr decides on the address that a host turned out to have, right before
// it is dialled. That the user has allowed the host by its name counts; Baton's
// own port on a loopback address is refused all the same.
func (p Policy) CheckAddr(host string, to netip.AddrPort) error {
	port := int(to.Port())
	if port == p.OwnPort && port != 0 && loopbackAddr(to.Addr()) {
		return ownPort(host)
	}
	if private, reason := PrivateAddr(to.Addr()); private && !p.Allows(host, port) {
		return refused(host, port, reason)
	}
	return nil
}

// Allows tells whether the user has allowed a host, in any spelling, and port.
func (p Policy) Allows(host string, port int) bool {
	name, err := hostOrAddr(host)
	if err != nil {
		return false
	}
	for _, text := range p.AllowHosts {
		if pat, err := parsePattern(text); err == nil && pat.matches(name, port) {
			return true
		}
	}
	return false
}

// CheckPattern refuses what cannot stand in AllowHosts. A pattern is host,
// host:port, host:* or any of them with "*." before the name for all names
// below it; IPv6 stands in brackets. Without a port it means 80 and 443.
func CheckPattern(pattern string) error {
	_, err := parsePattern(pattern)
	return err
}

// pattern is a parsed entry of AllowHosts.
type pattern struct {
	host  string // canonical
	below bool   // names below host, not host itself
	ports string // "", "*" or a number
}

func (p pattern) matches(name string, port int) bool {
	switch p.ports {
	case "*":
	case "":
		if port != 80 && port != 443 {
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

func parsePattern(text string) (pattern, error) {
	bad := func(why string) (pattern, error) {
		return pattern{}, fault.New(fault.InvalidInput, "%q cannot be an allowed host: %s", clip(text), why).
			WithHint("write a host such as localhost:3000, 192.168.1.20, *.intranet:8080 or [::1]:*").With("field", "allow_hosts")
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

// hostOrAddr is CanonicalHost that takes IPv6 without brackets too.
func hostOrAddr(host string) (string, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.WithZone("").String(), nil
	}
	return CanonicalHost(host)
}

func ownPort(host string) error {
	return fault.New(fault.OriginRefused, "Baton's own address is closed to the browsers it drives").
		WithHint("use Baton's tools; its pages are for the user").With("host", clip(host))
}

func refused(host string, port int, reason Reason) error {
	return fault.New(fault.OriginRefused, "%s is a private host (%s)", clip(host), reason).
		WithHint("the user can allow it for this agent in Baton: add %s to its allowed hosts", bracketed(host)+":"+strconv.Itoa(port)).
		With("host", clip(host)).With("reason", string(reason))
}
