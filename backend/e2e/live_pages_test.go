//go:build e2e && linux

package e2e_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The pages of the live figures say in their pictures when they were drawn: 24
// squares at the top are the bits of the time in milliseconds. A square below is
// white after every other press.

const (
	livePageWidth = 1280
	liveBits      = 24
	liveSquare    = 40 // CSS pixels
)

// livePages serves a page at rest (/still) and one that never stops (/moving).
func livePages(t *testing.T) string {
	page := func(moves string) string {
		return `<!doctype html><title>Live</title><style>body{margin:0}canvas{display:block}</style><canvas id=c width=1280 height=600></canvas><script>
const g = c.getContext('2d'); let n = 0, frames = 0; window.framesDrawn = () => frames;
function square(i, on) { g.fillStyle = on ? '#fff' : '#000'; g.fillRect(i % 24 * 48, i < 24 ? 0 : 440, i < 24 ? 48 : 160, i < 24 ? 40 : 160); }
function stamp() { const t = Math.round(performance.timeOrigin + performance.now()); for (let i = 0; i < 24; i++) square(i, Math.floor(t / 2 ** i) % 2); square(24, n % 2); }
function scene(t) { g.fillStyle = '#123'; g.fillRect(0, 0, 1280, 600);
  for (let i = 0; i < 120; i++) { const a = t / 900 + i * 0.21; g.fillStyle = 'hsl(' + (i * 11 + t / 20) % 360 + ' 80% 60%)';
    g.beginPath(); g.arc(640 + Math.cos(a) * (80 + i * 4), 300 + Math.sin(a * 1.3) * 220, 10 + i % 14, 0, 7); g.fill(); } }
function draw(t) { frames++; if (` + moves + `) { scene(t); requestAnimationFrame(draw); } stamp(); }
addEventListener('mousedown', () => { n++; if (!` + moves + `) requestAnimationFrame(draw); });
function burst(k) { n = k ? 0 : 1; if (k) { scene(performance.now()); requestAnimationFrame(() => burst(k - 1)); } stamp(); }
scene(0); requestAnimationFrame(draw);
</script>`
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, page(strconv.FormatBool(r.URL.Path == "/moving")))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// shown is a picture as it came to a viewer.
type shown struct {
	at    time.Time
	jpeg  []byte
	frame uint64 // its number, where they have one
}

// read gives when a picture was drawn, before when it came, and whether the
// square is white.
func (s shown) read() (age time.Duration, white bool, err error) {
	img, err := jpeg.Decode(bytes.NewReader(s.jpeg))
	if err != nil {
		return 0, false, err
	}
	scale := float64(img.Bounds().Dx()) / livePageWidth
	var drawn int64
	for i := range liveBits {
		if light(img, scale, float64(i*48+24), liveSquare/2) {
			drawn |= 1 << i
		}
	}
	const turn = 1 << liveBits
	ms := (s.at.UnixMilli() - drawn) % turn
	if ms > turn/2 { // clocks differ by less than a millisecond
		ms -= turn
	}
	return time.Duration(ms) * time.Millisecond, light(img, scale, 80, 520), nil
}

func light(img image.Image, scale, x, y float64) bool {
	r, _, _, _ := img.At(int(x*scale), int(y*scale)).RGBA()
	return r > 0x8000
}

// used adds up the CPU time of a process, and that of all below it, in 1/100 s.
func used(root int) (own, below int) {
	kids, use := map[int][]int{}, map[int]int{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(strings.Split(f, "/")[2])
		w := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+2:]))
		parent, _ := strconv.Atoi(w[1])
		user, _ := strconv.Atoi(w[11])
		system, _ := strconv.Atoi(w[12])
		kids[parent] = append(kids[parent], pid)
		use[pid] = user + system
	}
	var sum func(int) int
	sum = func(p int) int {
		n := use[p]
		for _, k := range kids[p] {
			n += sum(k)
		}
		return n
	}
	return use[root], sum(root) - use[root]
}

// spread is the median and the 95th percentile of times, in milliseconds.
func spread(d []time.Duration) string {
	if len(d) == 0 {
		return "-"
	}
	slices.Sort(d)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return fmt.Sprintf("%.0f / %.0f", ms(d[len(d)/2]), ms(d[min(len(d)-1, len(d)*95/100)]))
}
