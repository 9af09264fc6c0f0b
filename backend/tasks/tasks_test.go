//go:build linux

package tasks_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
)

var seeds = flag.Int("seeds", 2, "how many seeds each task is solved with")

// task is a page and how to solve it.
type task struct {
	page  string
	solve func(*solver)
}

// allTasks are the task pages, by kinds.
func allTasks() []task {
	var all []task
	for _, kind := range [][]task{formTasks(), widgetTasks(), pageTasks(), listTasks(), pointTasks()} {
		all = append(all, kind...)
	}
	return all
}

// desk is a tester's place at the browser: it opens pages and reads rewards.
type desk struct {
	t     *testing.T
	tools agentTools
}

// open opens a task page and gives the words of its task.
func (d desk) open(page string, seed int) string {
	d.t.Helper()
	in := map[string]any{"url": fmt.Sprintf("%s/%s.html?seed=%d", one.pages.URL, page, seed)}
	if _, err := d.tools.call(d.t.Context(), "browser_navigate", in); err != nil {
		d.t.Fatal(err)
	}
	text, err := d.tools.call(d.t.Context(), "browser_snapshot", nil)
	if err != nil {
		d.t.Fatal(err)
	}
	m := parse(text).match(`^Task: (.*)$`)
	if m == nil {
		d.t.Fatalf("%s says no task:\n%s", page, text)
	}
	return m[1]
}

// reward is what the page gives: "1", "0", or "null" while it is not over.
func (d desk) reward() string {
	d.t.Helper()
	text, err := d.tools.call(d.t.Context(), "browser_evaluate", map[string]any{"function": "localStorage.getItem('outcome')"})
	if err != nil {
		d.t.Fatal(err)
	}
	return strings.Trim(text, `"`)
}

// solve lets a solver at a page and gives the reward.
func (d desk) solve(x task, goal string) (reward string, s *solver, err error) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), deadline)
	defer cancel()
	s = &solver{ctx: ctx, tools: d.tools, goal: goal}
	err = s.attempt(x.solve)
	// A question that nobody answered would stand in the way of the next page.
	_, _ = d.tools.call(ctx, "browser_dialog", map[string]any{"accept": false})
	return d.reward(), s, err
}

// TestTasks solves every task page, with each of the seeds.
func TestTasks(t *testing.T) {
	d := desk{t: t, tools: one.connect(t)}
	solved, all, calls := 0, 0, 0
	for _, x := range allTasks() {
		t.Run(x.page, func(t *testing.T) {
			d := desk{t: t, tools: d.tools}
			for seed := range *seeds {
				all++
				reward, s, err := d.solve(x, d.open(x.page, seed))
				calls += s.calls
				if err != nil || reward != "1" {
					t.Errorf("seed %d: reward %s, %v\ntask: %s\n%s", seed, reward, err, s.goal, strings.Join(s.trace, "\n"))
					continue
				}
				solved++
			}
		})
	}
	t.Logf("%d of %d solved: %d pages with %d seeds, %d calls", solved, all, len(allTasks()), *seeds, calls)
}
