package window

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// Every file that a window shows has the closed policy.
func TestWindowPagesAreClosed(t *testing.T) {
	files := fstest.MapFS{"index.html": {Data: []byte("<title>Baton</title>")}, "assets/a.js": {Data: []byte("1")}}
	h := closed(http.FileServerFS(files))
	for _, path := range []string{"/", "/assets/a.js", "/none"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		got := w.Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(got, "default-src 'none'; script-src 'self'; ") || strings.Contains(got, "unsafe") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
}
