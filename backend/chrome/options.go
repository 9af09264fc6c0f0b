package chrome

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/page"
)

// Mode is how Chrome shows itself.
type Mode string

// The modes. Headless is the default; Visible is an ordinary window, for
// passkeys and strict sign-ins.
const (
	Headless Mode = "headless"
	Visible  Mode = "visible"
)

// Options is how to start Chrome.
type Options struct {
	Path          string // of the program; empty finds one
	UserDataDir   string // own directory of the profile; required
	Language      string // of Chrome and of Accept-Language, such as "de-DE"; en-US if empty
	Width, Height int    // of the viewport in CSS pixels; 1280×720 if zero
	Mode          Mode   // Headless if empty
	DownloadDir   string // where downloads go; empty refuses them

	// Proxy is host and port of the only way to the network; empty leaves the way
	// to Chrome. Unreached tells of the hosts since a time that it did not connect
	// to, the last first.
	Proxy     string
	Unreached func(since time.Time) []Unreached

	Luggage *page.Luggage // what an earlier browser on this profile took along, see Pack; may be nil

	Watch bool // keep console and network of every tab from its start

	// Allow is asked before each navigation of the top document that a method
	// of Browser makes. What it refuses is not loaded.
	Allow func(url string) error
	// OnEvent gets notices in their order. It must neither block nor call the Browser.
	OnEvent func(page.Event)

	Log       *slog.Logger
	ExtraArgs []string
}

func (o Options) withDefaults() Options {
	if o.Language == "" {
		o.Language = "en-US"
	}
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Mode == "" {
		o.Mode = Headless
	}
	if o.Allow == nil {
		o.Allow = func(string) error { return nil }
	}
	if o.Unreached == nil {
		o.Unreached = func(time.Time) []Unreached { return nil }
	}
	if o.OnEvent == nil {
		o.OnEvent = func(page.Event) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// rootOnLinux tells whether Chrome's sandbox cannot work for this user.
func rootOnLinux() bool { return runtime.GOOS == "linux" && os.Getuid() == 0 }

// args is the command line of Chrome. What is switched off are its own calls
// home, questions to a person who does not see its window, and what marks a
// browser as automated: it is an ordinary Chrome that signs in like one.
func (o Options) args(version string) []string {
	a := []string{
		"--remote-debugging-pipe",
		"--user-data-dir=" + o.UserDataDir,
		"--lang=" + o.Language,
		"--accept-lang=" + acceptLanguage(o.Language),
		"--no-first-run", "--no-default-browser-check", "--no-service-autorun",
		"--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
		"--disable-sync", "--disable-breakpad", "--disable-crash-reporter", "--disable-default-apps",
		"--disable-client-side-phishing-detection", "--safebrowsing-disable-auto-update", "--no-pings",
		"--disable-quic", "--disable-blink-features=AutomationControlled",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp", "--force-webrtc-ip-handling-policy",
		"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding", "--disable-hang-monitor", "--disable-prompt-on-repost",
		"--disable-popup-blocking", // a popup becomes a tab, which the agent sees
		"--disable-smooth-scrolling", "--hide-crash-restore-bubble", "--disable-search-engine-choice-screen",
		"--disable-extensions", // what the machine or its administrator adds to every browser would see each page
		"--password-store=basic", "--use-mock-keychain", "--metrics-recording-only", "--noerrdialogs",
		"--enable-features=CDPScreenshotNewSurface", // a picture takes a frame less
		"--disable-features=Translate,OptimizationHints,OptimizationGuideModelDownloading,MediaRouter,DialMediaRouteProvider," +
			"AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions," +
			"BackForwardCache,Prerender2,NetworkTimeServiceQuerying,SafeBrowsingDelayedWarnings,PasswordLeakDetection,PasswordManagerOnboarding," +
			// as pages of their own, the lists of the address bar take a process, 50 MB and half a second of it
			"WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
	}
	if o.Mode == Headless {
		a = append(a, "--headless=new", "--mute-audio", "--user-agent="+userAgent(version),
			fmt.Sprintf("--window-size=%d,%d", o.Width, o.Height+chromeHeight))
	} else {
		a = append(a, "--test-type", // no bar about the switches above
			fmt.Sprintf("--window-size=%d,%d", o.Width, o.Height+chromeHeight))
	}
	if o.Proxy != "" {
		// Without the last rule Chrome goes to this machine's own hosts directly.
		a = append(a, "--proxy-server=http://"+o.Proxy, "--proxy-bypass-list=<-loopback>")
	}
	if rootOnLinux() {
		a = append(a, "--no-sandbox")
	}
	if runtime.GOOS == "linux" {
		a = append(a, "--disable-dev-shm-usage")
		if o.Mode == Headless {
			// The preview that window.print() asks for never comes, and the page counts as being
			// printed from then on. Elsewhere the system's own dialog would come in its place.
			a = append(a, "--disable-print-preview")
		}
	}
	return append(append(a, o.ExtraArgs...), "about:blank")
}

// chromeHeight is what tab strip and address bar take of a window.
const chromeHeight = 88

// acceptLanguage lists a language, its base and English: "de-DE,de,en-US,en".
func acceptLanguage(lang string) string {
	list := []string{lang}
	add := func(l string) {
		for _, have := range list {
			if have == l {
				return
			}
		}
		list = append(list, l)
	}
	if base, _, ok := strings.Cut(lang, "-"); ok {
		add(base)
	}
	if !strings.HasPrefix(lang, "en") {
		add("en-US")
		add("en")
	}
	return strings.Join(list, ",")
}

// major is the first number of a version, 0 if there is none.
func major(version string) int {
	first, _, _ := strings.Cut(version, ".")
	n, _ := strconv.Atoi(first)
	return n
}
