// Package sessiontest has a browser without a page, for the tests of what stands
// above Chrome: packages session, live, ops and httpapi.
//
// It exists because Chrome is a process of its own: it cannot run inside a
// bubble of testing/synctest, where five idle minutes pass at once and every
// interleaving can be tried, and a walk over all routes would start it hundreds
// of times. It keeps what session.Browser says, remembers what was done to it
// in order, and holds the caller to the same contract: Broken lists what was
// done against it. What a page does is tested on Chrome, in package chrome and
// end to end.
package sessiontest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/snapshot"
)

var _ session.Browser = (*Browser)(nil)

var errGone = errors.New("the browser is gone")

// Blank is the address of a new browser.
const Blank = "about:blank"

// Browser is one browser with one tab. Its methods may be called from any
// goroutine.
type Browser struct {
	Spec  session.Spec
	Takes time.Duration // how long acting and a batch of input take

	OnRelease func() // what ReleaseInput does besides, when there is something

	notice func(page.Event)
	done   chan struct{}

	mu      sync.Mutex
	url     string
	acts    []string // what was done, in order
	account string   // who is signed in
	script  string   // the last one
	asked   []page.Request
	acting  string          // the acting method that runs
	pressed map[string]bool // keys and buttons that are down
	sink    func(page.Frame)
	casts   []page.Cast
	stills  int
	err     error
	closed  bool
	broken  []string
}

// NewBrowser makes an open browser; notice, when there is one, is told events.
func NewBrowser(spec session.Spec, notice func(page.Event)) *Browser {
	b := &Browser{Spec: spec, notice: notice, done: make(chan struct{}), url: Blank, pressed: map[string]bool{}}
	if l := spec.Luggage; l != nil {
		b.url, b.account = l.Pages[0].URL, string(l.Cookies.Reveal())
	}
	return b
}

// Acts lists what was done to the browser, in order.
func (b *Browser) Acts() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.acts)
}

// Broken lists what was done against the contract of session.Browser or against
// the rules of control: nothing, when all is well.
func (b *Browser) Broken() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.broken)
}

// Pressed lists the keys and buttons that are down.
func (b *Browser) Pressed() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var down []string
	for k := range b.pressed {
		down = append(down, k)
	}
	slices.Sort(down)
	return down
}

// Closed tells whether the browser was closed.
func (b *Browser) Closed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

// Crash ends the browser from inside.
func (b *Browser) Crash(why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = errors.New(why)
	if !b.closed {
		b.closed = true
		close(b.done)
	}
}

// Casts lists the screencasts that were started; the last one runs when running
// is true.
func (b *Browser) Casts() (started []page.Cast, running bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.casts), b.sink != nil
}

// Draw sends a picture, if a screencast runs.
func (b *Browser) Draw(jpeg string, ack func()) (sent bool) {
	b.mu.Lock()
	sink, tab := b.sink, b.tab()
	b.mu.Unlock()
	if sink == nil {
		return false
	}
	sink(page.Frame{Tab: tab.ID, JPEG: []byte(jpeg), Width: b.Spec.Width, Height: b.Spec.Height, Scale: 1, At: time.Now(), Ack: ack})
	return true
}

// act notes an acting method; only one may run at a time, and none with keys of
// the person pressed.
func (b *Browser) act(ctx context.Context, format string, args ...any) error {
	what := fmt.Sprintf(format, args...)
	b.mu.Lock()
	if b.closed { // what was begun before the end may still come
		b.mu.Unlock()
		return errGone
	}
	b.acts = append(b.acts, what)
	switch {
	case b.acting != "":
		b.breach(what + " during " + b.acting)
	case len(b.pressed) > 0 && !own(what):
		b.breach(what + " with pressed keys")
	}
	b.acting = what
	b.mu.Unlock()
	err := b.wait(ctx)
	b.mu.Lock()
	b.acting = ""
	b.mu.Unlock()
	return err
}

// own tells whether an acting method may be the person's: they go to addresses.
func own(act string) bool {
	switch word, _, _ := strings.Cut(act, " "); word {
	case "navigate", "history", "reload":
		return true
	}
	return false
}

func (b *Browser) breach(what string) { b.broken = append(b.broken, what) }

func (b *Browser) wait(ctx context.Context) error {
	if b.Takes == 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(b.Takes):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-b.done:
		return errGone
	}
}

func (b *Browser) tab() page.Tab {
	return page.Tab{ID: "tab1", URL: b.url, Title: "Page " + b.url, Active: true}
}

// Tabs is the one tab.
func (b *Browser) Tabs() []page.Tab {
	b.mu.Lock()
	defer b.mu.Unlock()
	return []page.Tab{b.tab()}
}

// Navigate goes to any address at once.
func (b *Browser) Navigate(ctx context.Context, url string) (page.Navigation, error) {
	if err := b.act(ctx, "navigate %s", url); err != nil {
		return page.Navigation{}, err
	}
	b.mu.Lock()
	b.url = url
	t := b.tab()
	b.mu.Unlock()
	if b.notice != nil {
		b.notice(page.Event{Tabs: []page.Tab{t}})
	}
	return page.Navigation{URL: t.URL, Title: t.Title, Status: 200, Load: page.Loaded}, nil
}

// At is where a page led the tab by itself.
func (b *Browser) At(url string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.url = url
}

func (b *Browser) here() page.Navigation {
	t := b.Tabs()[0]
	return page.Navigation{URL: t.URL, Title: t.Title, Load: page.Loaded}
}

// History stays where it is.
func (b *Browser) History(ctx context.Context, steps int) (page.Navigation, error) {
	return b.here(), b.act(ctx, "history %d", steps)
}

// Reload stays where it is.
func (b *Browser) Reload(ctx context.Context) (page.Navigation, error) {
	return b.here(), b.act(ctx, "reload")
}

// NewTab navigates: there is one tab.
func (b *Browser) NewTab(ctx context.Context, url string) (page.Navigation, error) {
	return b.Navigate(ctx, url)
}

// SelectTab changes nothing.
func (b *Browser) SelectTab(ctx context.Context, id string) error { return b.act(ctx, "select %s", id) }

// CloseTab changes nothing.
func (b *Browser) CloseTab(ctx context.Context, id string) error { return b.act(ctx, "close %s", id) }

func (b *Browser) observe(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.acts = append(b.acts, what)
}

// Snapshot has one line.
func (b *Browser) Snapshot(ctx context.Context, _ page.Snapshot) (snapshot.Result, error) {
	b.observe("snapshot")
	t := b.Tabs()[0]
	return snapshot.Result{URL: t.URL, Title: t.Title, Outline: "heading \"" + t.Title + "\"", Shown: 1, Total: 1}, ctx.Err()
}

// Read gives the title.
func (b *Browser) Read(ctx context.Context, _ page.Reading) (page.Text, error) {
	b.observe("read")
	t := b.Tabs()[0]
	return page.Text{URL: t.URL, Title: t.Title, Text: t.Title, Total: len(t.Title)}, ctx.Err()
}

// Inspect is Evaluate.
func (b *Browser) Inspect(ctx context.Context, function string, t page.Target) (page.Value, error) {
	return b.Evaluate(ctx, function, t)
}

// Evaluate gives the script back as text.
func (b *Browser) Evaluate(ctx context.Context, function string, _ page.Target) (page.Value, error) {
	b.mu.Lock()
	b.script = function
	b.mu.Unlock()
	raw, err := json.Marshal(function)
	if err != nil {
		return page.Value{}, err
	}
	return page.Value{JSON: raw, Text: string(raw), Total: len(raw)}, b.act(ctx, "evaluate")
}

// Screenshot gives some bytes.
func (b *Browser) Screenshot(ctx context.Context, _ page.Shot) ([]byte, error) {
	return []byte("\x89PNG"), b.act(ctx, "screenshot")
}

// Wait waits for the time, or for everything else until its context ends.
func (b *Browser) Wait(ctx context.Context, w page.Wait) error {
	b.observe("wait")
	var over <-chan time.Time
	if w.Text == "" && w.TextGone == "" && w.URL == "" && !w.Load && !w.Idle && w.Function == "" {
		over = time.After(w.Time)
	}
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *Browser) effect(ctx context.Context, format string, args ...any) (page.Effect, error) {
	err := b.act(ctx, format, args...)
	t := b.Tabs()[0]
	return page.Effect{URL: t.URL, Title: t.Title}, err
}

func name(t page.Target) string {
	if t.Point != nil {
		return fmt.Sprintf("%v,%v", t.Point.X, t.Point.Y)
	}
	return t.Ref + t.Selector
}

// Click notes the target.
func (b *Browser) Click(ctx context.Context, t page.Target, _ page.Click) (page.Effect, error) {
	return b.effect(ctx, "click %s", name(t))
}

// Type notes the target, never the text.
func (b *Browser) Type(ctx context.Context, t page.Target, _ page.Typing) (page.Effect, error) {
	return b.effect(ctx, "type %s", name(t))
}

// PressKey notes the chord.
func (b *Browser) PressKey(ctx context.Context, chord string) (page.Effect, error) {
	return b.effect(ctx, "press %s", chord)
}

// Scroll notes the target.
func (b *Browser) Scroll(ctx context.Context, t page.Target, _ page.Scroll) (page.ScrollState, error) {
	return page.ScrollState{}, b.act(ctx, "scroll %s", name(t))
}

// Drag notes the number of points.
func (b *Browser) Drag(ctx context.Context, path []page.Target) (page.Effect, error) {
	return b.effect(ctx, "drag %d", len(path))
}

// Hover notes the target.
func (b *Browser) Hover(ctx context.Context, t page.Target) (page.Effect, error) {
	return b.effect(ctx, "hover %s", name(t))
}

// Select notes target and values.
func (b *Browser) Select(ctx context.Context, t page.Target, values []string) (page.Effect, error) {
	return b.effect(ctx, "choose %s %s", name(t), strings.Join(values, " "))
}

// Fill notes the target, never the value.
func (b *Browser) Fill(ctx context.Context, t page.Target, _ string) (page.Effect, error) {
	return b.effect(ctx, "fill %s", name(t))
}

// Check notes the target and what it is to say.
func (b *Browser) Check(ctx context.Context, t page.Target, on bool) (page.Effect, error) { //nolint:revive // as the interface has it
	return b.effect(ctx, "check %s %v", name(t), on)
}

// Upload notes the target and how many files it gets.
func (b *Browser) Upload(ctx context.Context, t page.Target, paths []string) (page.Effect, error) {
	return b.effect(ctx, "upload %s %d", name(t), len(paths))
}

// Downloads has none.
func (b *Browser) Downloads(ctx context.Context, _ bool) (page.Files, error) {
	return page.Files{}, ctx.Err()
}

// Watched has the requests that Ask noted.
func (b *Browser) Watched(ctx context.Context) (page.Watched, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return page.Watched{Requests: slices.Clone(b.asked)}, ctx.Err()
}

// Ask notes a request of the page.
func (b *Browser) Ask(url string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, page.Request{At: time.Now(), Method: "GET", URL: url})
}

// Resize notes the size.
func (b *Browser) Resize(ctx context.Context, width, height int) error {
	return b.act(ctx, "resize %d %d", width, height)
}

// PDF gives some bytes.
func (b *Browser) PDF(ctx context.Context) ([]byte, error) { return []byte("%PDF"), ctx.Err() }

// Notice tells what happens in the browser by itself.
func (b *Browser) Notice(e page.Event) {
	if b.notice != nil {
		b.notice(e)
	}
}
