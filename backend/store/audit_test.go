package store

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

func TestPagesNewestFirst(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	agents := []ident.Agent{"", "agent_a", "agent_b"}
	for i := range 60 {
		e := entry("ann", audit.ToolCalled)
		e.Agent = agents[i%3]
		must(t, s.Append(ctx, e, entry("bob", audit.ToolCalled)))
	}
	if n := wantWhole(t, s, "ann"); n != 60 {
		t.Errorf("ann has %d entries", n)
	}
	if n := wantWhole(t, s, "bob"); n != 60 {
		t.Errorf("bob has %d entries", n)
	}
	for _, by := range agents[1:] {
		got := all(t, s, "ann", by)
		if len(got) != 20 {
			t.Errorf("%s has %d entries", by, len(got))
		}
		for i, e := range got {
			if e.Agent != by || i > 0 && e.Seq >= got[i-1].Seq {
				t.Errorf("entry %d of %s: %+v", i, by, e)
			}
		}
	}
	if got := all(t, s, "bob", "agent_a"); len(got) != 0 {
		t.Errorf("bob sees %d entries of ann's agent", len(got))
	}
	for before, want := range map[uint64]int{0: 10, 1: 0, 2: 1, 11: 10, 1000: 10} {
		got, err := s.Entries(ctx, "ann", audit.Page{Before: before, Limit: 10})
		must(t, err)
		if got == nil || len(got) != want || want > 0 && before > 0 && got[0].Seq != min(before, 61)-1 {
			t.Errorf("before %d: %d entries", before, len(got))
		}
	}
	for _, limit := range []int{0, -1, 501} {
		_, err := s.Entries(ctx, "ann", audit.Page{Limit: limit})
		wantFault(t, err, fault.InvalidInput)
	}
}

func TestSeqIsTheLogsOwn(t *testing.T) {
	s := open(t, t.TempDir())
	e := entry("ann", audit.ProfileUsed)
	e.Seq = 99
	must(t, s.Append(t.Context(), e, e))
	must(t, s.Append(t.Context()))
	if n := wantWhole(t, s, "ann"); n != 2 {
		t.Errorf("%d entries", n)
	}
}

func TestEntryTakesTheOwnerOfItsRecord(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.SaveProfile(t.Context(), newProfile("ann", "Work"), entry("", audit.ProfileCreated)))
	if n := wantWhole(t, s, "ann"); n != 1 {
		t.Errorf("%d entries", n)
	}
	wantFault(t, s.Append(t.Context(), entry("", audit.ProfileUsed)), fault.Internal)
}

// TestTamperingIsSeen changes the stored entries behind the store's back.
func TestTamperingIsSeen(t *testing.T) {
	at := func(seq uint64) []byte { return key(spaceAudit, "ann", seqPart(seq)) }
	for name, tamper := range map[string]func(tx) error{
		"changed": func(t tx) error {
			raw, _, err := t.get(at(3))
			if err != nil {
				return err
			}
			return t.Set(at(3), []byte(strings.Replace(string(raw), `"user"`, `"agent"`, 1)))
		},
		"removed":       func(t tx) error { return t.Delete(at(3)) },
		"first removed": func(t tx) error { return t.Delete(at(1)) },
		"last removed":  func(t tx) error { return t.Delete(at(5)) },
		"added": func(t tx) error {
			raw, err := seal(audit.Entry{Seq: 6, Owner: "ann"}, "")
			if err != nil {
				return err
			}
			return t.Set(at(6), raw)
		},
		"cut off and the end moved": func(t tx) error {
			raw, err := json.Marshal(auditEnd{Seq: 4, Hash: hashOf([]byte("guess"))})
			if err != nil {
				return err
			}
			if err := t.Delete(at(5)); err != nil {
				return err
			}
			return t.Set(key(spaceAuditEnd, "ann"), raw)
		},
		"swapped": func(t tx) error {
			a, _, err := t.get(at(2))
			if err != nil {
				return err
			}
			b, _, err := t.get(at(3))
			if err != nil {
				return err
			}
			if err := t.Set(at(2), b); err != nil {
				return err
			}
			return t.Set(at(3), a)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, t.TempDir())
			for range 5 {
				must(t, s.Append(t.Context(), entry("ann", audit.ToolCalled)))
			}
			if n := wantWhole(t, s, "ann"); n != 5 {
				t.Fatalf("%d entries", n)
			}
			must(t, s.update(t.Context(), tamper))
			_, err := s.CheckAudit(t.Context(), "ann")
			wantFault(t, err, fault.Internal)
		})
	}
}
