package site

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
)

func TestParse(t *testing.T) {
	for raw, want := range map[string]string{
		"https://example.com":                   "https://example.com/",
		"HTTP://EXAMPLE.com:80/A?b#C":           "http://example.com/A?b#C",
		"https://example.com:443":               "https://example.com/",
		"https://example.com:8443/":             "https://example.com:8443/",
		"http://example.com:00080/":             "http://example.com/",
		"http://example.com:/x":                 "http://example.com/x",
		"example.com":                           "https://example.com/",
		"example.com/path?q=1":                  "https://example.com/path?q=1",
		"example.com:8080/path":                 "https://example.com:8080/path",
		"example.com?q":                         "https://example.com/?q",
		"  example.com\n":                       "https://example.com/",
		"exa\tmple.c\nom":                       "https://example.com/",
		"localhost:3000":                        "http://localhost:3000/",
		"localhost":                             "http://localhost/",
		"https://localhost":                     "https://localhost/",
		"app.localhost:8080/x":                  "http://app.localhost:8080/x",
		"192.168.1.20":                          "http://192.168.1.20/",
		"127.1:9":                               "http://127.0.0.1:9/",
		"[::1]:3000":                            "http://[::1]:3000/",
		"router":                                "http://router/",
		"8.8.8.8":                               "https://8.8.8.8/",
		"https:example.com":                     "https://example.com/",
		`https:\\example.com\a\b?c\d`:           `https://example.com/a/b?c\d`,
		"https:////example.com//x":              "https://example.com//x",
		"http://example.com./":                  "http://example.com/",
		"http://bücher.example/ä?ö#ü":           "http://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC",
		"http://faß.de":                         "http://xn--fa-hia.de/",
		"http://ＧＯ.com":                         "http://go.com/",
		"http://ex%61mple.com/%61":              "http://example.com/%61",
		"http://a_b.example.com/":               "http://a_b.example.com/",
		"http://example.com/a b?c d#e f":        "http://example.com/a%20b?c%20d#e%20f",
		"http://example.com/?q='<>\"`{}|":       "http://example.com/?q=%27%3C%3E%22`{}|",
		"http://[2001:4860:4860:0:0:0:0:8888]/": "http://[2001:4860:4860::8888]/",
		"http://[::FFFF:8.8.8.8]/":              "http://[::ffff:8.8.8.8]/",
		"http://0x8.0x8.0x8.0x8/":               "http://8.8.8.8/",
		"about:blank":                           "about:blank",
		"ABOUT:Blank#x":                         "about:blank",
		"http://example.com/@a:b@c":             "http://example.com/@a:b@c",
		"http://user@example.com":               "http://example.com/",
		"https://user:secret@example.com:8443/": "https://example.com:8443/",
		"http://:@example.com":                  "http://example.com/",
		"user@example.com/x":                    "https://example.com/x",
		"http://www.bank.example@[::1]:80/":     "http://[::1]/",
		"http://127.0.0.1:80@example.com/":      "http://example.com/",
		"https://example.com:1@127.0.0.1/":      "https://127.0.0.1/",
		`http://a:b@c@d\@127.0.0.1/`:            "http://d/@127.0.0.1/",
		"http://example.com?@127.0.0.1":         "http://example.com/?@127.0.0.1",
		`http://example.com\@127.0.0.1/`:        "http://example.com/@127.0.0.1/",
		"http://example.com#@127.0.0.1":         "http://example.com/#@127.0.0.1",
	} {
		u, err := Parse(raw)
		if err != nil || u.String() != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", raw, u.String(), err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for code, raws := range map[fault.Code][]string{
		fault.OriginRefused: {
			"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "file:///etc/passwd",
			"chrome://settings", "view-source:http://example.com", "ftp://example.com", "ws://example.com", "blob:https://example.com/1",
			"about:config", "about:blank2", "about:srcdoc", "devtools://x", "mailto:a@b", "chrome-extension://abc/x", "filesystem:http://a/b",
		},
		fault.InvalidInput: {
			"", "   ", "http://", "https:", "http:///", "//", "///x", "/path", "?q", "how to bake bread", "http://a b/",
			"http://user:secret@", "http://user:secret@:80/", "http://user:secret@a b/",
			"http://example.com:99999", "http://example.com:-1", "http://example.com:+1", "http://example.com:8a", "http://a:1:2",
			"http://..", "http://a..b", "http://.a", "http://[::1", "http://[::1]x", "http://[::1%25eth0]", "http://[fe80::1%eth0]/",
			"http://::1/", "http://[127.0.0.1]", "http://256.1.1.1", "http://1.2.3.4.5", "http://1.2.3.0x100", "http://0x100000000",
			"http://4294967296", "http://08.1.1.1", "http://a.09", "http://a%00b", "http://a%2fb", "http://a%zzb", "http://a<b", "http://xn--a.com/",
			"http://" + strings.Repeat("a.", 130) + "com", "\xff\xfe", "http://\xff/", "http://a%ff/",
		},
	} {
		for _, raw := range raws {
			u, err := Parse(raw)
			f := fault.From(err)
			if err == nil || f.Code != code || f.Hint == "" || u != (URL{}) {
				t.Errorf("Parse(%q) = %q, %v; want %s with a hint", raw, u.String(), err, code)
			}
			if strings.Contains(f.Message+f.Hint, "secret") {
				t.Errorf("Parse(%q) repeats the password: %s", raw, f.Message)
			}
		}
	}
}

func TestParts(t *testing.T) {
	u, err := Parse("http://[::1]:3000/x")
	if err != nil {
		t.Fatal(err)
	}
	if u.Scheme() != "http" || u.Host() != "::1" || u.Port() != 3000 || u.Origin() != "http://[::1]:3000" {
		t.Errorf("%q %q %d %q", u.Scheme(), u.Host(), u.Port(), u.Origin())
	}
	blank, err := Parse(Blank)
	if err != nil || blank.Origin() != "null" || blank.Host() != "" || blank.Port() != 0 {
		t.Errorf("%+v %v", blank, err)
	}
	if (URL{}).String() != "" {
		t.Error("the zero URL is something")
	}
}

// spellings lists ways to write 127.0.0.1 that some program reads as it.
func spellings() []string {
	return []string{
		"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.1.", "2130706433", "0x7f000001", "0x7F000001", "0X7f.1", "017700000001", "0177.0.0.1",
		"0177.0x0.0.01", "127.0x000001", "00000177.0.0.00000001", "0x7f.0x0.0x0.0x1", "127.0.0.0x1", "127.0x.0x.1",
		"１２７.０.０.１", "①②⑦.⓪.⓪.①", "127。0。0。1", "127｡0｡0｡1", "%31%32%37.0.0.1", "127%2e0%2E0.1", "%30x7f.1",
		"[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::127.0.0.1]", "[::7f00:1]", "[::ffff:127.0.0.1]", "[::FFFF:7F00:1]",
		"[0:0:0:0:0:ffff:127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
		"[2002:7f00:0001:1::1]", "[fe80::5efe:127.0.0.1]", "[2607:f8b0::5efe:7f00:1]", "[2607:f8b0::200:5efe:127.0.0.1]", "[::ffff:0:0]", "0.0.0.0", "0", "0x0", "00", "0.1", "[::]", "[::0.0.0.0]",
		"localhost", "LOCALHOST", "localhost.", "a.localhost", "a.b.LocalHost.", "ｌocalhost", "ⓛocalhost", "%6cocalhost", "lo%63alhost",
		"localhost.localdomain", "ip6-localhost", "ip6-loopback",
	}
}

func TestPrivateHosts(t *testing.T) {
	for reason, hosts := range map[Reason][]string{
		PrivateNet:  {"10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "3232235777", "0xc0a80101", "[fd00::1]", "[fc00::]", "[fec0::1]", "[::ffff:10.0.0.1]", "[64:ff9b::192.168.0.1]", "[2002:c0a8:101::1]"},
		LinkLocal:   {"169.254.0.1", "[fe80::1]", "[febf::1]", "[::ffff:169.254.1.1]"},
		Metadata:    {"169.254.169.254", "2852039166", "0xa9.0xfe.0xa9.0xfe", "[::ffff:a9fe:a9fe]", "100.100.100.200", "192.0.0.192", "168.63.129.16", "[fd00:ec2::254]", "metadata.google.internal", "metadata", "metadata.goog", "instance-data"},
		CarrierNAT:  {"100.64.0.1", "100.127.255.255"},
		Multicast:   {"224.0.0.1", "239.255.255.250", "[ff02::1]"},
		Reserved:    {"240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "192.88.99.1", "[2001:db8::1]", "[2001::1]", "[2001:2::1]", "[64:ff9b:1::1]", "[100::1]", "[4000::1]", "[1::1]", "[::8.8.8.8]", "[3fff::1]", "[5f00::1]"},
		Unspecified: {"0.0.0.0", "0", "[::]", "0.1.2.3"},
		LocalName:   {"router", "intranet", "printer.local", "PRINTER.LOCAL.", "db.internal", "nas.lan", "x.home.arpa", "wiki.corp", "com"},
		NoHost:      {"", ".", "a b", "[::1", "256.0.0.1", "a..b", "example.com:80", "http://example.com"},
	} {
		for _, h := range hosts {
			if private, got := Private(h); !private || got != reason {
				t.Errorf("Private(%q) = %v, %q; want %q", h, private, got, reason)
			}
		}
	}
	for _, h := range spellings() {
		if private, _ := Private(h); !private {
			t.Errorf("Private(%q) = false", h)
		}
	}
}

func TestPublicHosts(t *testing.T) {
	for _, h := range []string{
		"example.com", "localhost.example.com", "local.example", "internal.example.com", "localhosts.example", "xn--bcher-kva.de", "a.test",
		"8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "100.63.255.255", "100.128.0.0",
		"169.253.255.255", "169.255.0.0", "126.255.255.255", "128.0.0.0", "223.255.255.255", "198.17.255.255", "198.20.0.0",
		"[2001:4860:4860::8888]", "[2606:4700::1]", "[::ffff:8.8.8.8]", "[64:ff9b::8.8.8.8]", "[2002:808:808::1]", "[2620:4f:8000::1]", "2001:4860:4860::8888",
	} {
		if private, reason := Private(h); private {
			t.Errorf("Private(%q) = true, %s", h, reason)
		}
	}
}

func TestOwnPortIsAlwaysRefused(t *testing.T) {
	p := Policy{OwnPort: 4786, AllowHosts: []string{"localhost:*", "*.localhost:*", "127.0.0.1:*", "127.0.0.1:4786", "[::1]:*", "0.0.0.0:*", "[::]:*", "[::ffff:127.0.0.1]:*", "[::127.0.0.1]:*", "localhost:4786"}}
	for _, h := range append(spellings(), "127.9.9.9", "[::ffff:127.1.2.3]") {
		for _, port := range []string{":4786", ":04786"} {
			u, err := Parse("http://" + h + port + "/")
			if err != nil {
				t.Errorf("%s: %v", h, err)
				continue
			}
			if err := p.Check(u); !fault.Is(err, fault.OriginRefused) || !strings.Contains(err.Error(), "Baton's own") {
				t.Errorf("%s%s: %v", h, port, err)
			}
		}
	}
	for _, a := range []string{"127.0.0.1", "::1", "0.0.0.0", "::", "::ffff:127.0.0.1", "127.5.5.5", "::1%lo"} {
		err := p.CheckAddr("rebind.example", netip.AddrPortFrom(netip.MustParseAddr(a), 4786))
		if !fault.Is(err, fault.OriginRefused) {
			t.Errorf("%s: %v", a, err)
		}
	}
	u, err := Parse("http://localhost:4787")
	if err != nil || p.Check(u) != nil {
		t.Errorf("another port of this machine: %v, %v", err, p.Check(u))
	}
}

func TestPolicyOfNothing(t *testing.T) {
	blank, err := Parse(Blank)
	if err != nil || (Policy{}).Check(blank) != nil {
		t.Error("about:blank is refused")
	}
	if (Policy{}).Check(URL{}) == nil {
		t.Error("the zero URL is allowed")
	}
	for _, h := range []string{"", "a b", "localhost", "::1", "[::1]", "fe80::1%eth0"} {
		if (Policy{}).CheckHost(h, 443) == nil {
			t.Errorf("CheckHost(%q) allows", h)
		}
	}
	if err := (Policy{}).CheckHost("EXAMPLE.com.", 443); err != nil {
		t.Error(err)
	}
}

func TestCheckAddr(t *testing.T) {
	p := Policy{AllowHosts: []string{"dev.example:8080"}}
	for _, c := range []struct {
		host, to string
		want     string
	}{
		{"example.com", "93.184.216.34:443", "yes"},
		{"example.com", "127.0.0.1:443", "no"}, // rebinding
		{"example.com", "[::1]:443", "no"},
		{"dev.example", "10.0.0.5:8080", "yes"},
		{"dev.example", "10.0.0.5:80", "no"},
		{"dev.example", "169.254.169.254:8080", "yes"}, // the user named it
	} {
		err := p.CheckAddr(c.host, netip.MustParseAddrPort(c.to))
		if got := map[bool]string{true: "yes", false: "no"}[err == nil]; got != c.want {
			t.Errorf("%s at %s: %v", c.host, c.to, err)
		}
	}
	if p.CheckAddr("example.com", netip.AddrPort{}) == nil {
		t.Error("no address is allowed")
	}
}

func TestRegistrableDomain(t *testing.T) {
	for host, want := range map[string]string{
		"a.b.example.com": "example.com", "EXAMPLE.com.": "example.com", "x.y.co.uk": "y.co.uk", "co.uk": "", "com": "", "localhost": "",
		"127.0.0.1": "", "[::1]": "", "::1": "", "www.bücher.de": "xn--bcher-kva.de", "a.github.io": "a.github.io", "github.io": "", "a b": "",
	} {
		if got := RegistrableDomain(host); got != want {
			t.Errorf("RegistrableDomain(%q) = %q, want %q", host, got, want)
		}
	}
}

// FuzzParse looks for a text whose one spelling is not one: Parse of its String
// must be the same URL, and the policy must answer the same to both.
func FuzzParse(f *testing.F) {
	for _, s := range spellings() {
		f.Add("http://" + s + ":4786/")
		f.Add(s)
	}
	f.Add(`https:\\a@b/c?d#e`)
	f.Add("http://ﬀ。example:080/ü?#?")
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := Parse(raw)
		if err != nil {
			if fault.From(err).Code == fault.Internal {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		again, err := Parse(u.String())
		if err != nil || again != u {
			t.Fatalf("%q is %q, and that is %q, %v", raw, u.String(), again.String(), err)
		}
		if u.Scheme() == "about" {
			return
		}
		p := Policy{OwnPort: 4786}
		if a, b := p.Check(u), p.CheckHost(u.Host(), u.Port()); (a == nil) != (b == nil) {
			t.Fatalf("%q: %v and %v", raw, a, b)
		}
		if strings.ContainsFunc(u.String(), func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Fatalf("%q is not plain text: %q", raw, u.String())
		}
	})
}
