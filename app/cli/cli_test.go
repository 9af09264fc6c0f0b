package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/backend/contract"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"baton": func() { os.Exit(Main(os.Args[1:])) }})
}

// The scripts run the real program on a data directory of their own, without a
// running Baton.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("BATON_DATA_DIR", e.WorkDir+"/data")
			return nil
		},
	})
}

// inputOf reads a command line as its operation's input.
func inputOf(t *testing.T, line ...string) (map[string]any, error) {
	t.Helper()
	var got map[string]any
	for _, c := range contract.Commands(ops.All()) {
		n := len(c.Path)
		if len(line) < n || strings.Join(line[:n], " ") != strings.Join(c.Path, " ") {
			continue
		}
		cmd := &cobra.Command{
			Use: "x", SilenceErrors: true, SilenceUsage: true,
			Args: func(_ *cobra.Command, args []string) error { return fits(c, args) },
			RunE: func(cmd *cobra.Command, args []string) (err error) {
				got, err = input(cmd, c, args)
				return err
			},
		}
		for _, f := range c.Flags {
			addFlag(cmd, f)
		}
		cmd.SetArgs(line[n:])
		err := cmd.Execute()
		return got, err
	}
	t.Fatalf("there is no command %v", line)
	return nil, nil
}

func TestACommandLineIsAnInput(t *testing.T) {
	for _, c := range []struct {
		line []string
		want string
	}{
		{[]string{"navigate", "https://a.test/?q=1&r=2"}, `{"url":"https://a.test/?q=1&r=2"}`},
		{[]string{"snapshot"}, `{}`},
		{[]string{"snapshot", "main", "--interactive-only", "--max-depth", "3"}, `{"selector":"main","interactive_only":true,"max_depth":3}`},
		{[]string{"click", "@e5", "--button", "right", "--modifier", "Shift", "--modifier", "Alt"}, `{"ref":"@e5","button":"right","modifiers":["Shift","Alt"]}`},
		{[]string{"click", "--x", "1.5", "--y", "-2"}, `{"x":1.5,"y":-2}`},
		{[]string{"type", "@e5", "Grüße 👋"}, `{"ref":"@e5","text":"Grüße 👋"}`},
		{[]string{"type", "just text"}, `{"text":"just text"}`},
		{[]string{"type", "@e5", "--submit", "--", "--dashes"}, `{"ref":"@e5","text":"--dashes","submit":true}`},
		{[]string{"fill", "@e5", ""}, `{"ref":"@e5","text":""}`},
		{[]string{"scroll"}, `{}`},
		{[]string{"scroll", "down", "300"}, `{"direction":"down","amount":300}`},
		{[]string{"select", "@e5", "one", "two"}, `{"ref":"@e5","values":["one","two"]}`},
		{[]string{"dialog", "dismiss"}, `{"accept":false}`},
		{[]string{"dialog", "accept", "--text", "yes"}, `{"accept":true,"text":"yes"}`},
		{[]string{"drag", "--path", `[{"x":1,"y":2},{"x":3,"y":4}]`}, `{"path":[{"x":1,"y":2},{"x":3,"y":4}]}`},
		{[]string{"wait-for-user", "30"}, `{"timeout_s":30}`},
		{[]string{"agents", "create", "Codex", "--browser", "--allow-host", "127.0.0.1:*", "--allow-host", "intra"}, `{"name":"Codex","browser":true,"allow_hosts":["127.0.0.1:*","intra"]}`},
		{[]string{"agents", "update", "Codex", "--browser=false", "--allow-host", ""}, `{"agent_id":"Codex","browser":false,"allow_hosts":[]}`},
		{[]string{"agents", "update", "Codex", "--only-host", "*.example.com", "--deny-host", "ads.example.com:*"}, `{"agent_id":"Codex","only_hosts":["*.example.com"],"deny_hosts":["ads.example.com:*"]}`},
		{[]string{"settings", "set", "--theme", "dark", "--idle-seconds", "60"}, `{"theme":"dark","idle_seconds":60}`},
		{[]string{"show", "manage"}, `{"window":"manage"}`},
	} {
		t.Run(strings.Join(c.line, " "), func(t *testing.T) {
			in, err := inputOf(t, c.line...)
			if err != nil {
				t.Fatal(err)
			}
			b, err := json.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			var got, want any
			if err := json.Unmarshal(b, &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(c.want), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestACommandLineThatDoesNotFit(t *testing.T) {
	for _, line := range [][]string{
		{"navigate"},
		{"navigate", "a", "b"},
		{"type"},
		{"select", "@e5"},
		{"scroll", "down", "far"},
		{"dialog", "maybe"},
		{"drag", "--path", "{"},
		{"wait", "1.5"},
		{"snapshot", "--max-depth", "x"},
		{"agents", "create"},
	} {
		in, err := inputOf(t, line...)
		if err == nil {
			t.Errorf("%v was read as %v", line, in)
		}
		if f := fault.From(err); f.Code == fault.InvalidInput && f.Hint == "" {
			t.Errorf("%v is refused without a hint: %v", line, err)
		}
	}
}

// Every command can explain itself, in words that fit a terminal.
func TestHelpOfEveryCommand(t *testing.T) {
	for _, c := range contract.Commands(ops.All()) {
		var out, errs bytes.Buffer
		p := &program{in: strings.NewReader(""), out: &out, errs: &errs, version: "test"}
		if code := p.run(t.Context(), append(c.Path, "--help")); code != 0 || errs.Len() > 0 {
			t.Errorf("%v --help: exit code %d, %s", c.Path, code, &errs)
		}
		for _, want := range append([]string{c.Op.Doc, "baton " + c.Usage()}, flagNames(c)...) {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%v --help does not say %q", c.Path, want)
			}
		}
	}
}

func flagNames(c contract.Command) (all []string) {
	for _, f := range c.Flags {
		all = append(all, "--"+f.Flag)
	}
	return all
}
