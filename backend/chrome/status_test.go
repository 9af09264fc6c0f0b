//go:build linux

package chrome_test

import (
	"net/http"
	"strings"
	"testing"
)

// What a navigation says of its document is right, though the document itself is
// not asked: also what the page changes until it has loaded.
func TestWhatLoaded(t *testing.T) {
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/led":
			http.Redirect(w, r, "/late", http.StatusFound)
		case "/kept":
			w.Header().Set("ETag", `"1"`)
			w.Header().Set("Cache-Control", "no-cache")
			if r.Header.Get("If-None-Match") != "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			_, _ = w.Write([]byte("<title>Kept</title>kept"))
		case "/gone":
			w.WriteHeader(http.StatusGone)
			_, _ = w.Write([]byte("<title>Gone</title>gone"))
		case "/late":
			_, _ = w.Write([]byte("<title>Early</title><script>onload = () => { document.title = 'Late'; history.replaceState(null, '', '/renamed?a=ä#part') }</script>"))
		default:
			_, _ = w.Write([]byte("nothing named"))
		}
	}, "")
	base := strings.TrimSuffix(active(t, b).URL, "/")
	for _, c := range []struct {
		path, at, title string
		status          int
	}{
		{"/late", "/renamed?a=%C3%A4#part", "Late", 200},
		{"/led", "/renamed?a=%C3%A4#part", "Late", 200},
		{"/kept", "/kept", "Kept", 200},
		{"/kept", "/kept", "Kept", 200}, // from the cache, asked whether it still holds
		{"/gone", "/gone", "Gone", 410},
		{"/untitled", "/untitled", "", 200},
	} {
		n, err := b.Navigate(ctx, base+c.path)
		if err != nil || n.URL != base+c.at || n.Title != c.title || n.Status != c.status {
			t.Errorf("%s: %+v, %v", c.path, n, err)
		}
	}
	if n, err := b.History(ctx, -1); err != nil || n.URL != base+"/gone" || n.Status != 410 || n.Title != "Gone" {
		t.Errorf("back: %+v, %v", n, err)
	}
	if n, err := b.Reload(ctx); err != nil || n.URL != base+"/gone" || n.Status != 410 || n.Title != "Gone" {
		t.Errorf("reload: %+v, %v", n, err)
	}
}
