package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/backend/contract"
	"github.com/batonbrowser/baton/backend/fault"
)

// operation makes the command of an operation.
func (p *program) operation(c contract.Command) *cobra.Command {
	last := len(c.Path) - 1
	use := strings.Join(strings.Fields(c.Usage())[last:], " ")
	cmd := &cobra.Command{Use: use, Aliases: c.Aliases, Short: c.Op.Title, Long: c.Op.Doc}
	cmd.Args = func(_ *cobra.Command, args []string) error { return fits(c, args) }
	for _, f := range c.Flags {
		addFlag(cmd, f)
	}
	if len(c.Args) > 0 && len(c.Args[0].Values) > 0 {
		cmd.ValidArgs = append(cmd.ValidArgs, c.Args[0].Values...)
	}
	keep := false
	if slices.Contains([]string{"agents_create", "agents_new_token"}, c.Op.Name) {
		cmd.Flags().BoolVar(&keep, "keep-token", false, "also keep the token in the data directory, for --agent NAME")
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		in, err := input(cmd, c, args)
		if err == nil && c.Op.List != "" {
			err = p.steps(in, c.Op.List)
		}
		if err != nil {
			return err
		}
		after := func(json.RawMessage) error { return nil }
		if keep {
			after = p.keepToken
		}
		return p.call(cmd, c.Op, in, after)
	}
	return cmd
}

func addFlag(cmd *cobra.Command, v contract.Value) {
	flags, help := cmd.Flags(), v.Help()
	switch v.Kind {
	case contract.Integer:
		flags.Int(v.Flag, 0, help)
	case contract.Number:
		flags.Float64(v.Flag, 0, help)
	case contract.Switch:
		flags.Bool(v.Flag, false, help)
	case contract.Texts:
		flags.StringArray(v.Flag, nil, help)
	case contract.JSON:
		flags.String(v.Flag, "", help+" (JSON)")
	case contract.Text, contract.Steps:
		flags.String(v.Flag, "", help)
	}
	if len(v.Values) > 0 {
		complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return v.Values, cobra.ShellCompDirectiveNoFileComp
		}
		cobra.CheckErr(cmd.RegisterFlagCompletionFunc(v.Flag, complete))
	}
}

// fits checks how many arguments there are.
func fits(c contract.Command, args []string) error {
	required, most := 0, len(c.Args)
	for _, a := range c.Args {
		if a.Required {
			required++
		}
		if a.Repeats() {
			most = len(args)
		}
	}
	switch {
	case len(args) < required:
		return fault.New(fault.InvalidInput, "baton %s: an argument is missing", strings.Join(c.Path, " ")).WithHint("usage: baton %s", c.Usage())
	case len(args) > most:
		return fault.New(fault.InvalidInput, "baton %s does not take %q", strings.Join(c.Path, " "), args[most]).
			WithHint("usage: baton %s; a text with spaces needs quotes", c.Usage())
	}
	return nil
}

// input makes the operation's input of arguments and of the flags that are given.
func input(cmd *cobra.Command, c contract.Command, args []string) (map[string]any, error) {
	in := map[string]any{}
	spare := len(args)
	for _, a := range c.Args {
		if a.Required {
			spare--
		}
	}
	for _, a := range c.Args {
		if !a.Required {
			if spare <= 0 { // the last arguments are the required ones
				continue
			}
			spare--
		}
		take := 1
		if a.Repeats() {
			take = len(args)
		}
		v, err := read(a, args[:take])
		if err != nil {
			return nil, err
		}
		in[a.Field], args = v, args[take:]
	}
	for _, f := range c.Flags {
		flag := cmd.Flags().Lookup(f.Flag)
		if flag == nil || !flag.Changed {
			continue
		}
		texts := []string{flag.Value.String()}
		if f.Kind == contract.Texts {
			texts, _ = cmd.Flags().GetStringArray(f.Flag)
		}
		v, err := read(f, texts)
		if err != nil {
			return nil, err
		}
		in[f.Field] = v
	}
	return in, nil
}

// read turns the text of an argument or flag into the value of its field.
func read(v contract.Value, texts []string) (any, error) {
	if v.Kind == contract.Texts {
		if len(texts) == 1 && texts[0] == "" { // how a list is emptied
			return []string{}, nil
		}
		return texts, nil
	}
	if v.Kind == contract.Steps {
		return texts, nil
	}
	text := texts[0]
	var value any = text
	var err error
	switch v.Kind {
	case contract.Integer:
		value, err = strconv.Atoi(text)
	case contract.Number:
		value, err = strconv.ParseFloat(text, 64)
	case contract.Switch:
		value, err = yes(text)
	case contract.JSON:
		if !json.Valid([]byte(text)) {
			err = fmt.Errorf("not JSON")
		}
		value = json.RawMessage(text)
	case contract.Text, contract.Texts, contract.Steps:
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "%s can't be %q", v.Flag, text).WithHint("it must be %s", want(v.Kind))
	}
	return value, nil
}

func want(k contract.Kind) string {
	switch k {
	case contract.Integer:
		return "a whole number"
	case contract.Switch:
		return "true or false"
	case contract.JSON:
		return "JSON"
	case contract.Number, contract.Text, contract.Texts, contract.Steps:
	}
	return "a number"
}

func yes(text string) (bool, error) {
	switch text {
	case "accept", "yes":
		return true, nil
	case "dismiss", "no":
		return false, nil
	}
	return strconv.ParseBool(text)
}
