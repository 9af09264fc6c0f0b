package egress

import (
	"io"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// tellEach is how often Options.Traffic is told, at most.
const tellEach = time.Second

// Traffic is what passed a gate since it was opened, in bytes on the side of the
// hosts, and what it refused.
type Traffic struct {
	Up, Down int64
	Refused  int64
	Refusals []Refusal // the newest first, as many as are kept
}

type meter struct{ up, down atomic.Int64 }

// Traffic gives the state now.
func (g *Gate) Traffic() Traffic {
	t := Traffic{Up: g.meter.up.Load(), Down: g.meter.down.Load()}
	g.mu.Lock()
	defer g.mu.Unlock()
	t.Refused = g.fails.refused
	for _, r := range slices.Backward(g.fails.refusals) {
		t.Refusals = append(t.Refusals, *r)
	}
	return t
}

// tell tells the traffic while it changes.
func (g *Gate) tell() {
	tick := time.NewTicker(tellEach)
	defer tick.Stop()
	var was Traffic
	for {
		select {
		case <-tick.C:
			if now := g.Traffic(); now.Up != was.Up || now.Down != was.Down || now.Refused != was.Refused {
				was = now
				g.options.Traffic(now)
			}
		case <-g.tunnels.Done():
			return
		}
	}
}

// counted is a connection to a host whose bytes are counted.
type counted struct {
	net.Conn
	meter *meter
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.meter.down.Add(int64(n))
	return n, err
}

func (c counted) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.meter.up.Add(int64(n))
	return n, err
}

// CloseWrite tells the host that nothing more comes, or closes the connection
// where that cannot be told.
func (c counted) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return c.Close()
}

// addrOf is where a connection leads, if it is one of TCP.
func addrOf(c net.Conn) netip.AddrPort {
	to, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}
	}
	return to.AddrPort()
}

// A tunnel that is quiet holds two small buffers; large ones are lent to those
// that have much to carry.
const (
	smallBuffer = 4 << 10
	largeBuffer = 64 << 10
)

// buffers lends large buffers.
type buffers struct{ pool sync.Pool }

// Get implements httputil.BufferPool.
func (b *buffers) Get() []byte {
	if p, ok := b.pool.Get().(*[]byte); ok {
		return *p
	}
	return make([]byte, largeBuffer)
}

// Put implements httputil.BufferPool.
func (b *buffers) Put(p []byte) { b.pool.Put(&p) }

// pass copies until one side ends, and tells the other.
func (b *buffers) pass(to net.Conn, from io.Reader) {
	err := b.carry(to, from)
	half, ok := to.(interface{ CloseWrite() error })
	if err != nil || !ok || half.CloseWrite() != nil {
		_ = to.Close()
	}
}

// carry copies until the end, with a large buffer while small ones are full.
func (b *buffers) carry(to io.Writer, from io.Reader) error {
	small := make([]byte, smallBuffer)
	buf := small
	defer func() {
		if len(buf) == largeBuffer {
			b.Put(buf)
		}
	}()
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF: //nolint:errorlint // as a Reader gives it
			return nil
		case err != nil:
			return err
		case n == smallBuffer && len(buf) == smallBuffer:
			buf = b.Get()
		case n < smallBuffer && len(buf) == largeBuffer:
			b.Put(buf)
			buf = small
		}
	}
}
