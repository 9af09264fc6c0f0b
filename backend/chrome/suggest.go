package chrome

import (
	"slices"

	"github.com/batonbrowser/baton/backend/input"
)

// suggest is what an event means for the suggestions of a field.
type suggest string

const (
	suggestOpens  suggest = "opens"  // the field may have some for what it holds now
	suggestCloses suggest = "closes" // they are not wanted
)

// suggesting tells what an event means for suggestions, "" where it means nothing.
func suggesting(e input.Event) suggest {
	switch e.Kind {
	case input.Text, input.Paste:
		return suggestOpens
	case input.PointerUp:
		if e.Button == "left" {
			return suggestOpens
		}
	case input.KeyDown:
		if slices.Contains([]string{"Backspace", "Delete", "ArrowDown", "ArrowUp"}, e.Key) {
			return suggestOpens
		}
		if slices.Contains([]string{"Escape", "Enter", "Tab"}, e.Key) {
			return suggestCloses
		}
	case input.PointerMove, input.PointerDown, input.Wheel, input.KeyUp, input.Cancel:
	}
	return ""
}
