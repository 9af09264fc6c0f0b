// Package store keeps Baton's records in one Badger directory; it is the only
// importer of badger. Guarantees:
//
//   - A write that returned nil is on disk: the write-ahead log is synced before
//     the answer, so neither kill -9 nor a power cut takes it back.
//   - One transaction per use case: a record, its indexes and its audit entries
//     appear together or not at all.
//   - Audit numbers rise by one per owner without gaps, and each entry carries
//     the hash of the one before it (CheckAudit).
//   - Owners are apart: keys begin with the owner, so the id of another owner's
//     record is not found in the same way as an id that never was.
//   - Names are unique per owner, compared after Unicode case folding.
//   - One process per directory: a second Open answers fault.Conflict.
//   - All methods may be called from any goroutine. Close waits for the calls
//     that run; later calls answer fault.Internal.
//
// Rejected: one lock around all writers. Badger detects conflicts, and a
// transaction that lost is run again, so writers of different owners share one
// sync of the disk.
package store

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/gofrs/flock"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/settings"
)

var (
	_ profile.Repo  = (*Store)(nil)
	_ agent.Repo    = (*Store)(nil)
	_ request.Repo  = (*Store)(nil)
	_ audit.Log     = (*Store)(nil)
	_ settings.Repo = (*Store)(nil)
)

// Store is an open data directory.
type Store struct {
	db     *badger.DB
	open   sync.RWMutex // held for reading by every call, for writing by Close
	closed error        // what calls answer after Close
	lock   *flock.Flock

	profiles table[profile.Profile]
	agents   table[agent.Agent]
	requests table[request.Request]
}

// lockFile is what a process that has the store open holds locked.
const lockFile = "baton.lock"

// MaxRecord is the largest record, in bytes of its JSON. It is below the size
// from which Badger would move a value out of the synced write-ahead log.
const MaxRecord = 128 << 10

// Open opens or creates the store in dir and brings it to the current schema.
// It answers fault.Conflict when another process holds dir. The caller closes
// the Store.
func Open(dir string, log *slog.Logger) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unwritable(err, dir)
	}
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a directory needs x
		return nil, unwritable(err, dir)
	}
	lock := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, unwritable(err, dir)
	case !locked:
		return nil, taken(dir)
	}
	s, err := openLocked(dir, log)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	s.lock = lock
	return s, nil
}

// openLocked opens the store while nobody else can.
func openLocked(dir string, log *slog.Logger) (*Store, error) {
	if err := clearEmpty(dir); err != nil {
		return nil, unwritable(err, dir)
	}
	db, err := badger.Open(dbOptions(dir, log))
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the store in %s cannot be opened", dir).
			WithHint("the log has the reason; a copy of the directory from a backup can be put in its place")
	}
	s := &Store{db: db, profiles: profileTable(), agents: agentTable(), requests: requestTable()}
	if err := s.migrate(migrations()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// Close writes what is in memory to its tables and gives the directory free.
// A second Close does nothing.
func (s *Store) Close() error {
	s.open.Lock()
	defer s.open.Unlock()
	if s.closed != nil {
		return nil
	}
	s.closed = fault.New(fault.Internal, "the store is closed").WithHint("Baton is quitting; start it again")
	if err := errors.Join(s.db.Close(), s.lock.Unlock()); err != nil {
		return fmt.Errorf("close the store: %w", err)
	}
	return nil
}

// dbOptions are for some thousand small records on a desktop: Badger's defaults
// reserve 64 MB per memory table, 256 MB of cache and a 2 GB value log.
func dbOptions(dir string, log *slog.Logger) badger.Options {
	return badger.DefaultOptions(dir).
		WithSyncWrites(true).
		WithLogger(logger{log}).
		WithMetricsEnabled(false).
		WithMemTableSize(4 << 20).
		WithNumMemtables(2).
		WithBaseTableSize(1 << 20).
		WithBaseLevelSize(4 << 20).
		WithNumCompactors(2).
		WithNumGoroutines(1).
		WithCompression(options.Snappy).
		WithBlockCacheSize(2 << 20).
		WithValueThreshold(2 * MaxRecord).
		WithValueLogFileSize(1 << 20).
		WithChecksumVerificationMode(options.OnBlockRead)
}

// taken says who holds the directory, if the holder has said so.
func taken(dir string) error {
	f := fault.New(fault.Conflict, "another Baton holds the data directory %s", dir).
		WithHint("quit the other Baton, or choose another directory with --data-dir").With("held", dir)
	raw, readErr := os.ReadFile(filepath.Join(dir, "LOCK")) //nolint:gosec // our own directory
	if pid, parseErr := strconv.Atoi(strings.TrimSpace(string(raw))); readErr == nil && parseErr == nil {
		f = f.With("pid", pid)
	}
	return f
}

// clearEmpty removes log files without a byte in them. Badger makes a log file
// and then gives it its size; one that was killed in between can't be opened by
// the next, although nothing can have been written to it. The caller holds the
// lock, so that nobody has such a file in hand.
func clearEmpty(dir string) error {
	for _, pattern := range []string{"*.mem", "*.vlog"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern)) // the patterns are well-formed
		for _, name := range names {
			info, err := os.Stat(name)
			if err == nil && info.Size() == 0 {
				err = os.Remove(name)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func unwritable(err error, dir string) error {
	return fault.Wrap(err, fault.StorageUnwritable, "the data directory %s is not writable", dir).
		WithHint("check its owner and the free space, or choose another directory with --data-dir")
}

// logger sends Badger's lines to slog; what Badger calls info is of use only
// when something is wrong.
type logger struct{ to *slog.Logger }

func (l logger) Errorf(format string, args ...any)   { l.to.Error(line(format, args)) }
func (l logger) Warningf(format string, args ...any) { l.to.Warn(line(format, args)) }
func (l logger) Infof(string, ...any)                {} // badger's own housekeeping
func (l logger) Debugf(string, ...any)               {}

func line(format string, args []any) string {
	return "badger: " + strings.TrimSpace(fmt.Sprintf(format, args...))
}
