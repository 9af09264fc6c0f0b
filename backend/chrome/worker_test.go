//go:build linux

package chrome_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/page"
)

// TestWorkersRun: pages with workers of every kind work as in any Chrome, and
// the workers say the same of the browser as their page.
func TestWorkersRun(t *testing.T) {
	const say = "JSON.stringify((navigator.userAgentData||{brands:[]}).brands.map(b=>b.brand))+navigator.userAgent"
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/dedicated.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte("const n = new Worker('/nested.js'); n.onmessage = e => postMessage(e.data + ' dedicated ' + " + say + ")"))
		case "/nested.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte("postMessage('nested')"))
		case "/shared.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte("onconnect = e => e.ports[0].postMessage('shared ' + " + say + ")"))
		case "/service.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte("oninstall = () => skipWaiting(); onactivate = e => e.waitUntil(clients.claim()); onmessage = e => e.source.postMessage('service ' + " + say + ")"))
		default:
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<pre id=out></pre><script>
const add = e => out.textContent += e.data + '\n';
new Worker('/dedicated.js').onmessage = add;
new SharedWorker('/shared.js').port.onmessage = add;
new Worker(URL.createObjectURL(new Blob(['postMessage("blob")']))).onmessage = add;
navigator.serviceWorker.onmessage = add;
navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then(r => r.active.postMessage('hi'));
</script>`))
		}
	}, "")
	for _, kind := range []string{"nested dedicated", "shared", "blob", "service"} {
		if err := b.Wait(ctx, page.Wait{Text: kind}); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	r, err := b.Read(ctx, page.Reading{})
	if err != nil || strings.Contains(r.Text, "Headless") || strings.Count(r.Text, "Chrome/") != 3 {
		t.Errorf("workers say %v\n%s", err, r.Text)
	}
}
