package tray

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/app/mark"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
	"github.com/batonbrowser/baton/frontend"
)

func texts(t *testing.T) words.Words {
	t.Helper()
	w, err := words.Load(frontend.Locales, "en")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestTextsInEveryLanguage: a key that is missing would be shown as it is.
func TestTextsInEveryLanguage(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		w, err := words.Load(frontend.Locales, language)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1, 2} {
			for _, sign := range []mark.Sign{mark.Idle, mark.Agent, mark.You, mark.Needs} {
				s := State{Words: w, Waiting: n}
				for i := range n {
					s.Sessions = append(s.Sessions, Session{ID: ident.Session(fmt.Sprint(i)), Agent: "A", Host: strings.Repeat("h", i), Sign: sign})
				}
				if said := fmt.Sprintf("%+v", view{}.next(s)); strings.Contains(said, "tray.") || strings.Contains(said, "{{") {
					t.Errorf("%s: %s", language, said)
				}
			}
		}
	}
}

func TestStateOf(t *testing.T) {
	got := StateOf([]wire.Session{
		{ID: "sess_3", AgentName: "Codex", Phase: wire.Live, Controller: wire.AgentDrives, URL: "https://b.test:8443/x"},
		{ID: "sess_2", ProfileName: "Work", Purpose: wire.ForSignIn, Phase: wire.Live, Controller: wire.UserDrives, URL: "about:blank"},
		{ID: "sess_1", AgentName: "Claude", Phase: wire.Opening, Controller: wire.AgentDrives},
		{ID: "sess_0", AgentName: "Gone", Phase: wire.Ended},
		{ID: "sess_4", AgentName: "Asks", Phase: wire.Live, Controller: wire.AgentDrives, URL: "https://a.test/"},
	}, []request.Request{
		{Session: "sess_4", State: request.Open},
		{Session: "sess_3", State: request.Declined},
		{State: request.Open},
	}, words.Words{})
	want := State{Waiting: 2, Sessions: []Session{
		{ID: "sess_1", Agent: "Claude"},
		{ID: "sess_2", Agent: "Work", Sign: mark.You},
		{ID: "sess_3", Agent: "Codex", Host: "b.test", Sign: mark.Agent},
		{ID: "sess_4", Agent: "Asks", Host: "a.test", Sign: mark.Needs},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
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
		{"opening", State{Sessions: []Session{{ID: "1", Agent: "Claude Code"}}}, mark.Idle, "Baton: 1 browser open", "Claude Code, is opening"},
		{"agent", State{Sessions: sessions("1", "2")}, mark.Agent, "Baton: 2 browsers open", "1, a.test, agent drives"},
		{
			"you go before agent",
			State{Sessions: append(sessions("1"), Session{ID: "2", Sign: mark.You})},
			mark.You, "Baton: 2 browsers open", "1, a.test, agent drives",
		},
		{
			"needs goes before you",
			State{Sessions: []Session{{ID: "1", Agent: "C", Sign: mark.Needs}, {ID: "2", Sign: mark.You}}, Waiting: 1},
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
