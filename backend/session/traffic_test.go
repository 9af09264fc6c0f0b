package session_test

import (
	"testing"
	"testing/synctest"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

// What passes the network gate is shown with the session, also when it has ended,
// and a host that it refuses is recorded with its reason.
func TestTrafficIsShown(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		s, b := w.open(t, spec("a"))
		refused := page.RefusedHost{Host: "printer.local", Port: 80, Way: "page", Reason: "local name", Count: 1}
		b.Tell(page.Event{Traffic: &page.Traffic{Up: 10, Down: 2000, Refused: 1, Hosts: []page.RefusedHost{refused}}})
		b.Tell(page.Event{Refused: &refused})
		synctest.Wait()
		must(t, s.Close(t.Context(), wire.ReasonClosed))
		n := s.View().Network
		if n == nil || n.Up != 10 || n.Down != 2000 || n.Refused != 1 || len(n.Hosts) != 1 || n.Hosts[0] != refused {
			t.Errorf("the session shows %+v", n)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, e := range w.recorded {
			if e.Kind == audit.HostRefused {
				if e.Host != "printer.local" || e.Result != "origin_refused" || e.Facts["reason"] != "local name" || e.Facts["port"] != "80" || e.By != audit.ByBaton {
					t.Errorf("recorded is %+v", e)
				}
				return
			}
		}
		t.Errorf("of %d entries none is of the refused host", len(w.recorded))
	})
}
