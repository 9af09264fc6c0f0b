package httpapi

import (
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strconv"

	"github.com/batonbrowser/baton/backend/fault"
)

// wall refuses what does not come from this machine's own programs and pages,
// before anything is routed (G3). Origin is never authentication: a request that
// passes still needs its token.
type wall struct {
	port  int
	log   *slog.Logger
	front *front
}

func (wl wall) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		closeHeaders(h)
		if err := wl.admit(r); err != nil {
			told := wl.front.tells(err)
			writeProblem(w, told)
			if told == err { //nolint:errorlint // whether it is this one
				wl.log.Warn("request refused at the wall", "host", r.Host, "origin", r.Header.Get("Origin"), "path", r.URL.Path)
			}
			return
		}
		if origin := r.Header.Get("Origin"); slices.Contains(windowOrigins(), origin) {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Add("Vary", "Origin")
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
			if r.Method == http.MethodOptions {
				h.Set("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE")
				h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept, Last-Event-ID")
				h.Set("Access-Control-Allow-Private-Network", "true")
				h.Set("Access-Control-Max-Age", "600")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		if err := jsonOnly(r); err != nil {
			writeProblem(w, wl.front.tells(err))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// closeHeaders says what a browser may do with any answer: nothing, unless the
// handler of pages says otherwise.
func closeHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()")
}

// windowOrigins are the origins of Baton's own windows: WebKitGTK and WKWebView,
// and WebView2.
func windowOrigins() []string {
	return []string{"wails://wails", "http://wails.localhost", "wails://wails.localhost"}
}

func (wl wall) hosts() []string {
	p := strconv.Itoa(wl.port)
	return []string{"127.0.0.1:" + p, "localhost:" + p, "[::1]:" + p}
}

// admit checks Host against rebinding and Origin against foreign pages.
func (wl wall) admit(r *http.Request) error {
	if !slices.Contains(wl.hosts(), r.Host) || r.URL.Host != "" {
		// An address in the place of a path is a request to a proxy, and hides the Host.
		return fault.New(fault.ForbiddenOrigin, "this host name is not served").
			WithHint("use http://127.0.0.1:%d", wl.port)
	}
	origins := r.Header.Values("Origin")
	for _, o := range origins {
		ours := slices.ContainsFunc(wl.hosts(), func(h string) bool { return o == "http://"+h })
		if !ours && !slices.Contains(windowOrigins(), o) {
			return foreign()
		}
	}
	if len(origins) > 1 {
		return fault.New(fault.ForbiddenOrigin, "there is more than one Origin")
	}
	if len(origins) == 0 && fromAnotherSite(r) {
		return foreign()
	}
	return nil
}

func foreign() error {
	return fault.New(fault.ForbiddenOrigin, "pages of other sites can't use Baton")
}

// fromAnotherSite tells of requests that browsers make for a page of another site
// without an Origin: for pictures, scripts, frames. Another port of this machine
// is another site too. A link that a person follows to Baton's pages is none.
func fromAnotherSite(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return false
	}
	return r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document"
}

// jsonOnly refuses writes that a foreign page could make without a preflight.
func jsonOnly(r *http.Request) error {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return nil
	case http.MethodDelete:
		if r.ContentLength == 0 {
			return nil
		}
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" || len(r.Header.Values("Content-Type")) > 1 {
		return fault.New(fault.UnsupportedMedia, "the body must be JSON").
			WithHint("send Content-Type: application/json")
	}
	return nil
}
