package store

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/dgraph-io/badger/v4"

	"github.com/batonbrowser/baton/backend/fault"
)

// tx is one transaction; its methods are the only ones that touch badger.
type tx struct{ *badger.Txn }

// view runs fn on one consistent state of the store.
func (s *Store) view(ctx context.Context, fn func(tx) error) error {
	s.open.RLock()
	defer s.open.RUnlock()
	if err := errors.Join(s.closed, ctx.Err()); err != nil {
		return err
	}
	return storeFault(s.db.View(func(t *badger.Txn) error { return fn(tx{t}) }), fault.Internal, "read")
}

// update runs fn and commits what it wrote, all of it or nothing. fn runs again
// when another transaction changed what it had read: it must have no effects of
// its own. There is no limit to the repeats besides ctx, because each means that
// another write went through; and no pause, because Badger's next transaction
// begins only when that write is done.
func (s *Store) update(ctx context.Context, fn func(tx) error) error {
	s.open.RLock()
	defer s.open.RUnlock()
	for {
		if err := errors.Join(s.closed, ctx.Err()); err != nil {
			return err
		}
		err := s.db.Update(func(t *badger.Txn) error { return fn(tx{t}) })
		if !errors.Is(err, badger.ErrConflict) {
			return storeFault(err, fault.StorageUnwritable, "written")
		}
	}
}

// storeFault keeps faults; everything else is Badger or the disk.
func storeFault(err error, code fault.Code, what string) error {
	if _, ok := errors.AsType[*fault.Error](err); ok || err == nil {
		return err
	}
	return fault.Wrap(err, code, "the store could not be %s", what).
		WithHint("check the free space and the permissions of the data directory; the log has the reason")
}

// get reads the value of a key; ok is false when there is none.
func (t tx) get(k []byte) (value []byte, ok bool, err error) {
	item, err := t.Get(k)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	value, err = item.ValueCopy(nil)
	return value, err == nil, err
}

// envelope is how every record lies in the store.
type envelope struct {
	Version int             `json:"v"`              // the schema it was written in
	Prev    string          `json:"prev,omitempty"` // audit: hash of the entry before
	Record  json.RawMessage `json:"r"`
}

// seal makes the stored form of a record.
func seal(record any, prev string) ([]byte, error) {
	raw, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	if len(raw) > MaxRecord {
		return nil, fault.New(fault.TooLarge, "the record has %d bytes, the most is %d", len(raw), MaxRecord).
			WithHint("shorten the longest text in it")
	}
	return json.Marshal(envelope{Version: schemaVersion, Prev: prev, Record: raw})
}

// unseal reads a stored record into record.
func unseal(raw []byte, record any) (envelope, error) {
	var e envelope
	if err := json.Unmarshal(raw, &e); err != nil {
		return e, err
	}
	return e, json.Unmarshal(e.Record, record)
}

// scan calls fn for each key that starts with prefix, in order, until fn answers
// false. From is where to start, inclusive; nil starts at the first (the last,
// when newest first).
func (t tx) scan(prefix, from []byte, dir direction, fn func(*badger.Item) (bool, error)) error {
	o := badger.DefaultIteratorOptions
	o.Prefix, o.Reverse = prefix, dir == descending
	o.PrefetchSize = 64
	it := t.NewIterator(o)
	defer it.Close()
	if from == nil {
		from = prefix
		if dir == descending {
			from = append(append([]byte{}, prefix...), 0xff)
		}
	}
	for it.Seek(from); it.ValidForPrefix(prefix); it.Next() {
		if more, err := fn(it.Item()); err != nil || !more {
			return err
		}
	}
	return nil
}

type direction string

const (
	ascending  direction = "ascending"
	descending direction = "descending"
)
