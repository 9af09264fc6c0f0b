package timeline

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// Remove deletes the reel of a session that has ended.
func (k *Keeper) Remove(owner ident.Owner, a ident.Agent, s ident.Session) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	steps, err := k.read(a, s)
	if err != nil || len(steps) == 0 || steps[0].Entry.Owner != owner {
		return k.missing(err)
	}
	if k.open[s] != nil {
		return fault.New(fault.Conflict, "the session still runs").WithHint("close its browser first")
	}
	if err := os.RemoveAll(k.dir(a, s)); err != nil {
		return fault.Wrap(err, fault.StorageUnwritable, "the timeline could not be removed")
	}
	return nil
}

// Forget deletes all reels of an agent.
func (k *Keeper) Forget(a ident.Agent) {
	if !ident.Valid("agent", string(a)) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, r := range k.open {
		if filepath.Base(filepath.Dir(r.dir)) == string(a) {
			k.end(id)
		}
	}
	if err := os.RemoveAll(filepath.Join(k.root, string(a))); err != nil {
		k.log.Warn("the timelines of an agent were not removed", "agent", a, "err", err)
	}
}

// Sweep removes what is older than the days that are kept, and the oldest reels
// over MaxBytes. Sessions that run keep theirs.
func (k *Keeper) Sweep(now time.Time) { k.sweep(now, MaxBytes) }

func (k *Keeper) sweep(now time.Time, most int64) {
	all := k.kept()
	oldest := now.AddDate(0, 0, -k.days())
	var total int64
	for _, r := range slices.Backward(all) { // newest first
		total += r.size
		if r.at.Before(oldest) || total > most {
			k.discard(r)
		}
	}
}

type kept struct {
	session ident.Session
	dir     string
	size    int64
	at      time.Time // of the last step
}

// kept lists all reels, oldest first.
func (k *Keeper) kept() []kept {
	dirs, _ := filepath.Glob(filepath.Join(k.root, "agent_*", "sess_*"))
	all := make([]kept, 0, len(dirs))
	for _, dir := range dirs {
		r := kept{session: ident.Session(filepath.Base(dir)), dir: dir}
		if info, err := os.Stat(filepath.Join(dir, stepsFile)); err == nil {
			r.at = info.ModTime()
		}
		_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil //nolint:nilerr // what is gone meanwhile takes no room
			}
			if info, err := d.Info(); err == nil && !d.IsDir() {
				r.size += info.Size()
			}
			return nil
		})
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b kept) int { return a.at.Compare(b.at) })
	return all
}

func (k *Keeper) discard(r kept) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.open[r.session] != nil {
		return
	}
	if err := os.RemoveAll(r.dir); err != nil {
		k.log.Warn("an old timeline was not removed", "dir", r.dir, "err", err)
	}
}
