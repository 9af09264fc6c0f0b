package chrome

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/chromedp"
)

// process is a Chrome that this process started, with its pipe.
type process struct {
	cmd    *exec.Cmd
	pipe   *chromedp.PipeConn
	output *tail
	group  group // the operating system's handle on the whole tree
	done   chan struct{}
}

// startProcess starts Chrome with the two ends of its pipe, whose end is what
// tells Chrome that this process is gone.
func startProcess(path string, args, env []string) (*process, error) {
	p := &process{output: &tail{}, done: make(chan struct{})}
	p.cmd = exec.Command(path, args...) //nolint:gosec // the browser that the person has chosen
	p.cmd.Env = env
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	p.cmd.WaitDelay = 2 * time.Second // children may keep the output open
	ours, theirs, err := pipes()
	if err != nil {
		return nil, err
	}
	defer closeAll(theirs[:])
	if err := attachPipes(p.cmd, theirs, ours); err != nil {
		closeAll(ours[:])
		return nil, err
	}
	started := make(chan error)
	go func() {
		defer close(p.done)
		if p.group, err = startInGroup(p.cmd); err != nil {
			started <- err
			return
		}
		started <- nil
		_ = p.cmd.Wait() // how it ended shows in the output
		p.group.close()
	}()
	if err := <-started; err != nil {
		closeAll(ours[:])
		<-p.done
		return nil, err
	}
	p.pipe = chromedp.NewPipeConn(ours[0], ours[1])
	return p, nil
}

// pipes gives our ends (read, write) and Chrome's (read, write).
func pipes() (ours, theirs [2]*os.File, err error) {
	if theirs[0], ours[1], err = os.Pipe(); err != nil {
		return ours, theirs, err
	}
	if ours[0], theirs[1], err = os.Pipe(); err != nil {
		return ours, theirs, errors.Join(err, theirs[0].Close(), ours[1].Close())
	}
	return ours, theirs, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// tail keeps the end of what Chrome prints, for the reason of a failed start.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailSize = 8 << 10

// Write keeps the last part; it never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - tailSize; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// last gives the last lines printed.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.buf)), "\n")
	if len(lines) > 5 {
		lines = lines[len(lines)-5:]
	}
	return strings.Join(lines, "\n")
}
