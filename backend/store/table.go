package store

import (
	"encoding/json"

	"github.com/dgraph-io/badger/v4"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// table is the one mechanism for records: a kind of record R with an owner, an
// id and unique indexes that are kept in the transaction of the record.
type table[R any] struct {
	name    string // part of the keys: never changes
	noun    string // for messages
	owner   func(R) ident.Owner
	id      func(R) string
	indexes []index[R]
}

// index finds a record by something other than its id. Two records never have
// the same parts.
type index[R any] struct {
	name  string // part of the keys: never changes
	parts func(R) []string
	taken func(R) error // what a second record with the same parts is answered
}

// ref is what an index keeps.
type ref struct {
	Owner ident.Owner `json:"owner"`
	ID    string      `json:"id"`
}

func (tb table[R]) key(owner ident.Owner, id string) []byte {
	return key(spaceRecord, tb.name, string(owner), id)
}

func (tb table[R]) indexKey(ix index[R], parts []string) []byte {
	return key(append([]string{spaceIndex, tb.name, ix.name}, parts...)...)
}

func (tb table[R]) notFound(id string) error {
	return fault.New(fault.NotFound, "there is no %s %s", tb.noun, id).
		WithHint("list them and use an id of the list").With("id", id)
}

// find reads a record; ok is false when the owner has none with that id.
func (tb table[R]) find(t tx, owner ident.Owner, id string) (r R, ok bool, err error) {
	raw, ok, err := t.get(tb.key(owner, id))
	if err != nil || !ok {
		return r, false, err
	}
	_, err = unseal(raw, &r)
	return r, err == nil, err
}

// get reads a record or answers fault.NotFound.
func (tb table[R]) get(t tx, owner ident.Owner, id string) (R, error) {
	r, ok, err := tb.find(t, owner, id)
	if err == nil && !ok {
		err = tb.notFound(id)
	}
	return r, err
}

// list reads all records of an owner in the order they were made.
func (tb table[R]) list(t tx, owner ident.Owner) ([]R, error) {
	all := []R{}
	err := t.scan(key(spaceRecord, tb.name, string(owner)), nil, ascending, func(item *badger.Item) (bool, error) {
		var r R
		err := item.Value(func(raw []byte) error {
			_, err := unseal(raw, &r)
			return err
		})
		all = append(all, r)
		return true, err
	})
	return all, err
}

// lookup follows an index.
func (tb table[R]) lookup(t tx, ix index[R], parts ...string) (r R, ok bool, err error) {
	at, ok, err := tb.holder(t, ix, parts)
	if err != nil || !ok {
		return r, false, err
	}
	return tb.find(t, at.Owner, at.ID)
}

func (tb table[R]) holder(t tx, ix index[R], parts []string) (at ref, ok bool, err error) {
	raw, ok, err := t.get(tb.indexKey(ix, parts))
	if err != nil || !ok {
		return at, false, err
	}
	err = json.Unmarshal(raw, &at)
	return at, err == nil, err
}

// put writes a record, new or changed, and its indexes.
func (tb table[R]) put(t tx, r R) error {
	at := ref{tb.owner(r), tb.id(r)}
	if at.Owner == "" || at.ID == "" {
		return fault.New(fault.Internal, "a %s without owner or id cannot be saved", tb.noun)
	}
	old, exists, err := tb.find(t, at.Owner, at.ID)
	if err != nil {
		return err
	}
	if exists {
		err = tb.unindex(t, old)
	} else {
		err = tb.claim(t, at)
	}
	if err != nil {
		return err
	}
	if err := tb.enter(t, r, at); err != nil {
		return err
	}
	raw, err := seal(r, "")
	if err != nil {
		return err
	}
	return t.Set(tb.key(at.Owner, at.ID), raw)
}

// claim makes sure that an id stands for one record in the whole store: the
// profile's directory is named by it. Another owner's id is answered like an
// unknown one.
func (tb table[R]) claim(t tx, at ref) error {
	k := key(spaceHolder, tb.name, at.ID)
	if _, held, err := t.get(k); err != nil || held {
		if err == nil {
			err = tb.notFound(at.ID)
		}
		return err
	}
	return t.Set(k, []byte(at.Owner))
}

func (tb table[R]) enter(t tx, r R, at ref) error {
	raw, err := json.Marshal(at)
	if err != nil {
		return err
	}
	for _, ix := range tb.indexes {
		parts := ix.parts(r)
		if held, ok, err := tb.holder(t, ix, parts); err != nil || ok && held != at {
			if err == nil {
				err = ix.taken(r)
			}
			return err
		}
		if err := t.Set(tb.indexKey(ix, parts), raw); err != nil {
			return err
		}
	}
	return nil
}

func (tb table[R]) unindex(t tx, r R) error {
	for _, ix := range tb.indexes {
		if err := t.Delete(tb.indexKey(ix, ix.parts(r))); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes a record and its indexes; an unknown id is fault.NotFound.
func (tb table[R]) remove(t tx, owner ident.Owner, id string) error {
	old, err := tb.get(t, owner, id)
	if err != nil {
		return err
	}
	if err := tb.unindex(t, old); err != nil {
		return err
	}
	if err := t.Delete(key(spaceHolder, tb.name, id)); err != nil {
		return err
	}
	return t.Delete(tb.key(owner, id))
}
