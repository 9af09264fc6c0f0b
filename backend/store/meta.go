package store

import (
	"context"
	"strconv"

	"github.com/batonbrowser/baton/backend/fault"
)

// The names in spaceMeta that are the store's own; names of Meta and SaveMeta
// stand behind "of:".
const (
	metaSchema   = "schema"
	metaSettings = "settings"
	metaPrefix   = "of:"
)

// schemaVersion is what this program writes.
const schemaVersion = 1

// Meta reads a named blob, such as the salt of a passphrase; ok is false when
// there is none.
func (s *Store) Meta(ctx context.Context, name string) (value []byte, ok bool, err error) {
	err = s.view(ctx, func(t tx) error {
		value, ok, err = t.get(key(spaceMeta, metaPrefix+name))
		return err
	})
	return value, ok, err
}

// SaveMeta writes a named blob.
func (s *Store) SaveMeta(ctx context.Context, name string, value []byte) error {
	if len(value) > MaxRecord {
		return fault.New(fault.TooLarge, "%s has %d bytes, the most is %d", name, len(value), MaxRecord)
	}
	return s.update(ctx, func(t tx) error { return t.Set(key(spaceMeta, metaPrefix+name), value) })
}

// migration brings the store from the version before to version To, in one
// transaction with the new version number.
type migration struct {
	to  int
	run func(tx) error
}

// migrations lists the steps from version 1 to schemaVersion, in order. With a
// new one goes a backup of a store of the version before in testdata.
func migrations() []migration { return nil }

// migrate runs the steps that the store has not had. A store of a newer program
// is refused: writing to it would lose what only the newer one understands.
func (s *Store) migrate(steps []migration) error {
	ctx := context.Background()
	target := schemaVersion
	if n := len(steps); n > 0 {
		target = steps[n-1].to
	}
	have, err := s.schema(ctx)
	if err != nil {
		return err
	}
	if have > target {
		return fault.New(fault.Conflict, "the data directory is of a newer Baton (schema %d, this one knows %d)", have, target).
			WithHint("install the newer Baton again, or choose another directory with --data-dir").With("schema", have)
	}
	if have == 0 { // a new store
		return s.update(ctx, func(t tx) error { return setSchema(t, target) })
	}
	for _, m := range steps {
		if m.to <= have {
			continue
		}
		err := s.update(ctx, func(t tx) error {
			if err := m.run(t); err != nil {
				return err
			}
			return setSchema(t, m.to)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// schema reads the version of the store, 0 for a new one.
func (s *Store) schema(ctx context.Context) (version int, err error) {
	err = s.view(ctx, func(t tx) error {
		raw, ok, err := t.get(key(spaceMeta, metaSchema))
		if err != nil || !ok {
			return err
		}
		version, err = strconv.Atoi(string(raw))
		return err
	})
	return version, err
}

func setSchema(t tx, version int) error {
	return t.Set(key(spaceMeta, metaSchema), []byte(strconv.Itoa(version)))
}
