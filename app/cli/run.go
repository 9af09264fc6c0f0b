package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/app/host"
	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
)

// hosting adds the flags of a command that runs Baton, and gives what they say.
func (p *program) hosting(cmd *cobra.Command) func() (host.Options, error) {
	o := host.Options{In: p.in, Out: p.out, Version: p.version}
	cmd.Flags().IntVar(&o.Port, "port", host.DefaultPort, "where the API listens on 127.0.0.1")
	cmd.Flags().StringVar(&o.PassphraseFile, "passphrase-file", "", "a file with the passphrase that stands in for a keychain")
	cmd.Flags().StringArrayVar(&o.ChromeArgs, "chrome-arg", nil, "one more argument for Chrome; can be repeated")
	return func() (host.Options, error) {
		var err error
		if o.Port < 1 || o.Port > 65535 {
			return o, fault.New(fault.InvalidInput, "--port must be 1 to 65535")
		}
		if o.Log, err = p.log(); err != nil {
			return o, err
		}
		o.DataDir, err = p.dir()
		return o, err
	}
}

// desktop is what baton does without a command: it shows the window of the Baton
// that runs, or runs one.
func (p *program) desktop(root *cobra.Command) {
	options := p.hosting(root)
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 && !strings.HasPrefix(args[0], linkScheme) {
			return fault.New(fault.InvalidInput, "unknown command %q for %q", args[0], root.CommandPath()).WithHint("baton --help says more")
		}
		return nil
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		asked, err := requestOf(args)
		if err != nil {
			return err
		}
		o, err := options()
		if err != nil {
			return err
		}
		o.Request = asked
		e, err := running(cmd.Context(), o.DataDir)
		if err == nil {
			return p.showWindow(cmd.Context(), e, asked)
		}
		if !fault.Is(err, fault.NotRunning) {
			return err
		}
		o.Desktop = true
		return ended(cmd.Context(), host.Run(cmd.Context(), o))
	}
}

// showWindow asks the running Baton for its window.
func (p *program) showWindow(ctx context.Context, e client.Endpoint, asked ident.Request) error {
	c := client.New(e.URL, e.SetupToken)
	defer c.Close()
	var out ops.WindowOut
	if err := c.Call(ctx, "window_open", ops.WindowIn{Window: "manage", RequestID: asked}, &out); err != nil {
		return err
	}
	if !out.Native {
		return fault.New(fault.Conflict, "Baton runs without windows at %s", e.URL).
			WithHint("end it and start «baton», or look at it in a browser: start it as «baton serve --owner-link»")
	}
	return nil
}

func (p *program) serve() *cobra.Command {
	cmd := &cobra.Command{
		Use: "serve", Short: "Run Baton without windows", GroupID: groupRun, Args: cobra.NoArgs,
		Long: "Run Baton without windows until it is interrupted. Its pages work in an ordinary browser:\n" +
			"--owner-link prints a link that signs a browser in, once.",
	}
	options := p.hosting(cmd)
	link := cmd.Flags().Bool("owner-link", false, "print a link that opens the pages signed in; it works once")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o, err := options()
		if err != nil {
			return err
		}
		o.OwnerLink = *link
		return ended(cmd.Context(), host.Run(cmd.Context(), o))
	}
	return cmd
}

// ended takes an interrupt for the orderly end that it is.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
