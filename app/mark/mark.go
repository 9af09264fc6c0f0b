// Package mark draws the mark of Baton, which is also its status sign: a bar
// (the baton) and two discs, the agent's above and the person's below. The
// filled disc holds the baton; the bar broken into «!» means that the person is
// needed. The geometry is that of the pages' own glyph, on a grid of 16, so that
// every edge lies on a whole pixel at 16. Everything is a pure function.
package mark

//go:generate go run ../../build icons

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
)

// Sign is what the mark says.
type Sign int

// The signs, in rising order of what goes before when several sessions run.
const (
	Idle Sign = iota
	Agent
	You
	Needs
)

// String names the sign as the pages do.
func (s Sign) String() string { return [...]string{"idle", "agent", "you", "needs"}[s] }

// samples is how many points per pixel and axis decide how much of it is covered.
const samples = 8

type point struct{ x, y float64 }

// shape tells whether a point lies inside.
type shape func(point) bool

func disc(cx, cy, r float64) shape {
	return func(p point) bool { return math.Hypot(p.x-cx, p.y-cy) <= r }
}

func ring(cx, cy, r, stroke float64) shape {
	return func(p point) bool { return math.Abs(math.Hypot(p.x-cx, p.y-cy)-r) <= stroke/2 }
}

func bar(x, y, w, h, r float64) shape {
	return func(p point) bool {
		dx := math.Abs(p.x-(x+w/2)) - (w/2 - r)
		dy := math.Abs(p.y-(y+h/2)) - (h/2 - r)
		return math.Hypot(max(dx, 0), max(dy, 0))+min(max(dx, dy), 0) <= r
	}
}

func signShapes(s Sign) []shape {
	shapes := []shape{bar(2, 1, 3, 14, 1.5)}
	if s == Needs {
		shapes = []shape{bar(2, 1, 3, 9, 1.5), disc(3.5, 13.3, 1.7)}
	}
	above, below := ring(10, 4, 2.3, 1.4), ring(10, 12, 2.3, 1.4)
	if s == Agent {
		above = disc(10, 4, 3)
	}
	if s == You {
		below = disc(10, 12, 3)
	}
	return append(shapes, above, below)
}

// Draw draws the sign in one colour on a transparent square of size pixels.
func Draw(s Sign, size int, ink color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for _, sh := range signShapes(s) {
		paint(img, sh, 16, ink)
	}
	return img
}

// App draws the icon of the program: the mark on a graphite ground.
func App(size int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	paint(img, bar(24, 24, 464, 464, 108), 512, color.NRGBA{0x1B, 0x1A, 0x18, 0xFF})
	// The mark stands in the middle at 62 %.
	inner := func(s shape) shape {
		return func(p point) bool { return s(point{256 + (p.x-256)/.62, 256 + (p.y-256)/.62}) }
	}
	paint(img, inner(bar(80, 32, 96, 448, 48)), 512, color.NRGBA{0xF2, 0xF1, 0xED, 0xFF})
	paint(img, inner(disc(336, 128, 96)), 512, color.NRGBA{0x3D, 0xBE, 0x98, 0xFF})
	paint(img, inner(ring(336, 384, 74, 44)), 512, color.NRGBA{0x6D, 0x9D, 0xFF, 0xFF})
	return img
}

// paint lays a shape, given on a grid of that many units, over the picture.
func paint(img *image.NRGBA, s shape, grid float64, ink color.NRGBA) {
	size := img.Bounds().Dx()
	unit := grid / float64(size)
	for y := range size {
		for x := range size {
			hits := 0
			for i := range samples * samples {
				px := (float64(x) + (float64(i%samples)+.5)/samples) * unit
				py := (float64(y) + (float64(i/samples)+.5)/samples) * unit
				if s(point{px, py}) {
					hits++
				}
			}
			if hits > 0 {
				img.SetNRGBA(x, y, over(ink, float64(hits)/(samples*samples), img.NRGBAAt(x, y)))
			}
		}
	}
}

func over(top color.NRGBA, cover float64, below color.NRGBA) color.NRGBA {
	a := float64(top.A) / 255 * cover
	b := float64(below.A) / 255 * (1 - a)
	mix := func(t, u uint8) uint8 { return uint8(math.Round((float64(t)*a + float64(u)*b) / (a + b))) }
	return color.NRGBA{mix(top.R, below.R), mix(top.G, below.G), mix(top.B, below.B), uint8(math.Round((a + b) * 255))}
}

// PNG encodes a picture.
func PNG(img image.Image) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, img) // a buffer takes everything, and the pictures are small
	return b.Bytes()
}

// ICO puts pictures of several sizes, none above 256, into one Windows icon.
func ICO(images ...image.Image) []byte {
	const head, entry = 6, 16
	var dir, data bytes.Buffer
	put := func(v any) { _ = binary.Write(&dir, binary.LittleEndian, v) }
	put([]uint16{0, 1, uint16(len(images))}) //nolint:gosec // a handful
	for _, img := range images {
		raw := PNG(img)
		side := uint8(img.Bounds().Dx() & 0xFF) // 256 is written as 0
		put([]uint8{side, side, 0, 0})
		put([]uint16{1, 32})
		put([]uint32{uint32(len(raw)), uint32(head + entry*len(images) + data.Len())}) //nolint:gosec // small
		data.Write(raw)
	}
	return append(dir.Bytes(), data.Bytes()...)
}
