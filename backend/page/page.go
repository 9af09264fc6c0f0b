// Package page has the words in which Baton speaks about acting on a page: what
// is acted on, how, and what came of it. It is the vocabulary between package
// session, which decides who may act and when, and package chrome, which acts.
// Points are CSS pixels of the viewport, times are durations.
package page

import (
	"encoding/json"
	"time"

	"github.com/batonbrowser/baton/backend/snapshot"
)

// Point is a place in the viewport.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Target is what an action is for: an element of the last snapshot by its Ref
// ("e12"), the first visible element that a CSS Selector finds, or a Point.
// Exactly one is set; the zero Target is the focused element where that makes sense.
type Target struct {
	Ref      string
	Selector string
	Point    *Point
}

// IsZero tells whether nothing is named.
func (t Target) IsZero() bool { return t.Ref == "" && t.Selector == "" && t.Point == nil }

// Click is how to click. Button is left, right or middle; Count 1 to 3;
// Modifiers are the bits of package input.
type Click struct {
	Button    string
	Count     int
	Modifiers int
}

// Typing is what to type. Clear replaces what the field holds (browser_fill);
// Submit presses Enter afterwards; Slowly sends one key event per character.
type Typing struct {
	Text   string
	Clear  bool
	Submit bool
	Slowly bool
}

// Scroll is a wheel turn at a target, in CSS pixels. Into scrolls the target
// into view instead.
type Scroll struct {
	DX, DY float64
	Into   bool
}

// ScrollState is where the scrolled thing stands afterwards (K1).
type ScrollState struct {
	X        float64 `json:"x"`
	Y        float64 `json:"y"`
	MaxX     float64 `json:"max_x"`
	MaxY     float64 `json:"max_y"`
	AtBottom bool    `json:"at_bottom"`
	Moved    bool    `json:"moved"`
}

// Wait is what browser_wait waits for; exactly one field is set.
type Wait struct {
	Time     time.Duration
	Text     string
	TextGone string
	URL      string // a substring of the address
	Load     bool   // the load event of the current document
	Idle     bool   // it loaded, and the network was quiet for half a second
	Function string // an expression or function that becomes truthy
}

// Load says how far a navigation came.
type Load string

// The ends of a navigation.
const (
	Loaded   Load = "loaded"   // the load event fired
	Usable   Load = "usable"   // the document is there, something still loads
	Blocked  Load = "dialog"   // a dialog of the page stands in the way
	Asks     Load = "signin"   // the server gives the document only for an HTTP sign-in
	Download Load = "download" // the address was a file
)

// Navigation is where a navigation ended.
type Navigation struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Status int    `json:"status,omitempty"` // of the HTTP answer, 0 if there was none
	Load   Load   `json:"load"`
	// Outstanding are addresses that a usable page still waits for, three at most.
	Outstanding []string `json:"outstanding,omitempty"`
	// Download is what the address was, when it was a file.
	Download *File `json:"download,omitempty"`
	// SignIn is what the server of the document, or of a frame, asks.
	SignIn *SignIn `json:"sign_in,omitempty"`
}

// Effect is what was seen to follow an action.
type Effect struct {
	Object    string  `json:"object,omitempty"` // what was acted on: role and name
	Navigated bool    `json:"navigated,omitempty"`
	Failed    string  `json:"failed,omitempty"`  // Chrome's name of why the page it led to did not load
	Changed   bool    `json:"changed,omitempty"` // the document's content or a field's value changed
	NewTab    string  `json:"new_tab,omitempty"`
	Dialog    *Dialog `json:"dialog,omitempty"`
	SignIn    *SignIn `json:"sign_in,omitempty"` // a server asks for an HTTP sign-in
	Download  *File   `json:"download,omitempty"`
	URL       string  `json:"url"`
	Title     string  `json:"title"`
	Spot      *Point  `json:"-"` // where on the window it was done, for the timeline; nil for none
}

// Dialog is a question of the page: alert, confirm, prompt or beforeunload.
type Dialog struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Default string `json:"default,omitempty"`
	Host    string `json:"host,omitempty"`
}

// Answer is how a dialog of the page is answered.
type Answer string

// The answers.
const (
	Accept  Answer = "accept"
	Dismiss Answer = "dismiss"
)

// Tab is one page of the browser. A page that Crashed is gone until it is loaded again.
type Tab struct {
	ID      string
	URL     string
	Title   string
	Active  bool
	Crashed bool
}

// Shot is which picture to take. A zero Target takes the viewport.
type Shot struct {
	Target   Target
	FullPage bool
	JPEG     int // quality 1 to 100; 0 makes a PNG
}

// Frame is one picture of the screencast.
type Frame struct {
	Tab    string
	JPEG   []byte
	Width  int // of the page in CSS pixels
	Height int
	Scale  float64
	At     time.Time
	Ack    func() // tells Chrome that the picture was taken; nil for a still
}

// Cast is how the screencast runs: the largest picture in device pixels, and
// the JPEG quality.
type Cast struct {
	MaxWidth, MaxHeight, Quality int
}

// Reading is what to read: a Target, or the whole page. It is cut at Limit
// characters; 0 is no limit. HideValues leaves out what fields and editors hold.
type Reading struct {
	Target     Target
	Limit      int
	HideValues bool
}

// Text is what a person would read on the page.
type Text struct {
	URL   string `json:"url"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Total int    `json:"total"` // characters before cutting
}

// Value is what browser_evaluate gives: JSON, cut at 20,000 characters (K3).
type Value struct {
	JSON  json.RawMessage
	Text  string // the JSON, cut
	Total int
}

// Snapshot asks for an outline; see package snapshot.
type Snapshot = snapshot.Options

// Event is a notice from the browser: exactly one field is set.
type Event struct {
	Tabs    []Tab   // the tabs, their addresses or titles changed
	Dialog  *Dialog // a dialog opened
	Closed  bool    // a dialog closed
	SignIn  *SignIn // a server asks for an HTTP sign-in, in the active tab
	Settled bool    // it asks no more
	Picker  *Picker // the person opened the picker of a field
	Picked  bool    // none is open any more
	Crashed string  // a page crashed: the id of its tab

	Traffic *Traffic     // what passed the network gate until now
	Refused *RefusedHost // it refused a host for the first time
}
