package chrome

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	cdpinput "github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

func TestWhatAServerWants(t *testing.T) {
	for header, want := range map[string]string{
		`Basic realm="Back room", charset="UTF-8"`:                      "Back room",
		`basic REALM=plain`:                                             "plain",
		`Digest nonce="n", realm="He said \"no\" \\", qop="auth"`:       `He said "no" \`,
		`Bearer realm="api", Basic realm="room"`:                        "room",
		"Negotiate\nDigest realm=\"room\", nonce=\"n\"":                 "room",
		`Custom x=", realm=\"no\"", Basic y=", realm=no", realm="room"`: "room",
		`Basic`:                         "",
		`Basic realm=`:                  "",
		`Bearer realm="Basic "`:         "nothing",
		`Custom x="a, Basic realm=b"`:   "nothing",
		`Basically realm="x"`:           "nothing",
		`Negotiate`:                     "nothing",
		``:                              "nothing",
		`Bearer basic="x", realm="api"`: "nothing",
	} {
		for _, name := range []string{"WWW-Authenticate", "www-authenticate"} {
			got, ok := wanted(network.Headers{"Server": `Basic realm="other"`, name: header})
			if !ok {
				got = "nothing"
			}
			if got != want {
				t.Errorf("%s gives %q, want %q", header, got, want)
			}
		}
	}
	if _, ok := wanted(network.Headers{"WWW-Authenticate": 1}); ok {
		t.Error("a number is a challenge")
	}
}

func FuzzWhatAServerWants(f *testing.F) {
	f.Add(`Basic realm="a\"b", Digest realm=x`)
	f.Add("Basic realm=\"\xff\"\\")
	f.Fuzz(func(t *testing.T, header string) {
		realm, _ := wanted(network.Headers{"WWW-Authenticate": header})
		if clean := page.CleanRealm(realm); utf8.RuneCountInString(clean) > 80 || !utf8.ValidString(clean) || strings.ContainsFunc(clean, unicode.IsControl) {
			t.Errorf("%q is shown as %q", header, clean)
		}
	})
}

func TestChords(t *testing.T) {
	for text, want := range map[string]string{
		"Enter": "/Enter", "control+a": "Control/a", "Shift+Tab": "Shift/Tab", "CTRL+SHIFT+K": "Control,Shift/K",
		"+": "/+", "Control++": "Control/+", "ä": "/ä", "esc": "/Escape", "F12": "/F12", "Meta": "/Meta", "space": "/ ",
	} {
		m, k, err := chord(text)
		var names []string
		for _, s := range m {
			names = append(names, s.key)
		}
		if got := strings.Join(names, ",") + "/" + k.key; err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "Nokey", "Hyper+a", "Control+Nokey"} {
		if _, _, err := chord(bad); !fault.Is(err, fault.InvalidInput) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestStrokes(t *testing.T) {
	enter, _ := strokeOf("Enter")
	if e := enter.down(0); e.Type != cdpinput.DispatchKeyEventTypeKeyDown || e.Text != "\r" || e.WindowsVirtualKeyCode != 13 {
		t.Errorf("enter %+v", e)
	}
	a := character('a')
	if e := a.down(input.Control); e.Text != "" || !slices.Equal(e.Commands, []string{"selectAll"}) || e.Code != "KeyA" {
		t.Errorf("control+a %+v", e)
	}
	if e := character('z').down(input.Meta | input.Shift); !slices.Equal(e.Commands, []string{"redo"}) {
		t.Errorf("redo %+v", e)
	}
	if e := a.down(input.Alt | input.Control); e.Commands != nil {
		t.Errorf("alt+control+a %+v", e)
	}
}

func TestBrands(t *testing.T) {
	text := func(product string) string {
		var out []string
		for _, b := range brands(product, "156.0.8078.108", "156", majorGrease) {
			out = append(out, b.Brand+" "+b.Version)
		}
		return strings.Join(out, ", ")
	}
	if got := text("Google Chrome"); !strings.Contains(got, "Google Chrome 156") || !strings.Contains(got, "Chromium 156") || strings.Contains(got, "Headless") || strings.Count(got, ",") != 2 {
		t.Errorf("Chrome says %s", got)
	}
	if got := text("Chromium"); strings.Count(got, ",") != 1 {
		t.Errorf("Chromium says %s", got)
	}
	if ua := userAgent("156.0.8078.108"); !strings.Contains(ua, "Chrome/156.0.0.0 ") || strings.Contains(ua, "Headless") {
		t.Error(ua)
	}
}

func TestFileNames(t *testing.T) {
	for given, want := range map[string]string{
		"report.pdf": "report.pdf", "../../etc/passwd": "passwd", `..\..\boot.ini`: "boot.ini", "": "download", "..": "download",
		".bashrc": "bashrc", "a\x00b:c": "a_b_c", "Käse 😀.txt": "Käse 😀.txt", "/": "download",
		"invoice\u202efdp.exe": "invoicefdp.exe", "a\u200bb\u2066.txt": "ab.txt", "x\u2028y": "xy", "tab\there\x7f\u0085.txt": "tab_here__.txt",
		"CON": "_CON", "nul.txt": "_nul.txt", "com1.tar.gz": "_com1.tar.gz", "LPT² .x": "_LPT² .x", "COM10": "COM10", "console.log": "console.log",
		"name.txt. . ": "name.txt", "...": "download", " .profile": "profile", "a/b/..": "download", "a\u00a0b.txt": "a b.txt", "\xffx": "_x", "C:evil": "C_evil",
		"x.txt:$DATA": "x.txt_$DATA", "___": "download",
	} {
		if got := fileName(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
	if n := len(fileName(strings.Repeat("ä", 300))); n > 200 {
		t.Errorf("a name of %d bytes", n)
	}
	if got := fileName(strings.Repeat("ä", 300) + ".pdf"); len(got) > 200 || !strings.HasSuffix(got, "ä.pdf") {
		t.Errorf("a long name becomes %s", got)
	}
}

func TestEnvironmentHasNoSecrets(t *testing.T) {
	given := []string{
		"PATH=/bin", "HOME=/h", "LC_TIME=de_DE.UTF-8", "DISPLAY=:1", "XDG_RUNTIME_DIR=/run/user/1000", "SystemRoot=C:\\Windows", "LANGUAGE=fr",
		"BATON_DATA_DIR=/d", "GITHUB_TOKEN=x", "aws_secret_access_key=x", "MY_PASSWORD=x", "DATABASE_URL=postgres://u:x@h/", "HTTPS_PROXY=http://u:x@h",
		"GH_PAT=x", "SSH_AUTH_SOCK=/s", "OPENAI_KEY=x", "NPM_CONFIG__AUTH=x", "PGPASSFILE=/p", "CHROMIUM_FLAGS=--remote-debugging-port=9222",
		"CHROME_LOG_FILE=/l", "GOOGLE_API_KEY=x", "LD_PRELOAD=/x.so", "SSLKEYLOGFILE=/k",
	}
	want := `PATH=/bin HOME=/h LC_TIME=de_DE.UTF-8 DISPLAY=:1 XDG_RUNTIME_DIR=/run/user/1000 SystemRoot=C:\Windows LANGUAGE=de_DE`
	if got := strings.Join(environment(given, "de-DE"), " "); got != want {
		t.Error(got)
	}
	if got := acceptLanguage("de-DE"); got != "de-DE,de,en-US,en" {
		t.Error(got)
	}
	if got := acceptLanguage("en-US"); got != "en-US,en" {
		t.Error(got)
	}
}

func TestSameDocument(t *testing.T) {
	for to, want := range map[string]bool{"#x": true, "http://a.test/p?q=1#y": true, "http://a.test/p?q=1": false, "/p": false, "http://b.test/#x": false} {
		if got := sameDocument("http://a.test/p?q=1", to); got != want {
			t.Errorf("%s: %v", to, got)
		}
	}
}
