package chrome

import (
	"context"
	"errors"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

var errGone = errors.New("the target is gone")

// conn carries commands and events of all sessions over one pipe. Commands are
// queued without a limit and written by one goroutine, so that posting never
// blocks: not even from the goroutine that reads.
type conn struct {
	pipe *chromedp.PipeConn
	on   func(target.SessionID, string, jsonv2.Value)

	mu    sync.Mutex
	next  int64
	wait  map[int64]waiter
	queue []*cdproto.Message
	ended bool

	wake chan struct{}
	done chan struct{} // closed when the pipe ended
	wg   sync.WaitGroup
}

type waiter struct {
	session target.SessionID
	ch      chan reply
}

type reply struct {
	result jsonv2.Value
	err    error
}

// newConn starts the two goroutines of a connection; on gets each event in
// order and must not block. They end when the pipe does, see close.
func newConn(pipe *chromedp.PipeConn, on func(target.SessionID, string, jsonv2.Value)) *conn {
	c := &conn{
		pipe: pipe, on: on, wait: map[int64]waiter{},
		wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	c.wg.Go(c.read)
	c.wg.Go(c.write)
	return c
}

func (c *conn) read() {
	defer c.end()
	for {
		m := new(cdproto.Message)
		if err := c.pipe.Read(context.Background(), m); err != nil {
			return
		}
		if m.ID == 0 {
			c.on(m.SessionID, string(m.Method), m.Params)
			continue
		}
		c.mu.Lock()
		w, ok := c.wait[m.ID]
		delete(c.wait, m.ID)
		c.mu.Unlock()
		if !ok {
			continue
		}
		r := reply{result: m.Result}
		if m.Error != nil {
			r.err = m.Error
		}
		w.ch <- r
	}
}

func (c *conn) write() {
	for {
		c.mu.Lock()
		queue := c.queue
		c.queue = nil
		c.mu.Unlock()
		for _, m := range queue {
			if c.pipe.Write(context.Background(), m) != nil {
				return // the reader sees the end as well
			}
		}
		if len(queue) > 0 {
			continue
		}
		select {
		case <-c.wake:
		case <-c.done:
			return
		}
	}
}

// end answers everything that still waits.
func (c *conn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	for id, w := range c.wait {
		delete(c.wait, id)
		w.ch <- reply{err: errGone}
	}
	close(c.done)
}

// drop answers everything that still waits for a session that is gone.
func (c *conn) drop(s target.SessionID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, w := range c.wait {
		if w.session == s {
			delete(c.wait, id)
			w.ch <- reply{err: errGone}
		}
	}
}

// close ends the connection and joins its goroutines.
func (c *conn) close() {
	_ = c.pipe.Close()
	c.wg.Wait()
}

// post queues a command and gives the channel of its answer, which holds one.
func (c *conn) post(s target.SessionID, method string, params any) <-chan reply {
	ch := make(chan reply, 1)
	raw, err := jsonv2.Marshal(params, chromedp.DefaultMarshalOptions)
	if err != nil {
		ch <- reply{err: err}
		return ch
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		ch <- reply{err: errGone}
		return ch
	}
	c.next++
	c.wait[c.next] = waiter{session: s, ch: ch}
	c.queue = append(c.queue, &cdproto.Message{
		ID: c.next, SessionID: s, Method: cdproto.MethodType(method), Params: raw,
	})
	select {
	case c.wake <- struct{}{}:
	default:
	}
	return ch
}

// answer is the answer of a posted command, yet to come.
type answer[R any] struct{ ch <-chan reply }

// send posts a typed command on a session; the empty session is the browser.
func send[P, R any](c *conn, s target.SessionID, cmd cdp.Command[P, R], p P) answer[R] {
	return answer[R]{ch: c.post(s, cmd.Method, p)}
}

// get waits for the answer, but no longer than ctx, and not when stop closes:
// then it gives errHalted and the caller looks for the reason.
func (a answer[R]) get(ctx context.Context, stop <-chan struct{}) (R, error) {
	var zero R
	select {
	case r := <-a.ch:
		return decodeReply[R](r)
	default:
	}
	select {
	case r := <-a.ch:
		return decodeReply[R](r)
	case <-stop:
		return zero, errHalted
	case <-ctx.Done():
		return zero, ctx.Err()
	}
}

func decodeReply[R any](r reply) (R, error) {
	var v R
	if r.err != nil {
		return v, r.err
	}
	if err := jsonv2.Unmarshal(r.result, &v, chromedp.DefaultUnmarshalOptions); err != nil {
		return v, err
	}
	return v, nil
}

var errHalted = errors.New("the page is halted")

// decode reads the payload of an event.
func decode[E any](_ cdp.Event[E], raw jsonv2.Value) (E, bool) {
	var v E
	err := jsonv2.Unmarshal(raw, &v, chromedp.DefaultUnmarshalOptions)
	return v, err == nil
}
