package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/app/host"
)

// findings is what doctor prints with --json.
type findings struct {
	Usable bool         `json:"usable"`
	Checks []host.Check `json:"checks"`
}

func (p *program) doctor() *cobra.Command {
	cmd := &cobra.Command{
		Use: "doctor", Short: "Say what is missing on this machine and how to get it", GroupID: groupRun, Args: cobra.NoArgs,
		Long: "Look at what Baton needs on this machine, without changing anything.\n" +
			"The exit code is 0 when Baton can be used, 1 when something it needs is missing.",
	}
	options := p.hosting(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o, err := options()
		if err != nil {
			return err
		}
		ctx, cancel := p.limited(cmd)
		defer cancel()
		checks, err := host.Doctor(ctx, o)
		if err != nil {
			return err
		}
		f := findings{Checks: checks, Usable: !slices.ContainsFunc(checks, missing)}
		if p.json {
			err = p.sayJSON(f)
		} else {
			err = p.say(f.table())
		}
		if err == nil && !f.Usable {
			err = exit(1)
		}
		return err
	}
	return cmd
}

func missing(c host.Check) bool { return c.State == host.CheckMissing }

func (f findings) table() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range f.Checks {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\n", c.Name, c.State, c.Detail)
		if c.Hint != "" && c.State != host.CheckOK {
			_, _ = fmt.Fprintf(w, "\t\t%s\n", c.Hint)
		}
	}
	_ = w.Flush() // a strings.Builder takes everything
	if !f.Usable {
		return b.String() + "\nBaton can't be used yet."
	}
	return b.String() + "\nBaton can be used."
}
