package contract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ops"
)

const generated = "<!-- Generated from the registry of operations (backend/contract). Do not edit. -->\n\n"

// Tools gives the reference of all operations, tools of agents first.
func Tools(all []*ops.Op) []byte {
	var b strings.Builder
	b.WriteString(generated + "# Tools and operations\n\n" +
		"Every operation is `POST /api/tools/NAME` with its input as JSON. Agents call the tools over MCP (`/mcp`), HTTP or the command line.\n" +
		"Unknown fields are refused; a field marked * is required. Errors carry a stable `code` and a `hint`.\n")
	for _, part := range []struct {
		title    string
		audience grant.Audience
	}{
		{"Tools of agents", grant.ForAgent},
		{"Operations of the owner", grant.ForOwner},
		{"Operations of the owner's windows", grant.ForOwnerWindow},
	} {
		b.WriteString("\n## " + part.title + "\n")
		for _, o := range all {
			if o.Audience == part.audience {
				tool(&b, o)
			}
		}
	}
	return []byte(b.String())
}

func tool(b *strings.Builder, o *ops.Op) {
	fmt.Fprintf(b, "\n### %s\n\n%s: %s\n\n", o.Name, o.Title, o.Doc)
	fmt.Fprintf(b, "- Effect: %s", o.Effect)
	if len(o.Aliases) > 0 {
		fmt.Fprintf(b, " · also answers to `%s`", strings.Join(o.Aliases, "`, `"))
	}
	if o.Method != "" {
		fmt.Fprintf(b, " · `%s %s`", o.Method, o.Path)
	}
	b.WriteString("\n")
	if o.Example != nil {
		if in, err := json.Marshal(o.Example.In); err == nil {
			fmt.Fprintf(b, "- Example: `%s`\n", in)
		}
	}
	if len(o.In.Properties) == 0 {
		return
	}
	b.WriteString("\n| Field | Type | |\n|---|---|---|\n")
	for _, name := range o.FieldNames() {
		s := o.In.Properties[name]
		mark := ""
		if slices.Contains(o.In.Required, name) {
			mark = "*"
		}
		fmt.Fprintf(b, "| `%s`%s | %s | %s |\n", name, mark, typeName(s), cell(value(o, name)))
	}
}

func typeName(s *jsonschema.Schema) string {
	if s.Type == "array" && s.Items != nil {
		return "array of " + typeName(s.Items)
	}
	return s.Type
}

// cell is a value's help without what the type already says.
func cell(v Value) string {
	switch v.Kind { //nolint:exhaustive // of the others the help is right
	case Texts:
		return v.Doc
	case Steps:
		return "each with tool and input; over HTTP the bare list is enough"
	}
	return v.Help()
}

// CLI gives the reference of the commands that come from operations.
func CLI(all []*ops.Op) []byte {
	var b strings.Builder
	b.WriteString(generated + "# Commands\n\n" +
		"Tools act as the agent *Terminal*, or as the agent whose token is in `BATON_TOKEN`. Every command takes `--json` for the answer as JSON.\n" +
		"The other commands (`serve`, `mcp`, `skill`, `doctor`, `version`, `completion`) say in their `--help` what they do.\n")
	for _, tools := range []bool{true, false} {
		if tools {
			b.WriteString("\n## The browser\n")
		} else {
			b.WriteString("\n## Set-up\n")
		}
		for _, c := range Commands(all) {
			if c.Op.Tool() == tools {
				command(&b, c)
			}
		}
	}
	return []byte(b.String())
}

func command(b *strings.Builder, c Command) {
	fmt.Fprintf(b, "\n### baton %s\n\n%s\n", c.Usage(), c.Op.Doc)
	if len(c.Aliases) > 0 {
		fmt.Fprintf(b, "\nAlso: `%s`\n", strings.Join(c.Aliases, "`, `"))
	}
	for _, a := range c.Args {
		if a.Kind == Steps {
			fmt.Fprintf(b, "\n%s: %s.\n", a.usage(), a.Doc)
		}
	}
	if len(c.Flags) == 0 {
		return
	}
	b.WriteString("\n| Flag | |\n|---|---|\n")
	for _, f := range c.Flags {
		what := ""
		if f.Kind != Switch {
			what = " " + strings.ToUpper(string(f.Kind))
			if f.Kind == Texts {
				what = " TEXT"
			}
		}
		fmt.Fprintf(b, "| `--%s%s` | %s |\n", f.Flag, what, f.Help())
	}
}
