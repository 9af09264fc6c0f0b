package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// step is one thing that can pass or fail. It begins when the steps that it
// needs have passed; if one of them failed, it counts as failed too. A step that
// is last begins when all others are over, and runs alone.
type step struct {
	name  string
	needs []string
	do    func(context.Context, io.Writer) error
	turn  turn
}

type turn int

const (
	anyTime turn = iota
	last
)

// atOnce is how many steps run side by side.
const atOnce = 2

// outcome is what a step came to.
type outcome struct {
	step step
	took time.Duration
	log  string
	err  error
}

var errNotRun = errors.New("not run, because a step that it needs failed")

// runSteps runs the steps in their order, two at a time, and returns an error if
// one failed. What a step prints goes to a file below logs, and is shown if the
// step fails.
func runSteps(ctx context.Context, steps []step, logs string) error {
	if err := os.MkdirAll(logs, 0o755); err != nil {
		return err
	}
	began := time.Now()
	results := make(chan outcome)
	waiting, passed, failed, silent := slices.Clone(steps), map[string]bool{}, map[string]bool{}, map[string]bool{}
	for running := 0; len(waiting) > 0 || running > 0; {
		for i := 0; i < len(waiting) && running < atOnce; {
			s := waiting[i]
			switch {
			case anyOf(s.needs, failed), anyOf(s.needs, silent):
				report(outcome{step: s, err: errNotRun})
				failed[s.name] = true
			case !allOf(s.needs, passed), s.turn == last && (running > 0 || len(waiting) > 1):
				i++
				continue
			default:
				running++
				go func() { results <- perform(ctx, s, logs) }()
			}
			waiting = slices.Delete(waiting, i, i+1)
		}
		if running == 0 {
			continue
		}
		o := <-results
		running--
		report(o)
		_, silent[o.step.name] = errors.AsType[unasked](o.err)
		passed[o.step.name], failed[o.step.name] = o.err == nil, o.err != nil && !silent[o.step.name]
	}
	good, bad := count(passed), count(failed)
	if n := count(silent); n > 0 {
		fmt.Printf("\n%d could not be asked: %s", n, strings.Join(names(silent), ", "))
	}
	fmt.Printf("\n%d passed, %d failed in %s\n", good, bad, time.Since(began).Round(time.Second))
	if bad > 0 {
		return fmt.Errorf("%d of %d steps failed", bad, len(steps))
	}
	return nil
}

// perform runs a step. Its programs write to the log by themselves: several of
// one step may do so at once.
func perform(ctx context.Context, s step, logs string) outcome {
	o := outcome{step: s, log: filepath.Join(logs, s.name+".log")}
	began := time.Now()
	log, err := os.OpenFile(o.log, os.O_CREATE|os.O_TRUNC|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		o.err = err
		return o
	}
	o.err = errors.Join(s.do(ctx, log), log.Close())
	o.took = time.Since(began)
	return o
}

func report(o outcome) {
	if o.err == nil {
		fmt.Printf("ok    %-12s %5.1f s\n", o.step.name, o.took.Seconds())
		return
	}
	if why, is := errors.AsType[unasked](o.err); is {
		fmt.Printf("?     %-12s %5.1f s  %v\n", o.step.name, o.took.Seconds(), why)
		return
	}
	fmt.Printf("FAIL  %-12s %5.1f s\n", o.step.name, o.took.Seconds())
	if text, err := os.ReadFile(o.log); err == nil && o.log != "" {
		fmt.Printf("%s\n", tail(text, 16<<10))
	}
	fmt.Printf("      %v\n", o.err)
}

func tail(text []byte, n int) []byte {
	if len(text) > n {
		return append([]byte("…"), text[len(text)-n:]...)
	}
	return text
}

// choose gives the named steps and all that they need, in order.
func choose(steps []step, names []string) ([]step, error) {
	if len(names) == 0 {
		return steps, nil
	}
	wanted := map[string]bool{}
	for _, n := range names {
		if !slices.ContainsFunc(steps, func(s step) bool { return s.name == n }) {
			return nil, fmt.Errorf("there is no step %q", n)
		}
		wanted[n] = true
	}
	// Steps stand after those they need, so one walk backwards finds all.
	for _, s := range slices.Backward(steps) {
		if wanted[s.name] {
			for _, n := range s.needs {
				wanted[n] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(steps), func(s step) bool { return !wanted[s.name] }), nil
}

func anyOf(names []string, set map[string]bool) bool {
	return slices.ContainsFunc(names, func(n string) bool { return set[n] })
}

func allOf(names []string, set map[string]bool) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !set[n] })
}

func count(set map[string]bool) int { return len(names(set)) }

func names(set map[string]bool) (all []string) {
	for name, yes := range set {
		if yes {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}
