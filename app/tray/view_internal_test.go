package tray

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/batonbrowser/baton/app/mark"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/ident"
)

func texts(t *testing.T) words.Words {
	t.Helper()
	w, err := words.Load(fstest.MapFS{"locales/en.json": {Data: []byte(`{
		"tray.none":"no browser open","tray.open_one":"{{count}} browser open","tray.open_other":"{{count}} browsers open",
		"tray.needs_one":"{{count}} needs you","tray.needs_other":"{{count}} need you",
		"tray.tooltip":"Baton: {{open}}","tray.tooltip.needs":"Baton: {{open}}, {{needs}}",
		"tray.session":"{{agent}}, {{state}}","tray.session.host":"{{agent}}, {{host}}, {{state}}",
		"tray.state.agent":"agent drives","tray.state.you":"you drive","tray.state.needs":"needs you","tray.state.idle":"opening"}`)}}, "en")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func sessions(names ...string) []Session {
	var all []Session
	for _, n := range names {
		all = append(all, Session{ID: ident.Session(n), Agent: n, Host: "a.test", Sign: mark.Agent})
	}
	return all
}

func (v view) ids() []ident.Session {
	var all []ident.Session
	for _, l := range v.lines {
		all = append(all, l.id)
	}
	return all
}

func TestWhatIsSaid(t *testing.T) {
	w := texts(t)
	for _, c := range []struct {
		name    string
		state   State
		sign    mark.Sign
		tooltip string
		title   string
	}{
		{"nothing", State{}, mark.Idle, "Baton: no browser open", ""},
		{"opening", State{Sessions: []Session{{ID: "1", Agent: "Claude Code"}}}, mark.Idle, "Baton: 1 browser open", "Claude Code, opening"},
		{"agent", State{Sessions: sessions("1", "2")}, mark.Agent, "Baton: 2 browsers open", "1, a.test, agent drives"},
		{
			"you go before agent", State{Sessions: append(sessions("1"), Session{ID: "2", Sign: mark.You})},
			mark.You, "Baton: 2 browsers open", "1, a.test, agent drives",
		},
		{
			"needs goes before you", State{Sessions: []Session{{ID: "1", Agent: "C", Sign: mark.Needs}, {ID: "2", Sign: mark.You}}, Waiting: 1},
			mark.Needs, "Baton: 2 browsers open, 1 needs you", "C, needs you",
		},
		{"a request without a browser", State{Waiting: 2}, mark.Needs, "Baton: no browser open, 2 need you", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.state.Words = w
			v := view{}.next(c.state)
			if v.sign != c.sign || v.tooltip != c.tooltip || v.lines[0].title != c.title {
				t.Errorf("%s, %q, %q; want %s, %q, %q", v.sign, v.tooltip, v.lines[0].title, c.sign, c.tooltip, c.title)
			}
		})
	}
}

func TestOfferedIsWhatCanBeDone(t *testing.T) {
	w := texts(t)
	for sign, want := range map[mark.Sign]line{
		mark.Idle: {}, mark.Agent: {take: visible}, mark.Needs: {take: visible}, mark.You: {handBack: visible},
	} {
		v := view{}.next(State{Words: w, Sessions: []Session{{ID: "1", Sign: sign}}})
		if l := v.lines[0]; l.take != want.take || l.handBack != want.handBack {
			t.Errorf("%s: take %d, hand back %d", sign, l.take, l.handBack)
		}
	}
}

// TestLinesStay: whatever comes and goes, a session keeps its line, and a line
// that has just become free is the last to be taken again.
func TestLinesStay(t *testing.T) {
	w := texts(t)
	v := view{}.next(State{Words: w, Sessions: sessions("a", "b", "c")})
	v = v.next(State{Words: w, Sessions: sessions("c", "a", "d")})
	if got := v.ids()[:4]; !slices.Equal(got, []ident.Session{"a", "", "c", "d"}) {
		t.Fatalf("lines are %q", got)
	}
	v = v.next(State{Words: w, Sessions: sessions("a", "c", "d", "e")})
	if got := v.ids()[:4]; !slices.Equal(got, []ident.Session{"a", "e", "c", "d"}) {
		t.Fatalf("lines are %q", got)
	}
}

func TestMoreThanFit(t *testing.T) {
	var names []string
	for i := range slots + 3 {
		names = append(names, fmt.Sprint(i))
	}
	v := view{}.next(State{Words: texts(t), Sessions: sessions(names...)})
	if slices.Contains(v.ids(), "") || v.tooltip != "Baton: 15 browsers open" {
		t.Errorf("lines %q, %q", v.ids(), v.tooltip)
	}
}
