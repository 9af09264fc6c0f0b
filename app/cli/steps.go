package cli

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/backend/contract"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// maxStdin is how much is read of the standard input; the host takes no more.
const maxStdin = 2 * ops.MaxInput

// steps turns the command lines of a batch into its calls. They are read by the
// very commands that would run them, so that a step means what it means alone.
func (p *program) steps(in map[string]any, field string) error {
	lines, _ := in[field].([]string)
	if len(lines) == 1 && lines[0] == "-" {
		text, err := io.ReadAll(io.LimitReader(p.in, maxStdin))
		if err != nil {
			return fault.Wrap(err, fault.InvalidInput, "the standard input can't be read")
		}
		lines = []string{string(text)}
		if !isList(lines[0]) {
			lines = slices.DeleteFunc(strings.Split(lines[0], "\n"), func(l string) bool {
				l = strings.TrimSpace(l)
				return l == "" || strings.HasPrefix(l, "#")
			})
		}
	}
	if len(lines) == 1 && isList(lines[0]) {
		if !json.Valid([]byte(lines[0])) {
			return fault.New(fault.InvalidInput, "the list of steps is not JSON").
				WithHint(`write it such as [{"tool": "browser_click", "input": {"ref": "e3"}}]`)
		}
		in[field] = json.RawMessage(lines[0])
		return nil
	}
	calls := []any{}
	for i, line := range lines {
		call, err := stepOf(line)
		if err != nil {
			f := fault.From(err)
			return fault.New(f.Code, "step %d: %s", i+1, f.Message).WithHint("%s", f.Hint)
		}
		calls = append(calls, call)
	}
	in[field] = calls
	return nil
}

func isList(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "[") }

// stepOf reads one command line as the call that it would make.
func stepOf(line string) (any, error) {
	args, err := split(line)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 && args[0] == "baton" {
		args = args[1:]
	}
	for _, c := range contract.Commands(ops.All()) {
		if !c.Op.Tool() || len(args) == 0 || args[0] != c.Path[0] && !slices.Contains(c.Aliases, args[0]) {
			continue
		}
		var in map[string]any
		cmd := &cobra.Command{
			Use: c.Path[0], SilenceErrors: true, SilenceUsage: true,
			Args: func(_ *cobra.Command, args []string) error { return fits(c, args) },
			RunE: func(cmd *cobra.Command, args []string) (err error) { in, err = input(cmd, c, args); return err },
		}
		for _, f := range c.Flags {
			addFlag(cmd, f)
		}
		cmd.SetArgs(args[1:])
		cmd.SetOut(io.Discard)
		if err := cmd.Execute(); err != nil {
			return nil, commandFault(err, cmd)
		}
		if in == nil { // it asked for help
			return nil, fault.New(fault.InvalidInput, "%q makes no call", line).WithHint("baton %s --help says more", c.Path[0])
		}
		return map[string]any{"tool": c.Op.Name, "input": in}, nil
	}
	return nil, fault.New(fault.InvalidInput, "%q is no command of a tool", line).WithHint("baton --help lists them")
}

// split cuts a command line into words: blanks part them, quotes of both kinds
// keep them together, and a backslash takes the next character as it is (but
// not within single quotes).
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun, quote, escaped := false, rune(0), false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
			word.WriteRune(r)
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && strings.ContainsRune(" \t\r\n", r):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 || escaped {
		return nil, fault.New(fault.InvalidInput, "a quote is not closed in %q", line).WithHint("close it, or put a backslash before it")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
