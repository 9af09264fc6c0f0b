package page

// Picker tells that the person opened what Chrome draws outside of a page, so that
// no picture of the page shows it: the list of a select, or the picker of a date,
// a time or a colour. Only the one who drives answers.
type Picker struct {
	ID   string     `json:"id"` // of this opening; what is asked and answered names it
	Kind PickerKind `json:"kind"`
	Name string     `json:"name,omitempty"` // of the field, as a screen reader says it
}

// PickerKind is what a picker picks.
type PickerKind string

// The kinds: those of fields are called as the field's type (HTML §4.10.5).
const (
	PickList     PickerKind = "list"
	PickDate     PickerKind = "date"
	PickDateTime PickerKind = "datetime-local"
	PickMonth    PickerKind = "month"
	PickWeek     PickerKind = "week"
	PickTime     PickerKind = "time"
	PickColor    PickerKind = "color"
)

// Field is what a picker needs to know of its field. X, Y, W and H are where it is
// in frame pixels. Options are those of a list; Value, Min, Max and Step are the
// field's own, in the forms of HTML.
type Field struct {
	X        float64  `json:"x"`
	Y        float64  `json:"y"`
	W        float64  `json:"w"`
	H        float64  `json:"h"`
	Options  []Option `json:"options,omitempty"`
	Value    string   `json:"value,omitempty"`
	Min      string   `json:"min,omitempty"`
	Max      string   `json:"max,omitempty"`
	Step     string   `json:"step,omitempty"`
	Required bool     `json:"required,omitempty"`
}

// Option is one of a list. Index is its place among all options of the field.
type Option struct {
	Index    int    `json:"index"`
	Label    string `json:"label"`
	Group    string `json:"group,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
	Chosen   bool   `json:"chosen,omitempty"`
}

// Choice is what a person picked: an option by its Index and Label, or a Value.
type Choice struct {
	Index int
	Label string
	Value string
}
