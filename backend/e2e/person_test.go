//go:build e2e && linux

package e2e_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// person is someone at Baton's pages in an ordinary browser. It is Baton's own
// engine that is the browser: what a person can reach, it has to find by role
// and name.
type person struct {
	t *testing.T
	b *chrome.Browser
}

// noTarget is a script for the whole page.
var noTarget page.Target

// link waits for a one-time link that signs a browser in.
func (b *baton) link() string {
	b.t.Helper()
	return regexp.MustCompile(`http://\S+`).FindString(b.line("#link="))
}

// visit opens the pages signed in, by a one-time link.
func (b *baton) visit() *person {
	b.t.Helper()
	return b.visitIn(chrome.Options{Width: 1100, Height: 800}, b.link())
}

// visitIn opens a page in a browser of its own.
func (b *baton) visitIn(o chrome.Options, url string) *person {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	o.UserDataDir = b.t.TempDir()
	started, err := chrome.Start(ctx, o)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		_ = started.Close(ctx)
	})
	p := &person{t: b.t, b: started}
	p.open(url)
	return p
}

func (p *person) open(url string) {
	p.t.Helper()
	p.do(func(ctx context.Context) error {
		_, err := p.b.Navigate(ctx, url)
		return err
	})
}

func (p *person) do(fn func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	if err := fn(ctx); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) outline() string {
	p.t.Helper()
	var text string
	p.do(func(ctx context.Context) error {
		s, err := p.b.Snapshot(ctx, page.Snapshot{})
		text = s.Outline
		return err
	})
	return text
}

// sees waits until a text is on the page.
func (p *person) sees(text string) {
	p.t.Helper()
	last := ""
	limit := time.After(patience)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if last = p.outline(); strings.Contains(last, text) {
			return
		}
		select {
		case <-tick.C:
		case <-limit:
			p.t.Fatalf("the person does not see %q but\n%s", text, last)
		}
	}
}

// presses clicks what has a role and a name, as soon as it is there.
func (p *person) presses(role, name string) {
	p.t.Helper()
	p.sees(`"` + name + `"`)
	ref := refOf(p.t, p.outline(), role, name)
	p.do(func(ctx context.Context) error {
		_, err := p.b.Click(ctx, page.Target{Ref: strings.TrimPrefix(ref, "@")}, page.Click{Button: "left", Count: 1})
		return err
	})
}

// at clicks a point of the agent's page, of 1280×720, in the live picture, as soon
// as there is one.
func (p *person) at(x, y float64) {
	p.t.Helper()
	eventually(p.t, "there is a picture", func() bool {
		return p.asks(`return document.querySelector('canvas:not(.invisible)') ? 'yes' : ''`) == "yes"
	}, p.outline)
	var pic struct{ X, Y, W, H float64 }
	p.do(func(ctx context.Context) error {
		v, err := p.b.Evaluate(ctx, `const r = document.querySelector("canvas").getBoundingClientRect();
			return {X: r.x, Y: r.y, W: r.width, H: r.height}`, noTarget)
		if err != nil {
			return err
		}
		return json.Unmarshal(v.JSON, &pic)
	})
	scale := min(pic.W/1280, pic.H/720)
	left, top := pic.X+(pic.W-1280*scale)/2, pic.Y+(pic.H-720*scale)/2
	p.does(
		input.Event{Kind: input.PointerMove, X: left + x*scale, Y: top + y*scale},
		input.Event{Kind: input.PointerDown, X: left + x*scale, Y: top + y*scale, Button: "left", Clicks: 1},
		input.Event{Kind: input.PointerUp, X: left + x*scale, Y: top + y*scale, Button: "left", Clicks: 1},
	)
}

func (p *person) does(events ...input.Event) {
	p.t.Helper()
	p.do(func(ctx context.Context) error { return p.b.Input(ctx, events) })
}

func (p *person) types(text string) {
	p.t.Helper()
	p.does(input.Event{Kind: input.Text, Text: text})
}

// shot keeps a picture of what the person sees.
func (p *person) shot(name string) {
	p.t.Helper()
	p.do(func(ctx context.Context) error {
		png, err := p.b.Screenshot(ctx, page.Shot{})
		if err != nil {
			return err
		}
		return writeFile(artifact(p.t, name+".png"), png)
	})
}
