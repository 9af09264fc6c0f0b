// Package ops has the operations of Baton: the one registry from which the HTTP
// routes, the MCP tools, the CLI, the OpenAPI document, the TypeScript types
// and the reference are derived, and the one dispatcher that every call passes.
//
// Guarantees: a call is refused for the first reason in the order of DESIGN §3
// (unknown_tool, invalid_input, not_granted, no_session, paused_by_user, then
// what the operation itself finds); a refused call changes nothing; handlers
// never ask who may, since the dispatcher did.
package ops

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/snapshot"
	"github.com/batonbrowser/baton/backend/wire"
)

// Needs says what must be there before an agent's operation runs.
type Needs string

// What an operation can need. A session that is needed and not there is opened
// (A4) or the call answers no_session.
const (
	NeedsNothing Needs = ""
	NeedsSession Needs = "session"
	OpensSession Needs = "opens"
)

// Example is a call that works, for the reference and the tests.
type Example struct {
	Page  string // a page of testdata that is open before
	In    any
	Shows string // a part of the text answer
}

// Spec describes an operation. It is the only place where one is described.
type Spec struct {
	Name     string
	Title    string
	Doc      string // one or two sentences for models and people
	Effect   grant.Effect
	Audience grant.Audience
	Needs    Needs
	Method   string   // of the REST route beside POST /api/tools/{name}; "" has none
	Path     string   // with {field} for path parameters
	Aliases  []string // other names that are answered too
	List     string   // the field that a bare JSON list stands for
	Args     []string // input fields the CLI takes by position
	Fields   map[string]string
	Enums    map[string][]string
	Evaluate bool
	Moves    bool          // it opens, goes, leaves or scrolls, and acts on nothing of a page
	Toolset  string        // "" is listed to every agent; see toolsets.go
	Wait     time.Duration // deadline of a call; 0 is 30 s
	Example  *Example
}

// Op is an operation of the registry.
type Op struct {
	Spec
	In      *jsonschema.Schema
	InType  reflect.Type
	OutType reflect.Type
	Out     func() *jsonschema.Schema
	decode  func() *jsonschema.Resolved
	bind    func(json.RawMessage) (func(*Call) (any, error), error)
}

// checker is an input with rules that no schema says. They are asked with the
// schema, before anyone looks for a session: invalid_input comes first.
type checker interface{ check() error }

// Rule is what the gate reads.
func (o *Op) Rule() grant.Rule {
	return grant.Rule{Name: o.Name, Effect: o.Effect, Audience: o.Audience, Evaluate: o.Evaluate, Moves: o.Moves}
}

// Tool tells whether agents can call the operation.
func (o *Op) Tool() bool { return o.Audience == grant.ForAgent }

// Call is one call under way.
type Call struct {
	Context   context.Context
	ID        ident.Call
	Principal grant.Principal
	App       *App
	Op        *Op
	Session   *session.Session // when the operation needs or opens one
	Progress  func(message string, elapsed time.Duration)
	object    string // what was acted on, for the record: an element or a place, never a value
	spot      string // where on the window, for the timeline
}

// Owner is whose things the call is about.
func (c *Call) Owner() ident.Owner { return c.Principal.Owner }

// Define makes an operation from its description and its handler; both schemas
// come from the types. What no command of the command line needs is made at its
// first use: each command is a process, and makes all operations anew. A type
// without a schema panics then, which the tests of the registry would show.
func Define[In, Out any](spec Spec, fn func(*Call, In) (Out, error)) *Op {
	o := &Op{
		Spec: spec, In: schema[In](), InType: reflect.TypeFor[In](),
		Out: sync.OnceValue(func() *jsonschema.Schema { return reported(spec, schema[Out]()) }), OutType: reflect.TypeFor[Out](),
	}
	for field, values := range spec.Enums {
		o.In.Properties[field].Enum = anySlice(values)
	}
	o.decode = sync.OnceValue(func() *jsonschema.Resolved {
		r, err := o.In.Resolve(nil)
		if err != nil {
			panic(spec.Name + ": " + err.Error())
		}
		return r
	})
	names, members := pageMembers(o.OutType)
	o.bind = func(raw json.RawMessage) (func(*Call) (any, error), error) {
		var in In
		if err := json.Unmarshal(raw, &in); err != nil {
			return nil, fault.Wrap(err, fault.InvalidInput, "the input does not fit %s", spec.Name)
		}
		if c, ok := any(in).(checker); ok {
			if err := c.check(); err != nil {
				return nil, err
			}
		}
		return func(c *Call) (any, error) {
			out, err := fn(c, in)
			if m, ok := any(&out).(marked); ok && err == nil {
				m.mark(names)
				m.warn(c.inspect(&out, members))
			}
			return out, err
		}, nil
	}
	return o
}

// reported adds the report of a hand-back to what an agent's tool answers.
func reported(spec Spec, out *jsonschema.Schema) *jsonschema.Schema {
	if spec.Audience == grant.ForAgent && spec.Name != "browser_wait_for_user" && out.Properties != nil {
		out.Properties[reportKey] = schema[wire.HandBack]()
	}
	return out
}

func anySlice(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

func schema[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: typeSchemas()})
	if err != nil {
		panic(reflect.TypeFor[T]().String() + ": " + err.Error())
	}
	tidy(s)
	return s
}

// typeSchemas gives schemas to types that the library can't infer: raw JSON is
// anything, times are RFC 3339, the tree of nodes is recursive.
func typeSchemas() map[reflect.Type]*jsonschema.Schema {
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {},
		reflect.TypeFor[StepInput]():       {Type: "object"},
		reflect.TypeFor[secret.Secret]():   {Type: "string"},
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
		reflect.TypeFor[snapshot.Node]():   {Type: "object", Description: "a node; its children have the same form"},
	}
}

// tidy writes "array" where the library says "null or array": a null list is
// not something Baton takes or gives.
func tidy(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if rest := slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" }); len(rest) == 1 {
		s.Type, s.Types = rest[0], nil
	}
	for _, p := range s.Properties {
		tidy(p)
	}
	tidy(s.Items)
}
