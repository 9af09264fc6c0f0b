package keys

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/secret"
)

var inSession = flag.Bool("in-session", false, "the test runs in a session with a keychain of its own")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}

// records keeps records in memory, as the store does on disk.
type records map[string][]byte

func (r records) Meta(_ context.Context, name string) ([]byte, bool, error) {
	v, ok := r[name]
	return v, ok, nil
}

func (r records) SaveMeta(_ context.Context, name string, value []byte) error {
	r[name] = value
	return nil
}

// readOnly is a data directory on a full disk.
type readOnly struct{ records }

func (readOnly) SaveMeta(context.Context, string, []byte) error {
	return fault.New(fault.StorageUnwritable, "full")
}

func wantProblem(t *testing.T, err error, want Problem) {
	t.Helper()
	if got := ProblemOf(err); got != want {
		t.Fatalf("problem %q of %v, want %q", got, err, want)
	}
	if fault.From(err).Hint == "" {
		t.Fatalf("%v has no hint", err)
	}
}

func wantSame(t *testing.T, a, b secret.Key) {
	t.Helper()
	if a.Raw().Empty() || !a.Raw().Equal(b.Raw()) {
		t.Fatal("the key is another one")
	}
}

func phrase(s string) secret.Secret { return secret.New([]byte(s)) }

const words = "correct horse battery stäple"

func TestPassphrase(t *testing.T) {
	ctx, meta := t.Context(), records{}
	if source, err := SourceOf(ctx, meta); source != Missing || err != nil {
		t.Errorf("a new data directory: %s %v", source, err)
	}
	first, err := Passphrase(ctx, phrase(words), meta)
	if err != nil {
		t.Fatal(err)
	}
	kept := string(meta[Record])
	again, err := Passphrase(ctx, phrase(words+"\r\n"), meta)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, first, again)
	if source, err := SourceOf(ctx, meta); source != FromPassphrase || err != nil {
		t.Errorf("%s %v", source, err)
	}
	for _, wrong := range []string{"", "correct horse battery staple", words + " ", " " + words, strings.ToUpper(words)} {
		key, err := Passphrase(ctx, phrase(wrong), meta)
		wantProblem(t, err, WrongPassphrase)
		if !key.Raw().Empty() {
			t.Errorf("%q gives a key", wrong)
		}
	}
	if string(meta[Record]) != kept {
		t.Error("the record changed after it was made")
	}
	if strings.Contains(kept, words) || strings.Contains(kept, "horse") {
		t.Error("the record has the passphrase")
	}
	other, err := Passphrase(ctx, phrase(words), records{})
	if err != nil || other.Raw().Equal(first.Raw()) {
		t.Errorf("two data directories with one passphrase have one key, or %v", err)
	}
}

// TestPassphraseParameters pins what RFC 9106 recommends, and that weaker or
// absurd ones are refused before they are used.
func TestPassphraseParameters(t *testing.T) {
	meta := records{}
	if _, err := Passphrase(t.Context(), phrase(words), meta); err != nil {
		t.Fatal(err)
	}
	var c check
	if err := json.Unmarshal(meta[Record], &c); err != nil {
		t.Fatal(err)
	}
	if k := c.KDF; k.Time != 3 || k.Memory != 65536 || k.Threads != 4 || len(k.Salt) != 16 {
		t.Errorf("parameters %+v", k)
	}
	for name, change := range map[string]func(*argon){
		"no salt": func(a *argon) { a.Salt = nil }, "no passes": func(a *argon) { a.Time = 0 }, "endless": func(a *argon) { a.Time = 1 << 30 },
		"little memory": func(a *argon) { a.Memory = 8 }, "all memory": func(a *argon) { a.Memory = 1 << 31 }, "no lanes": func(a *argon) { a.Threads = 0 },
	} {
		bad := *c.KDF
		change(&bad)
		raw, err := json.Marshal(check{Version: c.Version, Source: c.Source, KDF: &bad, Canary: c.Canary})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Passphrase(t.Context(), phrase(words), records{Record: raw})
		t.Log(name)
		wantProblem(t, err, BadRecord)
	}
}

func TestFirstPassphraseMustBeLong(t *testing.T) {
	for _, short := range []string{"", "short", "elevenchars", "elevenchars\n\n", "äöüäöüäöüäö"} {
		meta := records{}
		_, err := Passphrase(t.Context(), phrase(short), meta)
		if !fault.Is(err, fault.InvalidInput) || len(meta) != 0 {
			t.Errorf("%q: %v, %d records", short, err, len(meta))
		}
	}
}

func TestUnsavedPassphraseIsNoKey(t *testing.T) {
	key, err := Passphrase(t.Context(), phrase(words), readOnly{records{}})
	if !fault.Is(err, fault.StorageUnwritable) || !key.Raw().Empty() {
		t.Errorf("%v", err)
	}
}

// TestSourceIsFixed: neither way may take over a data directory of the other.
func TestSourceIsFixed(t *testing.T) {
	ctx := t.Context()
	locked, chained := records{}, records{}
	if _, err := Passphrase(ctx, phrase(words), locked); err != nil {
		t.Fatal(err)
	}
	if err := save(ctx, chained, secret.RandomKey(), check{Source: FromKeychain}); err != nil {
		t.Fatal(err)
	}
	before := string(locked[Record]) + string(chained[Record])
	_, err := Keychain(ctx, Service, locked)
	wantProblem(t, err, NeedsPassphrase)
	_, err = Passphrase(ctx, phrase(words), chained)
	wantProblem(t, err, NeedsKeychain)
	if string(locked[Record])+string(chained[Record]) != before {
		t.Error("a record changed")
	}
}

func TestUnreadableRecord(t *testing.T) {
	for _, raw := range []string{"", "{", "[]", `{"v":2,"source":"keychain","canary":"AA=="}`, `{"v":1,"source":"file"}`, `{"v":1,"source":"passphrase"}`, `{"v":1,"source":"keychain","kdf":{}}`} {
		meta := records{Record: []byte(raw)}
		_, err := Passphrase(t.Context(), phrase(words), meta)
		wantProblem(t, err, BadRecord)
		_, err = Keychain(t.Context(), Service, meta)
		wantProblem(t, err, BadRecord)
		_, err = SourceOf(t.Context(), meta)
		wantProblem(t, err, BadRecord)
		if string(meta[Record]) != raw {
			t.Errorf("%q was replaced", raw)
		}
	}
}

func TestProblemOfOthers(t *testing.T) {
	for _, err := range []error{nil, errors.New("x"), fault.New(fault.Conflict, "x").With("problem", "locked"), fault.New(fault.KeyUnavailable, "x")} {
		if p := ProblemOf(err); p != "" {
			t.Errorf("%v has problem %q", err, p)
		}
	}
}
