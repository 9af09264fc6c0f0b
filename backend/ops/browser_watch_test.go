package ops_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/wire"
)

// What the page asked of the network while the person drove is not told, neither
// then nor afterwards.
func TestNetworkOfThePersonIsTheirs(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	b.rack.Last().Ask("https://a.test/before")
	v := b.take(s)
	b.rack.Last().Ask("https://a.test/callback?code=secret")
	b.refused(a, "browser_network", `{}`, fault.PausedByUser)
	b.refused(a, "browser_console", `{}`, fault.PausedByUser)
	call[wire.Session](b, b.owner, "control_hand_back", ops.HandBackIn{SessionID: v.ID, Viewer: viewer})
	b.rack.Last().Ask("https://a.test/after")
	got := call[ops.NetworkLog](b, a, "browser_network", `{}`)
	if len(got.Requests) != 2 || got.Total != 2 || got.Requests[0].URL != "https://a.test/before" || got.Requests[1].URL != "https://a.test/after" {
		t.Errorf("the agent is told %+v", got.Requests)
	}
}

// What the network gate refused is told where the network is read, each host in
// a short line; what it refused while the person drove is not.
func TestRefusedHostsAreTold(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	host := page.RefusedHost{Host: "printer.local", Port: 80, Way: "request", Reason: "local name", Count: 3, Last: time.Now()}
	b.rack.Last().Tell(page.Event{Traffic: &page.Traffic{Refused: 3, Hosts: []page.RefusedHost{host}}})
	for s.View().Network == nil {
		runtime.Gosched()
	}
	got := call[ops.NetworkLog](b, a, "browser_network", `{}`)
	if _, words := got.Parts(); len(got.Refused) != 1 || words != "refused by Baton: printer.local:80 (local name), 3×" {
		t.Errorf("the agent is told %+v", got)
	}
	if got := call[ops.NetworkLog](b, a, "browser_network", `{"filter": "other"}`); len(got.Refused) != 0 {
		t.Errorf("by a filter it is told %+v", got.Refused)
	}
	v := b.take(s)
	host.Host, host.Last = "secret.test", time.Now()
	b.rack.Last().Tell(page.Event{Traffic: &page.Traffic{Refused: 4, Hosts: []page.RefusedHost{host}}})
	for s.View().Network.Refused != 4 {
		runtime.Gosched()
	}
	call[wire.Session](b, b.owner, "control_hand_back", ops.HandBackIn{SessionID: v.ID, Viewer: viewer})
	if got := call[ops.NetworkLog](b, a, "browser_network", `{}`); len(got.Refused) != 0 {
		t.Errorf("of the person's time it is told %+v", got.Refused)
	}
}
