package ops_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/profile"
)

// newProfile creates a profile and brings it into a status.
func (b *bench) profile(name string, status profile.Status) ident.Profile {
	b.t.Helper()
	p := call[profile.Profile](b, b.owner, "profiles_create", ops.ProfileNew{Name: name, Consent: true})
	_, err := b.store.UpdateProfile(b.t.Context(), ident.Local, p.ID, func(p *profile.Profile) ([]audit.Entry, error) {
		p.Status, p.UpdatedAt = status, time.Now()
		return nil, nil
	})
	must(b.t, err)
	return p.ID
}

// dirs lists the directories of profiles.
func (b *bench) dirs() (names []string) {
	b.t.Helper()
	entries, err := os.ReadDir(filepath.Join(b.dir, "browser-profiles"))
	if os.IsNotExist(err) {
		return nil
	}
	must(b.t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func (b *bench) profiles() []profile.Profile {
	b.t.Helper()
	all, err := b.store.Profiles(b.t.Context(), ident.Local)
	must(b.t, err)
	return all
}

// The rule of P8, step by step.
func TestPickedProfile(t *testing.T) {
	b := newBench(t)
	older := b.profile("older ready", profile.Ready)
	newer := b.profile("newer ready", profile.Ready)
	waiting := b.profile("waiting", profile.AwaitingSignIn)
	b.profile("disabled", profile.Disabled)
	for i, want := range []ident.Profile{newer, older, waiting} { // each agent holds one (P9)
		got := call[ops.Opened](b, b.agent(string(want)), "browser_open", `{}`)
		if got.ProfileID != want {
			t.Errorf("agent %d got %s, want %s", i, got.Profile, want)
		}
	}
	made := call[ops.Opened](b, b.agent("fourth"), "browser_open", `{}`)
	if made.Profile != profile.DefaultName {
		t.Errorf("the fourth agent got %q", made.Profile)
	}
	again := call[ops.Opened](b, b.agent("fifth"), "browser_open", `{}`)
	if again.Profile != profile.DefaultName+" 2" {
		t.Errorf("the fifth agent got %q", again.Profile)
	}
}

func TestNamedProfile(t *testing.T) {
	b := newBench(t)
	b.profile("ready", profile.Ready)
	waiting := b.profile("waiting", profile.AwaitingSignIn)
	disabled := b.profile("disabled", profile.Disabled)
	a, other := b.agent("one"), b.agent("two")
	got := call[ops.Opened](b, a, "browser_open", ops.OpenIn{ProfileID: waiting})
	if got.ProfileID != waiting {
		t.Errorf("got %q", got.Profile)
	}
	f := b.why(other, "browser_open", ops.OpenIn{ProfileID: waiting}, fault.ProfileBusy)
	if f.Details["holder"] != "one" {
		t.Errorf("the holder is not named: %v", f)
	}
	b.refused(other, "browser_open", ops.OpenIn{ProfileID: disabled}, fault.Conflict)
	b.refused(a, "browser_open", ops.OpenIn{ProfileID: disabled}, fault.Conflict)
	if s, ok := b.app.Sessions.OfAgent(a.Agent.ID); !ok || s.Spec.Profile.ID != waiting {
		t.Error("a refused change of profile closed the browser")
	}
}

func TestChangeOfProfile(t *testing.T) {
	b := newBench(t)
	first, second := b.profile("first", profile.Ready), b.profile("second", profile.Ready)
	a := b.agent("one")
	call[ops.Opened](b, a, "browser_open", ops.OpenIn{ProfileID: first})
	s, _ := b.app.Sessions.OfAgent(a.Agent.ID)
	call[ops.Opened](b, a, "browser_open", ops.OpenIn{ProfileID: second})
	if v := s.View(); v.End == nil || v.End.Reason != "profile_switched" {
		t.Errorf("the first session ended with %+v", v.End)
	}
	if n := b.rack.Open(); n != 1 {
		t.Errorf("%d browsers are open", n)
	}
}

// Whoever calls at once: one browser per agent, one profile per browser.
func TestFirstCallsAtOnce(t *testing.T) {
	b := newBench(t)
	b.rack.Startup = 20 * time.Millisecond
	b.profile("ready", profile.Ready)
	one, two := b.agent("one"), b.agent("two")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { call[ops.Went](b, one, "browser_navigate", `{"url": "https://example.com/"}`) })
		all.Go(func() { call[ops.Opened](b, two, "browser_open", `{}`) })
	}
	all.Wait()
	if n := len(b.rack.All()); n != 2 {
		t.Errorf("two agents opened %d browsers", n)
	}
	if all := b.profiles(); len(all) != 2 {
		t.Errorf("there are %d profiles: %v", len(all), all)
	}
}

func TestCreateProfile(t *testing.T) {
	b := newBench(t)
	b.refused(b.owner, "profiles_create", `{"name": "Work"}`, fault.InvalidInput)
	b.refused(b.owner, "profiles_create", `{"name": "Work", "consent": false}`, fault.InvalidInput)
	b.refused(b.owner, "profiles_create", `{"name": "  ", "consent": true}`, fault.InvalidInput)
	if len(b.dirs()) != 0 || len(b.profiles()) != 0 || len(b.kinds(ident.Local)) != 0 {
		t.Fatalf("a refused creation left %q", b.dirs())
	}
	p := call[profile.Profile](b, b.owner, "profiles_create", `{"name": "  My   Work ", "consent": true}`)
	if p.Name != "My Work" || p.Status != profile.AwaitingSignIn {
		t.Errorf("created %+v", p)
	}
	if got := b.dirs(); len(got) != 1 || got[0] != string(p.ID) {
		t.Errorf("the directories are %q", got)
	}
	if n := b.kinds(ident.Local)[audit.ProfileCreated]; n != 1 {
		t.Errorf("%d entries", n)
	}
}

// The name is taken: the directory that was made for it goes again (P5).
func TestDuplicateNameLeavesNothing(t *testing.T) {
	b := newBench(t)
	b.profile("Work", profile.Ready)
	b.refused(b.owner, "profiles_create", `{"name": "WORK", "consent": true}`, fault.Conflict)
	if len(b.dirs()) != 1 || len(b.profiles()) != 1 || b.kinds(ident.Local)[audit.ProfileCreated] != 1 {
		t.Errorf("left %q", b.dirs())
	}
}

// The directory cannot be made: nothing is saved, for the person's profile and
// for the automatic one alike (P5). A file stands in its place, since the tests
// may run as root, whom no mode stops.
func TestUnwritableStorage(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	must(t, os.WriteFile(filepath.Join(b.dir, "browser-profiles"), nil, 0o600))
	f := b.why(b.owner, "profiles_create", `{"name": "Work", "consent": true}`, fault.StorageUnwritable)
	if f.Message != "profile storage on this machine is not writable" || fault.Lookup(f.Code).Status != 500 {
		t.Errorf("got %q with status %d", f.Message, fault.Lookup(f.Code).Status)
	}
	b.refused(a, "browser_open", `{}`, fault.StorageUnwritable)
	if len(b.profiles()) != 0 || b.kinds(ident.Local)[audit.ProfileCreated] != 0 || len(b.rack.All()) != 0 {
		t.Error("something was saved")
	}
}

func TestChangeProfile(t *testing.T) {
	b := newBench(t)
	id := b.profile("Work", profile.Ready)
	b.profile("Home", profile.Ready)
	change := func(in ops.ProfileChange) profile.Profile {
		in.ProfileID = id
		return call[profile.Profile](b, b.owner, "profiles_update", in)
	}
	if p := change(ops.ProfileChange{Disabled: new(true)}); p.Status != profile.Disabled {
		t.Errorf("disabled is %s", p.Status)
	}
	if p := change(ops.ProfileChange{Disabled: new(true)}); p.Status != profile.Disabled {
		t.Errorf("disabled twice is %s", p.Status)
	}
	if p := change(ops.ProfileChange{Disabled: new(false), Name: new("Office")}); p.Status != profile.Ready || p.Name != "Office" {
		t.Errorf("enabled is %s %s", p.Name, p.Status)
	}
	b.refused(b.owner, "profiles_update", ops.ProfileChange{ProfileID: id, Name: new("home")}, fault.Conflict)
	before := b.kinds(ident.Local)[audit.ProfileUpdated]
	change(ops.ProfileChange{Name: new("Office")})
	if n := b.kinds(ident.Local)[audit.ProfileUpdated]; n != before {
		t.Error("a change that changes nothing is recorded")
	}
}

func TestDeleteProfile(t *testing.T) {
	b := newBench(t)
	id := b.profile("Work", profile.Ready)
	a := b.agent("one")
	s := b.opened(a)
	b.refused(b.owner, "profiles_delete", ops.ProfileRef{ProfileID: id}, fault.ProfileBusy)
	call[ops.Done](b, a, "browser_close", `{}`)
	<-s.Done()
	call[ops.None](b, b.owner, "profiles_delete", ops.ProfileRef{ProfileID: id})
	if len(b.dirs()) != 0 || len(b.profiles()) != 0 || b.kinds(ident.Local)[audit.ProfileDeleted] != 1 {
		t.Errorf("left %q", b.dirs())
	}
	b.refused(b.owner, "profiles_delete", ops.ProfileRef{ProfileID: id}, fault.NotFound)
}
