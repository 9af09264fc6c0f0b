package secret

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func vectorKey(t *testing.T) Key {
	t.Helper()
	raw := make([]byte, KeySize)
	for i := range raw {
		raw[i] = byte(i)
	}
	k, err := NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return k.Derive("logins")
}

// TestVectors opens what another implementation (node:crypto) derived and
// sealed: the form on disk may not change.
func TestVectors(t *testing.T) {
	k := vectorKey(t)
	if got := hex.EncodeToString(k.Raw().Reveal()); got != "15d213ca0d76b0fcc8676d2fcbf0d1b4cd4e4f1c5a753497cb09349748182afa" {
		t.Errorf("derived %s", got)
	}
	for _, v := range []struct {
		sealed, want string
		from         Binding
	}{
		{"01a0a1a2a3a4a5a6a7a8a9aaab7833ef8e3b4e17a2119874331f2792da25367dbefc77d62398b2c0abafcd36de", "correct horse ü", Binding{"login_1", "local", "https://example.com"}},
		{"010000000000000000000000008d23f6d994c479b0f93a51031f9bf5b1", "", Binding{}},
	} {
		got, err := k.Open(unhex(t, v.sealed), v.from)
		if err != nil || string(got.Reveal()) != v.want {
			t.Errorf("%q %v, want %q", got.Reveal(), err, v.want)
		}
	}
}

func TestSealedOpens(t *testing.T) {
	k := RandomKey().Derive("logins")
	to := Binding{"login_1", "local", "https://example.com"}
	seen := map[string]bool{}
	for _, value := range []string{"", "x", "correct horse ü", string(make([]byte, 5000))} {
		for range 3 {
			sealed, err := k.Seal(New([]byte(value)), to)
			if err != nil {
				t.Fatal(err)
			}
			if seen[string(sealed)] || len(value) > 8 && bytes.Contains(sealed, []byte(value)) {
				t.Errorf("%q is sealed to what was seen before, or in plain", value)
			}
			seen[string(sealed)] = true
			got, err := k.Open(sealed, to)
			if err != nil || string(got.Reveal()) != value {
				t.Errorf("%q %v", got.Reveal(), err)
			}
		}
	}
}

// TestEveryChangeIsNoticed flips each bit, cuts at each length and adds a byte.
func TestEveryChangeIsNoticed(t *testing.T) {
	k := RandomKey()
	to := Binding{"login_1", "local", "https://example.com"}
	sealed, err := k.Seal(New([]byte("correct horse")), to)
	if err != nil {
		t.Fatal(err)
	}
	refuse := func(what string, changed []byte, want error) {
		t.Helper()
		if got, err := k.Open(changed, to); !errors.Is(err, want) || !got.Empty() {
			t.Errorf("%s: %q, %v", what, got.Reveal(), err)
		}
	}
	for i := range sealed {
		for bit := range 8 {
			changed := bytes.Clone(sealed)
			changed[i] ^= 1 << bit
			want := error(ErrForeign)
			if i == 0 {
				want = ErrVersion
			}
			refuse("flipped", changed, want)
		}
		if i > 0 {
			refuse("cut", sealed[:i], ErrForeign)
		}
	}
	refuse("empty", nil, ErrVersion)
	refuse("longer", append(bytes.Clone(sealed), 0), ErrForeign)
}

// TestCiphertextsCannotBeSwapped has bindings that meet when their parts are
// simply joined.
func TestCiphertextsCannotBeSwapped(t *testing.T) {
	bindings := []Binding{
		{},
		{"a", "b", "c"},
		{"ab", "", "c"},
		{"", "ab", "c"},
		{"a", "bc", ""},
		{"abc", "", ""},
		{"", "", "abc"},
		{"b", "a", "c"},
		{"a", "c", "b"},
		{"a\x00b", "c", ""},
		{"a", "b\x00c", ""},
		{"a\x00\x00\x00\x00\x00\x00\x00\x01b", "", ""},
		{"A", "b", "c"},
		{"a", "b", "c/"},
	}
	master := RandomKey()
	k := master.Derive("logins")
	for i, to := range bindings {
		sealed, err := k.Seal(New([]byte("v")), to)
		if err != nil {
			t.Fatal(err)
		}
		for j, from := range bindings {
			if _, err := k.Open(sealed, from); (err == nil) != (i == j) {
				t.Errorf("sealed for %q, opened for %q: %v", to, from, err)
			}
		}
		for name, other := range map[string]Key{"another purpose": master.Derive("canary"), "the master key": master, "another key": RandomKey()} {
			if _, err := other.Open(sealed, to); !errors.Is(err, ErrForeign) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestKeys(t *testing.T) {
	for _, n := range []int{0, 16, 31, 33} {
		if _, err := NewKey(make([]byte, n)); err == nil {
			t.Errorf("a key of %d bytes", n)
		}
	}
	if _, err := (Key{}).Seal(New([]byte("x")), Binding{}); err == nil {
		t.Error("sealed without a key")
	}
	if _, err := (Key{}).Open([]byte{1, 2}, Binding{}); err == nil {
		t.Error("opened without a key")
	}
	defer func() {
		if recover() == nil {
			t.Error("derived from no key")
		}
	}()
	(Key{}).Derive("x")
}

func FuzzOpen(f *testing.F) {
	k := RandomKey()
	sealed, err := k.Seal(New([]byte("x")), Binding{Record: "r"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sealed, "r")
	f.Add([]byte{1}, "")
	f.Fuzz(func(t *testing.T, raw []byte, record string) {
		got, err := k.Open(raw, Binding{Record: record})
		if err == nil && (!bytes.Equal(raw, sealed) || record != "r" || string(got.Reveal()) != "x") {
			t.Fatalf("forged: %x for %q", raw, record)
		}
	})
}
