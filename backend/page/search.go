package page

// Search is what a person looks for on a page. At counts the places from 1; 0 is the
// first one from where the page stands. Show brings the place into view.
type Search struct {
	Text string
	At   int
	Show bool
}

// Places is what was found: At is the current one of Count, 0 if there is none. Most
// tells that there are more than are counted. Marks are those in view.
type Places struct {
	Count int    `json:"count"`
	Most  bool   `json:"most,omitempty"`
	At    int    `json:"at"`
	Marks []Mark `json:"marks"`
}

// Mark is where a part of a found place is, in frame pixels.
type Mark struct {
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	W       float64 `json:"w"`
	H       float64 `json:"h"`
	Current bool    `json:"current,omitempty"`
}
