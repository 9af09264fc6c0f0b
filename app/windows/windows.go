// Package windows starts the windows of the host as child processes of the same
// binary and keeps count of them.
//
// A child is told what it needs in one line of JSON on its standard input,
// never by argument or environment, for the line has the window's token. The
// pipe stays open as long as the host wants the window: its end tells the child
// to close, also when the host was killed. At most one window of each ID is
// open. A window that ends, by the person or by a crash of the web view, is
// reported and not started again: the sessions do not depend on it.
package windows

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/ident"
)

// Kind is which window a process shows.
type Kind string

// The windows.
const (
	Live   Kind = "live"
	Manage Kind = "manage"
)

// ID is which window it is: a live window may be Of one agent's browser, or one
// sign-in, alone.
type ID struct {
	Kind Kind
	Of   string
}

// Valid tells whether there is a window of this kind.
func (k Kind) Valid() bool { return k == Live || k == Manage }

// Bootstrap is what a window has to know to begin. DataDir is for the window
// process itself, which keeps its place on the screen there; the page does not
// get it.
type Bootstrap struct {
	BaseURL  string        `json:"base_url"`
	Token    string        `json:"token"`
	Window   Kind          `json:"window"`
	Of       string        `json:"of,omitempty"`  // see ID
	Nth      int           `json:"nth,omitempty"` // how many of the kind were open before
	Session  ident.Session `json:"session_id,omitempty"`
	Take     bool          `json:"take,omitempty"`
	Request  ident.Request `json:"request_id,omitempty"`
	After    string        `json:"after,omitempty"` // the last event before the window was started
	Language string        `json:"language"`
	Theme    string        `json:"theme"`
	DataDir  string        `json:"data_dir,omitempty"`
}

// ErrOpen says that the window is open already: it is to be asked to come
// forward by an event instead.
var ErrOpen = errors.New("the window is open already")

// ErrClosed says that the host is shutting down.
var ErrClosed = errors.New("windows are closed")

// Grace is how long Close waits for a window to end by itself.
const Grace = 5 * time.Second

// Options says how windows are started. Command makes the command of a window;
// without it, it is this program with the arguments `window KIND`. Ended is
// called once for each window that has ended, with the error of its process.
type Options struct {
	Command func(Kind) (*exec.Cmd, error)
	Ended   func(ID, error)
	Log     *slog.Logger
}

// Children are the windows of one host. Its methods may be called from any
// goroutine; Ended is called from a goroutine of the window's own, without a
// lock held.
type Children struct {
	options Options
	running sync.WaitGroup

	mu     sync.Mutex
	open   map[ID]*child
	closed bool
}

type child struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	done  chan struct{}
}

// New makes a host's set of windows, all closed.
func New(o Options) *Children {
	if o.Command == nil {
		o.Command = self
	}
	if o.Ended == nil {
		o.Ended = func(ID, error) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Children{options: o, open: map[ID]*child{}}
}

func self(k Kind) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "window", string(k)) //nolint:gosec // this very program
	cmd.Stderr = os.Stderr
	return cmd, nil
}

// Show opens the window of the kind. It returns ErrOpen when there is one.
func (c *Children) Show(k Kind, boot Bootstrap) error {
	if !k.Valid() {
		return fmt.Errorf("there is no window %q", k)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := ID{k, boot.Of}
	boot.Window, boot.Nth = k, c.count(k)
	line, err := json.Marshal(boot)
	if err != nil {
		return fmt.Errorf("open the %s window: %w", k, err)
	}
	switch {
	case c.closed:
		return ErrClosed
	case c.open[id] != nil:
		return ErrOpen
	}
	w, err := c.start(id)
	if err != nil {
		return fmt.Errorf("open the %s window: %w", k, err)
	}
	c.open[id] = w
	// A window that cannot read its line has ended, and is reported as such.
	_, _ = w.stdin.Write(append(line, '\n'))
	return nil
}

// Open tells whether the window is open.
func (c *Children) Open(id ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open[id] != nil
}

func (c *Children) count(k Kind) (n int) {
	for id := range c.open {
		if id.Kind == k {
			n++
		}
	}
	return n
}

// Close closes all windows and waits until their processes have ended; those
// that do not within Grace, or before ctx ends, are killed.
func (c *Children) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, Grace)
	defer cancel()
	c.mu.Lock()
	c.closed = true
	open := make([]*child, 0, len(c.open))
	for _, w := range c.open {
		open = append(open, w)
		_ = w.stdin.Close()
	}
	c.mu.Unlock()
	for _, w := range open {
		select {
		case <-w.done:
		case <-ctx.Done():
			_ = w.cmd.Process.Kill()
		}
	}
	c.running.Wait()
}

func (c *Children) start(id ID) (*child, error) {
	cmd, err := c.options.Command(id.Kind)
	if err != nil {
		return nil, err
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	endWithParent(cmd)
	w := &child{cmd: cmd, stdin: stdin, done: make(chan struct{})}
	started := make(chan error)
	c.running.Add(1)
	go c.run(id, w, started)
	return w, <-started
}

// run starts the process and stays with it on one thread: on Linux the signal
// of the parent's death comes when the thread that started the child ends.
func (c *Children) run(id ID, w *child, started chan<- error) {
	defer c.running.Done()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := w.cmd.Start(); err != nil {
		started <- err
		return
	}
	started <- nil
	err := w.cmd.Wait()
	c.mu.Lock()
	delete(c.open, id)
	closed := c.closed
	c.mu.Unlock()
	close(w.done)
	if err != nil && !closed {
		c.options.Log.Warn("a window ended unexpectedly", "window", id.Kind, "error", err)
	}
	c.options.Ended(id, err)
}
