package ops

import (
	"regexp"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// At names what an action is for: an element or a point.
type At struct {
	Ref string   `json:"ref,omitempty" jsonschema:"element ref of the last snapshot (e12), or a CSS selector"`
	X   *float64 `json:"x,omitempty" jsonschema:"viewport x in CSS pixels, with y, instead of ref"`
	Y   *float64 `json:"y,omitempty"`
}

var refForm = regexp.MustCompile(`^(?:@|ref=)?(e[0-9]{1,9})$`)

// element reads the spellings of a ref (@e5, e5, ref=e5); anything else is a
// CSS selector.
func element(s string) page.Target {
	s = strings.TrimSpace(s)
	if m := refForm.FindStringSubmatch(strings.Trim(s, "[]")); m != nil {
		return page.Target{Ref: m[1]}
	}
	return page.Target{Selector: s}
}

// optional gives the target, or the zero Target when none is named.
func (a At) optional() (page.Target, error) {
	hasPoint := a.X != nil || a.Y != nil
	switch {
	case a.Ref != "" && hasPoint:
		return page.Target{}, fault.New(fault.InvalidInput, "ref and x, y are both given").
			WithHint("send a ref, or x and y").With("field", "ref")
	case a.Ref != "":
		return element(a.Ref), nil
	case !hasPoint:
		return page.Target{}, nil
	case a.X == nil || a.Y == nil:
		return page.Target{}, fault.New(fault.InvalidInput, "x and y belong together").With("field", "x")
	}
	return page.Target{Point: &page.Point{X: *a.X, Y: *a.Y}}, nil
}

// required is optional, but something must be named.
func (a At) required() (page.Target, error) {
	t, err := a.optional()
	if err == nil && t.IsZero() {
		err = fault.New(fault.InvalidInput, "ref is missing").
			WithHint("send the ref of an element from browser_snapshot, or x and y").With("field", "ref")
	}
	return t, err
}

// modifiers turns names into the bits of package input.
func modifiers(names []string) (int, error) {
	bits := 0
	for _, n := range names {
		switch strings.ToLower(n) {
		case "alt":
			bits |= input.Alt
		case "control", "ctrl", "controlormeta":
			bits |= input.Control
		case "meta", "command", "cmd":
			bits |= input.Meta
		case "shift":
			bits |= input.Shift
		default:
			return 0, fault.New(fault.InvalidInput, "modifiers: there is no key %q", clip(n)).
				WithHint("use Alt, Control, Meta, Shift or ControlOrMeta").With("field", "modifiers")
		}
	}
	return bits, nil
}
