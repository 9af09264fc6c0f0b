package site

import (
	"net/netip"
	"strconv"

	"github.com/batonbrowser/baton/backend/fault"
)

// Policy is where one agent's browser may go: to public hosts, or only to those
// that the user lists, and to private ones that the user has allowed by name; not
// to those that the user denies, whatever else allows them. The zero Policy
// allows public hosts. The lists have patterns as of CheckPattern; what is none
// never matches, and a list of Only that has nothing else allows nothing.
type Policy struct {
	AllowHosts []string // private hosts; public ones need no leave unless Only says so
	Only       []string // if not empty, the public hosts there are
	Deny       []string // hosts and addresses
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
	return p.judge(name, port, privateName)
}

// judge goes through the lists for a canonical name: what is denied, what is
// private and not allowed, what is not listed, in this order.
func (p Policy) judge(name string, port int, private func(string) (bool, Reason)) error {
	if matches(p.Deny, name, port, AllPorts) {
		return denied(name)
	}
	if matches(p.AllowHosts, name, port, WebPorts) {
		return nil
	}
	if is, reason := private(name); is {
		return refused(name, port, reason)
	}
	if len(p.Only) > 0 && !matches(p.Only, name, port, WebPorts) {
		return notListed(name, port)
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
	name, err := hostOrAddr(host)
	if err != nil {
		return err
	}
	if matches(p.Deny, to.Addr().WithZone("").String(), port, AllPorts) {
		return denied(name)
	}
	return p.judge(name, port, func(string) (bool, Reason) { return PrivateAddr(to.Addr()) })
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

func denied(host string) error {
	return fault.New(fault.OriginRefused, "%s is denied to this agent", clip(host)).
		WithHint("the user has put it on the list of denied hosts; do without it").With("host", clip(host)).With("reason", string(Denied))
}

func notListed(host string, port int) error {
	return fault.New(fault.OriginRefused, "%s is not among the hosts of this agent", clip(host)).
		WithHint("the user has listed the only hosts it may open, and can add %s in Baton", bracketed(host)+":"+strconv.Itoa(port)).
		With("host", clip(host)).With("reason", string(NotListed))
}
