package ops

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/batonbrowser/baton/backend/fault"
)

// MaxInput is the largest input of a call in bytes.
const MaxInput = 1 << 20

// decodeInput checks raw against the operation's schema and gives it back as
// plain JSON, with the other spellings of fields resolved. The fault names the
// field and lists what is expected.
func (o *Op) decodeInput(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) > MaxInput {
		return nil, fault.New(fault.TooLarge, "the input of %s is larger than %d bytes", o.Name, MaxInput).
			WithHint("send less at once; long texts go in parts")
	}
	if o.List != "" && bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		raw = slices.Concat([]byte(`{"`+o.List+`":`), raw, []byte("}"))
	}
	fields, err := object(raw)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the input of %s is not a JSON object", o.Name).
			WithHint("send an object such as %s", o.sample())
	}
	if err := o.rename(fields); err != nil {
		return nil, err
	}
	for name := range fields {
		if _, ok := o.In.Properties[name]; !ok {
			return nil, fault.New(fault.InvalidInput, "%s has no field %q", o.Name, clip(name)).
				WithHint("remove it; %s", o.expected()).With("field", clip(name))
		}
	}
	plain, err := json.Marshal(fields)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the input of %s is not JSON", o.Name)
	}
	var value any
	if err := json.Unmarshal(plain, &value); err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the input of %s is not JSON", o.Name)
	}
	if err := o.decode().Validate(value); err != nil {
		return nil, o.misfit(err)
	}
	return plain, nil
}

func object(raw json.RawMessage) (map[string]json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(raw)) == 0 {
		return fields, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if err := d.Decode(&fields); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errMore
	}
	if fields == nil { // the input was null
		fields = map[string]json.RawMessage{}
	}
	return fields, nil
}

var errMore = fault.New(fault.InvalidInput, "there is more after the object")

// rename resolves what models know from neighbours: target and selector are
// ref, and a description of the element beside a ref is read and left alone. The
// same holds for each entry of a list of elements.
func (o *Op) rename(fields map[string]json.RawMessage) error {
	for name, p := range o.In.Properties {
		if p.Items == nil || p.Items.Properties["ref"] == nil {
			continue
		}
		var entries []map[string]json.RawMessage
		if json.Unmarshal(fields[name], &entries) != nil {
			continue // the schema refuses it
		}
		for _, entry := range entries {
			if err := renameIn(entry, p.Items.Properties, "element", "name", "type"); err != nil {
				return err
			}
		}
		raw, err := json.Marshal(entries)
		if err != nil {
			return err
		}
		fields[name] = raw
	}
	return renameIn(fields, o.In.Properties, "element")
}

func renameIn(fields map[string]json.RawMessage, known map[string]*jsonschema.Schema, said ...string) error {
	if known["ref"] == nil {
		return nil
	}
	for _, name := range said {
		if known[name] == nil {
			delete(fields, name)
		}
	}
	for _, other := range []string{"target", "selector"} {
		v, ok := fields[other]
		if !ok || known[other] != nil {
			continue
		}
		if _, twice := fields["ref"]; twice {
			return fault.New(fault.InvalidInput, "ref and %s are the same field", other).
				WithHint("send one of them").With("field", other)
		}
		fields["ref"] = v
		delete(fields, other)
	}
	return nil
}

var atProperty = regexp.MustCompile(`/properties/([^/:]+)`)

// misfit puts the library's message into words without repeating the value,
// which may be something the caller would not like to see in a log.
func (o *Op) misfit(err error) error {
	text := err.Error()
	if _, rest, ok := strings.Cut(text, "missing properties: "); ok {
		missing := strings.Trim(rest, `[]"`)
		return fault.New(fault.InvalidInput, "%s needs %s", o.Name, missing).
			WithHint("%s", o.expected()).With("field", missing)
	}
	field := ""
	if m := atProperty.FindStringSubmatch(text); m != nil {
		field = m[1]
	}
	want := "another value"
	if p := o.In.Properties[field]; p != nil {
		switch {
		case len(p.Enum) > 0:
			want = "one of: " + join(p.Enum)
		case p.Type != "":
			want = "of type " + p.Type
		}
	}
	if i := strings.LastIndex(text, `, want "`); i >= 0 && strings.Contains(text, "/items") {
		want += " of " + strings.Trim(text[i+len(`, want `):], `"`)
	}
	return fault.New(fault.InvalidInput, "%s: %s must be %s", o.Name, field, want).
		WithHint("%s", o.expected()).With("field", field)
}

func join(values []any) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i], _ = v.(string)
	}
	return strings.Join(parts, ", ")
}

// expected lists the fields of the operation, required ones marked with *.
func (o *Op) expected() string {
	if len(o.In.Properties) == 0 {
		return o.Name + " takes no fields"
	}
	names := make([]string, 0, len(o.In.Properties))
	for _, n := range o.FieldNames() {
		if slices.Contains(o.In.Required, n) {
			n += "*"
		}
		names = append(names, n)
	}
	return "expected fields: " + strings.Join(names, ", ") + " (* required)"
}

func (o *Op) sample() string {
	if o.Example != nil {
		if b, err := json.Marshal(o.Example.In); err == nil {
			return string(b)
		}
	}
	return "{}"
}

// FieldNames lists the input's fields in the order they are declared, those of
// embedded types where these stand.
func (o *Op) FieldNames() []string {
	names := make([]string, 0, len(o.In.Properties))
	for _, f := range reflect.VisibleFields(o.InType) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if _, ok := o.In.Properties[name]; ok {
			names = append(names, name)
		}
	}
	return names
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
