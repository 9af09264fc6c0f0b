package ops_test

import (
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
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
