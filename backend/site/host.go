package site

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

const maxHostText = 2048

// CanonicalHost gives the one spelling of a host: an IPv4 address in four
// decimal numbers, an IPv6 address as RFC 5952 has it and without brackets, a
// name in lower-case ASCII (IDNA) without a trailing dot. IPv6 needs brackets
// on the way in; zone ids are refused, as browsers do.
func CanonicalHost(text string) (string, error) {
	if inner, ok := strings.CutPrefix(text, "["); ok {
		inner, closed := strings.CutSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		if !closed || err != nil || !addr.Is6() || addr.Zone() != "" {
			return "", malformed("%q is not an IPv6 address", clip(text))
		}
		return addr.String(), nil
	}
	// No name that fits is longer when encoded, and IDNA takes long over long ones.
	if len(text) > maxHostText {
		return "", malformed("the host has %d bytes", len(text))
	}
	name, err := url.PathUnescape(text)
	if err != nil || !utf8.ValidString(name) {
		return "", malformed("the host %q is not encoded well", clip(text))
	}
	if name, err = toASCII(name); err != nil {
		return "", malformed("%q is not a host name", clip(text))
	}
	name = strings.TrimSuffix(name, ".")
	if name == "" || len(name) > 253 || strings.Contains("."+name+".", "..") || strings.ContainsFunc(name, forbidden) {
		return "", malformed("%q is not a host name", clip(text))
	}
	if !endsInNumber(name) {
		return name, nil
	}
	addr, ok := parseIPv4(name)
	if !ok {
		return "", malformed("%q is not an IPv4 address", clip(text))
	}
	return addr.String(), nil
}

// toASCII is the domain-to-ASCII of the URL standard: UTS 46, nontransitional,
// without the rules of STD 3 and of the length of labels.
func toASCII(name string) (string, error) {
	if lower := strings.ToLower(name); isASCII(name) && !strings.Contains(lower, "xn--") {
		return lower, nil
	}
	profile := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
		idna.CheckHyphens(false), idna.CheckJoiners(true), idna.BidiRule())
	return profile.ToASCII(name)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7e })
}

// forbidden tells the "forbidden domain code points" of the URL standard.
func forbidden(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune("#%/:<>?@[\\]^|", r)
}

// endsInNumber tells whether a browser takes name for an IPv4 address: its last
// label is a number.
func endsInNumber(name string) bool {
	last := name[strings.LastIndex(name, ".")+1:]
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := parseNumber(last)
	return ok
}

// parseIPv4 is the IPv4 parser of the URL standard: one to four numbers, each
// decimal, octal or hexadecimal; the last fills the bytes that are left.
func parseIPv4(name string) (netip.Addr, bool) {
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, p := range parts {
		n, ok := parseNumber(p)
		limit := uint64(0xff)
		if i == len(parts)-1 {
			limit = 1<<(8*(5-len(parts))) - 1
			value |= n
		} else {
			value |= n << (8 * (3 - i))
		}
		if !ok || n > limit {
			return netip.Addr{}, false
		}
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

func parseNumber(s string) (uint64, bool) {
	base := 10
	switch {
	case s == "":
		return 0, false
	case strings.HasPrefix(s, "0x"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" { // "0x" is zero
		return 0, true
	}
	if strings.Trim(s, "0123456789abcdef") != "" { // no sign, no underscore
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 64)
	return n, err == nil
}

// RegistrableDomain gives the part of a host that somebody registered: the
// public suffix and one label ("a.b.co.uk" → "b.co.uk"). It is empty for
// addresses, public suffixes and names of one label.
func RegistrableDomain(host string) string {
	name, err := CanonicalHost(host)
	if err != nil {
		return ""
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return ""
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return ""
	}
	return domain
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
