package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/dgraph-io/badger/v4"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// auditEnd is the last entry of an owner. Every append reads and writes it, so
// two appends of one owner are never in doubt about their order.
type auditEnd struct {
	Seq  uint64 `json:"seq"`
	Hash string `json:"hash"`
}

// Append implements audit.Log: all entries or none.
func (s *Store) Append(ctx context.Context, entries ...audit.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	return s.update(ctx, func(t tx) error { return appendEntries(t, entries) })
}

// Entries implements audit.Log.
func (s *Store) Entries(ctx context.Context, owner ident.Owner, page audit.Page) (all []audit.Entry, err error) {
	if page.Limit < 1 || page.Limit > 500 {
		return nil, fault.New(fault.InvalidInput, "limit must be 1 to 500").With("field", "limit")
	}
	space := []string{spaceAudit, string(owner)}
	if page.Agent != "" {
		space = []string{spaceAuditBy, string(owner), string(page.Agent)}
	}
	var from []byte
	switch page.Before {
	case 0:
	case 1:
		return []audit.Entry{}, nil
	default:
		from = key(append(space, seqPart(page.Before-1))...)
	}
	err = s.view(ctx, func(t tx) error {
		all = make([]audit.Entry, 0, page.Limit)
		return t.scan(key(space...), from, descending, func(item *badger.Item) (bool, error) {
			e, err := entryAt(t, owner, item)
			if err != nil {
				return false, err
			}
			all = append(all, e)
			return len(all) < page.Limit, nil
		})
	})
	return all, err
}

// entryAt reads the entry that an item of spaceAudit or spaceAuditBy stands for:
// both keys end in the number.
func entryAt(t tx, owner ident.Owner, item *badger.Item) (e audit.Entry, err error) {
	const tail = 16 + 2
	k := item.Key()
	raw, ok, err := t.get(key(spaceAudit, string(owner), string(k[len(k)-tail:len(k)-2])))
	if err == nil && !ok {
		err = fault.New(fault.Internal, "an audit entry is missing")
	}
	if err != nil {
		return e, err
	}
	_, err = unseal(raw, &e)
	return e, err
}

// appendOwned appends the entries of a change to a record of owner. An entry
// without an owner is that owner's; one of somebody else is a mistake.
func appendOwned(t tx, owner ident.Owner, entries []audit.Entry) error {
	owned := make([]audit.Entry, len(entries))
	for i, e := range entries {
		if e.Owner == "" {
			e.Owner = owner
		}
		if e.Owner != owner {
			return fault.New(fault.Internal, "an audit entry of another owner does not belong to this change")
		}
		owned[i] = e
	}
	return appendEntries(t, owned)
}

func appendEntries(t tx, entries []audit.Entry) error {
	for _, e := range entries {
		if e.Owner == "" {
			return fault.New(fault.Internal, "an audit entry without an owner cannot be kept")
		}
		end, err := readEnd(t, e.Owner)
		if err != nil {
			return err
		}
		if err := appendAfter(t, end, e); err != nil {
			return err
		}
	}
	return nil
}

func readEnd(t tx, owner ident.Owner) (end auditEnd, err error) {
	raw, ok, err := t.get(key(spaceAuditEnd, string(owner)))
	if err == nil && ok {
		err = json.Unmarshal(raw, &end)
	}
	return end, err
}

func appendAfter(t tx, end auditEnd, e audit.Entry) error {
	e.Seq = end.Seq + 1
	raw, err := seal(e, end.Hash)
	if err != nil {
		return err
	}
	if err := t.Set(key(spaceAudit, string(e.Owner), seqPart(e.Seq)), raw); err != nil {
		return err
	}
	if e.Agent != "" {
		if err := t.Set(key(spaceAuditBy, string(e.Owner), string(e.Agent), seqPart(e.Seq)), nil); err != nil {
			return err
		}
	}
	last, err := json.Marshal(auditEnd{Seq: e.Seq, Hash: hashOf(raw)})
	if err != nil {
		return err
	}
	return t.Set(key(spaceAuditEnd, string(e.Owner)), last)
}

func hashOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// AuditState is what CheckAudit found: the number of entries and the hash that
// stands for all of them.
type AuditState struct {
	Entries uint64
	Hash    string
}

// CheckAudit walks an owner's entries from the first to the last. It answers
// fault.Internal naming the first number at which one was changed, removed or
// added by anything but Append. It cannot see a directory that was rewritten
// from that entry to the end; who must exclude that keeps the Hash elsewhere.
func (s *Store) CheckAudit(ctx context.Context, owner ident.Owner) (AuditState, error) {
	var at auditEnd
	err := s.view(ctx, func(t tx) error {
		end, err := readEnd(t, owner)
		if err != nil {
			return err
		}
		err = t.scan(key(spaceAudit, string(owner)), nil, ascending, func(item *badger.Item) (bool, error) {
			return true, item.Value(func(raw []byte) error { return at.follow(raw, item.Key(), owner) })
		})
		if err == nil && at != end {
			err = broken(at.Seq + 1)
		}
		return err
	})
	return AuditState{Entries: at.Seq, Hash: at.Hash}, err
}

// follow checks that raw, found at key k, is the entry after at, and steps to it.
func (at *auditEnd) follow(raw, k []byte, owner ident.Owner) error {
	var e audit.Entry
	env, err := unseal(raw, &e)
	want := key(spaceAudit, string(owner), seqPart(at.Seq+1))
	if err != nil || env.Prev != at.Hash || e.Seq != at.Seq+1 || e.Owner != owner || string(k) != string(want) {
		return broken(at.Seq + 1)
	}
	at.Seq, at.Hash = e.Seq, hashOf(raw)
	return nil
}

func broken(seq uint64) error {
	return fault.New(fault.Internal, "the audit record is not as Baton wrote it, from entry %d on", seq).
		WithHint("someone or something changed the data directory; compare it with a backup").With("seq", seq)
}
