package ops

import (
	"context"
	"fmt"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// The sizes that a viewport may have, in CSS pixels.
const (
	leastSize  = 200
	mostWidth  = 3840
	mostHeight = 2160
)

// ResizeIn is the input of browser_resize.
type ResizeIn struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

func (in ResizeIn) check() error {
	if in.Width < leastSize || in.Width > mostWidth || in.Height < leastSize || in.Height > mostHeight {
		return fault.New(fault.InvalidInput, "width must be %d to %d and height %d to %d", leastSize, mostWidth, leastSize, mostHeight).With("field", "width")
	}
	return nil
}

func resize(c *Call, in ResizeIn) (Done, error) {
	err := c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) error { return b.Resize(ctx, in.Width, in.Height) })
	if err != nil {
		return Done{}, err
	}
	c.Session.Resized(in.Width, in.Height)
	c.Session.Note(wire.Step{Tool: c.Op.Name, Object: fmt.Sprintf("%d × %d", in.Width, in.Height)})
	return Done{Message: fmt.Sprintf("The viewport is %d × %d.", in.Width, in.Height)}, nil
}
