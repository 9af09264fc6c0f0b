package ops

import (
	"github.com/batonbrowser/baton/backend/wire"
)

// apart leaves Chrome time to end and to start again, twice when no window opens.
func apart(s Spec) Spec {
	s.Wait = 2 * openWait
	return s
}

// RealWindowIn is the input of live_real_window.
type RealWindowIn struct {
	Driving
	Back bool `json:"back,omitempty" jsonschema:"close the window and come back to the live view"`
}

func liveRealWindow(c *Call, in RealWindowIn) (wire.Session, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return wire.Session{}, err
	}
	if in.Back {
		return s.CloseWindow(c.Context, in.Viewer, in.Epoch)
	}
	return s.OpenWindow(c.Context, in.Viewer, in.Epoch)
}
