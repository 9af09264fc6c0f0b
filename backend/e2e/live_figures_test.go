//go:build e2e && linux

package e2e_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

var (
	liveTime   = flag.Duration("live", time.Second, "how long TestLiveFigures watches each time")
	liveEchoes = flag.Int("echoes", 4, "presses of TestLiveFigures on each page")
	liveRivals = flag.String("rivals", "", "also measure what Chrome itself can do, and the neighbour's live view from the npm packages in this folder, if it has them")
)

// A watching is a live view as its viewer has it.
type watching interface {
	open(url string)
	press()   // and release, in the square
	connect() // from now on pictures come
	leave()   // nobody watches any more
	pictures() <-chan shown
	used() (driver, below int) // CPU time so far, in 1/100 s
}

// figures are what was seen of a view.
type figures struct {
	name          string
	fps, kib      float64
	age           []time.Duration
	still, moving []time.Duration // from a press to the picture that shows it
	lost          int
	driver, below float64 // % of a core
}

// watchFor takes the pictures of a while.
func watchFor(v watching, d time.Duration) (list []shown, driver, below float64) {
	for len(v.pictures()) > 0 {
		<-v.pictures()
	}
	own0, below0 := v.used()
	began, end := time.Now(), time.After(d)
	for {
		select {
		case s := <-v.pictures():
			list = append(list, s)
		case <-end:
			own1, below1 := v.used()
			s := time.Since(began).Seconds()
			return list, float64(own1-own0) / s, float64(below1-below0) / s
		}
	}
}

// watched measures a view of a page that moves.
func watched(t *testing.T, v watching, name string) figures {
	t.Helper()
	f := figures{name: name}
	var list []shown
	list, f.driver, f.below = watchFor(v, *liveTime)
	f.sum(t, list, *liveTime)
	return f
}

func (f *figures) sum(t *testing.T, list []shown, d time.Duration) {
	t.Helper()
	var size, last int
	for _, s := range list {
		age, _, err := s.read()
		if err != nil {
			t.Fatalf("%s: a picture cannot be read: %v", f.name, err)
		}
		f.age = append(f.age, age)
		size += len(s.jpeg)
		if s.frame > 0 && int(s.frame) <= last {
			t.Errorf("%s: picture %d came after %d", f.name, s.frame, last)
		}
		last = int(s.frame)
	}
	f.fps = float64(len(list)) / d.Seconds()
	f.kib = float64(size) / 1024 / float64(max(len(list), 1))
}

// echoes presses and waits for the picture that shows it.
func echoes(v watching) (took []time.Duration, lost int) {
	white := false
	for range *liveEchoes {
		time.Sleep(time.Duration(100+rand.IntN(120)) * time.Millisecond)
		for len(v.pictures()) > 0 {
			<-v.pictures()
		}
		white = !white
		began := time.Now()
		v.press()
		if at, ok := firstThat(v, white); ok {
			took = append(took, at.Sub(began))
		} else {
			lost++
		}
	}
	return took, lost
}

func firstThat(v watching, white bool) (time.Time, bool) {
	end := time.After(patience)
	for {
		select {
		case s := <-v.pictures():
			if _, is, err := s.read(); err == nil && is == white {
				return s.at, true
			}
		case <-end:
			return time.Time{}, false
		}
	}
}

// press measures a view from the press to the picture.
func (f *figures) press(v watching, base string) {
	var lost [2]int
	v.open(base + "/still")
	time.Sleep(time.Second)
	f.still, lost[0] = echoes(v)
	v.open(base + "/moving")
	time.Sleep(time.Second)
	f.moving, lost[1] = echoes(v)
	f.lost = lost[0] + lost[1]
}

type liveTable struct{ b strings.Builder }

func (l *liveTable) row(cells ...string) { fmt.Fprintf(&l.b, "| %s |\n", strings.Join(cells, " | ")) }

func (l *liveTable) head() {
	l.row("live view of 1280 × 720", "pictures/s", "KiB each", "age of a picture [ms]", "press to picture, page at rest [ms]", "moving page [ms]", "not shown", "CPU of the driver [%]", "of Chrome [%]")
	l.row("---", "---", "---", "---", "---", "---", "---", "---", "---")
}

func (l *liveTable) figures(f figures) {
	lost := "-"
	if len(f.still)+len(f.moving)+f.lost > 0 {
		lost = fmt.Sprint(f.lost)
	}
	rate, size := "-", "-"
	if len(f.age) > 0 {
		rate, size = fmt.Sprintf("%.1f", f.fps), fmt.Sprintf("%.0f", f.kib)
	}
	driver := "-"
	if f.driver >= 0 {
		driver = fmt.Sprintf("%.1f", f.driver)
	}
	l.row(f.name, rate, size, spread(f.age), spread(f.still), spread(f.moving), lost, driver, fmt.Sprintf("%.0f", f.below))
}

// TestLiveFigures measures the live view from its viewers' side: pictures a second
// of a page that moves, how old they are, how long a press takes to be seen, and
// what it costs; while nobody watches, while the agent drives, while a person does,
// and with three viewers of whom one is slow. Whatever the figures are, each viewer
// gets each picture once and in order, and sees what the person did.
func TestLiveFigures(t *testing.T) {
	base := livePages(t)
	var table liveTable
	table.head()
	defer func() { t.Log("median / p95\n" + table.b.String()) }()
	ours(t, base, &table)
	if *liveRivals != "" {
		rivals(t, base, &table)
	}
}

func ours(t *testing.T, base string, table *liveTable) {
	v := newOurs(t)
	v.open(base + "/moving")
	time.Sleep(time.Second)
	if list, driver, below := watchFor(v, *liveTime); len(list) > 0 {
		t.Error("pictures came to nobody")
	} else {
		table.figures(figures{name: "Baton, nobody watches", driver: driver, below: below})
	}
	v.connect()
	time.Sleep(500 * time.Millisecond)
	agent := watched(t, v, "Baton, the agent drives")
	table.figures(agent)
	three(t, v, table, "the agent drives")
	v.take()
	time.Sleep(500 * time.Millisecond)
	person := watched(t, v, "Baton, a person drives")
	person.press(v, base)
	table.figures(person)
	if person.lost > 0 {
		t.Errorf("%d presses were never shown", person.lost)
	}
	three(t, v, table, "a person drives")
	if agent.fps == 0 || person.fps == 0 {
		t.Error("no pictures came of a page that moves")
	}
	v.leave()
	time.Sleep(500 * time.Millisecond)
	_, driver, below := watchFor(v, *liveTime)
	table.figures(figures{name: "Baton, nobody watches any more", driver: driver, below: below})
}

// three lets two more watch, one of whom takes half a second to draw a picture.
func three(t *testing.T, v *oursView, table *liveTable, when string) {
	second, slow := v.another(0), v.another(500*time.Millisecond)
	defer second.leave()
	defer slow.leave()
	time.Sleep(500 * time.Millisecond)
	lists := make(chan []shown, 2)
	for _, w := range []*oursView{second, slow} {
		go func() {
			list, _, _ := watchFor(w, *liveTime)
			lists <- append([]shown{{frame: uint64(w.delay)}}, list...)
		}()
	}
	first := watched(t, v, "Baton, "+when+", three watch: the first")
	table.figures(first)
	for range 2 {
		list := <-lists
		f := figures{name: "- the second", driver: -1}
		if list[0].frame > 0 {
			f.name = "- the third, who draws for 500 ms"
		}
		f.sum(t, list[1:], *liveTime)
		f.below = first.below
		table.figures(f)
	}
}

func rivals(t *testing.T, base string, table *liveTable) {
	type rival struct {
		name string
		view watching
	}
	all := []rival{
		{"raw CDP screencast, quality 80, acknowledged at once", newRaw(t, 80)},
		{"raw CDP screencast, quality 60, acknowledged at once", newRaw(t, 60)},
	}
	if program := rivalProgram(*liveRivals); program != "" {
		all = append(all, rival{"agent-browser's stream", newRival(t, program)})
	}
	for _, r := range all {
		v := r.view
		v.open(base + "/moving")
		time.Sleep(time.Second)
		_, driver, below := watchFor(v, *liveTime)
		table.figures(figures{name: r.name + ", nobody watches", driver: driver, below: below})
		v.connect()
		time.Sleep(500 * time.Millisecond)
		f := watched(t, v, r.name)
		f.press(v, base)
		table.figures(f)
		v.leave()
	}
}

// TestLastChangeIsShown: what a page shows when it comes to rest is what its
// watchers see, also where Chrome made fewer pictures than the page.
func TestLastChangeIsShown(t *testing.T) {
	v := newOurs(t)
	v.open(livePages(t) + "/still")
	v.connect()
	for range *liveEchoes {
		v.agent.must("browser_evaluate", map[string]any{"function": fmt.Sprintf("burst(%d)", 5+rand.IntN(40)), "keep_refs": true})
		for _, white := range []bool{false, true} {
			if _, ok := firstThat(v, white); !ok {
				t.Fatalf("white %t was never shown", white)
			}
		}
	}
}
