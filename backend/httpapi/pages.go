package httpapi

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
)

// policy is the Content-Security-Policy of the pages: nothing from elsewhere.
func (s *server) policy() string {
	return fmt.Sprintf("default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "+
		"img-src 'self' blob: data:; connect-src 'self' ws://127.0.0.1:%[1]d ws://localhost:%[1]d; "+
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'", s.Port)
}

// pages serves the built pages. They hold nothing secret: what they show comes
// through the API with a token.
func (s *server) pages() http.HandlerFunc {
	files, unknown := http.FileServerFS(s.UI), s.guard(byToken, s.unknown)
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			unknown(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", s.policy())
		if strings.HasPrefix(r.URL.Path, "/assets/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable") // names carry a hash
		}
		if _, err := fs.Stat(s.UI, "index.html"); err != nil {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, "This build of Baton has no pages. Build it with: go run ./build run\n")
			return
		}
		files.ServeHTTP(w, r)
	}
}
