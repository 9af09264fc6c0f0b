package page

import "github.com/batonbrowser/baton/backend/secret"

// Luggage is what a browser takes along from one Chrome to the next one on the same
// profile, since Chrome forgets it at its end. It stays in memory, nothing prints
// it, and no agent is told of it. The zero Luggage is none.
type Luggage struct {
	Pages   []Packed      // the tabs in their order
	Cookies secret.Secret // those without a date, as package chrome writes them
	Refs    int           // the last ref that was given: none is given twice in a session
}

// Packed is one tab. What its page held that was sent by a form, and where it was
// before, stay behind.
type Packed struct {
	URL     string
	Active  bool
	Storage secret.Secret // sessionStorage of the page's origin, as package chrome writes it
}
