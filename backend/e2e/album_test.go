//go:build e2e && linux

package e2e_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/frontend"
)

// room is one size in which the pages are looked at.
type room struct {
	name          string
	width, height int
	language      string // of the browser, where Baton does not know the setting yet
	shows         string // manage, live or both
	args          []string
}

// coarse makes a browser that says it is used with a finger.
const coarse = "--blink-settings=primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1"

// rooms are all sizes; the first two are enough for CI.
var rooms = []room{
	{name: "wide", width: 1180, height: 780, language: "en-US", shows: "manage"},
	{name: "window", width: 520, height: 420, language: "de-DE", shows: "live"},
	{name: "narrow", width: 520, height: 900, language: "de-DE", shows: "manage"},
	{name: "rail", width: 820, height: 700, language: "en-US", shows: "manage"},
	{name: "least", width: 400, height: 330, language: "en-US", shows: "live"},
	{name: "large", width: 1180, height: 780, language: "en-US", shows: "live"},
	{name: "phone", width: 390, height: 844, language: "de-DE", shows: "both", args: []string{coarse}},
}

// look is a language and a theme.
type look struct{ language, theme string }

// album takes pictures of screens and says what is wrong with them.
type album struct {
	t     *testing.T
	b     *baton
	token string // of a window
	rooms []room
	seen  map[string]*person
	looks []look
	texts map[string]words.Words
	away  string // a page that is not Baton's: to go there is to leave
}

// every tells whether all sizes, languages and themes are asked for, as
// `go run ./build measure screens` does.
func every() bool { return os.Getenv("BATON_SCREENS") == "all" }

func newAlbum(t *testing.T, b *baton) *album {
	t.Helper()
	a := &album{
		t: t, b: b, rooms: rooms[:2], seen: map[string]*person{}, texts: map[string]words.Words{},
		looks: []look{{"en", "light"}, {"de", "dark"}}, away: site(t, "<title>Elsewhere</title>"),
	}
	if every() {
		a.rooms = rooms
		a.looks = []look{{"en", "light"}, {"en", "dark"}, {"de", "dark"}, {"de", "light"}}
	}
	for _, tag := range []string{"en", "de"} {
		w, err := words.Load(frontend.Locales, tag)
		if err != nil {
			t.Fatal(err)
		}
		a.texts[tag] = w
	}
	for _, r := range a.rooms {
		a.seen[r.name] = b.visitIn(chrome.Options{Width: r.width, Height: r.height, Language: r.language, ExtraArgs: r.args}, a.away)
	}
	a.token = b.windowToken()
	return a
}

// enter signs all browsers in.
func (a *album) enter() {
	a.t.Helper()
	for _, r := range a.rooms {
		p := a.seen[r.name]
		p.open(a.b.link())
		p.sees("navigation")
		p.open(a.away)
	}
}

// windowToken is a token as a window has one.
func (b *baton) windowToken() string {
	b.t.Helper()
	_, code, _ := strings.Cut(b.link(), "#link=")
	body, _ := json.Marshal(map[string]string{"code": code})
	res, err := http.Post(b.url()+"/api/owner-link", "application/json", bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var out struct{ Token string }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || out.Token == "" {
		rest, _ := io.ReadAll(res.Body)
		b.t.Fatalf("the one-time link gave no token: %v %s", err, rest)
	}
	return out.Token
}

// call calls an operation as a window does.
func (a *album) call(name string, in, out any) {
	a.t.Helper()
	c := client.New(a.b.url(), a.token)
	defer c.Close()
	if err := c.Call(a.t.Context(), name, in, out); err != nil {
		a.t.Fatalf("%s: %v", name, err)
	}
}

// rare begins the name of a screen that is like another one: CI leaves it out.
const rare = "rare:"

func wanted(name string) (string, bool) {
	name, isRare := strings.CutPrefix(name, rare)
	return name, every() || !isRare
}

// manage takes a page of the management window in its rooms.
func (a *album) manage(name, hash, heading string, prepare ...func(*person)) {
	a.t.Helper()
	a.page("manage", name, "/#"+hash, heading, prepare)
}

// live takes the live window in its rooms.
func (a *album) live(name, query, heading string, prepare ...func(*person)) {
	a.t.Helper()
	a.page("live", name, "/live.html#"+query, heading, prepare)
}

func (a *album) page(kind, name, path, heading string, prepare []func(*person)) {
	a.t.Helper()
	name, ok := wanted(name)
	if !ok {
		return
	}
	a.each(kind, func(r room, p *person) {
		p.open(a.away)
		p.open(a.b.url() + path)
		for _, fn := range prepare {
			fn(p)
		}
		a.take(kind+"-"+name, r, heading)
		p.open(a.away)
	})
}

func (a *album) each(kind string, fn func(room, *person)) {
	a.t.Helper()
	for _, r := range a.rooms {
		if r.shows == kind || r.shows == "both" {
			fn(r, a.seen[r.name])
		}
	}
}

// take takes the page in each language and theme and looks at it. The heading is
// a key of the texts, or the text itself.
func (a *album) take(name string, r room, heading string) {
	a.t.Helper()
	p := a.seen[r.name]
	for _, l := range a.looks {
		a.call("settings_set", map[string]any{"language": l.language, "theme": l.theme}, nil)
		a.shoot(p, strings.Join([]string{name, r.name, l.language, l.theme}, "-"), heading, l)
	}
}

//go:embed testdata/look.js
var lookScript string

// settled waits for what belongs to the look: its language, theme and letters,
// and the end of all movement that has one.
const settled = `const root = document.documentElement
const moving = document.getAnimations().some((a) => a.playState === 'running' && a.effect.getComputedTiming().iterations !== Infinity)
return [root.lang, root.dataset.theme, document.fonts.status, moving ? 'moving' : 'still',
	[...document.querySelectorAll('h1')].map((h) => h.innerText.trim()).join('|')].join(' ')`

func (a *album) shoot(p *person, name, heading string, l look) {
	a.t.Helper()
	want := a.texts[l.language].Text(heading, nil)
	last := ""
	eventually(a.t, name+" shows «"+want+"»", func() bool {
		last = p.asks(settled)
		return strings.HasPrefix(last, l.language+" "+l.theme+" loaded still ") && strings.Contains(last, want)
	}, func() string { p.shot("failed-" + name); return last })
	p.shot("screens/" + name)
	a.accessible(p, name)
	for _, problem := range p.problems() {
		a.t.Errorf("%s: %s", name, problem)
	}
}

// looks is how often a screen is looked at before what is wrong with it counts: a
// colour that is just changing, or a control that waits for its answer, is right
// a moment later.
const looks = 20

// problems gives what is wrong with a screen and stays so.
func (p *person) problems() (now []string) {
	p.t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for range looks {
		now = nil
		if p.answers(lookScript, &now); len(now) == 0 {
			break
		}
		<-tick.C
	}
	return now
}

// asks evaluates a script that gives a text; answers one that gives anything.
func (p *person) asks(script string) string {
	p.t.Helper()
	var text string
	p.answers(script, &text)
	return text
}

func (p *person) answers(script string, out any) {
	p.t.Helper()
	p.do(func(ctx context.Context) error {
		v, err := p.b.Evaluate(ctx, script, noTarget)
		if err != nil {
			return err
		}
		return json.Unmarshal(v.JSON, out)
	})
}

// chooses takes an option of the list that is open, which an outline of a long
// page no longer has.
func (p *person) chooses(option string) {
	p.t.Helper()
	mark := `const found = [...document.querySelectorAll('[role="option"]')].find((o) => o.innerText.trim() === ` + strconv.Quote(option) + `)
		if (found) found.dataset.chosen = ''
		return found ? 'yes' : 'no'`
	eventually(p.t, "the list has "+option, func() bool { return p.asks(mark) == "yes" })
	p.do(func(ctx context.Context) error {
		_, err := p.b.Click(ctx, page.Target{Selector: "[data-chosen]"}, page.Click{Button: "left", Count: 1})
		return err
	})
}
