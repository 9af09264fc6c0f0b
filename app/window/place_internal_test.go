package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/app/windows"
	"github.com/batonbrowser/baton/backend/fault"
)

func TestSettle(t *testing.T) {
	screen, right := rect{0, 30, 1600, 970}, rect{1600, 0, 1280, 1024}
	for _, c := range []struct {
		name  string
		kind  windows.Kind
		nth   int
		saved *rect
		areas []rect
		want  rect
	}{
		{"live at the bottom right of the work area", windows.Live, 0, nil, []rect{screen, right}, rect{1064, 564, 520, 420}},
		{"the third one leaves the headers of the others in sight", windows.Live, 2, nil, []rect{screen, right}, rect{952, 452, 520, 420}},
		{"stepped out of the screen", windows.Live, 9, &rect{100, 200, 600, 500}, []rect{screen}, rect{0, 30, 600, 500}},
		{"manage in the middle", windows.Manage, 0, nil, []rect{screen}, rect{210, 125, 1180, 780}},
		{"a small screen", windows.Manage, 0, nil, []rect{{0, 0, 1024, 700}}, rect{0, 0, 1024, 700}},
		{"no screen is known", windows.Live, 0, nil, nil, rect{0, 0, 520, 420}},
		{"where it was", windows.Live, 0, &rect{100, 200, 600, 500}, []rect{screen}, rect{100, 200, 600, 500}},
		{"on the second screen", windows.Live, 0, &rect{1700, 10, 600, 500}, []rect{screen, right}, rect{1700, 10, 600, 500}},
		{"the second screen is gone", windows.Live, 0, &rect{1700, 10, 600, 500}, []rect{screen}, rect{1000, 30, 600, 500}},
		{"half outside", windows.Live, 0, &rect{-300, 800, 600, 500}, []rect{screen}, rect{0, 500, 600, 500}},
		{"larger than the screen", windows.Live, 0, &rect{0, 0, 4000, 3000}, []rect{screen}, rect{0, 30, 1600, 970}},
		{"smaller than it may be", windows.Live, 0, &rect{50, 50, 10, 10}, []rect{screen}, rect{50, 50, 400, 330}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := settle(c.saved, formOf(c.kind), c.kind, c.nth, c.areas); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestRemember(t *testing.T) {
	dir := t.TempDir()
	r := rect{10, 20, 600, 500}
	if recall(dir, windows.Live) != nil {
		t.Error("a place was known before there was one")
	}
	desk, away := displaySet([]rect{{W: 1600, H: 1000}, {W: 1280, H: 1024}}), displaySet([]rect{{W: 1600, H: 1000}})
	elsewhere := rect{900, 400, 600, 500}
	for displays, at := range map[string]rect{desk: r, away: elsewhere} {
		if err := remember(dir, windows.Live, displays, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := remember(dir, windows.Live, desk, r); err != nil {
		t.Fatal(err)
	}
	p := recall(dir, windows.Live)
	for displays, want := range map[string]rect{displaySet([]rect{{W: 1280, H: 1024}, {W: 1600, H: 1000}}): r, away: elsewhere, "800x600": r} {
		if got := p.on(displays); got == nil || *got != want {
			t.Errorf("on %s it was at %+v, want %+v", displays, got, want)
		}
	}
	if recall(dir, windows.Manage) != nil {
		t.Error("the windows share a place")
	}
	for _, broken := range []string{"", "{", `{"last":{"x":1,"y":1,"width":40,"height":40}}`, `[]`} {
		if err := os.WriteFile(filepath.Join(dir, "window-live.json"), []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := recall(dir, windows.Live); got != nil {
			t.Errorf("%q gave %+v", broken, got)
		}
	}
}

func TestDisplaysChange(t *testing.T) {
	screen, right := rect{0, 30, 1600, 970}, rect{1600, 0, 1280, 1024}
	both, one := displaySet([]rect{screen, right}), displaySet([]rect{screen})
	p := &places{Last: rect{1700, 10, 600, 500}, On: map[string]rect{both: {1700, 10, 600, 500}, one: {100, 100, 700, 500}}}
	for _, c := range []struct {
		name  string
		known *places
		now   rect
		on    string
		areas []rect
		want  rect
	}{
		{"back where it was on this one", p, rect{1700, 10, 600, 500}, one, []rect{screen}, rect{100, 100, 700, 500}},
		{"and on both", p, rect{100, 100, 700, 500}, both, []rect{screen, right}, rect{1700, 10, 600, 500}},
		{"on displays that are new", p, rect{1700, 10, 600, 500}, "x", []rect{screen}, rect{1000, 30, 600, 500}},
		{"nothing is remembered", nil, rect{1700, 10, 600, 500}, one, []rect{screen}, rect{1000, 30, 600, 500}},
		{"a pill keeps its size", p, rect{2000, 900, 300, 40}, one, []rect{screen}, rect{1300, 900, 300, 40}},
		{"no display at all", p, rect{1700, 10, 600, 500}, "", nil, rect{1700, 10, 600, 500}},
	} {
		if got := c.known.moved(windows.Live, c.now, c.on, c.areas); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestWhatIsWorthKeeping(t *testing.T) {
	for _, c := range []struct {
		name string
		r    rect
		want bool
	}{
		{"as opened", rect{1064, 564, 520, 420}, true},
		{"the pill", rect{1164, 944, 400, 40}, false},
		{"maximised by the page", rect{16, 16, 1568, 968}, false},
		{"wide but not high", rect{16, 16, 1568, 500}, true},
	} {
		if got := c.r.worth(windows.Live, rect{W: 1600, H: 1000}); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

func TestRead(t *testing.T) {
	boot, _, err := read(strings.NewReader(`{"base_url":"http://127.0.0.1:1","token":"t","window":"manage","take":true}`+"\nrest"), windows.Live)
	if err != nil || boot.Token != "t" || !boot.Take || boot.Window != windows.Live {
		t.Errorf("%+v, %v", boot, err)
	}
	for name, c := range map[string]struct {
		line string
		kind windows.Kind
	}{
		"an unknown window": {"{}\n", "other"},
		"no line":           {"", windows.Live},
		"half a line":       {`{"token"`, windows.Live},
		"no JSON":           {"hello\n", windows.Live},
		"too long":          {strings.Repeat("x", maxLine+1) + "\n", windows.Live},
	} {
		if _, _, err := read(strings.NewReader(c.line), c.kind); !fault.Is(err, fault.InvalidInput) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
