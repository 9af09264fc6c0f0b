package ops

import (
	"context"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

// maxSearched is the longest text that is looked for, in characters.
const maxSearched = 200

// LiveFindIn is the input of live_find. No text ends the search.
type LiveFindIn struct {
	Driving
	Text string `json:"text,omitempty"`
	At   int    `json:"at,omitempty" jsonschema:"which place is the current one, from 1; without it the first one from where the page stands"`
	Show bool   `json:"show,omitempty" jsonschema:"bring it into view"`
}

func (in LiveFindIn) check() error {
	if utf8.RuneCountInString(in.Text) > maxSearched {
		return fault.New(fault.InvalidInput, "text must have at most %d characters", maxSearched).With("field", "text")
	}
	if in.At < 0 {
		return fault.New(fault.InvalidInput, "at must not be negative").With("field", "at")
	}
	return nil
}

func liveFind(c *Call, in LiveFindIn) (page.Places, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return page.Places{}, err
	}
	var out page.Places
	err = s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		out, err = b.Search(ctx, page.Search{Text: in.Text, At: in.At, Show: in.Show})
		return err
	})
	return out, err
}
