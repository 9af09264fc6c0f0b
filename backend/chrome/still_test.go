//go:build linux

package chrome_test

import (
	"context"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/page"
)

// A page that ends while it is pictured takes its own tab and no more.
func TestStillOfAPageThatEnds(t *testing.T) {
	openPages(t, map[string]string{"/": "<title>Ends</title><p>Here"}, "")
	addr := active(t, one.b).URL
	for _, with := range []string{"nobody watches", "somebody watches"} {
		dir, events := t.TempDir(), &recorder{more: make(chan struct{}, 1)}
		b, err := chrome.Start(t.Context(), chrome.Options{UserDataDir: dir, OnEvent: events.add})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = b.Close(context.Background()) })
		if _, err := b.Navigate(t.Context(), addr); err != nil {
			t.Fatal(err)
		}
		if with == "somebody watches" {
			stop, err := b.Cast(t.Context(), page.Cast{MaxWidth: 1280, MaxHeight: 720, Quality: 70}, func(f page.Frame) { f.Ack() })
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
		}
		for range 4 {
			told, ended := len(events.since(0)), make(chan int)
			go func() {
				shown := 0
				for {
					if _, err := b.Still(t.Context(), page.Cast{Quality: 80}); err != nil {
						ended <- shown
						return
					}
					if shown++; shown == 2 {
						go chrometest.KillRenderers(dir)
					}
				}
			}()
			events.awaitFrom(t, told, func(e page.Event) bool { return e.Crashed != "" })
			if shown := <-ended; shown < 2 {
				t.Fatalf("%s: %d pictures before the end", with, shown)
			}
			if n, err := b.Reload(t.Context()); err != nil || n.Title != "Ends" {
				t.Fatalf("%s: after the end of the page: %+v, %v, %v", with, n, err, b.Err())
			}
		}
	}
}

// A still shows the page as it is now, and not the one before it, also where a cast
// runs that showed that one.
func TestStillIsOfThePageThatIsThere(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/": `<body style="background:#0a0">`, "/red": `<body style="background:#f00">`,
	}, "")
	green := active(t, b).URL
	stop, err := b.Cast(ctx, page.Cast{MaxWidth: 1280, MaxHeight: 720, Quality: 70}, func(f page.Frame) { f.Ack() })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for range 3 {
		for addr, red := range map[string]bool{green + "red": true, green: false} {
			if _, err := b.Navigate(ctx, addr); err != nil {
				t.Fatal(err)
			}
			f, err := b.Still(ctx, page.Cast{Quality: 80})
			if err != nil {
				t.Fatal(err)
			}
			img, _ := decoded(t, f.JPEG)
			if r, g, _, _ := img.At(640, 360).RGBA(); (r > g) != red {
				t.Errorf("the still of %s has the colour %x %x", addr, r>>8, g>>8)
			}
		}
	}
}
