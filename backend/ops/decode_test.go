package ops_test

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// TestMalformed: the fault names the field and says what is expected, and the
// browser is not touched.
func TestMalformed(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	b.opened(a)
	before := len(b.rack.Last().Acts())
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	for _, row := range []struct {
		name, tool, in string
		says           []string // in message or hint
		field          any
	}{
		{"unknown field", "browser_click", `{"ref": "e1", "speed": 3}`, []string{`no field "speed"`, "ref", "button", "double", "modifiers"}, "speed"},
		{"unknown field beside a missing one", "browser_press_key", `{"keys": "a"}`, []string{`no field "keys"`, "key*"}, "keys"},
		{"another case", "browser_press_key", `{"Key": "a"}`, []string{`no field "Key"`}, "Key"},
		{"a field of no fields", "browser_reload", `{"hard": true}`, []string{`no field "hard"`, "takes no fields"}, "hard"},
		{"a very long field", "browser_reload", `{"` + strings.Repeat("x", 5000) + `": 1}`, []string{"xxx…"}, strings.Repeat("x", 40) + "…"},
		{"missing", "browser_press_key", `{}`, []string{"needs key", "key*"}, "key"},
		{"missing of two", "browser_fill", `{"ref": "e1"}`, []string{"needs text"}, "text"},
		{"number for text", "browser_press_key", `{"key": 5}`, []string{"key must be of type string"}, "key"},
		{"text for number", "browser_click", `{"x": "1", "y": 2}`, []string{"x must be of type number"}, "x"},
		{"text for boolean", "browser_fill", `{"ref": "e1", "text": "a", "submit": "yes"}`, []string{"submit must be of type boolean"}, "submit"},
		{"fraction for integer", "browser_wait", `{"ms": 1.5}`, []string{"ms must be of type integer"}, "ms"},
		{"null", "browser_press_key", `{"key": null}`, []string{"key must be of type string"}, "key"},
		{"null where it is optional", "browser_click", `{"x": null, "y": 1}`, []string{"x must be of type number"}, "x"},
		{"not one of", "browser_click", `{"ref": "e1", "button": "big"}`, []string{"button must be one of: left, right, middle"}, "button"},
		{"text for list", "browser_select", `{"ref": "e1", "values": "a"}`, []string{"values must be of type array"}, "values"},
		{"numbers in a list of texts", "browser_select", `{"ref": "e1", "values": ["a", 1]}`, []string{"values must be of type array of string"}, "values"},
		{"null for list", "browser_select", `{"ref": "e1", "values": null}`, []string{"values must be of type array"}, "values"},
		{"list for object", "browser_click", `[]`, []string{"not a JSON object"}, nil},
		{"text for object", "browser_click", `"e1"`, []string{"not a JSON object"}, nil},
		{"broken", "browser_click", `{"ref": "e1"`, []string{"not a JSON object"}, nil},
		{"more after it", "browser_press_key", `{"key": "a"} {}`, []string{"not a JSON object"}, nil},
		{"rubbish after it", "browser_press_key", `{"key": "a"}]`, []string{"not a JSON object"}, nil},
		{"too deep", "browser_click", `{"ref": ` + deep + `}`, []string{"not a JSON object"}, nil},
		{"too long", "browser_fill", `{"ref": "e1", "text": "` + strings.Repeat("x", 200_001) + `"}`, []string{"longer than 200000"}, "text"},
		{"two targets", "browser_click", `{"ref": "e1", "target": "e2"}`, []string{"same field"}, "target"},
		{"ref and point", "browser_click", `{"ref": "e1", "x": 1, "y": 2}`, []string{"both given"}, "ref"},
		{"half a point", "browser_click", `{"x": 1}`, []string{"belong together"}, "x"},
		{"a strange modifier", "browser_click", `{"ref": "e1", "modifiers": ["Hyper"]}`, []string{"Hyper", "Shift"}, "modifiers"},
		{"from and path", "browser_drag", `{"from": "e1", "path": [{"x":1,"y":2},{"x":2,"y":3}]}`, []string{"both given"}, "path"},
		{"a point with more", "browser_drag", `{"path": [{"x":1,"y":2,"z":3},{"x":2,"y":3}]}`, []string{"path"}, "path"},
		{"nothing to wait for", "browser_wait", `{}`, []string{"one thing"}, "ms"},
		{"two to wait for", "browser_wait", `{"ms": 1, "text": "a"}`, []string{"one thing"}, "ms"},
		{"no address", "browser_navigate", `{"url": "http://"}`, []string{"address"}, "url"},
		{"an empty address", "browser_navigate", `{"url": ""}`, []string{"address"}, "url"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b.t = t
			f := b.why(a, row.tool, row.in, fault.InvalidInput)
			for _, s := range row.says {
				if !strings.Contains(f.Message+"\n"+f.Hint, s) {
					t.Errorf("%q is not in %q, %q", s, f.Message, f.Hint)
				}
			}
			if row.field != nil && f.Details["field"] != row.field {
				t.Errorf("field %v, want %v", f.Details["field"], row.field)
			}
			if f.Hint == "" && row.field == nil || len(f.Message) > 300 {
				t.Errorf("message %q without a hint", f.Message)
			}
		})
	}
	if acts := b.rack.Last().Acts(); len(acts) != before {
		t.Errorf("the browser was touched: %q", acts[before:])
	}
}

// TestSpellings: the ways in which models write one thing.
func TestSpellings(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	b.opened(a)
	for _, row := range []struct{ tool, in, act string }{
		{"browser_click", `{"ref": "e5"}`, "click e5"},
		{"browser_click", `{"ref": "@e5"}`, "click e5"},
		{"browser_click", `{"ref": "ref=e5"}`, "click e5"},
		{"browser_click", `{"ref": "[ref=e5]"}`, "click e5"},
		{"browser_click", `{"ref": " e5 "}`, "click e5"},
		{"browser_click", `{"target": "e5"}`, "click e5"},
		{"browser_click", `{"selector": "#send"}`, "click #send"},
		{"browser_click", `{"ref": "e5 > b"}`, "click e5 > b"},
		{"browser_click", `{"element": "the send button", "ref": "e5"}`, "click e5"},
		{"browser_click", `{"x": 12.5, "y": 7}`, "click 12.5,7"},
		{"browser_type", `{"element": "name", "target": "@e6", "text": "x"}`, "type e6"},
		{"browser_type", `{"text": "x"}`, "type"},
		{"browser_select_option", `{"target": "e7", "values": ["a", "b"]}`, "choose e7 a b"},
		{"browser_navigate_back", `null`, "history -1"},
		{"browser_reload", ``, "reload"},
		{"browser_reload", ` {} `, "reload"},
		{"browser_eval", `{"function": "1", "element": "all of it"}`, "evaluate"},
		{"browser_drag", `{"from": "@e1", "to": "ref=e2"}`, "drag 2"},
		{"browser_press_key", `{"key": "Control+a"}`, "press Control+a"},
	} {
		if _, err := b.try(a, row.tool, row.in); err != nil {
			t.Errorf("%s %s: %v", row.tool, row.in, err)
			continue
		}
		acts := b.rack.Last().Acts()
		if got := strings.TrimSpace(acts[len(acts)-1]); got != row.act {
			t.Errorf("%s %s did %q, want %q", row.tool, row.in, got, row.act)
		}
	}
}

// Every operation refuses a field that it does not have and says which it has.
func TestUnknownFieldOfEveryOperation(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	for _, o := range b.reg.Ops() {
		who := b.owner
		if o.Tool() {
			who = a
		}
		f := b.why(who, o.Name, `{"no_such_field": 1}`, fault.InvalidInput)
		for _, name := range o.FieldNames() {
			if !strings.Contains(f.Hint, name) {
				t.Errorf("%s: the hint %q does not name %s", o.Name, f.Hint, name)
			}
		}
		b.refused(who, o.Name, `[1]`, fault.InvalidInput)
		b.refused(who, o.Name, `{`, fault.InvalidInput)
	}
	if n := len(b.rack.All()); n != 0 {
		t.Errorf("%d browsers were opened", n)
	}
}

// Every name and alias is one operation, and every operation says what it is.
func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	routes := map[string]string{}
	for _, o := range ops.All() {
		for _, n := range append([]string{o.Name}, o.Aliases...) {
			if seen[n] {
				t.Errorf("two operations are called %s", n)
			}
			seen[n] = true
		}
		if o.Title == "" || o.Doc == "" || o.Effect == "" || o.Audience == "" {
			t.Errorf("%s is not described", o.Name)
		}
		if o.Method != "" {
			route := o.Method + " " + o.Path
			if routes[route] != "" {
				t.Errorf("%s and %s have one route", o.Name, routes[route])
			}
			routes[route] = o.Name
		}
	}
}
