package chrome

import (
	"context"

	"github.com/chromedp/cdproto/emulation"

	"github.com/batonbrowser/baton/backend/fault"
)

// width and height are those of the viewport in CSS pixels.
func (b *Browser) width() int  { return int(b.size.Load() >> 32) }
func (b *Browser) height() int { return int(b.size.Load() & 0xffffffff) }

func (b *Browser) setSize(width, height int) { b.size.Store(int64(width)<<32 | int64(height)) }

// metrics is how large the viewport is said to be.
func (b *Browser) metrics() emulation.SetDeviceMetricsOverrideParams {
	w, h := int64(b.width()), int64(b.height())
	return emulation.SetDeviceMetricsOverrideParams{Width: w, Height: h, DeviceScaleFactor: 1, ScreenWidth: w, ScreenHeight: h + chromeHeight}
}

// Resize gives all tabs, and those to come, another viewport.
func (b *Browser) Resize(ctx context.Context, width, height int) error {
	if b.o.Mode != Headless {
		return fault.New(fault.NotActionable, "the browser is a window on the desktop").WithHint("its size is the user's matter")
	}
	t, halt, err := b.current()
	if err != nil {
		return err
	}
	b.mu.Lock()
	b.setSize(width, height)
	var own <-chan reply
	for _, other := range b.order {
		a := send(b.c, other.s.id, emulation.SetDeviceMetricsOverride, b.metrics())
		if other == t {
			own = a.ch
		}
	}
	b.mu.Unlock()
	_, err = answer[any]{ch: own}.get(ctx, halt)
	return b.why(t, err)
}
