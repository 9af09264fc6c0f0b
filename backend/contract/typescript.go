package contract

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/secret"
)

// TypeScript gives the types of the API for the pages: an interface per Go type,
// a union per set of values, and Ops with the input and answer of every
// operation.
func TypeScript(all []*ops.Op) []byte {
	m := newModel(all)
	var b strings.Builder
	b.WriteString("// Generated from the registry of operations (backend/contract). Do not edit.\n\n")
	for _, t := range m.sortedEnums() {
		fmt.Fprintf(&b, "export type %s = %s\n", m.names[t], union(m.enums[t]))
	}
	for _, o := range m.sorted() {
		if len(o.fields) == 0 {
			fmt.Fprintf(&b, "\nexport type %s = Record<string, never>\n", o.name)
			continue
		}
		fmt.Fprintf(&b, "\nexport interface %s {\n", o.name)
		for _, f := range o.fields {
			m.member(&b, f)
		}
		b.WriteString("}\n")
	}
	b.WriteString("\nexport interface Ops {\n")
	for _, o := range all {
		fmt.Fprintf(&b, "  /** %s */\n  %s: { in: %s; out: %s }\n", o.Doc, o.Name, m.ts(o.InType), m.ts(o.OutType))
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

func (m *model) member(b *strings.Builder, f field) {
	if f.doc != "" {
		fmt.Fprintf(b, "  /** %s */\n", f.doc)
	}
	t, mark := f.typ, ""
	if f.optional {
		mark = "?"
	}
	text := ""
	switch {
	case len(f.enum) > 0:
		text = union(f.enum)
	case f.optional && t.Kind() == reflect.Pointer:
		text = m.ts(t.Elem())
	default:
		text = m.ts(t)
	}
	fmt.Fprintf(b, "  %s%s: %s\n", f.name, mark, text)
}

func union(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = "'" + v + "'"
	}
	return strings.Join(quoted, " | ")
}

// ts is the TypeScript of a Go type.
func (m *model) ts(t reflect.Type) string {
	if name, ok := m.names[t]; ok {
		return name
	}
	switch {
	case t == reflect.TypeFor[time.Time](), t == reflect.TypeFor[secret.Secret]():
		return "string"
	case t == reflect.TypeFor[json.RawMessage]():
		return "unknown"
	}
	switch t.Kind() { //nolint:exhaustive // what is left are the numbers
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Pointer:
		return m.ts(t.Elem()) + " | null"
	case reflect.Slice:
		return m.ts(t.Elem()) + "[]"
	case reflect.Map:
		return "Record<string, " + m.ts(t.Elem()) + ">"
	case reflect.Interface:
		return "unknown"
	}
	return "number"
}
