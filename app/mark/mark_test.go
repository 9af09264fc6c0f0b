package mark_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/batonbrowser/baton/app/mark"
)

// TestEdgesOnPixels: at 16 every straight edge of the mark lies on a whole pixel.
func TestEdgesOnPixels(t *testing.T) {
	ink := color.NRGBA{0x1B, 0x1A, 0x18, 0xFF}
	img := mark.Draw(mark.Idle, 16, ink)
	for y := 3; y < 13; y++ {
		for x, want := range map[int]uint8{1: 0, 2: 255, 3: 255, 4: 255, 5: 0} {
			if got := img.NRGBAAt(x, y).A; got != want {
				t.Errorf("pixel %d,%d of the bar has alpha %d, want %d", x, y, got, want)
			}
		}
	}
}

// TestSignsDiffer: the signs are told apart by shape, not by colour, and the
// filled disc stands with whoever holds the baton.
func TestSignsDiffer(t *testing.T) {
	ink := color.NRGBA{A: 0xFF}
	above, below, gap := image.Pt(20, 8), image.Pt(20, 24), image.Pt(7, 21)
	for _, c := range []struct {
		sign              mark.Sign
		above, below, gap bool
	}{
		{mark.Idle, false, false, true},
		{mark.Agent, true, false, true},
		{mark.You, false, true, true},
		{mark.Needs, false, false, false},
	} {
		img := mark.Draw(c.sign, 32, ink)
		full := func(p image.Point) bool { return img.NRGBAAt(p.X, p.Y).A > 200 }
		if full(above) != c.above || full(below) != c.below || full(gap) != c.gap {
			t.Errorf("%s: above %t, below %t, bar whole %t", c.sign, full(above), full(below), full(gap))
		}
	}
}

func TestICOHoldsEverySize(t *testing.T) {
	raw := mark.ICO(mark.App(32), mark.App(16))
	if !bytes.Equal(raw[:6], []byte{0, 0, 1, 0, 2, 0}) {
		t.Fatalf("header %v", raw[:6])
	}
	for i, size := range []int{32, 16} {
		entry := raw[6+16*i:]
		offset := int(entry[12]) | int(entry[13])<<8 | int(entry[14])<<16
		img, err := png.Decode(bytes.NewReader(raw[offset:]))
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds().Dx() != size || int(entry[0]) != size {
			t.Errorf("entry %d is %v, named %d", i, img.Bounds(), entry[0])
		}
	}
}
