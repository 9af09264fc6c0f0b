//go:build linux

package chrome_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// schemes are addresses that are no pages of the web; each would show MARKER.
func schemes(t *testing.T) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secret.html")
	if err := os.WriteFile(file, []byte("<title>MARKER</title>MARKER"), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"file": "file://" + file, "chrome": "chrome://version/", "devtools": "devtools://devtools/bundled/inspector.html",
		"view-source": "view-source:http://HOST/", "data": "data:text/html,<title>MARKER</title>MARKER", "blob": "blob",
		"javascript": "javascript:'<title>MARKER</title>MARKER'", "about": "about:version", "chrome-extension": "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html",
		"filesystem": "filesystem:http://HOST/temporary/x.html", "chrome-untrusted": "chrome-untrusted://new-tab-page/",
	}
}

const schemesPage = `<title>Home</title><p>home</p><script>
const q = new URLSearchParams(location.search), way = q.get('way');
let to = q.get('to');
if (to === 'blob') to = URL.createObjectURL(new Blob(['<title>MARKER</title>MARKER'], { type: 'text/html' }));
const link = (o) => { const a = Object.assign(document.createElement('a'), { href: to, textContent: 'x', ...o }); document.body.append(a); a.click(); };
const form = (o) => { const f = Object.assign(document.createElement('form'), { action: to, ...o }); document.body.append(f); f.submit(); };
const ways = {
  link: () => link({}), blank: () => link({ target: '_blank', rel: 'opener' }),
  open: () => { window.open(to); }, 'open-then': () => { const w = window.open('about:blank'); w.location = to; },
  location: () => { location.href = to; },
  'form-blank': () => form({ target: '_blank' }),
  meta: () => document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=' + to })),
  redirect: () => { location.href = '/redirect?to=' + encodeURIComponent(to); },
  frame: () => { const f = document.createElement('iframe'); f.srcdoc = '<a target=_top>x</a>'; f.onload = () => { const a = f.contentDocument.querySelector('a'); a.href = to; a.click(); }; document.body.append(f); },
};
onload = () => setTimeout(() => { try { ways[way]?.(); } finally { setTimeout(() => fetch('/done').catch(() => {}), 60); } });
</script>`

// TestOnlyPagesOfTheWeb: no way of a page leads a tab to an address of another
// kind than http and https; an empty tab is all there is besides.
func TestOnlyPagesOfTheWeb(t *testing.T) {
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/redirect" {
			w.Header().Set("Location", r.URL.Query().Get("to"))
			w.WriteHeader(http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, schemesPage)
	}, "")
	home := active(t, b).URL
	host := strings.TrimSuffix(strings.TrimPrefix(home, "http://"), "/")
	for name, to := range schemes(t) {
		to = strings.ReplaceAll(to, "HOST", host)
		for _, way := range strings.Fields("link blank open open-then location form-blank meta redirect frame") {
			if _, err := b.Navigate(ctx, home+"?"+url.Values{"way": {way}, "to": {to}}.Encode()); err != nil {
				t.Logf("%s by %s: %v", name, way, err)
			}
			_ = b.Wait(ctx, page.Wait{Time: 100 * time.Millisecond}) // for what would come
			for _, tab := range b.Tabs() {
				if err := b.SelectTab(ctx, tab.ID); err != nil {
					t.Fatal(err)
				}
				if shown := shows(ctx, b); name != "javascript" && strings.Contains(shown, "MARKER") || !ofTheWeb(shown) {
					t.Errorf("%s by %s: the tab at %s shows %s", name, way, tab.URL, shown)
				}
			}
			for tabs := b.Tabs(); len(tabs) > 1; tabs = b.Tabs() {
				if err := b.CloseTab(ctx, tabs[1].ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// shows is the kind and the title of the document that the tab has in the end: one
// that was refused is there for a moment, until the empty page is in its place.
func shows(ctx context.Context, b *chrome.Browser) (shown string) {
	for range 100 {
		v, err := b.Evaluate(ctx, "location.protocol + document.title", page.Target{})
		if shown = fmt.Sprint(v.Text, err); err == nil && ofTheWeb(v.Text) {
			return v.Text
		}
		_ = b.Wait(ctx, page.Wait{Time: 20 * time.Millisecond})
	}
	return shown
}

func ofTheWeb(shown string) bool {
	kind, _, _ := strings.Cut(shown, ":")
	return slices.Contains([]string{`"http`, `"about`, `"chrome-error`}, kind)
}

// TestALinkToABlob: an action says that what it led to was refused, the tab says
// where it was led, and the way back is open. A blob that is saved is a download.
func TestALinkToABlob(t *testing.T) {
	ctx, b := open(t, `<title>Home</title><a id=a>Blob</a> <a id=d download=x.txt>Save</a><script>
a.href = d.href = URL.createObjectURL(new Blob(['<title>MARKER</title>'], { type: 'text/html' }));</script>`)
	home := active(t, b).URL
	e, err := b.Click(ctx, page.Target{Selector: "#a"}, page.Click{Button: "left", Count: 1})
	if err != nil || e.Failed != string(fault.OriginRefused) || !strings.HasPrefix(e.URL, "blob:") {
		t.Errorf("%+v, %v", e, err)
	}
	if v, err := b.Evaluate(ctx, "document.title", page.Target{}); err != nil || strings.Contains(v.Text, "MARKER") {
		t.Errorf("it shows %s, %v", v.Text, err)
	}
	if n, err := b.Navigate(ctx, home); err != nil || n.Title != "Home" {
		t.Fatalf("%+v, %v", n, err)
	}
	if e, err = b.Click(ctx, page.Target{Selector: "#d"}, page.Click{Button: "left", Count: 1}); err != nil || e.Failed != "" || e.Navigated {
		t.Errorf("%+v, %v", e, err)
	}
	for {
		all, err := b.Downloads(ctx, true)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(all.Files, func(f page.File) bool { return filepath.Base(f.Path) == "x.txt" && f.State == page.FileThere }) {
			return
		}
		_ = b.Wait(ctx, page.Wait{Time: 20 * time.Millisecond})
	}
}
