package order

import "github.com/batonbrowser/baton/backend/page"

// Act is what a press does that an agent may have to ask for first.
type Act string

// The acts: Pay always needs the person's word (T8), the others where they want
// to be asked (G5).
const (
	Nothing Act = ""
	Pay     Act = "order"
	Send    Act = "send"
	Delete  Act = "delete"
)

// Asks are the acts beside Pay that are to be asked for.
type Asks struct{ Send, Delete bool }

// Doubtful tells whether a name alone makes it worth asking the page: what is not
// doubtful needs no word of the person.
func (w *Words) Doubtful(name string, a Asks) bool {
	return w.doubtful(name) || w.alone(fold(name), a) != Nothing
}

// Tells is the act of a press that needs the person's word, if any.
func (w *Words) Tells(p page.Press, a Asks) Act {
	switch {
	case w.places(p):
		return Pay
	case !presses(p.Role) || p.Leads: // a link to another page neither sends nor deletes
		return Nothing
	}
	return w.alone(fold(p.Name), a)
}

// alone is what a folded name says without its page.
func (w *Words) alone(name string, a Asks) Act {
	switch {
	case a.Send && says(w.sends, name):
		return Send
	case a.Delete && says(w.deletes, name):
		return Delete
	}
	return Nothing
}
