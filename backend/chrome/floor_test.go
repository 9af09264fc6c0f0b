//go:build linux

package chrome_test

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/snapshot"
)

var floorPages = flag.String("pages", "", "where the pages of the shared bench are served, for BenchmarkFloor; empty for pages of its own")

// floorRow is one thing that the shared bench also does with raw CDP, under the
// same name and on the same page.
type floorRow struct {
	what, page string
	aim        string // a control that do is given
	do         func(ctx context.Context, b *chrome.Browser, url string, g page.Target) error
}

func floorRows() []floorRow {
	outline := func(ctx context.Context, b *chrome.Browser, _ string, _ page.Target) error {
		_, err := b.Snapshot(ctx, page.Snapshot{})
		return err
	}
	load := func(ctx context.Context, b *chrome.Browser, url string, _ page.Target) error {
		_, err := b.Navigate(ctx, url)
		return err
	}
	click := func(ctx context.Context, b *chrome.Browser, _ string, g page.Target) error {
		_, err := b.Click(ctx, g, page.Click{Count: 1})
		return err
	}
	rows := []floorRow{
		{"evaluate", "form", "", func(ctx context.Context, b *chrome.Browser, _ string, _ page.Target) error {
			_, err := b.Inspect(ctx, "1+1", page.Target{})
			return err
		}},
		{"type", "form", "Full name", func(ctx context.Context, b *chrome.Browser, _ string, g page.Target) error {
			_, err := b.Type(ctx, g, page.Typing{Text: "Ada Lovelace, London", Clear: true})
			return err
		}},
		{"click", "form", "Count clicks", click},
		{"click", "grid", "Add ", click},
		{"screenshot", "form", "", func(ctx context.Context, b *chrome.Browser, _ string, _ page.Target) error {
			_, err := b.Screenshot(ctx, page.Shot{JPEG: 80})
			return err
		}},
	}
	for _, p := range []string{"form", "article", "grid", "deep"} {
		rows = append(rows, floorRow{"navigate", p, "", load}, floorRow{"snapshot", p, "", outline})
	}
	return append(rows, floorRow{"snapshot", "anim", "", outline})
}

// BenchmarkFloor does what the floor of the shared bench does, with the engine alone.
func BenchmarkFloor(b *testing.B) {
	base := *floorPages
	for _, r := range floorRows() {
		b.Run(r.what+"/"+r.page, func(b *testing.B) {
			html := speedForm
			if r.page == "grid" {
				html = shopPage(1250)
			}
			ctx, br := open(b, html)
			url := br.Tabs()[len(br.Tabs())-1].URL
			if base != "" {
				url = base + "/" + r.page + ".html"
				if _, err := br.Navigate(ctx, url); err != nil {
					b.Fatal(err)
				}
			}
			g := named(ctx, b, br, r.aim)
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if err := r.do(ctx, br, url, g); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			report(b, took)
		})
	}
	b.Run("start/form", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			took = append(took, coldStart(b, base+"/form.html"))
		}
		report(b, took)
	})
}

// report gives the median and the lower quartile: a busy machine moves the mean.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
	b.ReportMetric(ms(took[len(took)/4]), "p25-ms")
}

// named finds the first control whose name begins with what is given.
func named(ctx context.Context, tb testing.TB, br *chrome.Browser, name string) (g page.Target) {
	tb.Helper()
	if name == "" {
		return g
	}
	r, err := br.Snapshot(ctx, page.Snapshot{JSON: true})
	if err != nil {
		tb.Fatal(err)
	}
	var look func([]snapshot.Node)
	look = func(list []snapshot.Node) {
		for _, n := range list {
			if g.Ref == "" && n.Ref != "" && (strings.HasPrefix(n.Name, name) || *floorPages == "" && n.Role != "link") {
				g.Ref = n.Ref
			}
			look(n.Children)
		}
	}
	look(r.Nodes)
	return g
}

// coldStart is from no process to the first outline.
func coldStart(b *testing.B, url string) time.Duration {
	b.Helper()
	began := time.Now()
	br, err := chrome.Start(b.Context(), chrome.Options{UserDataDir: filepath.Join(b.TempDir(), "profile")})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = br.Close(context.Background()) }()
	if *floorPages != "" {
		if _, err := br.Navigate(b.Context(), url); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := br.Snapshot(b.Context(), page.Snapshot{}); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}
