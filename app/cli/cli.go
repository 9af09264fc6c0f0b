// Package cli is the command line of Baton. The commands of the operations are
// made from the registry when the program starts (contract.Commands); what is
// written here is how they are called and shown, and the commands that run
// Baton itself.
//
// Guarantees: what was asked for goes to standard output and everything else to
// standard error; a refusal is one line «baton: …», with a second one that says
// what to do, and the exit code of its fault; nothing secret is printed but the
// token that a command was asked to make.
//
// Tools act as the agent Terminal, or as another agent that the user chose.
// Set-up commands act as the owner with scope Setup, through the running Baton or
// on the data directory itself when none runs.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// Main runs one command and gives its exit code. The commands that run Baton
// itself need the main goroutine.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	p := &program{in: os.Stdin, out: os.Stdout, errs: os.Stderr, version: version()}
	return p.run(ctx, args)
}

// version is what the build knows of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "dev-" + s.Value[:12]
		}
	}
	return "dev"
}

// program is one run of the command line.
type program struct {
	in      io.Reader
	out     io.Writer
	errs    io.Writer
	version string

	dataDir  string
	json     bool
	agent    string
	timeout  time.Duration
	logLevel string
}

func (p *program) run(ctx context.Context, args []string) int {
	root := p.root()
	root.SetArgs(args)
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.errs)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	p.json = p.json || asksJSON(args) // a command line that does not fit is not read to its end
	if quiet, ok := errors.AsType[exit](err); ok {
		return int(quiet)
	}
	f := commandFault(err, cmd)
	p.complain(f)
	return fault.Lookup(f.Code).Exit
}

// commandFault is the fault of a command that ended with err.
func commandFault(err error, cmd *cobra.Command) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if usageError(err) {
		return fault.New(fault.InvalidInput, "%s", err).WithHint("%s --help says more", cmd.CommandPath())
	}
	return fault.From(err)
}

// asksJSON tells whether --json is among the flags of a command line.
func asksJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json")
}

// usageError tells cobra's complaints about the command line, which have no type
// of their own, from what went wrong in a command.
func usageError(err error) bool {
	return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// exit ends the program without another word.
type exit int

// Error implements error.
func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

func (p *program) complain(f *fault.Error) {
	if p.json {
		_ = json.NewEncoder(p.errs).Encode(f)
		return
	}
	message, hint := ops.Refusal(f)
	_, _ = fmt.Fprintln(p.errs, "baton: "+message)
	if hint != "" {
		_, _ = fmt.Fprintln(p.errs, "       "+hint)
	}
}

// say prints an answer and ends its last line.
func (p *program) say(text string) error {
	if text == "" || text[len(text)-1] != '\n' {
		text += "\n"
	}
	_, err := io.WriteString(p.out, text)
	return err
}

// dir is the data directory that the command is about.
func (p *program) dir() (string, error) { return client.DataDir(p.dataDir) }

// limited gives the command's context, with --timeout if that is given.
func (p *program) limited(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	if p.timeout <= 0 {
		return context.WithCancel(cmd.Context())
	}
	return context.WithTimeout(cmd.Context(), p.timeout)
}

func (p *program) log() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(p.logLevel)); err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "--log-level must be debug, info, warn or error")
	}
	return slog.New(slog.NewTextHandler(p.errs, &slog.HandlerOptions{Level: level})), nil
}
