package chrome

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/secret"
)

// Caps on what is waited for without the caller's say.
const (
	startCap  = 30 * time.Second // Chrome to answer at all
	closeCap  = 8 * time.Second  // Chrome to end in order
	commitCap = 8 * time.Second  // a document to become usable
	loadCap   = 3 * time.Second  // the load event after that
	followCap = 5 * time.Second  // a navigation that an action began
	saveCap   = 2 * time.Second  // a file to be there
)

// Browser is a running Chrome. See the package doc for what it guarantees.
type Browser struct {
	o    Options
	proc *process
	c    *conn
	ua   emulation.SetUserAgentOverrideParams
	done chan struct{}
	work sync.WaitGroup // goroutines of this Browser

	answers sync.Mutex   // held while a challenge is intercepted
	input   pressed      // what the person holds down
	size    atomic.Int64 // of the viewport, see resize.go
	signIns atomic.Int64 // questions of servers so far
	pickers atomic.Int64 // pickers opened so far
	giving  sync.Mutex   // held while a file of the person is written
	looking looking      // for the picker that is open

	mu         sync.Mutex
	tabs       map[target.ID]*tab
	order      []*tab
	active     *tab
	sessions   map[target.SessionID]*session
	changed    chan struct{} // closed and replaced on every change below
	downloads  map[string]*download
	files      int       // downloads begun
	tellsAt    time.Time // when the downloads are told next, zero if they need not be
	refs       refTable
	toldSignIn string // the question of a server that was told last
	opened     *opened
	permitted  map[string][]page.PermissionName // by origin
	chooses    map[target.SessionID]bool        // where the person is asked for files
	cast       *cast
	packed     []packed // see luggage.go
	cookies    secret.Secret
	came       chan struct{} // gets a token with each document
	closing    bool
	err        error
}

// Start runs Chrome and waits until its first tab can be used. The context
// bounds the start alone; Close ends the browser.
func Start(ctx context.Context, o Options) (*Browser, error) {
	o = o.withDefaults()
	if o.UserDataDir == "" {
		return nil, fault.New(fault.Internal, "no user data directory was given")
	}
	path, version, err := Find(o.Path)
	if err != nil {
		return nil, err
	}
	if err := prepare(o); err != nil {
		return nil, err
	}
	if rootOnLinux() {
		o.Log.Warn("Chrome runs without its sandbox, because Baton runs as root")
	}
	b := &Browser{
		o: o, done: make(chan struct{}), ua: uaOverride(productOf(path), version, o.Language),
		tabs: map[target.ID]*tab{}, sessions: map[target.SessionID]*session{}, changed: make(chan struct{}),
		downloads: map[string]*download{}, came: make(chan struct{}, 1),
	}
	b.setSize(o.Width, o.Height)
	b.proc, err = startProcess(path, o.args(version), environment(os.Environ(), o.Language))
	if err != nil {
		return nil, fault.Wrap(err, fault.BrowserUnavailable, "%s did not start", path).WithHint("check that it runs from a terminal")
	}
	b.c = newConn(b.proc.pipe, b.event)
	b.work.Go(b.watchProcess)
	if err := b.begin(ctx); err != nil {
		why := b.proc.output.last()
		b.proc.group.kill()
		<-b.done
		if ctx.Err() != nil {
			return nil, fault.From(ctx.Err())
		}
		return nil, fault.Wrap(err, fault.BrowserUnavailable, "Chrome did not start: %s", why).
			WithHint("check that %s runs from a terminal, or choose another browser in Baton's settings", path)
	}
	if o.Luggage != nil {
		b.unpack(ctx, *o.Luggage)
	}
	if o.Mode == Visible {
		b.work.Go(b.keepPacked)
	}
	return b, nil
}

// prepare makes the directories ready for a Chrome to run on them.
func prepare(o Options) error {
	for _, dir := range []string{o.UserDataDir, o.DownloadDir} {
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fault.Wrap(err, fault.StorageUnwritable, "%s cannot be written", dir).WithHint("check its rights and the room on the disk")
		}
		// One that was there may be open to others: of a copy, of an older version.
		if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a folder
			return fault.Wrap(err, fault.StorageUnwritable, "%s cannot be closed to other users", dir).WithHint("it must belong to the user who runs Baton")
		}
	}
	if err := o.unlock(); err != nil {
		return err
	}
	if err := os.RemoveAll(o.givenDir()); err != nil { // of a browser that was killed
		o.Log.Warn("files that the person gave to pages could not be removed", "error", err)
	}
	return seedPreferences(o.UserDataDir)
}

func productOf(path string) string {
	p := strings.ToLower(path)
	switch {
	case strings.Contains(p, "edge"):
		return "Microsoft Edge"
	case strings.Contains(p, "brave"):
		return "Brave"
	case strings.Contains(p, "chromium"):
		return "Chromium"
	}
	return "Google Chrome"
}

// begin attaches to the first tab and says what happens to new ones.
func (b *Browser) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startCap)
	defer cancel()
	pages := target.Filter{{Type: "page"}, {Exclude: true}}
	send(b.c, "", cdpbrowser.SetDownloadBehavior, b.o.downloadBehavior())
	b.defaultPermissions()
	send(b.c, "", target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true, Filter: pages})
	a := send(b.c, "", target.SetAutoAttach, target.SetAutoAttachParams{
		AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: new(true), Filter: pages,
	})
	if _, err := a.get(ctx, nil); err != nil {
		return err
	}
	if err := b.await(ctx, func() bool { return b.active != nil && b.active.loader != "" }); err != nil {
		return err
	}
	return nil
}

// watchProcess ends the Browser when Chrome has ended, however it did.
func (b *Browser) watchProcess() {
	<-b.proc.done
	b.proc.group.kill() // children that outlived it
	b.c.close()
	b.mu.Lock()
	if !b.closing {
		b.o.Log.Error("Chrome ended unexpectedly", "how", b.proc.cmd.ProcessState.String(), "output", b.proc.output.last())
		b.err = fault.New(fault.BrowserUnavailable, "the browser ended unexpectedly").
			WithHint("open it again with browser_open; the profile is kept").With("output", b.proc.output.last())
	}
	b.closing = true
	for _, t := range b.order {
		t.stop("the browser ended")
	}
	b.touch()
	b.mu.Unlock()
	close(b.done)
}

// note tells a notice before anybody can find out what it tells of, so that it is
// told when a method answers; b.mu is held.
func (b *Browser) note(e page.Event) {
	b.o.OnEvent(e)
	b.touch()
}

// touch wakes everybody who awaits a state; b.mu is held.
func (b *Browser) touch() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// await waits until a condition on the state holds; it is asked under b.mu.
func (b *Browser) await(ctx context.Context, holds func() bool) error {
	for {
		b.mu.Lock()
		ok, changed := holds(), b.changed
		b.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-b.done:
			return b.ended()
		}
	}
}

// ended is why nothing more can be done with this browser.
func (b *Browser) ended() error {
	if err := b.Err(); err != nil {
		return err
	}
	return fault.New(fault.BrowserUnavailable, "the browser is closed").WithHint("open it again with browser_open")
}

// Done closes when Chrome has ended.
func (b *Browser) Done() <-chan struct{} { return b.done }

// Err is nil while Chrome runs, after Close, and when a person closed its window; it
// tells of a crash otherwise.
func (b *Browser) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Close ends Chrome in order, so that cookies are flushed, or at once when it
// does not end in time. It returns when no process of it is left.
func (b *Browser) Close(ctx context.Context) error {
	b.mu.Lock()
	b.closing = true
	for _, t := range b.order {
		if t.dialog != nil { // a dialog holds the end up
			b.answer(t, page.Accept, "")
		}
	}
	b.mu.Unlock()
	send(b.c, "", cdpbrowser.Close, cdp.Empty{})
	ctx, cancel := context.WithTimeout(ctx, closeCap)
	defer cancel()
	select {
	case <-b.done:
	case <-ctx.Done():
		b.o.Log.Warn("Chrome did not end in time and is ended by force")
		b.proc.group.kill()
		<-b.done
	}
	b.work.Wait()
	if n := Reap(b.o.UserDataDir); n > 0 {
		b.o.Log.Debug("ended children that Chrome left", "count", n)
	}
	if err := os.RemoveAll(b.o.givenDir()); err != nil {
		b.o.Log.Warn("files that the person gave to pages could not be removed", "error", err)
	}
	return nil
}

// Pid is the process id of Chrome.
func (b *Browser) Pid() int { return b.proc.cmd.Process.Pid }

// String names the browser in logs.
func (b *Browser) String() string { return fmt.Sprintf("chrome(%d)", b.Pid()) }
