package ops

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Both schemas of every operation are made at their first use.
func TestSchemas(t *testing.T) {
	for _, o := range All() {
		if in := o.decode(); in.Schema() != o.In {
			t.Errorf("%s reads its input by another schema than it shows", o.Name)
		}
		if out := o.Out(); out.Type != "object" {
			t.Errorf("%s answers %q, not an object", o.Name, out.Type)
		}
	}
}

// Each name of the tag beside FromPage is a member, so that its words are looked at.
func TestMembersWithWordsOfThePageAreThere(t *testing.T) {
	for _, o := range All() {
		if names, members := pageMembers(o.OutType); len(names) != len(members) {
			t.Errorf("%s names %q and has %d of them", o.Name, names, len(members))
		}
	}
}

// All strings are looked at, however deep they stand.
func TestSpokenFindsAllStrings(t *testing.T) {
	type inner struct {
		Name string
		More []inner
		at   string
	}
	var b bytes.Buffer
	spoken(&b, reflect.ValueOf(struct {
		Title  string
		Raw    json.RawMessage
		Nodes  []inner
		At     *inner
		Number int
		Any    any
	}{
		"one", json.RawMessage(`{"two":["three\nfour",{"a":5}]}`), []inner{{Name: "six", More: []inner{{Name: "seven"}}, at: "hidden"}}, &inner{Name: `eight\nnine`}, 1, "ten",
	}))
	if got := strings.Join(strings.Fields(b.String()), " "); got != "one two three four a six seven eight nine ten" {
		t.Errorf("it says %q", got)
	}
}
