package cli

import (
	"context"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/mcpapi"
)

func (p *program) mcp() *cobra.Command {
	return &cobra.Command{
		Use: "mcp", Short: "Speak MCP on standard input and output", GroupID: groupRun, Args: cobra.NoArgs,
		Long: "Speak the Model Context Protocol on standard input and output, for clients that start a program.\n" +
			"Calls go to the running Baton, as the agent Terminal or the one whose token is in BATON_TOKEN.\n" +
			"It may be started before Baton and stays when Baton is restarted.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := p.dir()
			if err != nil {
				return err
			}
			b := &absence{p: p}
			return mcpapi.Bridge(cmd.Context(), io.NopCloser(p.in), keepOpen{p.out}, p.version,
				func(ctx context.Context) (string, string, error) {
					base, token, err := p.locate(dir)
					b.noticed(err)
					return base, token, err
				})
		},
	}
}

// absence says on standard error that Baton can't be used, once each time.
type absence struct {
	p    *program
	mu   sync.Mutex
	said bool
}

func (a *absence) noticed(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil && !a.said {
		a.p.complain(fault.From(err))
	}
	a.said = err != nil
}

// keepOpen is a writer that outlives the one who closes it.
type keepOpen struct{ io.Writer }

// Close implements io.Closer.
func (keepOpen) Close() error { return nil }
