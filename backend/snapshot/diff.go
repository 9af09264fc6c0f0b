package snapshot

import (
	"regexp"
	"slices"
	"strings"
)

// Shown is the outline that an agent saw last: what Changes compares with.
type Shown struct {
	url     string
	options Options
	lines   []string
	cut     bool // there was more than the outline shows
}

// Show remembers a rendered outline.
func Show(r Result, o Options) Shown {
	o.HideValues = false // whoever drives, it is the same part of the page
	return Shown{url: r.URL, options: o, lines: lines(r.Outline), cut: r.Shown < r.Total}
}

// OptionsAt are those under which the outline was taken; on another page they
// mean nothing.
func (s Shown) OptionsAt(url string) Options {
	if bare(url) != bare(s.url) {
		return Options{}
	}
	return s.options
}

// IsZero tells whether nothing was shown yet.
func (s Shown) IsZero() bool { return s.url == "" && s.lines == nil }

func lines(outline string) []string {
	all := strings.Split(strings.TrimSuffix(outline, "\n"), "\n")
	// The counts of what was left out are no part of the page.
	return slices.DeleteFunc(all, func(l string) bool { return strings.HasPrefix(strings.TrimLeft(l, " "), "… ") })
}

// mostChanged is the part of an outline above which it is given whole.
const mostChanged = 0.6

// Changes tells what an outline has that the one before had not: «+» is before a
// new line, «-» before one that is gone, «~» before one whose element is the
// same and says something else. Lines without a sign say where that is. It gives
// false where the whole outline is the better answer: it is another page, or
// most of it is new.
func (s Shown) Changes(now Shown) (text string, ok bool) {
	if s.IsZero() || s.options != now.options || bare(s.url) != bare(now.url) {
		return "", false
	}
	d := differ{old: s.lines, new: now.lines, moved: s.cut || now.cut}
	d.run()
	text = d.b.String()
	if whole := strings.Join(now.lines, "\n"); len(text) > 400 && float64(len(text)) > mostChanged*float64(len(whole)) {
		return "", false
	}
	return text, true
}

// bare is an address without its fragment.
func bare(url string) string {
	url, _, _ = strings.Cut(url, "#")
	return url
}

type differ struct {
	old, new []string
	moved    bool // the end of an outline that was cut moves when lines come or go
	b        strings.Builder
	told     int // lines of new up to here are told, as places
}

var lineRef = regexp.MustCompile(`^ *- \S+ @(e[0-9]+)`)

func refOf(line string) string {
	if m := lineRef.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// run walks the longest common subsequence of the two.
func (d *differ) run() {
	a, b := d.old, d.new
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	a, b = a[head:len(a)-tail], b[head:len(b)-tail]
	common := table(a, b)
	var gone, came []int // of a and of b, in the hunk so far
	flush := func() {
		d.hunk(a, gone, came)
		gone, came = nil, nil
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			flush()
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			gone = append(gone, i)
			i++
		default:
			came = append(came, head+j)
			j++
		}
	}
	if d.moved && tail == 0 && len(came) == 0 {
		gone = nil // pushed out of what is shown
	}
	flush()
}

// table has the length of the longest common subsequence from each pair on.
func table(a, b []string) [][]int {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				t[i][j] = t[i+1][j+1] + 1
			} else {
				t[i][j] = max(t[i+1][j], t[i][j+1])
			}
		}
	}
	return t
}

// hunk writes lines that are gone and lines that came in their place.
func (d *differ) hunk(a []string, gone, came []int) {
	same := map[string]bool{}
	for _, j := range came {
		if r := refOf(d.new[j]); r != "" {
			same[r] = true
		}
	}
	was := map[string]bool{}
	for _, i := range gone {
		if r := refOf(a[i]); r != "" && same[r] {
			was[r] = true
			continue
		}
		d.b.WriteString("- " + a[i] + "\n")
	}
	for _, j := range came {
		d.place(j)
		sign := "+ "
		if r := refOf(d.new[j]); r != "" && was[r] {
			sign = "~ "
		}
		d.b.WriteString(sign + d.new[j] + "\n")
		d.told = j + 1
	}
}

// place writes the line under which a new line stands, if it was not told.
func (d *differ) place(j int) {
	depth := indent(d.new[j])
	for i := j - 1; i >= d.told; i-- {
		if l := d.new[i]; indent(l) < depth || strings.HasPrefix(strings.TrimSpace(l), "#") && indent(l) <= depth {
			d.b.WriteString("  " + l + "\n")
			return
		}
	}
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
