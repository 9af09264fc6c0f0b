// Package contract derives what others read of Baton's API from the registry of
// operations: the OpenAPI document, the TypeScript types, the commands of the
// command line, and the reference of tools and of commands.
//
// Everything here is a pure function of ops.All() and of the types it reaches;
// nothing about an operation is written down a second time. What is kept as a
// file is compared by a golden test: go test ./backend/contract -update.
package contract

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/wire"
)

// field is one member of an object as it crosses the API.
type field struct {
	name     string
	typ      reflect.Type
	optional bool
	doc      string
	enum     []string // values of this field alone
}

// side is which way an object crosses the API.
type side string

const (
	given    side = "given" // an operation takes it: unknown fields are refused
	answered side = "answered"
)

// object is a Go struct as it crosses the API, with embedded structs flattened.
type object struct {
	name   string
	typ    reflect.Type
	fields []field
	side   side
}

// model is every type that the API speaks of, by its name.
type model struct {
	objects map[reflect.Type]*object
	enums   map[reflect.Type]enum
	names   map[reflect.Type]string
}

// newModel walks the types of the operations and those of the streams.
func newModel(all []*ops.Op) *model {
	m := &model{objects: map[reflect.Type]*object{}, enums: enums(), names: map[reflect.Type]string{}}
	for _, o := range all {
		m.walk(o.InType, given)
		m.walk(o.OutType, answered)
		m.narrow(o)
	}
	for _, t := range []reflect.Type{
		reflect.TypeFor[wire.Session](), reflect.TypeFor[wire.Event](), reflect.TypeFor[wire.WindowShow](),
		reflect.TypeFor[wire.ClientMessage](), reflect.TypeFor[wire.ServerMessage](), reflect.TypeFor[wire.FrameHeader](),
		reflect.TypeFor[wire.Problem](), reflect.TypeFor[request.Request](), reflect.TypeFor[audit.Entry](),
	} {
		m.walk(t, answered)
	}
	m.code()
	m.call()
	return m
}

// narrow writes the values that an operation allows into its input.
func (m *model) narrow(o *ops.Op) {
	in := m.objects[o.InType]
	for i := range in.fields {
		if values, ok := o.Enums[in.fields[i].name]; ok {
			in.fields[i].enum = values
		}
	}
}

// code gives a problem's code its values: the wire has it as text, so that it
// need not know of faults.
func (m *model) code() {
	p := m.objects[reflect.TypeFor[wire.Problem]()]
	for i := range p.fields {
		if p.fields[i].name == "code" {
			p.fields[i].typ = reflect.TypeFor[fault.Code]()
		}
	}
}

func (m *model) walk(t reflect.Type, way side) {
	switch {
	case plain(t):
		return
	case t.Kind() == reflect.Pointer, t.Kind() == reflect.Slice, t.Kind() == reflect.Map:
		m.walk(t.Elem(), way)
		return
	case t.Kind() != reflect.Struct:
		return
	}
	if o := m.objects[t]; o != nil && (o.side == given || way == answered) {
		return
	}
	o := &object{typ: t, side: way}
	m.objects[t] = o
	for _, f := range reflect.VisibleFields(t) {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "" || name == "-" {
			continue
		}
		o.fields = append(o.fields, field{
			name: name, typ: f.Type, optional: strings.Contains(rest, "omitempty") || strings.Contains(rest, "omitzero"), doc: f.Tag.Get("jsonschema"),
		})
		m.walk(f.Type, way)
	}
}

// plain types have a JSON form of their own.
func plain(t reflect.Type) bool {
	return t == reflect.TypeFor[time.Time]() || t == reflect.TypeFor[secret.Secret]() || t == reflect.TypeFor[json.RawMessage]()
}

// call names every type: its Go name, and with its package before it when two
// packages use the name. What crosses the wire itself keeps the short name.
func (m *model) call() {
	byName := map[string][]reflect.Type{}
	for t := range m.objects {
		byName[t.Name()] = append(byName[t.Name()], t)
	}
	for t := range m.enums {
		byName[t.Name()] = append(byName[t.Name()], t)
	}
	for name, types := range byName {
		for _, t := range types {
			m.names[t] = name
			if t == reflect.TypeFor[fault.Code]() || len(types) > 1 && pkg(t) != "wire" {
				m.names[t] = strings.ToUpper(pkg(t)[:1]) + pkg(t)[1:] + name
			}
		}
	}
	for t, o := range m.objects {
		o.name = m.names[t]
	}
}

func pkg(t reflect.Type) string { return t.PkgPath()[strings.LastIndex(t.PkgPath(), "/")+1:] }

// sorted lists the objects by name.
func (m *model) sorted() []*object {
	var all []*object
	for _, o := range m.objects {
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b *object) int { return cmp.Compare(a.name, b.name) })
	return all
}

// sortedEnums lists the named sets of values by name.
func (m *model) sortedEnums() []reflect.Type {
	var all []reflect.Type
	for t := range m.enums {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b reflect.Type) int { return cmp.Compare(m.names[a], m.names[b]) })
	return all
}
