package ops

import (
	"context"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

// maxPicked is the longest value that is picked, in characters.
const maxPicked = 1000

// LivePickerIn is the input of live_picker.
type LivePickerIn struct {
	Driving
	ID string `json:"id" jsonschema:"of the picker, as the session says"`
}

func livePicker(c *Call, in LivePickerIn) (page.Field, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return page.Field{}, err
	}
	var out page.Field
	err = s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		out, err = b.Field(ctx, in.ID)
		return err
	})
	return out, err
}

// LivePickIn is the input of live_pick. Accept false closes the picker.
type LivePickIn struct {
	Driving
	ID     string `json:"id" jsonschema:"of the picker, as the session says"`
	Accept bool   `json:"accept"`
	Index  int    `json:"index,omitempty" jsonschema:"of the option, in a list"`
	Label  string `json:"label,omitempty" jsonschema:"of the option, in a list"`
	Value  string `json:"value,omitempty" jsonschema:"elsewhere, in the form of HTML; nothing empties the field"`
}

func (in LivePickIn) check() error {
	if in.Index < 0 {
		return fault.New(fault.InvalidInput, "index must not be negative").With("field", "index")
	}
	for field, text := range map[string]string{"label": in.Label, "value": in.Value} {
		if utf8.RuneCountInString(text) > maxPicked {
			return fault.New(fault.InvalidInput, "%s must have at most %d characters", field, maxPicked).With("field", field)
		}
	}
	return nil
}

func livePick(c *Call, in LivePickIn) (None, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return None{}, err
	}
	var choice *page.Choice
	if in.Accept {
		choice = &page.Choice{Index: in.Index, Label: in.Label, Value: in.Value}
	}
	return None{}, s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		return b.Pick(ctx, in.ID, choice)
	})
}
