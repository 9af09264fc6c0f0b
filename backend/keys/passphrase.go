package keys

import (
	"bytes"
	"context"
	"crypto/rand"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/secret"
)

// MinPassphrase is the fewest characters of a new passphrase. A data directory
// can be copied and tried at leisure: more are better.
const MinPassphrase = 12

// argon are the parameters of Argon2id, kept with the salt.
type argon struct {
	Salt    []byte `json:"salt"`
	Time    uint32 `json:"time"`
	Memory  uint32 `json:"memory_kib"`
	Threads uint8  `json:"threads"`
}

// newArgon has the second recommended option of RFC 9106 (section 4): 64 MiB,
// three passes, four lanes, a salt of 128 bits.
func newArgon() *argon {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails (crypto/rand since Go 1.24)
	return &argon{Salt: salt, Time: 3, Memory: 64 << 10, Threads: 4}
}

// sane refuses parameters that were written by somebody else: too weak to
// protect, or so large that they stop the program.
func (a argon) sane() bool {
	return len(a.Salt) >= 16 && a.Time >= 1 && a.Time <= 64 && a.Threads >= 1 && a.Threads <= 64 &&
		a.Memory >= 19<<10 && a.Memory <= 1<<20
}

func (a argon) key(phrase []byte) (secret.Key, error) {
	return secret.NewKey(argon2.IDKey(phrase, a.Salt, a.Time, a.Memory, a.Threads, secret.KeySize))
}

// Passphrase gives the master key of a data directory from the user's
// passphrase; line ends at its end, as a file has them, are not part of it. The
// first call for a data directory without a key makes the passphrase its own.
func Passphrase(ctx context.Context, phrase secret.Secret, meta Meta) (secret.Key, error) {
	typed := bytes.TrimRight(phrase.Reveal(), "\r\n")
	c, ok, err := load(ctx, meta)
	switch {
	case err != nil:
		return secret.Key{}, err
	case !ok:
		return firstPassphrase(ctx, typed, meta)
	case c.Source != FromPassphrase:
		return secret.Key{}, problem(nil, NeedsKeychain, "the key of this data directory is in the system's keychain").
			WithHint("start Baton without --passphrase-file")
	case !c.KDF.sane():
		return secret.Key{}, problem(nil, BadRecord, "the key check of the data directory has impossible values").
			WithHint("put back a backup of the data directory")
	}
	key, err := c.KDF.key(typed)
	if err != nil {
		return secret.Key{}, err
	}
	if !c.fits(key) {
		return secret.Key{}, problem(nil, WrongPassphrase, "the passphrase is not the one of this data directory").
			WithHint("give the passphrase that was used first; without it the saved passwords cannot be read")
	}
	return key, nil
}

func firstPassphrase(ctx context.Context, typed []byte, meta Meta) (secret.Key, error) {
	if utf8.RuneCount(typed) < MinPassphrase {
		return secret.Key{}, fault.New(fault.InvalidInput, "a passphrase must have %d characters or more", MinPassphrase).
			WithHint("take five or six words").With("field", "passphrase")
	}
	kdf := newArgon()
	key, err := kdf.key(typed)
	if err != nil {
		return secret.Key{}, err
	}
	if err := save(ctx, meta, key, check{Source: FromPassphrase, KDF: kdf}); err != nil {
		return secret.Key{}, err
	}
	return key, nil
}
