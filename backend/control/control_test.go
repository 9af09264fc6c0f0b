package control_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/wire"
)

var begin = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

const (
	left  = ident.Viewer("view_left")
	right = ident.Viewer("view_right")
)

// transition is one row of the table in DESIGN §3.
type transition struct {
	name    string
	from    control.State
	event   func(control.State) (control.State, []control.Effect, error)
	drives  wire.Controller
	holder  ident.Viewer
	hides   bool // the page is hidden from the agent
	change  bool // the epoch rises
	effects []control.Effect
	refused fault.Code
}

func agentDrives() control.State { return control.New(wire.ForAgent, begin) }

func signIn() control.State { return control.New(wire.ForSignIn, begin) }

func taken(s control.State, by ident.Viewer) control.State {
	s, _, err := s.Take(by, control.Here, begin)
	if err != nil {
		panic(err)
	}
	return s
}

func ended(s control.State) control.State {
	s, _ = s.End()
	return s
}

func take(by ident.Viewer, how control.How) func(control.State) (control.State, []control.Effect, error) {
	return func(s control.State) (control.State, []control.Effect, error) {
		return s.Take(by, how, begin.Add(time.Minute))
	}
}

func handBack(by ident.Viewer) func(control.State) (control.State, []control.Effect, error) {
	return func(s control.State) (control.State, []control.Effect, error) {
		return s.HandBack(by, begin.Add(time.Minute))
	}
}

func lost(v ident.Viewer) func(control.State) (control.State, []control.Effect, error) {
	return func(s control.State) (control.State, []control.Effect, error) {
		s, effects := s.Lost(v, begin.Add(time.Minute))
		return s, effects, nil
	}
}

func show(v ident.Viewer, p control.Page) func(control.State) (control.State, []control.Effect, error) {
	return func(s control.State) (control.State, []control.Effect, error) { return s.Show(v, p) }
}

func hidden(s control.State) control.State {
	s, _, err := s.Show(s.Holder, control.Hidden)
	if err != nil {
		panic(err)
	}
	return s
}

func end(s control.State) (control.State, []control.Effect, error) {
	s, effects := s.End()
	return s, effects, nil
}

func transitions() []transition {
	const agent, user = wire.AgentDrives, wire.UserDrives
	takes := []control.Effect{control.CancelAgent, control.PauseClock, control.Record}
	moves := []control.Effect{control.ReleaseInput, control.Record}
	returns := []control.Effect{control.ReleaseInput, control.ResumeClock, control.OfferContinue, control.Record}
	ends := []control.Effect{control.ReleaseInput, control.Record}
	hides := []control.Effect{control.CancelReading, control.Record}
	return []transition{
		{name: "agent, the owner takes", from: agentDrives(), event: take(left, control.Ask), drives: user, holder: left, change: true, effects: takes},
		{name: "agent, the owner takes it here", from: agentDrives(), event: take(left, control.Here), drives: user, holder: left, change: true, effects: takes},
		{name: "agent, nobody takes", from: agentDrives(), event: take("", control.Ask), drives: agent, refused: fault.InvalidInput},
		{name: "agent, hand back", from: agentDrives(), event: handBack(left), drives: agent, refused: fault.NotInControl},
		{name: "agent, hand back by nobody", from: agentDrives(), event: handBack(""), drives: agent, refused: fault.NotInControl},
		{name: "agent, a watcher is lost", from: agentDrives(), event: lost(left), drives: agent},
		{name: "user, hands back", from: taken(agentDrives(), left), event: handBack(left), drives: agent, change: true, effects: returns},
		{name: "user, is lost", from: taken(agentDrives(), left), event: lost(left), drives: agent, change: true, effects: returns},
		{name: "user, another watcher is lost", from: taken(agentDrives(), left), event: lost(right), drives: user, holder: left},
		{name: "user, takes again", from: taken(agentDrives(), left), event: take(left, control.Ask), drives: user, holder: left},
		{name: "user, another window asks", from: taken(agentDrives(), left), event: take(right, control.Ask), drives: user, holder: left, refused: fault.ControlHeld},
		{name: "user, another window takes it here", from: taken(agentDrives(), left), event: take(right, control.Here), drives: user, holder: right, change: true, effects: moves},
		{name: "user, another window hands back", from: taken(agentDrives(), left), event: handBack(right), drives: user, holder: left, refused: fault.NotInControl},
		{name: "sign-in, the first window takes", from: signIn(), event: take(left, control.Ask), drives: user, holder: left, change: true, effects: moves},
		{name: "sign-in, another window asks", from: taken(signIn(), left), event: take(right, control.Ask), drives: user, holder: left, refused: fault.ControlHeld},
		{name: "sign-in, another window takes it here", from: taken(signIn(), left), event: take(right, control.Here), drives: user, holder: right, change: true, effects: moves},
		{name: "sign-in, hand back", from: taken(signIn(), left), event: handBack(left), drives: user, holder: left, refused: fault.Conflict},
		{name: "sign-in, is lost", from: taken(signIn(), left), event: lost(left), drives: user, change: true, effects: moves},
		{name: "user, hides the page", from: taken(agentDrives(), left), event: show(left, control.Hidden), drives: user, holder: left, hides: true, effects: hides},
		{name: "user, shows a page that is shown", from: taken(agentDrives(), left), event: show(left, control.Shown), drives: user, holder: left},
		{name: "user, another window hides the page", from: taken(agentDrives(), left), event: show(right, control.Hidden), drives: user, holder: left, refused: fault.NotInControl},
		{name: "user, neither hides nor shows the page", from: taken(agentDrives(), left), event: show(left, ""), drives: user, holder: left, refused: fault.InvalidInput},
		{name: "agent, a watcher hides the page", from: agentDrives(), event: show(left, control.Hidden), drives: agent, refused: fault.NotInControl},
		{name: "agent, nobody hides the page", from: agentDrives(), event: show("", control.Hidden), drives: agent, refused: fault.NotInControl},
		{name: "private, hides the page again", from: hidden(taken(agentDrives(), left)), event: show(left, control.Hidden), drives: user, holder: left, hides: true},
		{name: "private, shows the page", from: hidden(taken(agentDrives(), left)), event: show(left, control.Shown), drives: user, holder: left, effects: []control.Effect{control.Record}},
		{name: "private, another window takes it here", from: hidden(taken(agentDrives(), left)), event: take(right, control.Here), drives: user, holder: right, hides: true, change: true, effects: moves},
		{name: "private, hands back", from: hidden(taken(agentDrives(), left)), event: handBack(left), drives: agent, change: true, effects: returns},
		{name: "private, is lost", from: hidden(taken(agentDrives(), left)), event: lost(left), drives: agent, change: true, effects: returns},
		{name: "private, the session ends", from: hidden(taken(agentDrives(), left)), event: end, drives: user, hides: true, effects: ends},
		{name: "sign-in, hides the page", from: taken(signIn(), left), event: show(left, control.Hidden), drives: user, holder: left, refused: fault.Conflict},
		{name: "ended, hides the page", from: ended(taken(agentDrives(), left)), event: show(left, control.Hidden), drives: user, refused: fault.NoSession},
		{name: "agent, the session ends", from: agentDrives(), event: end, drives: agent, effects: ends},
		{name: "user, the session ends", from: taken(agentDrives(), left), event: end, drives: user, effects: ends},
		{name: "ended, ends again", from: ended(agentDrives()), event: end, drives: agent},
		{name: "ended, the owner takes", from: ended(agentDrives()), event: take(left, control.Here), drives: agent, refused: fault.NoSession},
		{name: "ended, hand back", from: ended(taken(agentDrives(), left)), event: handBack(left), drives: user, refused: fault.NoSession},
		{name: "ended, is lost", from: ended(taken(agentDrives(), left)), event: lost(left), drives: user},
	}
}

func TestTransitions(t *testing.T) {
	for _, tr := range transitions() {
		t.Run(tr.name, func(t *testing.T) {
			next, effects, err := tr.event(tr.from)
			if (err != nil) != (tr.refused != "") || tr.refused != "" && !fault.Is(err, tr.refused) {
				t.Fatalf("got error %v, want %q", err, tr.refused)
			}
			if diff := cmp.Diff(tr.effects, effects); diff != "" {
				t.Errorf("effects (-want +got):\n%s", diff)
			}
			if next.Controller != tr.drives || next.Holder != tr.holder {
				t.Errorf("got %s held by %q, want %s held by %q", next.Controller, next.Holder, tr.drives, tr.holder)
			}
			if hides := next.Page == control.Hidden; hides != tr.hides {
				t.Errorf("the page is hidden: %v", hides)
			}
			want := tr.from.Epoch
			if tr.change {
				want++
			}
			if next.Epoch != want {
				t.Errorf("got epoch %d after %d, want %d", next.Epoch, tr.from.Epoch, want)
			}
			if tr.refused != "" && next != tr.from {
				t.Errorf("a refused event changed the state to %+v", next)
			}
			if moved := next.Since.After(tr.from.Since); moved != tr.change {
				t.Errorf("the time of the change moved: %v, want %v", moved, tr.change)
			}
		})
	}
}

// A second window is told which one holds control.
func TestHeldNamesTheHolder(t *testing.T) {
	_, _, err := taken(agentDrives(), left).Take(right, control.Ask, begin)
	if f := fault.From(err); f.Details["holder"] != left || f.Hint == "" {
		t.Fatalf("got details %v and hint %q", f.Details, f.Hint)
	}
}

func TestMayAct(t *testing.T) {
	for _, c := range []struct {
		name  string
		state control.State
		want  fault.Code
	}{
		{"agent", agentDrives(), ""},
		{"user", taken(agentDrives(), left), fault.PausedByUser},
		{"sign-in", signIn(), fault.PausedByUser},
		{"ended", ended(agentDrives()), fault.NoSession},
	} {
		if err := c.state.MayAct(); c.want == "" && err != nil || c.want != "" && !fault.Is(err, c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

func TestMayDrive(t *testing.T) {
	held := taken(agentDrives(), left)
	for _, c := range []struct {
		name   string
		state  control.State
		viewer ident.Viewer
		epoch  uint64
		want   fault.Code
	}{
		{"the holder", held, left, held.Epoch, ""},
		{"an earlier epoch", held, left, held.Epoch - 1, fault.NotInControl},
		{"a later epoch", held, left, held.Epoch + 1, fault.NotInControl},
		{"another window", held, right, held.Epoch, fault.NotInControl},
		{"no window", held, "", held.Epoch, fault.NotInControl},
		{"while the agent drives", agentDrives(), left, 1, fault.NotInControl},
		{"a sign-in that nobody holds", signIn(), "", 1, fault.NotInControl},
		{"after the end", ended(held), left, held.Epoch, fault.NoSession},
	} {
		if err := c.state.MayDrive(c.viewer, c.epoch); c.want == "" && err != nil || c.want != "" && !fault.Is(err, c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// The words of the source document reach the model as they stand there (T4).
func TestPausedWords(t *testing.T) {
	const begins = "The user has taken control of the browser. Do not act in the browser now; "
	if f := control.Paused(); f.Code != fault.PausedByUser || len(f.Message) < len(begins) || f.Message[:len(begins)] != begins || f.Hint == "" {
		t.Fatalf("got %+v", f)
	}
}
