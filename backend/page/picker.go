package page

// Picker tells that the person opened what Chrome draws outside of a page, so that
// no picture of the page shows it: the list of a select, the picker of a date, a
// time or a colour, or a chooser of files, the menu of the right button. Only the one who drives answers.
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
	PickFiles    PickerKind = "file"
	PickSuggest  PickerKind = "suggestions" // of a field's own list (HTML §4.10.8); the keys stay the page's
	PickMenu     PickerKind = "menu"        // of the right button, where the page has none itself
)

// Field is what a picker needs to know of its field. X, Y, W and H are where it is
// in frame pixels. Options are those of a list; Value, Min, Max, Step and Accept are
// the field's own, in the forms of HTML; Multiple tells that it takes more than one file.
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
	Name     string   `json:"name,omitempty"` // of a field that takes files
	Accept   string   `json:"accept,omitempty"`
	Multiple bool     `json:"multiple,omitempty"`
	Menu     *Menu    `json:"menu,omitempty"`
}

// Menu is what the menu of the right button is for: the addresses of a link and of an
// image, "" where there is none, whether text is selected, and whether it was asked
// for in a field that Writes, of which text can be cut.
type Menu struct {
	Link     string `json:"link,omitempty"`
	Image    string `json:"image,omitempty"`
	Selected bool   `json:"selected,omitempty"`
	Writes   bool   `json:"writes,omitempty"`
	Cuts     bool   `json:"cuts,omitempty"`
}

// MenuItem is what a person takes from a Menu and only the browser can do; a Choice
// has it as its Value.
type MenuItem string

// The items.
const (
	MenuCut       MenuItem = "cut"
	MenuSelectAll MenuItem = "select_all"
	MenuSaveImage MenuItem = "save_image"
)

// Option is one of a list. Index is its place among all options of the field.
type Option struct {
	Index    int    `json:"index"`
	Label    string `json:"label"`
	Group    string `json:"group,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
	Chosen   bool   `json:"chosen,omitempty"`
}

// MostGiven is how large the files are together that a person gives at once, in bytes.
const MostGiven = 200 << 20

// Given is a part of a file that a person gives to a page: Index counts the files
// from 0, Offset is where in the file it begins, in bytes.
type Given struct {
	Index  int
	Name   string
	Offset int64
	Data   []byte
}

// Choice is what a person picked: an option by its Index and Label, a Value, or the
// number of Files that were given.
type Choice struct {
	Index int
	Label string
	Value string
	Files int
}
