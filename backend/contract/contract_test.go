package contract

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/ops"
)

// What a registry must keep to, for every operation.
func TestOperationsAreWellMade(t *testing.T) {
	snake := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	seen := map[string]string{}
	for _, o := range ops.All() {
		t.Run(o.Name, func(t *testing.T) {
			for _, name := range append([]string{o.Name}, o.Aliases...) {
				if by := seen[name]; by != "" {
					t.Errorf("%s also names %s", name, by)
				}
				seen[name] = o.Name
				if !snake.MatchString(name) {
					t.Errorf("%s is not snake_case", name)
				}
			}
			if o.Title == "" || !strings.HasSuffix(o.Doc, ".") || len(o.Doc) > 300 {
				t.Errorf("title %q, doc %q: both are needed, the doc as one to three sentences", o.Title, o.Doc)
			}
			raw, err := json.Marshal(o.In)
			if err != nil {
				t.Fatal(err)
			}
			var in map[string]any
			if err := json.Unmarshal(raw, &in); err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"anyOf", "oneOf", "allOf", "$ref"} { // some providers refuse the whole list
				if in[word] != nil {
					t.Errorf("the input has %s at its top", word)
				}
			}
			if in["type"] != "object" || in["additionalProperties"] != false {
				t.Errorf("the input is no closed object: %s", raw)
			}
			for _, args := range [][]string{o.Args, o.In.Required} {
				for _, name := range args {
					if o.In.Properties[name] == nil {
						t.Errorf("%s is named, but no field", name)
					}
				}
			}
			for _, m := range pathField.FindAllStringSubmatch(o.Path, -1) {
				if o.In.Properties[m[1]] == nil {
					t.Errorf("the path has {%s}, which is no field", m[1])
				}
			}
			if (o.Method == "") != (o.Path == "") || o.Tool() && o.List == "" && o.Method != "" { // a list of calls has the route of all of them
				t.Errorf("method %q and path %q", o.Method, o.Path)
			}
		})
	}
	for _, o := range newModel(ops.All()).objects {
		for _, f := range o.fields {
			if !snake.MatchString(f.name) {
				t.Errorf("%s.%s is not snake_case", o.name, f.name)
			}
		}
	}
}

func TestRoutesAreDistinct(t *testing.T) {
	seen := map[string]string{}
	for _, o := range ops.All() {
		if o.Method == "" {
			continue
		}
		route := o.Method + " " + pathField.ReplaceAllString(o.Path, "{}")
		if by := seen[route]; by != "" {
			t.Errorf("%s and %s are both %s", o.Name, by, route)
		}
		seen[route] = o.Name
	}
}

// The model and the dispatcher read the same Go types in two ways.
func TestModelAgreesWithTheSchemas(t *testing.T) {
	m := newModel(ops.All())
	for _, o := range ops.All() {
		var fields, required []string
		for _, f := range m.objects[o.InType].fields {
			fields = append(fields, f.name)
			if !f.optional {
				required = append(required, f.name)
			}
		}
		if got := o.FieldNames(); !slices.Equal(got, fields) {
			t.Errorf("%s takes %v, the model says %v", o.Name, got, fields)
		}
		want := slices.Sorted(slices.Values(o.In.Required))
		if slices.Sort(required); !slices.Equal(required, want) {
			t.Errorf("%s requires %v, the model says %v", o.Name, want, required)
		}
	}
}

func TestReferencesOfTheDocumentAreThere(t *testing.T) {
	doc, err := OpenAPI("1")
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Components struct{ Schemas, Responses map[string]json.RawMessage }
	}
	if err := json.Unmarshal(doc, &parsed); err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`"#/components/(schemas|responses)/(\w+)"`).FindAllSubmatch(doc, -1)
	if len(found) == 0 {
		t.Fatal("the document has no references")
	}
	for _, f := range found {
		in := parsed.Components.Schemas
		if string(f[1]) == "responses" {
			in = parsed.Components.Responses
		}
		if in[string(f[2])] == nil {
			t.Errorf("%s is not there", f[0])
		}
	}
}

// Go can't list a type's constants at run time, its source can.
func TestEnumsAreComplete(t *testing.T) {
	for typ, listed := range enums() {
		var inSource []string
		for _, file := range parseDir(t, "../"+pkg(typ)) {
			inSource = append(inSource, constants(t, file, typ)...)
		}
		got := slices.Sorted(slices.Values(listed))
		if slices.Sort(inSource); !slices.Equal(got, inSource) {
			t.Errorf("%s: listed %v, the source has %v", typ, got, inSource)
		}
	}
	m := newModel(ops.All())
	for _, o := range m.objects {
		for _, f := range o.fields {
			if f.typ.Kind() == reflect.String && f.typ.Name() != "string" && pkg(f.typ) != "ident" && m.enums[f.typ] == nil {
				t.Errorf("%s.%s has the type %s, whose values are not listed", o.name, f.name, f.typ)
			}
		}
	}
}

func parseDir(t *testing.T, dir string) map[string]*ast.File {
	t.Helper()
	pkgs, err := parser.ParseDir(token.NewFileSet(), dir, nil, 0) //nolint:staticcheck // one directory without build tags is all that is read
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*ast.File{}
	for _, p := range pkgs {
		for name, f := range p.Files {
			if !strings.HasSuffix(name, "_test.go") {
				all[name] = f
			}
		}
	}
	return all
}

// constants lists the values of the constants that are declared with the type.
func constants(t *testing.T, file *ast.File, typ reflect.Type) (found []string) {
	t.Helper()
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		name, ok := spec.Type.(*ast.Ident)
		if !ok || name.Name != typ.Name() {
			return true
		}
		for _, v := range spec.Values {
			lit, ok := v.(*ast.BasicLit)
			if !ok {
				continue
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, text)
		}
		return true
	})
	return found
}

func TestCommandsAreDistinctAndShort(t *testing.T) {
	seen := map[string]string{}
	for _, c := range Commands(ops.All()) {
		last := len(c.Path) - 1
		for _, word := range append([]string{c.Path[last]}, c.Aliases...) {
			name := strings.Join(append(slices.Clone(c.Path[:last]), word), " ")
			if by := seen[name]; by != "" {
				t.Errorf("%q is %s and %s", name, by, c.Op.Name)
			}
			seen[name] = c.Op.Name
		}
		variadic := slices.IndexFunc(c.Args, func(v Value) bool { return v.Kind == Texts })
		if variadic >= 0 && variadic != len(c.Args)-1 {
			t.Errorf("%s: only the last argument may be repeated", c.Usage())
		}
		flags := map[string]bool{"data-dir": true, "json": true, "agent": true, "timeout": true, "log-level": true, "help": true}
		for _, f := range c.Flags {
			if flags[f.Flag] {
				t.Errorf("%s: --%s is taken", c.Usage(), f.Flag)
			}
			flags[f.Flag] = true
		}
	}
	for _, want := range []string{"navigate", "click", "press", "request-signin", "wait-for-user", "agents create", "profiles create", "sessions list", "audit list", "settings get", "status", "show"} {
		if seen[want] == "" {
			t.Errorf("there is no command %q", want)
		}
	}
}
