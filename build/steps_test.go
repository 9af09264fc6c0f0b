package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
)

// record is what ran, in the order of the beginnings.
type record struct {
	mu    sync.Mutex
	names []string
}

func (r *record) step(name string, err error, needs ...string) step {
	return step{name: name, needs: needs, do: func(context.Context, io.Writer) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.names = append(r.names, name)
		return err
	}}
}

func TestStepsFollowWhatTheyNeed(t *testing.T) {
	r, broken := &record{}, errors.New("broken")
	end := r.step("end", nil, "a")
	end.turn = last
	err := runSteps(t.Context(), []step{
		end,
		r.step("a", nil),
		r.step("b", broken),
		r.step("c", nil, "a"),
		r.step("d", nil, "b"),
		r.step("e", nil, "d"),
	}, t.TempDir())
	if err == nil || err.Error() != "3 of 6 steps failed" {
		t.Errorf("it ended with %v", err)
	}
	if slices.Contains(r.names, "d") || slices.Contains(r.names, "e") {
		t.Errorf("steps ran without what they need: %v", r.names)
	}
	if i := slices.Index(r.names, "c"); i < slices.Index(r.names, "a") {
		t.Errorf("the order was %v", r.names)
	}
	if r.names[len(r.names)-1] != "end" {
		t.Errorf("the last was %v", r.names)
	}
}

func TestChoose(t *testing.T) {
	all := testSteps()
	some, err := choose(all, []string{"lint"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range some {
		names = append(names, s.name)
	}
	if want := []string{"npm-ci", "generated", "vite", "vet", "lint"}; !slices.Equal(names, want) {
		t.Errorf("chosen %v, want %v", names, want)
	}
	if _, err := choose(all, []string{"nothing"}); err == nil {
		t.Error("an unknown step was chosen")
	}
}

// TestEveryNeedIsThere: a step that needs one that stands later, or nowhere, would
// wait for ever.
func TestEveryNeedIsThere(t *testing.T) {
	known := map[string]bool{}
	for _, s := range testSteps() {
		for _, n := range s.needs {
			if !known[n] {
				t.Errorf("%s needs %s, which does not come before it", s.name, n)
			}
		}
		known[s.name] = true
	}
}
