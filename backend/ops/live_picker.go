package ops

import (
	"context"
	"encoding/base64"
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
	Files  int    `json:"files,omitempty" jsonschema:"how many files were given, for a chooser of files"`
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
		choice = &page.Choice{Index: in.Index, Label: in.Label, Value: in.Value, Files: in.Files}
	}
	asked := s.View().Picker
	err = s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		return b.Pick(ctx, in.ID, choice)
	})
	if err == nil && choice != nil && asked != nil && asked.ID == in.ID {
		s.Touched(in.Viewer, page.Touched{Role: string(asked.Kind), Name: asked.Name})
	}
	return None{}, err
}

// LiveGiveIn is the input of live_give.
type LiveGiveIn struct {
	Driving
	ID     string `json:"id" jsonschema:"of the picker, as the session says"`
	Index  int    `json:"index,omitempty" jsonschema:"which file, from 0"`
	Name   string `json:"name,omitempty" jsonschema:"of the file"`
	Offset int64  `json:"offset,omitempty" jsonschema:"where in the file this begins, in bytes"`
	Data   string `json:"data,omitempty" jsonschema:"a part of the file, in base64"`
}

func (in LiveGiveIn) check() error {
	if utf8.RuneCountInString(in.Name) > maxPicked {
		return fault.New(fault.InvalidInput, "name must have at most %d characters", maxPicked).With("field", "name")
	}
	if in.Index < 0 || in.Index >= maxUploads {
		return fault.New(fault.InvalidInput, "at most %d files at once", maxUploads).With("field", "index")
	}
	return nil
}

func liveGive(c *Call, in LiveGiveIn) (None, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return None{}, err
	}
	data, err := base64.StdEncoding.DecodeString(in.Data)
	if err != nil {
		return None{}, fault.New(fault.InvalidInput, "data is no base64").With("field", "data")
	}
	return None{}, s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		return b.Give(ctx, in.ID, page.Given{Index: in.Index, Name: in.Name, Offset: in.Offset, Data: data})
	})
}
