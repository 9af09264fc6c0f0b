// Package snapshot turns a captured page into what an agent reads: S3's outline
// with refs, or the node tree as JSON (K2). It is pure: package chrome captures,
// this package numbers, cuts and renders.
package snapshot

// Options narrow a snapshot (K2).
type Options struct {
	Selector        string // a CSS selector: only that subtree
	InteractiveOnly bool   // leave page text out
	MaxDepth        int    // levels of nesting; 0 is all
	JSON            bool   // the node tree with coordinates, not capped
	HideValues      bool   // fields that hold something say only Filled: the person drives
}

// Filled stands for a value that is not shown.
const Filled = "[filled]"

// MaxNodes is the cap on an outline; past it a last line says how many of how
// many were shown. It does not hold for JSON.
const MaxNodes = 500

// MaxBeyondView is how many characters of names and values an outline that is not
// narrowed has of what is not in view; what is in view is told in any case.
const MaxBeyondView = 8000

// Gap is the role of a Node that stands for nodes that were left out where it
// stands; its Name is how many. It has no ref and does not count as a node.
const Gap = "gap"

// Result is a rendered snapshot.
type Result struct {
	URL     string `json:"url"`
	Title   string `json:"title"`
	Outline string `json:"outline,omitempty"`
	Nodes   []Node `json:"nodes,omitempty"` // with Options.JSON
	Shown   int    `json:"shown"`
	Total   int    `json:"total"`
}

// Node is one element, or one run of text, of the page. X, Y, Width and Height
// are CSS pixels of the viewport of the top document.
type Node struct {
	Ref      string   `json:"ref,omitempty"` // "e12", for what can be acted on
	Role     string   `json:"role"`          // ARIA role; "text" for a run of text
	Name     string   `json:"name,omitempty"`
	Value    string   `json:"value,omitempty"` // "[filled]" for a password field that holds something
	States   []string `json:"states,omitempty"`
	Level    int      `json:"level,omitempty"`
	URL      string   `json:"url,omitempty"`
	X        float64  `json:"x"`
	Y        float64  `json:"y"`
	Width    float64  `json:"width"`
	Height   float64  `json:"height"`
	Children []Node   `json:"children,omitempty"`
}
