package store

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/settings"
)

const killOwner = ident.Local

// writeForever is the process that gets killed: four writers that save, change
// and delete, each write followed by a line on stdout once the store has
// acknowledged it.
func writeForever(dir string) {
	s, err := Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		die(err)
	}
	var out sync.Mutex
	say := func(verb, id string) {
		out.Lock()
		defer out.Unlock()
		fmt.Println(verb, id)
	}
	for range 3 {
		go func() {
			for n := 0; ; n++ {
				writeOnce(s, n, say)
			}
		}()
	}
	for n := 0; ; n++ {
		writeOnce(s, n, say)
	}
}

func writeOnce(s *Store, n int, say func(verb, id string)) {
	ctx := background()
	p := newProfile(killOwner, "")
	p.Name = string(p.ID)
	made := audit.Entry{Owner: killOwner, Kind: audit.ProfileCreated, Profile: p.ID, By: audit.ByUser}
	if err := s.SaveProfile(ctx, p, made); err != nil {
		die(err)
	}
	say("saved", string(p.ID))
	r := request.Request{ID: ident.NewRequest(), Owner: killOwner, State: request.Open, Message: strings.Repeat("m", 2000)}
	if err := s.SaveRequest(ctx, r); err != nil {
		die(err)
	}
	say("asked", string(r.ID))
	if n%3 != 0 {
		return
	}
	gone := audit.Entry{Owner: killOwner, Kind: audit.ProfileDeleted, Profile: p.ID, By: audit.ByUser}
	if err := s.DeleteProfile(ctx, killOwner, p.ID, gone); err != nil {
		die(err)
	}
	say("deleted", string(p.ID))
}

// TestKill kills a writing process at random moments, also while it opens the
// store, always on the same directory: whatever it acknowledged must be there,
// and what it did not must be there whole or not at all.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	acked := map[string]string{} // id → last verb
	for round := range *kills {
		before := len(acked)
		killOnce(t, dir, acked)
		entries := wantKept(t, dir, acked)
		t.Logf("round %d: %d records acknowledged, %d entries", round+1, len(acked)-before, entries)
	}
	if len(acked) == 0 {
		t.Fatal("no write was acknowledged in any round: nothing was tested")
	}
}

func killOnce(t *testing.T, dir string, acked map[string]string) {
	t.Helper()
	child := exec.Command(os.Args[0], "-child-dir", dir) //nolint:gosec // the test itself
	out, err := child.StdoutPipe()
	must(t, err)
	var failed strings.Builder
	child.Stderr = &failed
	must(t, child.Start())
	timer := time.AfterFunc(time.Duration(rand.IntN(900))*time.Millisecond, func() { _ = child.Process.Kill() }) //nolint:gosec // not a secret
	defer timer.Stop()
	readAcks(t, out, acked)
	if err := child.Wait(); child.ProcessState.Exited() {
		t.Fatalf("the writing process ended by itself: %v\n%s", err, failed.String())
	}
}

func readAcks(t *testing.T, out io.Reader, acked map[string]string) {
	t.Helper()
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return // a torn last line was not acknowledged
		}
		verb, id, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			t.Fatalf("unexpected line %q", line)
		}
		acked[id] = verb
	}
}

func wantKept(t *testing.T, dir string, acked map[string]string) int {
	t.Helper()
	s, err := Open(dir, slog.New(slog.DiscardHandler))
	must(t, err)
	for id, verb := range acked {
		var err error
		switch verb {
		case "saved", "deleted":
			_, err = s.Profile(t.Context(), killOwner, ident.Profile(id))
		case "asked":
			_, err = s.Request(t.Context(), killOwner, ident.Request(id))
		}
		// A deletion that was not acknowledged may have happened.
		if verb == "deleted" && !fault.Is(err, fault.NotFound) || verb == "asked" && err != nil ||
			verb == "saved" && err != nil && !fault.Is(err, fault.NotFound) {
			t.Fatalf("%s was acknowledged as %s: %v", id, verb, err)
		}
	}
	n := wantMatching(t, s, acked)
	must(t, s.Close())
	return n
}

// wantMatching checks record against audit: a profile is there exactly when the
// entries say that it was made and not deleted.
func wantMatching(t *testing.T, s *Store, acked map[string]string) int {
	t.Helper()
	n := wantWhole(t, s, killOwner)
	there := map[ident.Profile]int{}
	made := map[ident.Profile]bool{}
	for _, e := range all(t, s, killOwner, "") {
		switch e.Kind {
		case audit.ProfileCreated:
			made[e.Profile] = true
			there[e.Profile]++
		case audit.ProfileDeleted:
			there[e.Profile]--
		}
	}
	profiles, err := s.Profiles(t.Context(), killOwner)
	must(t, err)
	for _, p := range profiles {
		there[p.ID]--
	}
	for id, surplus := range there {
		if surplus != 0 {
			t.Fatalf("profile %s and its audit entries disagree by %d", id, surplus)
		}
	}
	for id, verb := range acked {
		if verb == "saved" && !made[ident.Profile(id)] {
			t.Fatalf("the acknowledged profile %s has no entry", id)
		}
	}
	return n
}

// TestKilledBetweenFileAndSize: a process that is killed after it made a log file
// and before it gave the file its size leaves one that Badger itself can't open.
func TestKilledBetweenFileAndSize(t *testing.T) {
	for _, name := range []string{"00999.mem", "000999.vlog"} {
		dir := t.TempDir()
		s, err := Open(dir, slog.New(slog.DiscardHandler))
		must(t, err)
		set := settings.Default()
		set.Language = "de"
		must(t, s.SaveSettings(t.Context(), set))
		must(t, s.Close())
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))

		s, err = Open(dir, slog.New(slog.DiscardHandler))
		must(t, err)
		got, err := s.Settings(t.Context())
		must(t, err)
		if got.Language != "de" {
			t.Errorf("with an empty %s the settings are %+v", name, got)
		}
		must(t, s.Close())
	}
}
