package contract

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/ops"
)

// dict is a JSON object; encoding/json writes its keys in order.
type dict = map[string]any

// OpenAPI gives the OpenAPI 3.1 document of the HTTP API: POST /api/tools/{name}
// for every operation, and the routes that operations declare besides. Version
// is that of the Baton that serves it.
func OpenAPI(version string) ([]byte, error) {
	all := ops.All()
	m := newModel(all)
	paths := dict{}
	for _, o := range all {
		add(paths, "/api/tools/"+o.Name, "post", m.operation(o, o.Name, body(m.schema(o.InType)), nil))
		if o.Method != "" {
			params, in := m.rest(o)
			add(paths, o.Path, strings.ToLower(o.Method), m.operation(o, o.Name+"_rest", in, params))
		}
	}
	doc := dict{
		"openapi": "3.1.0",
		"info": dict{
			"title": "Baton", "version": version,
			"description": "The loopback API of Baton. Unknown fields are refused by name. GET /api/events is a stream of server-sent events, and /api/browser-profiles/agent-session/stream a WebSocket; /mcp speaks the Model Context Protocol.",
		},
		"servers":    []any{dict{"url": "http://127.0.0.1:4786"}},
		"security":   []any{dict{"token": []string{}}},
		"paths":      paths,
		"components": m.components(),
	}
	b, err := json.MarshalIndent(doc, "", "  ")
	return append(b, '\n'), err
}

func (m *model) components() dict {
	schemas := dict{}
	for _, o := range m.sorted() {
		schemas[o.name] = m.definition(o)
	}
	for t, e := range m.enums {
		schemas[m.names[t]] = dict{"type": "string", "enum": []string(e)}
	}
	return dict{
		"schemas":         schemas,
		"securitySchemes": dict{"token": dict{"type": "http", "scheme": "bearer", "description": "the token of an agent (bat_…) or of a window"}},
		"responses": dict{"Problem": dict{
			"description": "the call was refused or failed (RFC 9457); code is stable, hint says what to do",
			"content":     dict{"application/problem+json": dict{"schema": ref("Problem")}},
		}},
	}
}

func add(paths dict, path, method string, operation dict) {
	item, ok := paths[path].(dict)
	if !ok {
		item = dict{}
		paths[path] = item
	}
	item[method] = operation
}

func (m *model) operation(o *ops.Op, id string, in dict, params []any) dict {
	op := dict{
		"operationId": id, "summary": o.Title, "description": o.Doc, "tags": []string{string(o.Audience)},
		"responses": dict{
			"200":     dict{"description": "the answer", "content": dict{"application/json": dict{"schema": m.schema(o.OutType)}}},
			"default": dict{"$ref": "#/components/responses/Problem"},
		},
	}
	if in != nil {
		op["requestBody"] = in
	}
	if len(params) > 0 {
		op["parameters"] = params
	}
	return op
}

func body(schema dict) dict {
	return dict{"required": true, "content": dict{"application/json": dict{"schema": schema}}}
}

var pathField = regexp.MustCompile(`\{(\w+)\}`)

// rest says where a route takes its fields: those in the path there, the others
// in the query for GET and DELETE and in the body else.
func (m *model) rest(o *ops.Op) (params []any, in dict) {
	var inPath []string
	for _, found := range pathField.FindAllStringSubmatch(o.Path, -1) {
		inPath = append(inPath, found[1])
	}
	left := &object{typ: o.InType, side: given}
	for _, f := range m.objects[o.InType].fields {
		place := "query"
		switch {
		case slices.Contains(inPath, f.name):
			place = "path"
		case o.Method != "GET" && o.Method != "DELETE":
			left.fields = append(left.fields, f)
			continue
		}
		p := dict{"name": f.name, "in": place, "required": place == "path" || !f.optional, "schema": m.fieldSchema(f)}
		params = append(params, p)
	}
	if len(left.fields) > 0 {
		schema := m.definition(left)
		if len(inPath) == 0 {
			schema = m.schema(o.InType)
		}
		for _, f := range left.fields {
			if f.name == o.List {
				schema = dict{"oneOf": []any{m.schema(f.typ), schema}}
			}
		}
		in = body(schema)
	}
	return params, in
}

func (m *model) definition(o *object) dict {
	properties, required := dict{}, []string{}
	for _, f := range o.fields {
		properties[f.name] = m.fieldSchema(f)
		if !f.optional {
			required = append(required, f.name)
		}
	}
	d := dict{"type": "object", "properties": properties}
	if len(required) > 0 {
		d["required"] = required
	}
	if o.side == given {
		d["additionalProperties"] = false
	}
	return d
}

func (m *model) fieldSchema(f field) dict {
	t := f.typ
	if f.optional && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s := m.schema(t)
	if len(f.enum) > 0 {
		s["enum"] = f.enum
	}
	if f.doc != "" {
		s["description"] = f.doc
	}
	return s
}

func ref(name string) dict { return dict{"$ref": "#/components/schemas/" + name} }

// schema is the JSON schema of a Go type.
func (m *model) schema(t reflect.Type) dict {
	if name, ok := m.names[t]; ok {
		return ref(name)
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return dict{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[json.RawMessage]():
		return dict{}
	}
	switch t.Kind() { //nolint:exhaustive // what is left are the whole numbers
	case reflect.String:
		return dict{"type": "string"}
	case reflect.Bool:
		return dict{"type": "boolean"}
	case reflect.Float64, reflect.Float32:
		return dict{"type": "number"}
	case reflect.Pointer:
		return dict{"oneOf": []any{m.schema(t.Elem()), dict{"type": "null"}}}
	case reflect.Slice:
		return dict{"type": "array", "items": m.schema(t.Elem())}
	case reflect.Map:
		return dict{"type": "object", "additionalProperties": m.schema(t.Elem())}
	case reflect.Interface:
		return dict{}
	}
	return dict{"type": "integer"}
}
