package store

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/settings"
)

func fixture(version int) string {
	return filepath.Join("testdata", "v"+strconv.Itoa(version)+".backup")
}

// TestFixtures opens a store of every schema there ever was. The fixture of the
// current one is written with -write-fixture, once, when the schema is new.
func TestFixtures(t *testing.T) {
	if *writeFixture {
		makeFixture(t)
	}
	for version := 1; version <= schemaVersion; version++ {
		t.Run(strconv.Itoa(version), func(t *testing.T) {
			dir := t.TempDir()
			restore(t, dir, fixture(version))
			s := open(t, dir)
			have, err := s.schema(t.Context())
			must(t, err)
			if have != schemaVersion {
				t.Errorf("schema %d after opening, want %d", have, schemaVersion)
			}
			profiles, err := s.Profiles(t.Context(), "local")
			must(t, err)
			agents, err := s.Agents(t.Context(), "local")
			must(t, err)
			set, err := s.Settings(t.Context())
			must(t, err)
			if len(profiles) != 2 || len(agents) != 1 || agents[0].Name != "Codex" || set.Theme != "dark" {
				t.Errorf("%v %v %v", profiles, agents, set)
			}
			if n := wantWhole(t, s, "local"); n != 3 {
				t.Errorf("%d entries", n)
			}
			if _, err := s.AgentByToken(t.Context(), agents[0].TokenHash); err != nil {
				t.Error(err)
			}
		})
	}
}

func makeFixture(t *testing.T) {
	t.Helper()
	s := open(t, t.TempDir())
	ctx := t.Context()
	must(t, s.SaveProfile(ctx, newProfile("local", "Agent"), entry("local", audit.ProfileCreated)))
	must(t, s.SaveProfile(ctx, newProfile("local", "Work")))
	must(t, s.SaveAgent(ctx, newAgent("local", "Codex"), entry("local", audit.AgentCreated)))
	set := settings.Default()
	set.Theme = "dark"
	must(t, s.SaveSettings(ctx, set, entry("local", audit.SettingsChanged)))
	out, err := os.Create(fixture(schemaVersion))
	must(t, err)
	_, err = s.db.Backup(out, 0)
	must(t, errors.Join(err, out.Close()))
}

func restore(t *testing.T, dir, from string) {
	t.Helper()
	in, err := os.Open(from) //nolint:gosec // testdata
	must(t, err)
	db, err := badger.Open(dbOptions(dir, slog.New(slog.DiscardHandler)))
	must(t, err)
	must(t, errors.Join(db.Load(in, 1), db.Close(), in.Close()))
}

func TestMigrationRunsOnceAndWhole(t *testing.T) {
	s := open(t, t.TempDir())
	runs := 0
	two := migration{to: 2, run: func(t tx) error {
		runs++
		return t.Set(key(spaceMeta, metaPrefix+"two"), []byte("done"))
	}}
	three := migration{to: 3, run: func(t tx) error {
		if err := t.Set(key(spaceMeta, metaPrefix+"three"), []byte("half")); err != nil {
			return err
		}
		return errors.New("broken")
	}}
	if err := s.migrate([]migration{two, three}); err == nil {
		t.Fatal("a failing migration passed")
	}
	_, half, err := s.Meta(t.Context(), "three")
	must(t, err)
	have, err := s.schema(t.Context())
	must(t, err)
	if half || have != 2 || runs != 1 {
		t.Errorf("half %v, schema %d, runs %d", half, have, runs)
	}
	must(t, s.migrate([]migration{two}))
	if runs != 1 {
		t.Errorf("the migration ran %d times", runs)
	}
}

func TestNewerStoreIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.update(t.Context(), func(t tx) error { return setSchema(t, schemaVersion+1) }))
	must(t, s.Close())
	_, err := Open(dir, slog.New(slog.DiscardHandler))
	wantFault(t, err, fault.Conflict)
	if fault.From(err).Details["held"] != nil {
		t.Error("a newer store looks like a held one")
	}
	// Open gave the directory free again.
	db, err := badger.Open(dbOptions(dir, slog.New(slog.DiscardHandler)))
	must(t, err)
	must(t, db.Close())
}
