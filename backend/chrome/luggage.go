package chrome

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/secret"
)

// A browser moves from a Chrome without a window into one with a window, and back,
// on the same profile. Chrome could open its tabs again by itself
// (--restore-last-session), but it deletes the cookies without a date when a person
// closes its last window, it loads restored pages before we are attached, and it
// puts them in any order. So they are taken along here.

const (
	packCap = 2 * time.Second // for all pages to say what they store
	// keepEvery is how often a window is looked at: when a person closes it, it is
	// too late to ask.
	keepEvery = 300 * time.Millisecond
	// keepAfter is how long a window has to stay for what was seen to count: one that
	// closes loses its tabs one by one.
	keepAfter = 50 * time.Millisecond
)

// packed is a tab with what it takes along.
type packed struct {
	id target.ID
	page.Packed
}

// Pack gives what would be lost with this Chrome. Of a window that a person has
// closed it gives what was in it last.
func (b *Browser) Pack(ctx context.Context) page.Luggage {
	ctx, cancel := context.WithTimeout(ctx, packCap)
	defer cancel()
	b.pack(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	l := page.Luggage{Cookies: b.cookies, Refs: b.refs.last}
	for _, p := range b.packed {
		l.Pages = append(l.Pages, p.Packed)
	}
	return l
}

// keepPacked packs a window again and again until it is closed.
func (b *Browser) keepPacked() {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-b.came: // what a sign-in gave came with it
		case <-b.done:
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), packCap)
		b.pack(ctx)
		cancel()
	}
}

// pack notes the tabs and what they and the browser store, unless tabs went
// meanwhile: then the window is closing.
func (b *Browser) pack(ctx context.Context) {
	jar := send(b.c, "", storage.GetCookies, storage.GetCookiesParams{})
	list := b.packTabs(ctx)
	r, err := jar.get(ctx, b.done)
	if err != nil {
		return // it has ended, or hangs
	}
	cookies := packCookies(r.Cookies)
	if b.o.Mode == Visible {
		select {
		case <-time.After(keepAfter):
		case <-b.done:
			return
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(list) == 0 || slices.ContainsFunc(list, func(p packed) bool { return b.tabs[p.id] == nil }) {
		return
	}
	b.packed, b.cookies = list, cookies
}

// stores is what a page stores for this sitting. The one in front is seen.
type stores struct {
	Seen    bool            `json:"seen"`
	Origin  string          `json:"origin"`
	Entries json.RawMessage `json:"entries"`
}

const storesScript = `(() => { let entries = []; try { entries = Object.entries(sessionStorage); } catch {}
	return JSON.stringify({ seen: document.visibilityState === 'visible', origin: location.origin, entries }); })()`

// packTabs asks all tabs at once. Of one that does not answer it keeps what it
// stored before.
func (b *Browser) packTabs(ctx context.Context) []packed {
	b.mu.Lock()
	tabs, active, before := slices.Clone(b.order), b.active, b.packed
	list := make([]packed, len(tabs))
	halts := make([]<-chan struct{}, len(tabs))
	for i, t := range tabs {
		list[i] = packed{id: t.id, Packed: page.Packed{URL: t.url, Active: t == active}}
		halts[i] = t.halt
		if k := slices.IndexFunc(before, func(p packed) bool { return p.id == t.id && p.URL == t.url }); k >= 0 {
			list[i].Storage = before[k].Storage
		}
	}
	b.mu.Unlock()
	asked := make([]answer[runtime.EvaluateResult], len(tabs))
	for i, t := range tabs {
		if id, err := b.world(ctx, b.top(t), halts[i]); err == nil {
			asked[i] = send(b.c, t.s.id, runtime.Evaluate, runtime.EvaluateParams{
				Expression: storesScript, ContextID: id, ReturnByValue: new(true), Silent: new(true),
			})
		}
	}
	front := -1
	for i := range tabs {
		raw, seen, ok := readStores(ctx, asked[i], halts[i])
		if ok {
			list[i].Storage = secret.New(raw)
		}
		if ok && seen && (front < 0 || list[i].Active) {
			front = i
		}
	}
	if b.o.Mode == Visible && front >= 0 { // the person went to another tab, which nothing else tells
		for i := range list {
			list[i].Active = i == front
		}
	}
	return list
}

func readStores(ctx context.Context, a answer[runtime.EvaluateResult], halt <-chan struct{}) (raw []byte, seen, ok bool) {
	if a.ch == nil {
		return nil, false, false
	}
	r, err := a.get(ctx, halt)
	var text string
	if err != nil || r.Result == nil || jsonv2.Unmarshal(r.Result.Value, &text) != nil {
		return nil, false, false
	}
	var s stores
	if json.Unmarshal([]byte(text), &s) != nil {
		return nil, false, false
	}
	return []byte(text), s.Seen, true
}

// packCookies keeps the cookies that end with the browser; the profile has the others.
func packCookies(jar []*network.Cookie) secret.Secret {
	var list []*network.CookieParam
	for _, c := range jar {
		if !c.Session || c.PartitionKeyOpaque {
			continue
		}
		list = append(list, &network.CookieParam{
			Name: c.Name, Value: c.Value, Domain: c.Domain, Path: c.Path, Secure: c.Secure, HTTPOnly: c.HTTPOnly,
			SameSite: c.SameSite, Priority: c.Priority, SourceScheme: c.SourceScheme, SourcePort: c.SourcePort, PartitionKey: c.PartitionKey,
		})
	}
	raw, err := jsonv2.Marshal(list)
	if err != nil {
		return secret.Secret{}
	}
	return secret.New(raw)
}

// unpack opens the tabs again, the active one first, with what was stored. A page
// that does not come leaves its tab as it is: the others do come.
func (b *Browser) unpack(ctx context.Context, l page.Luggage) {
	b.mu.Lock()
	b.refs.last = max(b.refs.last, l.Refs)
	tabs := slices.Clone(b.order[:1])
	b.mu.Unlock()
	b.setCookies(ctx, l.Cookies)
	for range max(len(l.Pages)-1, 0) {
		r, err := send(b.c, "", target.CreateTarget, target.CreateTargetParams{URL: "about:blank"}).get(ctx, b.done)
		if err != nil || b.await(ctx, func() bool { t := b.tabs[r.TargetID]; return t != nil && t.loader != "" }) != nil {
			return
		}
		b.mu.Lock()
		tabs = append(tabs, b.tabs[r.TargetID])
		b.mu.Unlock()
	}
	at := max(slices.IndexFunc(l.Pages, func(p page.Packed) bool { return p.Active }), 0)
	for i, p := range l.Pages {
		if i == at {
			b.mu.Lock()
			b.activate(tabs[i])
			b.mu.Unlock()
			b.bring(ctx, tabs[i], p)
		}
	}
	for i, p := range l.Pages {
		if i != at {
			b.work.Go(func() { b.bring(context.Background(), tabs[i], p) })
		}
	}
}

// bring loads the page of a tab.
func (b *Browser) bring(ctx context.Context, t *tab, p page.Packed) {
	u, err := b.address(p.URL)
	if err != nil {
		return // an empty tab, or one that may not be loaded any more
	}
	ctx, cancel := context.WithTimeout(ctx, commitCap+loadCap)
	defer cancel()
	if s := string(p.Storage.Reveal()); s != "" {
		// Before the page's own scripts: they read it at once.
		r, err := send(b.c, t.s.id, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{
			WorldName: "baton", Source: "{ const { origin, entries } = " + s + `; if (window === top && location.origin === origin) {
				try { for (const [k, v] of entries) sessionStorage.setItem(k, v); } catch {} } }`,
		}).get(ctx, b.done)
		if err == nil {
			defer send(b.c, t.s.id, cdppage.RemoveScriptToEvaluateOnNewDocument, cdppage.RemoveScriptToEvaluateOnNewDocumentParams(r))
		}
	}
	b.mu.Lock()
	t.url = u // where it is led, also for a browser that goes on before it is there
	halt := t.halt
	b.mu.Unlock()
	if _, err := b.load(ctx, t, halt, u); err != nil {
		b.o.Log.Info("a page did not come along into the new browser", "error", err)
	}
}

// setCookies sets them together, or one by one when Chrome refuses one of them.
func (b *Browser) setCookies(ctx context.Context, packed secret.Secret) {
	var list []*network.CookieParam
	if packed.Empty() || jsonv2.Unmarshal(packed.Reveal(), &list) != nil || len(list) == 0 {
		return
	}
	set := func(list []*network.CookieParam) answer[cdp.Empty] {
		return send(b.c, "", storage.SetCookies, storage.SetCookiesParams{Cookies: list})
	}
	if _, err := set(list).get(ctx, b.done); err == nil {
		return
	}
	var all []answer[cdp.Empty]
	for _, c := range list {
		all = append(all, set([]*network.CookieParam{c}))
	}
	lost := 0
	for _, a := range all {
		if _, err := a.get(ctx, b.done); err != nil {
			lost++
		}
	}
	if lost > 0 {
		b.o.Log.Warn("cookies did not come along into the new browser", "count", lost)
	}
}
