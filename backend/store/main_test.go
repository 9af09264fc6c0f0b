package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/profile"
)

var (
	kills        = flag.Int("kills", 5, "how often TestKill kills the writing process")
	writeFixture = flag.Bool("write-fixture", false, "write testdata of the current schema anew")
	childDir     = flag.String("child-dir", "", "be the writing process of TestKill on this directory")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if *childDir != "" {
		writeForever(*childDir)
	}
	goleak.VerifyTestMain(m,
		// glog, which Badger links, starts this one when the program starts.
		goleak.IgnoreTopFunction("github.com/golang/glog.(*fileSink).flushDaemon"))
}

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v (%v)", err, errors.Unwrap(err))
	}
}

func wantFault(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Fatalf("got %v, want fault %s", err, code)
	}
}

func newProfile(owner ident.Owner, name string) profile.Profile {
	now := time.Now().UTC().Truncate(time.Millisecond)
	return profile.Profile{
		ID: ident.NewProfile(), Owner: owner, Name: name, Provider: profile.ProviderLocal,
		Status: profile.AwaitingSignIn, CreatedAt: now, UpdatedAt: now,
	}
}

func newAgent(owner ident.Owner, name string) agent.Agent {
	_, hash := agent.NewToken()
	now := time.Now().UTC().Truncate(time.Millisecond)
	return agent.Agent{
		ID: ident.NewAgent(), Owner: owner, Name: name, TokenHash: hash, Browser: true,
		Language: agent.DefaultLanguage, CreatedAt: now, UpdatedAt: now,
	}
}

func entry(owner ident.Owner, kind audit.Kind) audit.Entry {
	return audit.Entry{At: time.Now().UTC(), Owner: owner, Kind: kind, By: audit.ByUser}
}

// all reads every entry of an owner, page by page.
func all(t *testing.T, s *Store, owner ident.Owner, by ident.Agent) []audit.Entry {
	t.Helper()
	var got []audit.Entry
	page := audit.Page{Limit: 7, Agent: by}
	for {
		part, err := s.Entries(t.Context(), owner, page)
		must(t, err)
		got = append(got, part...)
		if len(part) < page.Limit {
			return got
		}
		page.Before = part[len(part)-1].Seq
	}
}

// wantWhole checks that the numbers of an owner's entries have no gap and that
// the chain of hashes holds; it answers the number of entries.
func wantWhole(t *testing.T, s *Store, owner ident.Owner) int {
	t.Helper()
	got := all(t, s, owner, "")
	for i, e := range got {
		if want := uint64(len(got) - i); e.Seq != want || e.Owner != owner {
			t.Fatalf("entry %d of %q has number %d of %q, want %d", i, owner, e.Seq, e.Owner, want)
		}
	}
	state, err := s.CheckAudit(t.Context(), owner)
	must(t, err)
	if state.Entries != uint64(len(got)) {
		t.Fatalf("the chain has %d entries, %d were read", state.Entries, len(got))
	}
	return len(got)
}

// die ends the writing process with a message for the test that started it.
func die(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(3)
}

var background = context.Background
