package page

// Touch is in which way the person used what has the focus.
type Touch string

// The ways: text or a key that changes text, another key, a button of the mouse.
const (
	Typed   Touch = "typed"
	Pressed Touch = "pressed"
	Clicked Touch = "clicked"
)

// Touched is a field that the person changed, by its role and name as in an outline.
// What it holds is theirs.
type Touched struct {
	Role string `json:"role"`
	Name string `json:"name,omitempty"`
}
