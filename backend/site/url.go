// Package site decides where a browser may go: it reads what a person or an
// agent typed as a URL, tells private hosts from public ones, and has the
// policy of an agent (G1). It is pure: what a name resolves to is not known
// here, so the network gate asks again with the address (Policy.CheckAddr).
//
// Guarantees:
//   - What Parse returns has one spelling. Its String is what Baton hands to the
//     browser, so that no other parser reads the raw text: a difference between
//     two parsers cannot be used.
//   - Hosts are read as the WHATWG URL standard has it, which is how Chromium
//     reads them: every numeric spelling of an IPv4 address, full-width and
//     encoded letters, IPv6 forms that carry an IPv4 address.
//   - What cannot be read is refused, and an address of no known kind is private.
//   - Baton's own port on this machine is refused in every spelling, also where
//     the user has allowed it.
//
// Rejected: net/url, whose hosts are not those of a browser ("http://127.1",
// "http:\\host"); a list of refused texts, which is never complete.
package site

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fault"
)

// MaxLength is the longest URL, in bytes; Chromium refuses longer ones.
const MaxLength = 2 << 20

// Blank is the one page without a host that may be opened.
const Blank = "about:blank"

// URL is an address that a browser can open. The zero URL is none; only Parse
// makes others.
type URL struct {
	scheme string // "http", "https" or, for Blank, "about"
	host   string // canonical: ASCII, lower case, no trailing dot; IPv6 without brackets
	port   int
	rest   string // path, query and fragment, encoded; starts with "/"
}

// Scheme is "http", "https" or "about".
func (u URL) Scheme() string { return u.scheme }

// Host is the name or address without port and brackets; empty for Blank.
func (u URL) Host() string { return u.host }

// Port is the port, also when it is the scheme's own; 0 for Blank.
func (u URL) Port() int { return u.port }

// Origin is scheme, host and port as a browser writes them; "null" for Blank.
func (u URL) Origin() string {
	if u.scheme == "about" {
		return "null"
	}
	origin := u.scheme + "://" + bracketed(u.host)
	if u.port != defaultPort(u.scheme) {
		origin += ":" + strconv.Itoa(u.port)
	}
	return origin
}

// String is the URL in its one spelling.
func (u URL) String() string {
	switch u.scheme {
	case "":
		return ""
	case "about":
		return Blank
	}
	return u.Origin() + u.rest
}

// Parse reads what someone typed. Without a scheme it is https, or http where
// the host is private: hardly a router or a development server has a
// certificate. It refuses other schemes (fault.OriginRefused) and what is no URL
// (fault.InvalidInput).
//
// A user name and password before the host are read as a browser reads them, and
// left out: a password in an address would stand in the page's own URL, in
// histories and in what is shown of it, and a name there mostly makes one host
// look like another. A site that asks for them asks the person or the agent.
func Parse(raw string) (URL, error) {
	text := strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	text = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(text)
	if text == "" || len(text) > MaxLength || !utf8.ValidString(text) {
		return URL{}, malformed("it is empty, too long or not text")
	}
	scheme, after, typed := cutScheme(text)
	switch scheme {
	case "http", "https":
		if typed {
			after = strings.TrimLeft(after, `/\`)
		}
	case "about":
		if page, _, _ := strings.Cut(after, "#"); strings.EqualFold(page, "blank") {
			return URL{scheme: "about"}, nil
		}
		fallthrough
	default:
		return URL{}, fault.New(fault.OriginRefused, "pages of the kind %q are not opened", clip(scheme)+":").
			WithHint("only http and https addresses can be opened").With("scheme", clip(scheme))
	}
	u, err := parseAfterScheme(scheme, after)
	if err != nil {
		return URL{}, err
	}
	if private, _ := Private(u.host); private && !typed {
		return parseAfterScheme("http", after)
	}
	return u, nil
}

// cutScheme splits off the scheme; typed is false where there was none and
// https stands in for it. "localhost:3000" has a port and not a scheme.
func cutScheme(text string) (scheme, after string, typed bool) {
	before, after, found := strings.Cut(text, ":")
	if !found || !isScheme(before) || startsWithPort(after) {
		return "https", text, false
	}
	return strings.ToLower(before), after, true
}

func isScheme(s string) bool {
	for i, r := range []byte(s) {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (i == 0 || !isDigit(r) && !strings.ContainsRune("+-.", rune(r))) {
			return false
		}
	}
	return s != ""
}

func startsWithPort(s string) bool {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return digits > 0 && (digits == len(s) || strings.IndexByte(`/\?#`, s[digits]) >= 0)
}

func parseAfterScheme(scheme, after string) (URL, error) {
	authority, rest := after, ""
	if end := strings.IndexAny(after, `/\?#`); end >= 0 {
		authority, rest = after[:end], after[end:]
	}
	hostText, portText := cutPort(authority[strings.LastIndexByte(authority, '@')+1:])
	host, err := CanonicalHost(hostText)
	if err != nil {
		return URL{}, err
	}
	port := defaultPort(scheme)
	if portText != "" {
		if port, err = parsePort(portText); err != nil {
			return URL{}, err
		}
	}
	return URL{scheme: scheme, host: host, port: port, rest: encodeRest(rest)}, nil
}

// cutPort splits at the first colon that is not part of an IPv6 address; what
// follows it is checked by parsePort.
func cutPort(authority string) (host, port string) {
	from := 0
	if strings.HasPrefix(authority, "[") {
		from = strings.Index(authority, "]") + 1
	}
	if colon := strings.Index(authority[from:], ":"); colon >= 0 {
		return authority[:from+colon], authority[from+colon+1:]
	}
	return authority, ""
}

func parsePort(text string) (int, error) {
	digits := strings.TrimLeft(text, "0")
	if digits == "" {
		digits = "0"
	}
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return 0, malformed("%q is not a port", clip(text))
	}
	return int(port), nil
}

// encodeRest writes path, query and fragment in ASCII, with the sets of
// characters that the URL standard encodes in each.
func encodeRest(rest string) string {
	var b strings.Builder
	part, set := byte('/'), " \"#<>?`{}^"
	if rest == "" || rest[0] != '/' && rest[0] != '\\' {
		b.WriteByte('/')
	}
	for _, c := range []byte(rest) {
		switch {
		case part == '/' && c == '\\':
			c = '/'
		case part == '/' && c == '?':
			part, set = c, " \"#<>'"
			b.WriteByte(c)
			continue
		case part != '#' && c == '#':
			part, set = c, " \"<>`"
			b.WriteByte(c)
			continue
		}
		if c <= ' ' || c >= 0x7f || strings.IndexByte(set, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func defaultPort(scheme string) int {
	if scheme == "http" {
		return 80
	}
	return 443
}

func bracketed(host string) string {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() {
		return "[" + host + "]"
	}
	return host
}

func malformed(format string, args ...any) error {
	return fault.New(fault.InvalidInput, "this is not an address that a browser can open: %s", fmt.Sprintf(format, args...)).
		WithHint("give an address such as https://example.com/path").With("field", "url")
}

// clip shortens what stands in a message.
func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
