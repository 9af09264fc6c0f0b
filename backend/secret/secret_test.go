package secret

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

const canary = "hunter2-canary"

// TestSecretIsNeverShown walks every way a value is written by accident.
func TestSecretIsNeverShown(t *testing.T) {
	s := New([]byte(canary))
	type inner struct{ hidden Secret }
	type outer struct {
		Open   Secret
		hidden Secret
		In     inner
		P      *Secret
		M      map[string]Secret
		K      Key
	}
	key, err := NewKey([]byte(canary + strings.Repeat("k", KeySize-len(canary))))
	if err != nil {
		t.Fatal(err)
	}
	values := []any{s, &s, []Secret{s}, map[string]Secret{"a": s}, inner{s}, &inner{s}, outer{s, s, inner{s}, &s, map[string]Secret{"a": s}, key}, key, &key, fmt.Errorf("with %v", s)}
	var got strings.Builder
	log := slog.New(slog.NewTextHandler(&got, nil))
	logJSON := slog.New(slog.NewJSONHandler(&got, nil))
	for _, v := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%b", "%o", "%T", "%p", "%t", "%e", "%c", "%U"} {
			fmt.Fprintf(&got, verb+"\n", v)
		}
		fmt.Fprintln(&got, v)
		log.Info("m", "v", v)
		logJSON.Info("m", "v", v)
		if raw, err := json.Marshal(v); err == nil {
			got.Write(raw)
		}
	}
	for _, form := range []string{canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary), strings.Trim(fmt.Sprint([]byte(canary)), "[]"), "aHVudGVyMi1jYW5hcn", fmt.Sprintf("%#v", []byte(canary))[7:40]} {
		if strings.Contains(got.String(), form) {
			t.Errorf("the value shows as %q", form)
		}
	}
	if !strings.Contains(got.String(), `"Open":"[secret]"`) {
		t.Error("a field is not written as [secret]")
	}
	for _, text := range []string{s.String(), s.GoString(), fmt.Sprintf("%s", s), fmt.Sprintf("%#v", s), s.LogValue().String()} {
		if text != shown {
			t.Errorf("shown as %q", text)
		}
	}
	if text, err := s.MarshalText(); err != nil || string(text) != shown {
		t.Errorf("%q %v", text, err)
	}
}

func TestSecretKeepsItsOwnCopy(t *testing.T) {
	value := []byte(canary)
	s := New(value)
	value[0] = 'X'
	s.Reveal()[1] = 'X'
	if string(s.Reveal()) != canary {
		t.Errorf("%q", s.Reveal())
	}
	if s.Empty() || !(Secret{}).Empty() || !New(nil).Empty() || (Secret{}).Reveal() != nil {
		t.Error("Empty is wrong")
	}
	if !s.Equal(New([]byte(canary))) || s.Equal(New([]byte(canary+"x"))) || s.Equal(Secret{}) || !(Secret{}).Equal(New(nil)) {
		t.Error("Equal is wrong")
	}
}

func TestInputHasSecret(t *testing.T) {
	var in struct{ Password Secret }
	if err := json.Unmarshal([]byte(`{"Password":"ü\n"}`), &in); err != nil || string(in.Password.Reveal()) != "ü\n" {
		t.Errorf("%q %v", in.Password.Reveal(), err)
	}
	if err := json.Unmarshal([]byte(`{"Password":1}`), &in); err == nil {
		t.Error("a number is a password")
	}
	if !bytes.Equal(in.Password.Reveal(), []byte("ü\n")) {
		t.Error("a refused input changed the value")
	}
}
