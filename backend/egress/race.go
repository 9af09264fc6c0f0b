package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"
)

// nextAfter is how long an address has to answer before the next one is tried
// beside it (RFC 8305 §5).
const nextAfter = 250 * time.Millisecond

type attempt struct {
	conn net.Conn
	addr netip.AddrPort
	err  error
}

// firstOf connects to addresses in their order, to the next one when the one
// before has failed or takes long, and gives the first connection there is.
func firstOf(ctx context.Context, addrs []netip.AddrPort, dial func(context.Context, netip.AddrPort) (net.Conn, error)) (net.Conn, netip.AddrPort, error) {
	ctx, cancel := context.WithCancel(ctx)
	var tries sync.WaitGroup
	defer tries.Wait()
	defer cancel()
	results := make(chan attempt)
	try := func(to netip.AddrPort) {
		c, err := dial(ctx, to)
		select {
		case results <- attempt{c, to, err}:
		case <-ctx.Done():
			if c != nil {
				_ = c.Close()
			}
		}
	}
	var first error
	for next, open := 0, 0; ; {
		if next < len(addrs) {
			to := addrs[next]
			tries.Go(func() { try(to) })
			next, open = next+1, open+1
		}
		late := time.NewTimer(nextAfter)
		select {
		case r := <-results:
			late.Stop()
			open--
			if r.err == nil {
				return r.conn, r.addr, nil
			}
			if first == nil {
				first = r.err
			}
			if open == 0 && next == len(addrs) {
				return nil, netip.AddrPort{}, first
			}
		case <-late.C:
		case <-ctx.Done():
			late.Stop()
			return nil, netip.AddrPort{}, errors.Join(ctx.Err(), first)
		}
	}
}
