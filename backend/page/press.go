package page

// Press is what a click, or a key, would press. Role and Name are those of the
// control, both "" when nothing would be pressed. Around is what its form or
// dialog says (some hundred characters), Pays tells that the form has fields of a
// payment, Leads that it is a link to another address.
type Press struct {
	Role   string
	Name   string
	Around string
	Pays   bool
	Leads  bool
}

// Object is the press in the words of Effect.Object.
func (p Press) Object() string {
	if p.Name == "" {
		return p.Role
	}
	return p.Role + ` "` + p.Name + `"`
}

// How is the way something is pressed.
type How string

// The ways: by a click on a target, or by Enter or the blank where the target,
// or without one the focus, is.
const (
	ByClick How = "click"
	ByEnter How = "enter"
	BySpace How = "space"
)
