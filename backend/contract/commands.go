package contract

import (
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ops"
)

// Kind is how a value is written on the command line.
type Kind string

// The kinds of values.
const (
	Text    Kind = "text"
	Integer Kind = "integer"
	Number  Kind = "number"
	Switch  Kind = "switch"
	Texts   Kind = "texts" // may be given more than once
	JSON    Kind = "json"
	Steps   Kind = "steps" // command lines, or one JSON list
)

// Value is a field of an operation's input on the command line.
type Value struct {
	Field    string // in the input
	Flag     string // without the dashes
	Kind     Kind
	Doc      string
	Values   []string // the ones that are allowed; nil is any
	Required bool
}

// Command is an operation on the command line.
type Command struct {
	Op      *ops.Op
	Path    []string // such as «agents create» or «click»
	Aliases []string // other names of the last word
	Args    []Value  // by position
	Flags   []Value
}

// Commands gives the commands of the operations that the command line offers:
// agents' tools without their «browser_», the owner's operations as noun and
// verb. What is for windows alone is left out.
func Commands(all []*ops.Op) []Command {
	var out []Command
	for _, o := range all {
		if o.Audience == grant.ForOwnerWindow {
			continue
		}
		c := Command{Op: o, Path: path(o, all)}
		for _, a := range o.Aliases {
			c.Aliases = append(c.Aliases, kebab(strings.TrimPrefix(a, "browser_")))
		}
		if o.Name == "browser_press_key" {
			c.Aliases = append(c.Aliases, "press")
		}
		for _, name := range o.Args {
			c.Args = append(c.Args, value(o, name))
		}
		for _, name := range o.FieldNames() {
			if !slices.Contains(o.Args, name) {
				c.Flags = append(c.Flags, value(o, name))
			}
		}
		out = append(out, c)
	}
	return out
}

// path turns noun_verb into «noun verb», with the plural noun where another
// operation has it. The two names that people look for elsewhere are said here.
func path(o *ops.Op, all []*ops.Op) []string {
	switch {
	case o.Name == "request_browser_signin":
		return []string{"request-signin"}
	case o.Name == "window_open":
		return []string{"show"}
	case o.Tool():
		return []string{kebab(strings.TrimPrefix(o.Name, "browser_"))}
	}
	noun, verb, ok := strings.Cut(o.Name, "_")
	if !ok {
		return []string{o.Name}
	}
	plural := func(x *ops.Op) bool { return strings.HasPrefix(x.Name, noun+"s_") }
	if slices.ContainsFunc(all, plural) {
		noun += "s"
	}
	return []string{noun, kebab(verb)}
}

func value(o *ops.Op, name string) Value {
	s := o.In.Properties[name]
	v := Value{Field: name, Flag: kebab(name), Doc: s.Description, Kind: kind(s), Required: slices.Contains(o.In.Required, name)}
	if name == o.List {
		v.Kind = Steps
		v.Doc = "a command line without «baton», such as \"click e3\"; or one JSON list; or - to read either from the standard input, a step per line"
	}
	if v.Repeats() {
		v.Flag = strings.TrimSuffix(v.Flag, "s") // it is given once for each
	}
	for _, e := range s.Enum {
		if text, ok := e.(string); ok {
			v.Values = append(v.Values, text)
		}
	}
	return v
}

func kind(s *jsonschema.Schema) Kind {
	switch s.Type {
	case "string":
		return Text
	case "integer":
		return Integer
	case "number":
		return Number
	case "boolean":
		return Switch
	case "array":
		if s.Items != nil && s.Items.Type == "string" {
			return Texts
		}
	}
	return JSON
}

func kebab(name string) string { return strings.ReplaceAll(name, "_", "-") }

// Repeats tells whether the value may be given more than once.
func (v Value) Repeats() bool { return v.Kind == Texts || v.Kind == Steps }

// Usage is the command with its arguments, as help shows it.
func (c Command) Usage() string {
	words := slices.Clone(c.Path)
	for _, a := range c.Args {
		words = append(words, a.usage())
	}
	return strings.Join(words, " ")
}

func (v Value) usage() string {
	text := strings.ToUpper(v.Flag)
	if len(v.Values) > 0 {
		text = strings.Join(v.Values, "|")
	}
	if v.Repeats() {
		text += "..."
	}
	if !v.Required {
		text = "[" + text + "]"
	}
	return text
}

// Help says what the value is.
func (v Value) Help() string {
	help := v.Doc
	if len(v.Values) > 0 {
		if help != "" {
			help += "; "
		}
		help += "one of " + strings.Join(v.Values, ", ")
	}
	if v.Kind == Texts {
		help = strings.TrimPrefix(help+"; can be repeated", "; ")
	}
	return help
}
