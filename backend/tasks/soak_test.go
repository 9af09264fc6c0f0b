//go:build linux

package tasks_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var soak = flag.Int("soak", 150, "how many calls the soak makes")

// figure is how much of the machine the host has at a moment.
type figure struct {
	calls      int
	heap       float64 // MB that are in use after a collection
	resident   float64 // MB of the process
	goroutines int
	tabs       int
	processes  int
}

func (f figure) String() string {
	return fmt.Sprintf("%5d calls: heap %5.1f MB, resident %6.1f MB, %3d goroutines, %d tabs, %2d processes of Chrome", f.calls, f.heap, f.resident, f.goroutines, f.tabs, f.processes)
}

// TestSoak makes many calls of all kinds on pages of the corpora, as they come,
// and wants the host to be as large afterwards as it was when it was warm.
func TestSoak(t *testing.T) {
	s := newSoaker(t)
	var figures []figure
	every := max(*soak/10, 1)
	for n := 1; n <= *soak; n++ {
		s.step()
		if n%every == 0 {
			figures = append(figures, s.measure(n))
			t.Log(figures[len(figures)-1])
		}
	}
	s.leave()
	last := s.measure(*soak)
	t.Logf("refused: %v", s.refused)
	t.Logf("%v, with one tab again", last)
	if last.tabs != 1 {
		t.Errorf("%d tabs are left", last.tabs)
	}
	// The first tenths warm caches up; what grows with the calls grows after them too.
	warm := figures[len(figures)/3]
	if grown := last.heap - warm.heap; grown > 4+warm.heap/4 {
		t.Errorf("the heap grew by %.1f MB between call %d and call %d", grown, warm.calls, last.calls)
	}
	if grown := last.goroutines - warm.goroutines; grown > 10 {
		t.Errorf("%d goroutines more than at call %d", grown, warm.calls)
	}
}

type soaker struct {
	visitor
	rng     *rand.Rand
	pages   []string
	refs    []*node
	refused map[string]int
}

func newSoaker(t *testing.T) *soaker {
	t.Helper()
	s := &soaker{visitor: visitor{t: t, tools: one.connect(t)}, rng: rand.New(rand.NewPCG(1, 2)), refused: map[string]int{}}
	for _, name := range []string{"driver-pages", "login-pages-fathom", "login-forms-ddg", "aria-wpt"} {
		dir, url := corpus(t, name)
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if rel, relErr := filepath.Rel(dir, path); err == nil && relErr == nil && strings.HasSuffix(path, ".html") {
				s.pages = append(s.pages, url+filepath.ToSlash(rel))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	s.open(s.pages[0])
	return s
}

// step makes one call, chosen by chance.
func (s *soaker) step() {
	s.t.Helper()
	tool, in := s.choose()
	text, err := s.call(tool, in)
	if tool == "browser_snapshot" && err == nil {
		s.refs = slices.DeleteFunc(parse(text).nodes, func(n *node) bool { return n.ref == "" })
	}
	var r refusal
	switch {
	case err == nil:
	case !errors.As(err, &r):
		s.t.Errorf("%s %v: %v", tool, in, err)
	default:
		s.refused[r.code()]++
		// Refusals that say what to do are answers; these two would be faults of ours.
		if r.code() == "internal" || r.code() == "browser_unavailable" {
			s.t.Errorf("%s %v: %v", tool, in, err)
		}
	}
}

func (s *soaker) choose() (string, map[string]any) {
	n := s.rng.IntN(100)
	switch {
	case n < 16:
		return "browser_navigate", map[string]any{"url": s.pages[s.rng.IntN(len(s.pages))]}
	case n < 36:
		return "browser_snapshot", nil
	case n < 41:
		return "browser_read", nil
	case n < 44:
		return "browser_screenshot", map[string]any{"full_page": s.rng.IntN(2) == 0}
	case n < 47:
		return "browser_scroll", map[string]any{"direction": "down"}
	case n < 51:
		return "browser_press_key", map[string]any{"key": []string{"Tab", "Enter", "Escape", "ArrowDown", "Control+a"}[s.rng.IntN(5)]}
	case n < 54:
		return "browser_evaluate", map[string]any{"function": "document.title"}
	case n < 57:
		return []string{"browser_back", "browser_forward", "browser_reload"}[s.rng.IntN(3)], nil
	case n < 60:
		return "browser_tabs", map[string]any{"action": "new", "url": s.pages[s.rng.IntN(len(s.pages))]}
	case n < 65:
		return "browser_tabs", map[string]any{"action": []string{"select", "close", "close"}[s.rng.IntN(3)], "tab": strconv.Itoa(1 + s.rng.IntN(3))}
	case n < 68 || len(s.refs) == 0:
		return "browser_wait", map[string]any{"ms": 20}
	}
	ref := s.refs[s.rng.IntN(len(s.refs))]
	switch ref.role {
	case "textbox", "searchbox", "spinbutton":
		return "browser_fill", map[string]any{"ref": ref.ref, "text": "12 äé漢", "submit": s.rng.IntN(4) == 0}
	case "combobox":
		return "browser_select", map[string]any{"ref": ref.ref, "values": []string{ref.value}}
	}
	return []string{"browser_click", "browser_click", "browser_click", "browser_hover"}[s.rng.IntN(4)], map[string]any{"ref": ref.ref}
}

// measure tells how large the host is, with what the test itself holds.
func (s *soaker) measure(calls int) figure {
	s.t.Helper()
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	text, err := s.call("browser_tabs", nil)
	if err != nil {
		s.t.Errorf("tabs: %v", err)
	}
	return figure{
		calls: calls, heap: float64(m.HeapAlloc) / 1e6, resident: resident(s.t), goroutines: runtime.NumGoroutine(),
		tabs: strings.Count(text, "\n") + 1, processes: len(slices.Collect(maps.Keys(chromes(s.t)))),
	}
}

// resident is the memory of this process in MB.
func resident(t *testing.T) float64 {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(raw))[1])
	if err != nil {
		t.Fatal(err)
	}
	return float64(pages*os.Getpagesize()) / 1e6
}

// chromes are the processes below this one.
func chromes(t *testing.T) map[int]bool {
	t.Helper()
	parents := map[int]int{}
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range all {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		fields := strings.Fields(rest)
		pid, _ := strconv.Atoi(strings.Split(file, "/")[2])
		if len(fields) > 1 && fields[0] != "Z" {
			parents[pid], _ = strconv.Atoi(fields[1])
		}
	}
	below := map[int]bool{}
	for pid := range parents {
		for p := pid; p > 1; p = parents[p] {
			if parents[p] == os.Getpid() {
				below[pid] = true
				break
			}
		}
	}
	return below
}
