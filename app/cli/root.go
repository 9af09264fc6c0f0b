package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/backend/contract"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// The groups of the help text.
const (
	groupRun   = "run"
	groupPage  = "page"
	groupSetup = "setup"
)

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "baton",
		Short: "A real browser for your agents, with you at the wheel",
		Long: "Baton gives AI agents a real Chrome on this machine. You watch live, take over when a\n" +
			"login or an order needs you, and hand back.\n\n" +
			"Without a command it opens the desktop app.",
		SilenceUsage: true, SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&p.dataDir, "data-dir", "", "where Baton keeps its data (BATON_DATA_DIR)")
	flags.BoolVar(&p.json, "json", false, "print the answer, or the refusal, as JSON")
	flags.StringVar(&p.agent, "agent", "", "act as this agent, whose token was kept with --keep-token")
	flags.DurationVar(&p.timeout, "timeout", 0, "give up after this time, such as 30s")
	flags.StringVar(&p.logLevel, "log-level", "info", "what a Baton that runs here logs: debug, info, warn or error")
	root.AddGroup(
		&cobra.Group{ID: groupRun, Title: "Run Baton:"},
		&cobra.Group{ID: groupPage, Title: "Use a browser, as an agent does:"},
		&cobra.Group{ID: groupSetup, Title: "Set up:"},
	)
	p.desktop(root)
	root.AddCommand(p.serve(), p.mcp(), p.skill(), p.doctor(), p.versionCommand())
	p.operations(root)
	root.SetHelpCommandGroupID(groupRun)
	root.SetCompletionCommandGroupID(groupRun)
	return root
}

// operations adds a command for every operation that the command line offers.
func (p *program) operations(root *cobra.Command) {
	nouns := map[string]*cobra.Command{}
	for _, c := range contract.Commands(ops.All()) {
		cmd := p.operation(c)
		if len(c.Path) == 1 {
			cmd.GroupID = groupSetup
			if c.Op.Tool() {
				cmd.GroupID = groupPage
			}
			root.AddCommand(cmd)
			continue
		}
		name := c.Path[0]
		if nouns[name] == nil {
			nouns[name] = noun(name)
			root.AddCommand(nouns[name])
		}
		nouns[name].AddCommand(cmd)
		nouns[name].Short = verbs(nouns[name])
	}
}

// noun is a command that only has others below it.
func noun(name string) *cobra.Command {
	return &cobra.Command{
		Use: name, GroupID: groupSetup,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return fault.New(fault.InvalidInput, "%s has no command %q", cmd.CommandPath(), args[0]).
				WithHint("it has %s", verbs(cmd))
		},
	}
}

func verbs(cmd *cobra.Command) string {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return strings.Join(names, ", ")
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Say which Baton this is", GroupID: groupRun, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if p.json {
				return p.sayJSON(map[string]string{"version": p.version})
			}
			return p.say("baton " + p.version)
		},
	}
}
