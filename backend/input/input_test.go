package input_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
)

func TestCheck(t *testing.T) {
	many := func(n int) []input.Event {
		all := make([]input.Event, n)
		for i := range all {
			all[i].Kind = input.Cancel
		}
		return all
	}
	one := func(e input.Event) []input.Event { return []input.Event{e} }
	for _, row := range []struct {
		name   string
		events []input.Event
		good   bool
	}{
		{"nothing", nil, true},
		{"a full batch", many(input.MaxBatch), true},
		{"one too many", many(input.MaxBatch + 1), false},
		{"no kind", one(input.Event{}), false},
		{"an unknown kind", one(input.Event{Kind: "touch"}), false},
		{"the corner", one(input.Event{Kind: input.PointerMove, X: 1280, Y: 720}), true},
		{"beside the page", one(input.Event{Kind: input.PointerMove, X: 1280.5}), false},
		{"above the page", one(input.Event{Kind: input.PointerMove, Y: -1}), false},
		{"no number", one(input.Event{Kind: input.PointerMove, X: math.NaN()}), false},
		{"infinite", one(input.Event{Kind: input.PointerMove, X: math.Inf(1)}), false},
		{"a click", one(input.Event{Kind: input.PointerDown, Button: "left", Clicks: 2}), true},
		{"no button", one(input.Event{Kind: input.PointerDown}), false},
		{"a strange button", one(input.Event{Kind: input.PointerUp, Button: "sixth"}), false},
		{"four clicks", one(input.Event{Kind: input.PointerDown, Button: "left", Clicks: 4}), false},
		{"a wheel", one(input.Event{Kind: input.Wheel, DY: -input.MaxDelta}), true},
		{"a hurled wheel", one(input.Event{Kind: input.Wheel, DX: input.MaxDelta + 1}), false},
		{"a key", one(input.Event{Kind: input.KeyDown, Key: "ü", Code: "BracketLeft", Modifiers: 15}), true},
		{"no key", one(input.Event{Kind: input.KeyUp}), false},
		{"a long key", one(input.Event{Kind: input.KeyDown, Key: strings.Repeat("x", 33)}), false},
		{"a broken key", one(input.Event{Kind: input.KeyDown, Key: "\xff"}), false},
		{"modifiers that are not", one(input.Event{Kind: input.KeyDown, Key: "a", Modifiers: 16}), false},
		{"text", one(input.Event{Kind: input.Text, Text: "Grüße 👋"}), true},
		{"no text", one(input.Event{Kind: input.Text}), false},
		{"as much as is taken", one(input.Event{Kind: input.Paste, Text: strings.Repeat("ü", input.MaxText)}), true},
		{"too much", one(input.Event{Kind: input.Paste, Text: strings.Repeat("ü", input.MaxText+1)}), false},
		{"broken text", one(input.Event{Kind: input.Paste, Text: "a\xffb"}), false},
		{"a bad one after a good one", append(many(1), input.Event{Kind: "x"}), false},
	} {
		err := input.Check(row.events, 1280, 720)
		if row.good && err != nil || !row.good && !fault.Is(err, fault.InvalidInput) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// Whatever comes over the wire, a batch that passes stays within its bounds.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(`[{"kind": "move", "x": 1, "y": 2}, {"kind": "keydown", "key": "a"}]`))
	f.Add([]byte(`[{"kind": "paste", "text": "\ud800"}, {"kind": "wheel", "dx": 1e300}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var events []input.Event
		if json.Unmarshal(raw, &events) != nil || input.Check(events, 1280, 720) != nil {
			return
		}
		if len(events) > input.MaxBatch {
			t.Fatalf("%d events passed", len(events))
		}
		for _, e := range events {
			switch e.Kind {
			case input.PointerMove, input.PointerDown, input.PointerUp, input.Wheel:
				if !(e.X >= 0 && e.X <= 1280 && e.Y >= 0 && e.Y <= 720 && math.Abs(e.DX) <= input.MaxDelta && math.Abs(e.DY) <= input.MaxDelta) {
					t.Fatalf("%+v passed", e)
				}
			case input.KeyDown, input.KeyUp, input.Text, input.Paste, input.Cancel:
				if len([]rune(e.Text)) > input.MaxText && e.Kind != input.KeyDown && e.Kind != input.KeyUp && e.Kind != input.Cancel {
					t.Fatalf("a text of %d bytes passed", len(e.Text))
				}
			default:
				t.Fatalf("kind %q passed", e.Kind)
			}
		}
	})
}
