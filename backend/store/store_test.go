package store

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/settings"
)

func TestRecordsComeBackAsSaved(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	ctx := t.Context()
	p := newProfile("ann", "Work")
	a := newAgent("ann", "Codex")
	a.AllowHosts, a.OnlyHosts, a.DenyHosts = []string{"localhost:3000"}, []string{"*.example.com"}, []string{"ads.example.com"}
	r := request.Request{ID: ident.NewRequest(), Owner: "ann", Agent: a.ID, Mode: request.SignIn, State: request.Open}
	set := settings.Default()
	set.Theme = "dark"
	must(t, s.SaveProfile(ctx, p))
	must(t, s.SaveAgent(ctx, a))
	must(t, s.SaveRequest(ctx, r))
	must(t, s.SaveSettings(ctx, set, entry("ann", audit.SettingsChanged)))
	must(t, s.SaveMeta(ctx, "settings", []byte{0, 1, 2})) // a name that the store uses itself
	must(t, s.Close())

	s = open(t, dir)
	gotP, err := s.Profile(ctx, "ann", p.ID)
	must(t, err)
	gotA, err := s.AgentByToken(ctx, a.TokenHash)
	must(t, err)
	gotR, err := s.Request(ctx, "ann", r.ID)
	must(t, err)
	gotS, err := s.Settings(ctx)
	must(t, err)
	blob, ok, err := s.Meta(ctx, "settings")
	must(t, err)
	got := []any{gotP, gotA, gotR, gotS, blob, ok}
	if diff := cmp.Diff([]any{p, a, r, set, []byte{0, 1, 2}, true}, got); diff != "" {
		t.Error(diff)
	}
}

func TestNewStoreIsEmpty(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	set, err := s.Settings(ctx)
	must(t, err)
	if set != settings.Default() {
		t.Errorf("settings of a new store: %+v", set)
	}
	if _, ok, err := s.Meta(ctx, "salt"); ok || err != nil {
		t.Errorf("meta of a new store: %v %v", ok, err)
	}
	profiles, err := s.Profiles(ctx, "ann")
	if profiles == nil || len(profiles) != 0 || err != nil {
		t.Errorf("profiles of a new store: %v %v", profiles, err)
	}
	if got := all(t, s, "ann", ""); len(got) != 0 {
		t.Errorf("entries of a new store: %v", got)
	}
	_, err = s.AgentByToken(ctx, "none")
	wantFault(t, err, fault.Unauthenticated)
}

// TestOwnersAreApart holds P1: the id of another owner's record is answered in
// the same words as one that never was, by every method.
func TestOwnersAreApart(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	p, a := newProfile("ann", "Work"), newAgent("ann", "Codex")
	r := request.Request{ID: ident.NewRequest(), Owner: "ann", State: request.Open}
	must(t, s.SaveProfile(ctx, p, entry("ann", audit.ProfileCreated)))
	must(t, s.SaveAgent(ctx, a))
	must(t, s.SaveRequest(ctx, r))

	asks := map[string]func(kind, id string) error{
		"Profile": func(_, id string) error { _, err := s.Profile(ctx, "bob", ident.Profile(id)); return err },
		"DeleteProfile": func(_, id string) error {
			return s.DeleteProfile(ctx, "bob", ident.Profile(id), entry("bob", audit.ProfileDeleted))
		},
		"Agent": func(_, id string) error { _, err := s.Agent(ctx, "bob", ident.Agent(id)); return err },
		"DeleteAgent": func(_, id string) error {
			return s.DeleteAgent(ctx, "bob", ident.Agent(id), entry("bob", audit.AgentDeleted))
		},
		"Request": func(_, id string) error { _, err := s.Request(ctx, "bob", ident.Request(id)); return err },
	}
	foreign := map[string]string{
		"Profile": string(p.ID), "DeleteProfile": string(p.ID),
		"Agent": string(a.ID), "DeleteAgent": string(a.ID), "Request": string(r.ID),
	}
	for name, ask := range asks {
		unknown := strings.Repeat("0", len(foreign[name]))
		got, want := fault.From(ask(name, foreign[name])), fault.From(ask(name, unknown))
		wantFault(t, got, fault.NotFound)
		if a, b := strings.ReplaceAll(got.Message, foreign[name], "ID"), strings.ReplaceAll(want.Message, unknown, "ID"); a != b || got.Hint != want.Hint {
			t.Errorf("%s: foreign %q, unknown %q", name, a, b)
		}
	}
	stolen := p
	stolen.Owner = "bob"
	wantFault(t, s.SaveProfile(ctx, stolen, entry("bob", audit.ProfileUpdated)), fault.NotFound)

	for name, n := range map[string]int{"profiles": length(s.Profiles(ctx, "bob")), "agents": length(s.Agents(ctx, "bob")), "requests": length(s.Requests(ctx, "bob"))} {
		if n != 0 {
			t.Errorf("bob sees %d %s", n, name)
		}
	}
	if n := wantWhole(t, s, "bob"); n != 0 {
		t.Errorf("refused calls left %d entries", n)
	}
	if n := wantWhole(t, s, "ann"); n != 1 {
		t.Errorf("ann has %d entries, want 1", n)
	}
	if _, err := s.Profile(ctx, "ann", p.ID); err != nil {
		t.Errorf("ann's profile: %v", err)
	}
}

func length[R any](all []R, err error) int {
	if err != nil {
		return -1
	}
	return len(all)
}

// TestOwnerTextCannotReachAnother has owners whose texts would meet in a key of
// plain separators.
func TestOwnerTextCannotReachAnother(t *testing.T) {
	s := open(t, t.TempDir())
	owners := []ident.Owner{"a", "a/", "a\x00", "a\x00\x01", "a\x00ÿ", "ab", "A", "ä", "a:b"}
	for i, o := range owners {
		must(t, s.SaveProfile(t.Context(), newProfile(o, "Work"), entry(o, audit.ProfileCreated)))
		for _, seen := range owners[:i+1] {
			if n := length(s.Profiles(t.Context(), seen)); n != 1 {
				t.Errorf("after %q, %q has %d profiles", o, seen, n)
			}
			if n := wantWhole(t, s, seen); n != 1 {
				t.Errorf("after %q, %q has %d entries", o, seen, n)
			}
		}
	}
}

func TestNamesAreUniquePerOwner(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	p := newProfile("ann", "Straße")
	must(t, s.SaveProfile(ctx, p))
	for _, same := range []string{"Straße", "STRASSE", "straße", "STRAßE"} {
		err := s.SaveProfile(ctx, newProfile("ann", same), entry("ann", audit.ProfileCreated))
		wantFault(t, err, fault.Conflict)
	}
	if n := wantWhole(t, s, "ann"); n != 0 {
		t.Errorf("refused saves left %d entries", n)
	}
	must(t, s.SaveProfile(ctx, newProfile("bob", "straße")))

	p.Name = "STRASSE" // its own name in another case
	must(t, s.SaveProfile(ctx, p))
	p.Name = "Home"
	must(t, s.SaveProfile(ctx, p))
	q := newProfile("ann", "Strasse")
	must(t, s.SaveProfile(ctx, q)) // the old name is free
	must(t, s.DeleteProfile(ctx, "ann", p.ID))
	must(t, s.SaveProfile(ctx, newProfile("ann", "home"))) // and that of a deleted one
	wantFault(t, s.DeleteProfile(ctx, "ann", p.ID), fault.NotFound)
	if fold("Cafe\u0301") != fold("CAFÉ") {
		t.Error("two spellings of é are two names")
	}
}

func TestTokenFindsItsAgentOnly(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	a, b := newAgent("ann", "Codex"), newAgent("bob", "Codex")
	must(t, s.SaveAgent(ctx, a))
	must(t, s.SaveAgent(ctx, b))
	got, err := s.AgentByToken(ctx, b.TokenHash)
	must(t, err)
	if got.ID != b.ID || got.Owner != "bob" {
		t.Errorf("bob's token finds %s of %s", got.ID, got.Owner)
	}
	old := a.TokenHash
	_, a.TokenHash = agent.NewToken()
	must(t, s.SaveAgent(ctx, a))
	_, err = s.AgentByToken(ctx, old)
	wantFault(t, err, fault.Unauthenticated) // the replaced token
	must(t, s.DeleteAgent(ctx, "ann", a.ID))
	_, err = s.AgentByToken(ctx, a.TokenHash)
	wantFault(t, err, fault.Unauthenticated) // the token of a deleted agent
	twin := newAgent("ann", "Twin")
	twin.TokenHash = b.TokenHash
	wantFault(t, s.SaveAgent(ctx, twin), fault.Conflict)
	twin.TokenHash = ""
	wantFault(t, s.SaveAgent(ctx, twin), fault.Internal)
}

// TestFailingChangeLeavesNothing holds P5: record, indexes and entries of a
// change that fails are all absent.
func TestFailingChangeLeavesNothing(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	p := newProfile("ann", "Work")
	for name, bad := range map[string]audit.Entry{
		"foreign owner": entry("bob", audit.ProfileCreated),
		"too large":     {Owner: "ann", Facts: map[string]string{"x": strings.Repeat("x", MaxRecord)}},
	} {
		if err := s.SaveProfile(ctx, p, entry("ann", audit.ProfileCreated), bad); err == nil {
			t.Fatalf("%s: saved", name)
		}
		_, err := s.Profile(ctx, "ann", p.ID)
		wantFault(t, err, fault.NotFound)
		if n := wantWhole(t, s, "ann") + wantWhole(t, s, "bob"); n != 0 {
			t.Errorf("%s: %d entries left", name, n)
		}
	}
	wantFault(t, s.SaveSettings(ctx, settings.Default(), audit.Entry{}), fault.Internal)
	long := request.Request{ID: ident.NewRequest(), Owner: "ann", Message: strings.Repeat("n", MaxRecord)}
	wantFault(t, s.SaveRequest(ctx, long), fault.TooLarge)
	wantFault(t, s.SaveMeta(ctx, "big", make([]byte, MaxRecord+1)), fault.TooLarge)
	must(t, s.SaveProfile(ctx, p)) // neither name nor id is held by the failed ones
}

func TestCancelledCallDoesNothing(t *testing.T) {
	s := open(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := newProfile("ann", "Work")
	if err := s.SaveProfile(ctx, p); fault.From(err).Code != fault.Canceled {
		t.Errorf("save: %v", err)
	}
	_, err := s.Profile(t.Context(), "ann", p.ID)
	wantFault(t, err, fault.NotFound)
}

func TestClosedStoreAnswers(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Close())
	_, err := s.Profiles(t.Context(), "ann")
	wantFault(t, err, fault.Internal)
	wantFault(t, s.Append(t.Context(), entry("ann", audit.ProfileUsed)), fault.Internal)
	must(t, s.Close())
}

func TestHeld(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	_, err := Open(dir, slog.New(slog.DiscardHandler))
	wantFault(t, err, fault.Conflict)
	f := fault.From(err)
	if !strings.Contains(f.Message, "another Baton holds the data directory") || f.Hint == "" || f.Details["held"] != dir {
		t.Errorf("%s, %s, %v", f.Message, f.Hint, f.Details)
	}
	if f.Details["pid"] != os.Getpid() {
		t.Errorf("the holder is %v, want %d", f.Details["pid"], os.Getpid())
	}
}

func TestUnusableDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	_, err := Open(filepath.Join(file, "store"), slog.New(slog.DiscardHandler))
	wantFault(t, err, fault.StorageUnwritable)

	broken := t.TempDir()
	must(t, os.WriteFile(filepath.Join(broken, "MANIFEST"), []byte("not a manifest"), 0o600))
	_, err = Open(broken, slog.New(slog.DiscardHandler))
	wantFault(t, err, fault.Internal)
}

func TestDirectoryIsPrivateAndSmall(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "store")
	s := open(t, dir)
	info, err := os.Stat(dir)
	must(t, err)
	if mode := info.Mode().Perm(); mode != 0o700 {
		t.Errorf("mode %o", mode)
	}
	if !s.db.Opts().SyncWrites {
		t.Error("writes are not synced")
	}
	must(t, s.Close())
	var size int64
	files, err := os.ReadDir(dir)
	must(t, err)
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			size += info.Size()
		}
	}
	if size > 4<<20 {
		t.Errorf("an empty store has %d bytes", size)
	}
}

// TestConcurrentWriters makes transactions conflict: all write one owner's
// audit, half of them want the same names.
func TestConcurrentWriters(t *testing.T) {
	s := open(t, t.TempDir())
	const writers, each = 16, 12
	results := make([][]error, writers)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				p := newProfile("ann", fmt.Sprintf("name %d of %d", i, w/2*2))
				results[w] = append(results[w], s.SaveProfile(t.Context(), p, entry("ann", audit.ProfileCreated)))
			}
		})
	}
	wg.Wait()
	saved := 0
	for _, err := range slices.Concat(results...) {
		switch {
		case err == nil:
			saved++
		case !fault.Is(err, fault.Conflict):
			t.Fatal(err)
		}
	}
	if want := writers * each / 2; saved != want {
		t.Errorf("%d names were saved, want %d: each once", saved, want)
	}
	if n := length(s.Profiles(t.Context(), "ann")); n != saved {
		t.Errorf("%d profiles, %d saves", n, saved)
	}
	if n := wantWhole(t, s, "ann"); n != saved {
		t.Errorf("%d entries, %d saves", n, saved)
	}
}

func TestListIsInOrderOfMaking(t *testing.T) {
	s := open(t, t.TempDir())
	var want []ident.Profile
	for i := range 5 {
		p := newProfile("ann", fmt.Sprint(9-i))
		// Identifiers made in one millisecond have no order among them.
		p.ID = ident.Profile(fmt.Sprintf("prof_%026d", i))
		want = append(want, p.ID)
		must(t, s.SaveProfile(t.Context(), p))
	}
	profiles, err := s.Profiles(t.Context(), "ann")
	must(t, err)
	var got []ident.Profile
	for _, p := range profiles {
		got = append(got, p.ID)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
