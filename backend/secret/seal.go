package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// KeySize is the size of every key, in bytes.
const KeySize = 32

// The sealed form is one version byte, the nonce, the ciphertext and the tag.
const version1 = 1

// Error is a failure of Open.
type Error string

// Error gives the text.
func (e Error) Error() string { return string(e) }

// The failures of Open.
const (
	// ErrForeign is a value of another key or Binding, or one that was changed.
	ErrForeign = Error("secret: it was sealed with another key or for another record, or was changed")
	// ErrVersion is a value that this program does not know how to open.
	ErrVersion = Error("secret: it was sealed by a newer program, or is no sealed value")
)

// Key seals and opens. It is a Secret itself. The zero Key does neither.
type Key struct{ raw Secret }

// NewKey takes a key of KeySize bytes.
func NewKey(raw []byte) (Key, error) {
	if len(raw) != KeySize {
		return Key{}, fmt.Errorf("secret: a key has %d bytes, not %d", KeySize, len(raw))
	}
	return Key{New(raw)}, nil
}

// RandomKey makes a new key.
func RandomKey() Key {
	raw := make([]byte, KeySize)
	_, _ = rand.Read(raw) // never fails (crypto/rand since Go 1.24)
	return Key{New(raw)}
}

// Raw gives the key's bytes, for the keychain.
func (k Key) Raw() Secret { return k.raw }

// Derive gives the key for one purpose, such as "logins" (HKDF-SHA256). Keys of
// different purposes tell nothing of each other or of k. It panics on the zero
// Key: a missing key must not become a known one.
func (k Key) Derive(purpose string) Key {
	if k.raw.Empty() {
		panic("secret: derive from no key")
	}
	raw, err := hkdf.Key(sha256.New, k.raw.Reveal(), nil, "baton/1/"+purpose, KeySize)
	if err != nil {
		panic("secret: " + err.Error()) // only of sizes, which are constants here
	}
	return Key{New(raw)}
}

// Binding is what a sealed value belongs to. It is not in the sealed form: who
// opens must know it.
type Binding struct {
	Record string // id of the record that holds the sealed value
	Owner  string
	Site   string // where the value may be used; may be empty
}

// data writes the binding so that no two bindings give the same bytes.
func (b Binding) data(version byte) []byte {
	out := []byte{version}
	for _, part := range []string{b.Record, b.Owner, b.Site} {
		out = binary.BigEndian.AppendUint64(out, uint64(len(part)))
		out = append(out, part...)
	}
	return out
}

// Seal encrypts a value for a binding: AES-256-GCM with a random nonce of 96
// bits. One key is good for four thousand million values.
func (k Key) Seal(value Secret, to Binding) ([]byte, error) {
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal([]byte{version1}, nil, value.Reveal(), to.data(version1)), nil //nolint:gosec // the nonce is drawn by the AEAD itself
}

// Open is the reverse of Seal. It fails with ErrForeign or ErrVersion; nothing
// of the value is given out then.
func (k Key) Open(sealed []byte, from Binding) (Secret, error) {
	aead, err := k.aead()
	if err != nil {
		return Secret{}, err
	}
	if len(sealed) == 0 || sealed[0] != version1 {
		return Secret{}, ErrVersion
	}
	value, err := aead.Open(nil, nil, sealed[1:], from.data(version1))
	if err != nil {
		return Secret{}, ErrForeign
	}
	return hold(value), nil
}

// aead has the nonce in front of the ciphertext, made and read by itself.
func (k Key) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.raw.Reveal())
	if err != nil {
		return nil, fmt.Errorf("secret: no key: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}
