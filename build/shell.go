package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// tags are what a build with windows takes.
func tags() string {
	if runtime.GOOS == "linux" {
		return "desktop,production,webkit2_41"
	}
	return "desktop,production"
}

// call is one command of a step.
type call struct {
	dir  string
	env  []string
	args []string
}

// sh makes a call of words separated by blanks, run at the top of the repository.
func sh(line string) call { return call{args: strings.Fields(line)} }

// npm makes a call of npm in the folder of the pages.
func npm(line string) call {
	c := sh("npm " + line)
	c.dir = "frontend"
	return c
}

func (c call) with(env ...string) call { c.env = append(c.env, env...); return c }

func (c call) and(args ...string) call { c.args = append(c.args, args...); return c }

// command prepares the call. Where the system can, it is asked to end before it
// is killed, so that it can take its own children along.
func (c call) command(ctx context.Context, out io.Writer) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), c.env...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = 10 * time.Second
	if runtime.GOOS != "windows" {
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	}
	return cmd
}

func (c call) run(ctx context.Context, out io.Writer) error {
	_, _ = fmt.Fprintln(out, "$", strings.Join(c.args, " "))
	if err := c.command(ctx, out).Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(c.args, " "), err)
	}
	return nil
}

// all runs calls one after the other until one fails.
func all(calls ...call) func(context.Context, io.Writer) error {
	return func(ctx context.Context, out io.Writer) error {
		for _, c := range calls {
			if err := c.run(ctx, out); err != nil {
				return err
			}
		}
		return nil
	}
}

// quiet wants a call to succeed and to print nothing.
func quiet(c call, meaning string) func(context.Context, io.Writer) error {
	return func(ctx context.Context, out io.Writer) error {
		var text strings.Builder
		if err := c.run(ctx, io.MultiWriter(out, &text)); err != nil {
			return err
		}
		if _, rest, _ := strings.Cut(text.String(), "\n"); strings.TrimSpace(rest) != "" {
			return fmt.Errorf("%s:\n%s", meaning, rest)
		}
		return nil
	}
}
