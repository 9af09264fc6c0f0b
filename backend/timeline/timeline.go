// Package timeline keeps what happened in an agent's sessions, step by step and
// with pictures of the page, so that the person can look back (V11).
//
// Guarantees:
//
//   - A session's folder has its steps as lines of JSON and its pictures as files;
//     all of it is this user's alone (0700, 0600) and no agent is given a path to it.
//   - Steps are numbered from 1 in the order in which they were added. Keeping one
//     never fails a call: what could not be written is logged, and missing.
//   - A line that was cut by a crash is passed over.
//   - Reels older than the days that are kept are removed, and the oldest ones when
//     all together are over MaxBytes.
//
// It is no record to rely on: that is package audit's, which keeps neither pictures
// nor what an agent only read.
package timeline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// Limits of what is kept.
const (
	MaxBytes = 1 << 30 // of all reels together
	MaxSteps = 5000    // of one session; later ones are not kept
	maxReels = 100     // that are listed
	maxLine  = 256 << 10
)

// Step is one thing that happened. Picture is the number of the picture that shows
// the page then, which may belong to a step close by; 0 is none.
type Step struct {
	N       int         `json:"n"`
	Picture int         `json:"picture,omitempty"`
	Entry   audit.Entry `json:"entry"`
}

// Reel is a session's timeline as a whole.
type Reel struct {
	Session ident.Session `json:"session_id"`
	Agent   ident.Agent   `json:"agent_id"`
	Profile string        `json:"profile_name"`
	Host    string        `json:"host,omitempty"` // the first that was open
	Started time.Time     `json:"started_at"`
	Last    time.Time     `json:"last_at"` // of the last step
	Steps   int           `json:"steps"`
}

// Keeper keeps the reels under one folder. Its methods may be called from any goroutine.
type Keeper struct {
	root string
	days func() int
	log  *slog.Logger

	mu   sync.Mutex
	open map[ident.Session]*reel // sessions that run
}

type reel struct {
	dir string
	f   *os.File
	n   int // of the last step
}

// New makes the keeper of a folder, which is made when the first step is kept. days
// says for how many days reels are kept; 0 keeps none.
func New(root string, days func() int, log *slog.Logger) *Keeper {
	return &Keeper{root: root, days: days, log: log, open: map[ident.Session]*reel{}}
}

// Add keeps what happened in the session of an entry: from its opening to its end,
// and nothing of sessions that were not seen to open. A nil Keeper keeps nothing.
func (k *Keeper) Add(entries ...audit.Entry) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, e := range entries {
		if e.Session == "" || e.Agent == "" || e.Kind == audit.ProfileUsed { // the take-over itself says it
			continue
		}
		if e.Kind == audit.SessionOpened && e.Facts["purpose"] != "signin" { // which is the person's alone
			k.begin(e)
		}
		k.add(e)
		if e.Kind == audit.SessionEnded {
			k.end(e.Session)
		}
	}
}

func (k *Keeper) begin(e audit.Entry) {
	if k.days() == 0 || k.open[e.Session] != nil {
		return
	}
	dir := k.dir(e.Agent, e.Session)
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		f, err = os.OpenFile(filepath.Join(dir, stepsFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err == nil {
			k.open[e.Session] = &reel{dir: dir, f: f}
			return
		}
	}
	k.log.Warn("the session gets no timeline", "session", e.Session, "err", err)
}

func (k *Keeper) add(e audit.Entry) {
	r := k.open[e.Session]
	if r == nil || r.n >= MaxSteps && e.Kind != audit.SessionEnded {
		return
	}
	if e.At.IsZero() {
		e.At = time.Now()
	}
	line, err := json.Marshal(Step{N: r.n + 1, Entry: e})
	if err == nil {
		_, err = r.f.Write(append(line, '\n'))
	}
	if err != nil {
		k.log.Warn("a step was not kept in the timeline", "session", e.Session, "err", err)
		return
	}
	r.n++
}

func (k *Keeper) end(id ident.Session) {
	if r := k.open[id]; r != nil {
		_ = r.f.Close()
		delete(k.open, id)
	}
}

// Picture keeps how the page of a session looks after its last step.
func (k *Keeper) Picture(id ident.Session, jpeg []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.open[id]
	if r == nil || r.n == 0 {
		return
	}
	if err := os.WriteFile(filepath.Join(r.dir, pictureFile(r.n)), jpeg, 0o600); err != nil {
		k.log.Warn("a picture was not kept in the timeline", "session", id, "err", err)
	}
}

// Keeps tells whether a session's steps are kept, and pictures are wanted.
func (k *Keeper) Keeps(id ident.Session) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.open[id] != nil
}

// Close ends all reels.
func (k *Keeper) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id := range k.open {
		k.end(id)
	}
}

const stepsFile = "steps.jsonl"

func pictureFile(n int) string { return strconv.Itoa(n) + ".jpg" }

func (k *Keeper) dir(a ident.Agent, s ident.Session) string {
	return filepath.Join(k.root, string(a), string(s))
}

// Reels lists the newest reels of an agent, newest first.
func (k *Keeper) Reels(owner ident.Owner, a ident.Agent) ([]Reel, error) {
	list := []Reel{}
	if !ident.Valid("agent", string(a)) {
		return list, nil
	}
	sessions, err := os.ReadDir(filepath.Join(k.root, string(a)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault.Wrap(err, fault.Internal, "the timelines could not be read")
	}
	slices.Reverse(sessions) // ids rise with time
	for _, d := range sessions {
		if len(list) == maxReels {
			break
		}
		steps, err := k.read(a, ident.Session(d.Name()))
		if err != nil || len(steps) == 0 || steps[0].Entry.Owner != owner {
			continue
		}
		list = append(list, summary(steps))
	}
	return list, nil
}

func summary(steps []Step) Reel {
	first, last := steps[0].Entry, steps[len(steps)-1].Entry
	r := Reel{
		Session: first.Session, Agent: first.Agent, Profile: first.Facts["name"],
		Started: first.At, Last: last.At, Steps: len(steps),
	}
	for _, s := range steps {
		if s.Entry.Host != "" {
			r.Host = s.Entry.Host
			break
		}
	}
	return r
}

// Steps lists what happened in a session. A session without a reel, or one of
// another owner, answers fault.NotFound.
func (k *Keeper) Steps(owner ident.Owner, a ident.Agent, s ident.Session) ([]Step, error) {
	steps, err := k.read(a, s)
	if err != nil || len(steps) == 0 || steps[0].Entry.Owner != owner {
		return nil, k.missing(err)
	}
	shown(steps, k.pictures(a, s))
	return steps, nil
}

func (k *Keeper) missing(err error) error {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		k.log.Warn("a timeline could not be read", "err", err)
	}
	return fault.New(fault.NotFound, "there is no timeline of this session").WithHint("timeline_list shows those that are kept")
}

// File is the picture of that number, as JPEG.
func (k *Keeper) File(owner ident.Owner, a ident.Agent, s ident.Session, n int) ([]byte, error) {
	if _, err := k.Steps(owner, a, s); err != nil {
		return nil, err
	}
	jpeg, err := os.ReadFile(filepath.Join(k.dir(a, s), pictureFile(n)))
	if err != nil {
		return nil, fault.New(fault.NotFound, "there is no picture %d", n).WithHint("timeline_get names the pictures that are kept")
	}
	return jpeg, nil
}

func (k *Keeper) read(a ident.Agent, s ident.Session) ([]Step, error) {
	if !ident.Valid("agent", string(a)) || !ident.Valid("sess", string(s)) {
		return nil, fs.ErrNotExist
	}
	raw, err := os.ReadFile(filepath.Join(k.dir(a, s), stepsFile))
	if err != nil {
		return nil, err
	}
	var steps []Step
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var step Step
		if json.Unmarshal(lines.Bytes(), &step) == nil && step.N > 0 {
			steps = append(steps, step)
		}
	}
	return steps, lines.Err()
}

func (k *Keeper) pictures(a ident.Agent, s ident.Session) map[int]bool {
	there := map[int]bool{}
	files, err := os.ReadDir(k.dir(a, s))
	if err != nil {
		return there
	}
	for _, f := range files {
		if n, err := strconv.Atoi(strings.TrimSuffix(f.Name(), ".jpg")); err == nil {
			there[n] = true
		}
	}
	return there
}

// shown says for each step which picture shows it: its own, or that of the step
// after which the agent paused, since of steps in quick succession only the last
// gets one; else the one before. A picture from after a take-over does not show
// what was before it.
func shown(steps []Step, there map[int]bool) {
	next := 0
	for i := len(steps) - 1; i >= 0; i-- {
		if there[steps[i].N] {
			next = steps[i].N
		}
		if steps[i].Entry.Kind == audit.ControlTaken {
			next = 0
		}
		if steps[i].Entry.Kind == audit.ToolCalled || there[steps[i].N] {
			steps[i].Picture = next
		}
	}
	last := 0
	for i := range steps {
		if steps[i].Picture == 0 {
			steps[i].Picture = last
		}
		last = steps[i].Picture
	}
}
