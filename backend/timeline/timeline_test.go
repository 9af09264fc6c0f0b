package timeline

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

type one struct {
	t       *testing.T
	k       *Keeper
	agent   ident.Agent
	session ident.Session
}

func start(t *testing.T, days int) *one {
	t.Helper()
	k := New(filepath.Join(t.TempDir(), "timelines"), func() int { return days }, slog.New(slog.DiscardHandler))
	t.Cleanup(k.Close)
	return &one{t: t, k: k, agent: ident.NewAgent(), session: ident.NewSession()}
}

func (o *one) entry(k audit.Kind) audit.Entry {
	return audit.Entry{Kind: k, Owner: "ann", Agent: o.agent, Session: o.session, At: time.Now(), Host: "a.test"}
}

func (o *one) add(kinds ...audit.Kind) {
	for _, k := range kinds {
		o.k.Add(o.entry(k))
	}
}

func (o *one) steps() []Step {
	o.t.Helper()
	steps, err := o.k.Steps("ann", o.agent, o.session)
	if err != nil {
		o.t.Fatal(err)
	}
	return steps
}

// pictures names for each step the picture that shows it.
func (o *one) pictures() string {
	o.t.Helper()
	var all []int
	for _, s := range o.steps() {
		all = append(all, s.Picture)
	}
	return fmt.Sprint(all)
}

func TestSteps(t *testing.T) {
	o := start(t, 7)
	o.add(audit.ToolCalled) // of a session that was not seen to open
	if _, err := o.k.Steps("ann", o.agent, o.session); !fault.Is(err, fault.NotFound) {
		t.Fatalf("the steps of a session that did not open: %v", err)
	}
	o.add(audit.SessionOpened, audit.ToolCalled, audit.ToolCalled)
	o.k.Picture(o.session, []byte("three"))
	o.add(audit.ControlTaken, audit.ControlReturned)
	o.k.Picture(o.session, []byte("five"))
	o.add(audit.ToolCalled)
	o.add(audit.ControlTaken) // its picture was never taken
	o.add(audit.SessionEnded, audit.ToolCalled)
	if got, want := o.pictures(), "[0 3 3 3 5 5 5 5]"; got != want {
		t.Errorf("the steps are shown by %s, want %s", got, want)
	}
	if jpeg, err := o.k.File("ann", o.agent, o.session, 5); err != nil || string(jpeg) != "five" {
		t.Errorf("picture 5: %q, %v", jpeg, err)
	}
	reels, err := o.k.Reels("ann", o.agent)
	if err != nil || len(reels) != 1 || reels[0].Steps != 8 || reels[0].Host != "a.test" {
		t.Errorf("the reels: %+v, %v", reels, err)
	}
}

func TestOthersAreNotFound(t *testing.T) {
	o := start(t, 7)
	o.add(audit.SessionOpened, audit.ToolCalled)
	o.k.Picture(o.session, []byte("p"))
	o.add(audit.SessionEnded)
	for name, err := range map[string]error{
		"steps of another owner":        second(o.k.Steps("bob", o.agent, o.session)),
		"steps under another agent":     second(o.k.Steps("ann", ident.NewAgent(), o.session)),
		"a path as an agent":            second(o.k.Steps("ann", "../"+o.agent, o.session)),
		"a path as a session":           second(o.k.Steps("ann", o.agent, "../../"+o.session)),
		"a picture of another owner":    second(o.k.File("bob", o.agent, o.session, 2)),
		"a picture that is not there":   second(o.k.File("ann", o.agent, o.session, 1)),
		"removing what is another's":    o.k.Remove("bob", o.agent, o.session),
		"removing what is not there":    o.k.Remove("ann", o.agent, ident.NewSession()),
		"removing a path of an agent":   o.k.Remove("ann", "..", o.session),
		"removing a path of a session":  o.k.Remove("ann", o.agent, ".."),
		"a picture with a path as name": second(o.k.File("ann", o.agent, o.session, -1)),
	} {
		if !fault.Is(err, fault.NotFound) {
			t.Errorf("%s answers %v", name, err)
		}
	}
	if reels, err := o.k.Reels("bob", o.agent); err != nil || len(reels) != 0 {
		t.Errorf("another owner sees %+v, %v", reels, err)
	}
	if len(o.steps()) != 3 {
		t.Error("something was changed")
	}
}

func second[T any](_ T, err error) error { return err }

func TestSignInsAreNotKept(t *testing.T) {
	o := start(t, 7)
	e := o.entry(audit.SessionOpened)
	e.Facts = map[string]string{"purpose": "signin"}
	o.k.Add(e)
	o.add(audit.ToolCalled)
	o.k.Picture(o.session, []byte("p"))
	if o.k.Keeps(o.session) {
		t.Error("the person's sign-in is kept")
	}
	if _, err := os.Stat(o.k.root); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
}

func TestNoneAreKept(t *testing.T) {
	o := start(t, 0)
	o.add(audit.SessionOpened, audit.ToolCalled)
	if _, err := os.Stat(o.k.root); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
}

func TestCutLine(t *testing.T) {
	o := start(t, 7)
	o.add(audit.SessionOpened, audit.ToolCalled, audit.SessionEnded)
	file := filepath.Join(o.k.dir(o.agent, o.session), stepsFile)
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.TrimSuffix(raw, []byte("\"}}\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if steps := o.steps(); len(steps) != 2 {
		t.Errorf("%d steps are read", len(steps))
	}
}

func TestSweep(t *testing.T) {
	o := start(t, 7)
	now := time.Now()
	reelOf := func(age time.Duration, size int) ident.Session {
		o.session = ident.NewSession()
		o.add(audit.SessionOpened, audit.ToolCalled)
		o.k.Picture(o.session, make([]byte, size))
		o.add(audit.SessionEnded)
		at := now.Add(-age)
		if err := os.Chtimes(filepath.Join(o.k.dir(o.agent, o.session), stepsFile), at, at); err != nil {
			t.Fatal(err)
		}
		return o.session
	}
	old, large, small := reelOf(8*24*time.Hour, 10), reelOf(2*time.Hour, 5000), reelOf(time.Hour, 3000)
	o.session = ident.NewSession()
	o.add(audit.SessionOpened, audit.ToolCalled)
	runs := o.session
	o.k.Picture(runs, make([]byte, 4000))
	o.k.sweep(now, 8500)
	for id, want := range map[ident.Session]bool{old: false, large: false, small: true, runs: true} {
		if _, err := os.Stat(o.k.dir(o.agent, id)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", id, err == nil, want)
		}
	}
	if err := o.k.Remove("ann", o.agent, runs); !fault.Is(err, fault.Conflict) {
		t.Errorf("removing the reel of a session that runs: %v", err)
	}
	o.k.Forget(o.agent)
	if reels, err := o.k.Reels("ann", o.agent); err != nil || len(reels) != 0 {
		t.Errorf("after the agent is gone: %+v, %v", reels, err)
	}
	if o.add(audit.ToolCalled); o.k.Keeps(runs) {
		t.Error("a reel goes on after its agent is gone")
	}
}
