// Package keys has the master key that every stored secret is sealed under
// (L2, DESIGN §6.6). It is the only importer of go-keyring.
//
// Guarantees:
//   - The key is in the system's keychain, or comes from a passphrase by
//     Argon2id. Which of them is fixed with the first key of a data directory:
//     there is no fallback from one to the other, and none to a file.
//   - A data directory knows its key again by a sealed canary. A wrong
//     passphrase, another keychain or a lost key is answered by a fault with a
//     Problem; the key is never replaced.
//   - No call waits for a keychain longer than Patience.
//
// The caller holds the lock of the data directory, so that no two processes make
// a first key.
//
// Rejected: a random key in a file beside the store. It would look like
// protection, and be none.
package keys

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/secret"
)

// Source is where the master key is from.
type Source string

// The sources. Missing is for surfaces: there is no key, and what needs one is off.
const (
	FromKeychain   Source = "keychain"
	FromPassphrase Source = "passphrase"
	Missing        Source = "missing"
)

// Problem says why there is no key: detail "problem" of fault.KeyUnavailable.
type Problem string

// The problems.
const (
	NoService       Problem = "no_service"       // the system has no keychain, or it does not run
	Locked          Problem = "locked"           // it is there and stays closed
	Timeout         Problem = "timeout"          // it does not answer
	Failed          Problem = "failed"           // it answers something else
	NoKey           Problem = "no_key"           // it has lost the key of this data directory
	OtherKey        Problem = "other_key"        // it has a key, but not that of this data directory
	WrongPassphrase Problem = "wrong_passphrase" // not the one of this data directory
	NeedsPassphrase Problem = "needs_passphrase" // the data directory has a passphrase
	NeedsKeychain   Problem = "needs_keychain"   // the data directory has its key in the keychain
	BadRecord       Problem = "bad_record"       // the key check of the data directory cannot be read
)

// Patience is the longest wait for a keychain: a person may be typing its
// password.
const Patience = 2 * time.Minute

// Meta keeps a small named record; package store has it.
type Meta interface {
	Meta(ctx context.Context, name string) (value []byte, ok bool, err error)
	SaveMeta(ctx context.Context, name string, value []byte) error
}

// Record is the name of the record that the package keeps in Meta.
const Record = "key-check"

// check is that record: what is needed to find the key again, and to know it.
type check struct {
	Version int    `json:"v"`
	Source  Source `json:"source"`
	KDF     *argon `json:"kdf,omitempty"` // of a passphrase
	Canary  []byte `json:"canary"`
}

const checkVersion = 1

// canary is what the sealed canary has in it. Nobody needs to guess it.
const canary = "baton"

// SourceOf tells where the key of a data directory is from, Missing when it has
// none yet. It does not look whether the key is there.
func SourceOf(ctx context.Context, meta Meta) (Source, error) {
	c, ok, err := load(ctx, meta)
	if err != nil || !ok {
		return Missing, err
	}
	return c.Source, nil
}

func load(ctx context.Context, meta Meta) (c check, ok bool, err error) {
	raw, ok, err := meta.Meta(ctx, Record)
	if err != nil || !ok {
		return c, false, err
	}
	if err := json.Unmarshal(raw, &c); err != nil || c.Version != checkVersion ||
		c.Source != FromKeychain && c.Source != FromPassphrase || (c.Source == FromPassphrase) != (c.KDF != nil) {
		return c, false, problem(errors.Join(err), BadRecord, "the key check of the data directory cannot be read").
			WithHint("a newer Baton may have written it; update Baton, or put back a backup of the data directory")
	}
	return c, true, nil
}

// save keeps the check of a new key; from then on it is the key.
func save(ctx context.Context, meta Meta, key secret.Key, c check) error {
	sealed, err := key.Derive("key-check").Seal(secret.New([]byte(canary)), c.binding())
	if err != nil {
		return err
	}
	c.Version, c.Canary = checkVersion, sealed
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return meta.SaveMeta(ctx, Record, raw)
}

// fits tells whether key is the one that the check was saved with.
func (c check) fits(key secret.Key) bool {
	got, err := key.Derive("key-check").Open(c.Canary, c.binding())
	return err == nil && string(got.Reveal()) == canary
}

func (c check) binding() secret.Binding {
	return secret.Binding{Record: Record, Site: string(c.Source)}
}

// ProblemOf gives the Problem of an error of this package, "" for others.
func ProblemOf(err error) Problem {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Code != fault.KeyUnavailable {
		return ""
	}
	p, _ := f.Details["problem"].(string)
	return Problem(p)
}

func problem(cause error, p Problem, format string, args ...any) *fault.Error {
	return fault.Wrap(cause, fault.KeyUnavailable, format, args...).With("problem", string(p))
}
