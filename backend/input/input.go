// Package input has what a person does on the live picture: pointer, wheel, key
// and text events in page pixels (CSS pixels of the viewport). Events come in
// batches of about 50 ms, are checked here before anything else sees them, and
// are applied in order (T2, T7).
package input

import (
	"math"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fault"
)

// Kind is the kind of an event.
type Kind string

// The kinds.
const (
	PointerMove Kind = "move"
	PointerDown Kind = "down"
	PointerUp   Kind = "up"
	Wheel       Kind = "wheel"
	KeyDown     Kind = "keydown"
	KeyUp       Kind = "keyup"
	Text        Kind = "text"   // typed or composed text, inserted as it is
	Paste       Kind = "paste"  // like text; kept apart for the record
	Cancel      Kind = "cancel" // release everything that is pressed
)

// Bits of Event.Modifiers, as in the DevTools protocol.
const (
	Alt     = 1
	Control = 2
	Meta    = 4
	Shift   = 8
)

// Caps on a batch and its parts.
const (
	MaxBatch     = 256
	MaxText      = 100_000 // characters of one text or paste event
	MaxDelta     = 10_000  // page pixels of one wheel event
	MaxKeyLength = 32
)

// Event is one thing the person did. Buttons are "left", "middle", "right",
// "back" and "forward"; Key and Code are the values of a DOM KeyboardEvent.
type Event struct {
	Kind      Kind    `json:"kind"`
	X         float64 `json:"x,omitempty"`
	Y         float64 `json:"y,omitempty"`
	Button    string  `json:"button,omitempty"`
	Buttons   int     `json:"buttons,omitempty"` // bits of what is held, as in a DOM MouseEvent
	Clicks    int     `json:"clicks,omitempty"`  // 1 to 3
	DX        float64 `json:"dx,omitempty"`
	DY        float64 `json:"dy,omitempty"`
	Key       string  `json:"key,omitempty"`
	Code      string  `json:"code,omitempty"`
	Repeat    bool    `json:"repeat,omitempty"`
	Modifiers int     `json:"modifiers,omitempty"`
	Text      string  `json:"text,omitempty"`
}

// Check refuses a batch that is too long or holds an event that is not one of
// the forms above, for a page of width × height. Nothing of a refused batch is
// applied.
func Check(events []Event, width, height int) error {
	if len(events) > MaxBatch {
		return fault.New(fault.InvalidInput, "events: at most %d in one batch", MaxBatch).With("field", "events")
	}
	for i, e := range events {
		if why := e.problem(width, height); why != "" {
			return fault.New(fault.InvalidInput, "events[%d]: %s", i, why).With("field", "events")
		}
	}
	return nil
}

func (e Event) problem(width, height int) string {
	if e.Modifiers < 0 || e.Modifiers > 15 {
		return "modifiers must be 0 to 15"
	}
	switch e.Kind {
	case PointerMove, PointerDown, PointerUp, Wheel:
		return e.pointerProblem(width, height)
	case KeyDown, KeyUp:
		if e.Key == "" || len(e.Key) > MaxKeyLength || len(e.Code) > MaxKeyLength || !utf8.ValidString(e.Key) {
			return "key must be the name of a key, of at most 32 bytes"
		}
	case Text, Paste:
		if e.Text == "" || !utf8.ValidString(e.Text) || utf8.RuneCountInString(e.Text) > MaxText {
			return "text must have 1 to 100,000 characters"
		}
	case Cancel:
	default:
		return "kind must be move, down, up, wheel, keydown, keyup, text, paste or cancel"
	}
	return ""
}

func (e Event) pointerProblem(width, height int) string {
	if !within(e.X, 0, float64(width)) || !within(e.Y, 0, float64(height)) {
		return "x and y must lie on the page"
	}
	if !within(e.DX, -MaxDelta, MaxDelta) || !within(e.DY, -MaxDelta, MaxDelta) {
		return "dx and dy must be -10000 to 10000"
	}
	if e.Buttons < 0 || e.Buttons > 31 || e.Clicks < 0 || e.Clicks > 3 {
		return "buttons must be 0 to 31 and clicks 0 to 3"
	}
	if e.Kind == PointerDown || e.Kind == PointerUp {
		switch e.Button {
		case "left", "middle", "right", "back", "forward":
		default:
			return "button must be left, middle, right, back or forward"
		}
	}
	return ""
}

// within is false for NaN, whatever the bounds.
func within(v, low, high float64) bool {
	return !math.IsNaN(v) && v >= low && v <= high
}
