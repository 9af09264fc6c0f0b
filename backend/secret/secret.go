// Package secret has values that must not be seen, and their sealed form.
//
// Guarantees:
//   - A Secret prints, marshals and logs as "[secret]", also as a field of
//     something else, and cannot be compared with ==.
//   - A sealed value opens only with the key, record, owner and site it was
//     sealed for; a changed byte anywhere is noticed. Sealing the same value
//     twice gives different texts.
//   - Every purpose has a key of its own, derived from the master key.
//
// What a caller must do: keep Reveal for the place where the value is used, and
// give a Binding that names the record. Sealing does not hide the length.
//
// Rejected: wiping memory. Go copies and moves values, so it would promise what
// it cannot keep.
package secret

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"log/slog"
)

const shown = "[secret]"

// Secret is a value that must not be seen. The zero Secret is empty.
type Secret struct {
	// A function, because fmt and reflection print what a pointer points to where
	// they cannot ask a method (a field of an unexported field), but not what a
	// function holds; and because it makes == a compile error.
	value func() []byte
}

// New takes a copy of value.
func New(value []byte) Secret { return hold(bytes.Clone(value)) }

func hold(value []byte) Secret {
	return Secret{value: func() []byte { return value }}
}

// Reveal gives a copy of the value.
func (s Secret) Reveal() []byte {
	if s.value == nil {
		return nil
	}
	return bytes.Clone(s.value())
}

// Empty tells whether there is nothing in it.
func (s Secret) Empty() bool { return s.value == nil || len(s.value()) == 0 }

// Equal compares in a time that depends on the lengths alone.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare(s.Reveal(), other.Reveal()) == 1
}

// String implements fmt.Stringer.
func (s Secret) String() string { return shown }

// GoString implements fmt.GoStringer.
func (s Secret) GoString() string { return shown }

// Format implements fmt.Formatter: every verb gives the same.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(shown)) }

// MarshalJSON implements json.Marshaler.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + shown + `"`), nil }

// MarshalText implements encoding.TextMarshaler.
func (s Secret) MarshalText() ([]byte, error) { return []byte(shown), nil }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(shown) }

// UnmarshalText implements encoding.TextUnmarshaler, so that an input can have a
// Secret in it.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = New(text)
	return nil
}
