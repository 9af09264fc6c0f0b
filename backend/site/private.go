package site

import (
	"net/netip"
	"strings"
)

// Reason says why a host is refused: what kind of private one it is, or which list
// of the user. Reasons are part of messages and
// of the audit.
type Reason string

// The kinds of private hosts, and what the user's lists say of the others.
const (
	Loopback    Reason = "loopback"
	PrivateNet  Reason = "private network"
	LinkLocal   Reason = "link-local"
	Metadata    Reason = "cloud metadata"
	CarrierNAT  Reason = "carrier NAT"
	Multicast   Reason = "multicast"
	Reserved    Reason = "reserved"
	Unspecified Reason = "unspecified"
	LocalName   Reason = "local name"
	NoHost      Reason = "not a host"
	Denied      Reason = "denied by the user"
	NotListed   Reason = "not on the user's list"
)

// Private tells whether a host, in any spelling and with or without the brackets
// of IPv6, belongs to this machine or its network, or is no host at all. A
// public name may still resolve to such a place: PrivateAddr tells.
func Private(host string) (private bool, reason Reason) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return PrivateAddr(addr)
	}
	name, err := CanonicalHost(host)
	if err != nil {
		return true, NoHost
	}
	if addr, err := netip.ParseAddr(name); err == nil {
		return PrivateAddr(addr)
	}
	return privateName(name)
}

// privateName judges a canonical name.
func privateName(name string) (private bool, reason Reason) {
	switch {
	case loopbackName(name):
		return true, Loopback
	case name == "metadata", name == "instance-data",
		hasSuffix(name, "metadata.google.internal", "metadata.goog", "metadata.tencentyun.com"):
		return true, Metadata
	case !strings.Contains(name, "."):
		return true, LocalName
	case hasSuffix(name, "local", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa"):
		return true, LocalName
	}
	return false, ""
}

// loopbackName tells the names that mean this machine without being asked of a
// name server.
func loopbackName(name string) bool {
	return name == "ip6-localhost" || name == "ip6-loopback" || hasSuffix(name, "localhost", "localdomain")
}

func hasSuffix(name string, suffixes ...string) bool {
	for _, s := range suffixes {
		if name == s || strings.HasSuffix(name, "."+s) {
			return true
		}
	}
	return false
}

// PrivateAddr tells whether an address is one of this machine or its network, or
// of a kind that is not for the internet (the special-purpose registries of
// IANA). IPv6 addresses that carry an IPv4 one are judged by that.
func PrivateAddr(addr netip.Addr) (private bool, reason Reason) {
	if !addr.IsValid() {
		return true, NoHost
	}
	addr = addr.WithZone("")
	if inner, ok := embedded(addr); ok {
		addr = inner
	}
	for _, r := range specialRanges() {
		if r.prefix.Contains(addr) {
			return true, r.reason
		}
	}
	// Only 2000::/3 has been given out; everything else is for later.
	if addr.Is6() && !netip.MustParsePrefix("2000::/3").Contains(addr) {
		return true, Reserved
	}
	return false, ""
}

// loopbackAddr tells whether a connection to addr reaches this machine's
// loopback: also by the unspecified address, which Linux and macOS take for it.
func loopbackAddr(addr netip.Addr) bool {
	addr = addr.WithZone("")
	if inner, ok := embedded(addr); ok {
		addr = inner
	}
	compatible := netip.MustParsePrefix("::/96").Contains(addr)
	return addr.IsLoopback() || addr.IsUnspecified() || compatible ||
		netip.MustParsePrefix("0.0.0.0/8").Contains(addr)
}

// embedded gives the IPv4 address that a translator, a tunnel or the system
// itself would send packets for addr to.
func embedded(addr netip.Addr) (netip.Addr, bool) {
	if addr.Is4() {
		return addr, false
	}
	b := addr.As16()
	at := func(i int) (netip.Addr, bool) { return netip.AddrFrom4([4]byte(b[i : i+4])), true }
	switch {
	case addr.Is4In6(), // ::ffff:1.2.3.4
		netip.MustParsePrefix("::ffff:0:0:0/96").Contains(addr), // translated, RFC 2765
		netip.MustParsePrefix("64:ff9b::/96").Contains(addr):    // NAT64, RFC 6052
		return at(12)
	case netip.MustParsePrefix("2002::/16").Contains(addr): // 6to4, RFC 3056
		return at(2)
	case (b[8] == 0 || b[8] == 2) && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe && b[0] >= 0x20: // ISATAP, RFC 5214
		return at(12)
	}
	return addr, false
}

type specialRange struct {
	prefix netip.Prefix
	reason Reason
}

// specialRanges lists what is not for the internet; the first that fits names
// the reason.
func specialRanges() []specialRange {
	var all []specialRange
	add := func(reason Reason, prefixes ...string) {
		for _, p := range prefixes {
			all = append(all, specialRange{netip.MustParsePrefix(p), reason})
		}
	}
	add(Metadata, "169.254.169.254/32", "169.254.170.2/32", "100.100.100.200/32", "192.0.0.192/32",
		"168.63.129.16/32", "fd00:ec2::254/128", "fd20:ce::254/128")
	add(Unspecified, "0.0.0.0/8", "::/128")
	add(Loopback, "127.0.0.0/8", "::1/128")
	add(PrivateNet, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10")
	add(LinkLocal, "169.254.0.0/16", "fe80::/10")
	add(CarrierNAT, "100.64.0.0/10")
	add(Multicast, "224.0.0.0/4", "ff00::/8")
	add(Reserved,
		"192.0.0.0/24",                                      // IETF protocol assignments
		"192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", // documentation
		"192.88.99.0/24",               // 6to4 relays, given up
		"198.18.0.0/15", "2001:2::/48", // benchmarks
		"240.0.0.0/4",                // for later, and broadcast
		"::/96",                      // IPv4-compatible, given up
		"64:ff9b:1::/48",             // NAT64 of a local network
		"100::/64", "100:0:0:1::/64", // discard
		"2001::/32",                  // Teredo: the address of the peer is hidden in it
		"2001:10::/28",               // ORCHID, given up
		"2001:db8::/32", "3fff::/20", // documentation
		"5f00::/16", // segment routing
	)
	return all
}
