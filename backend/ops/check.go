package ops

import (
	"slices"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/site"
)

// The rules of inputs that no schema says. The dispatcher asks them with the
// schema: an input that cannot be right is refused before anyone looks whether a
// browser is open and who drives it.

// maxTyped is the longest text of one call, in bytes.
const maxTyped = 200_000

func (in HoverIn) check() error {
	_, err := in.required()
	return err
}

func (a At) check() error {
	_, err := a.required()
	return err
}

func (in ClickIn) check() error {
	if _, err := in.required(); err != nil {
		return err
	}
	_, err := modifiers(in.Modifiers)
	return err
}

func (in TypeIn) check() error {
	if _, err := in.optional(); err != nil {
		return err
	}
	return checkTyped(in.Text)
}

func (in FillIn) check() error {
	if _, err := in.required(); err != nil {
		return err
	}
	return checkTyped(in.Text)
}

func checkTyped(text string) error {
	if len(text) > maxTyped {
		return fault.New(fault.InvalidInput, "text is longer than %d bytes", maxTyped).With("field", "text")
	}
	return nil
}

func (in KeyIn) check() error {
	if in.Key == "" || len(in.Key) > 64 {
		return fault.New(fault.InvalidInput, "key must be the name of a key, such as Enter or Control+a").With("field", "key")
	}
	return nil
}

func (in ScrollIn) check() error {
	t, err := in.optional()
	if err != nil {
		return err
	}
	_, err = in.turn(t)
	return err
}

func (in DragIn) check() error {
	_, err := in.path()
	return err
}

func (in SelectIn) check() error {
	if in.Ref == "" {
		return fault.New(fault.InvalidInput, "ref is missing").
			WithHint("send the ref of a select list from browser_snapshot").With("field", "ref")
	}
	return nil
}

func (in SnapshotIn) check() error {
	if in.MaxDepth < 0 {
		return fault.New(fault.InvalidInput, "max_depth must be 1 or more").With("field", "max_depth")
	}
	if in.Diff && in.Format == "json" {
		return fault.New(fault.InvalidInput, "diff is of the outline, not of the node tree").WithHint("leave format out").With("field", "diff")
	}
	return nil
}

func (in EvaluateIn) check() error {
	if in.Function == "" {
		return fault.New(fault.InvalidInput, "function is empty").With("field", "function")
	}
	return nil
}

func (in WaitIn) check() error {
	_, _, err := in.wait()
	return err
}

func (in WaitUserIn) check() error {
	_, err := in.limit()
	return err
}

func (in NavigateIn) check() error { return checkAddress(in.URL) }

func (in OpenIn) check() error { return checkOptionalAddress(in.URL) }

func (in TabsIn) check() error { return checkOptionalAddress(in.URL) }

func (in AskIn) check() error {
	if len([]rune(in.Message)) > request.MaxMessageLength {
		return fault.New(fault.InvalidInput, "message must have at most %d characters", request.MaxMessageLength).With("field", "message")
	}
	return checkOptionalAddress(in.URL)
}

// checkAddress refuses what is no address; whether it may be opened, of which
// the scheme is a part, is said later by checkURL.
func checkAddress(url string) error {
	if _, err := site.Parse(url); fault.Is(err, fault.InvalidInput) {
		return err
	}
	return nil
}

func checkOptionalAddress(url string) error {
	if url == "" {
		return nil
	}
	return checkAddress(url)
}

func (in TakeIn) check() error { return checkViewer(in.Viewer) }

func (in HandBackIn) check() error { return checkNote(in.Note) }

func (in ContinueIn) check() error { return checkNote(in.Note) }

func checkViewer(v ident.Viewer) error {
	if !v.Valid() {
		return fault.New(fault.InvalidInput, "viewer must have 8 to 64 printable characters").With("field", "viewer")
	}
	return nil
}

func checkNote(note string) error {
	if len([]rune(note)) > maxNote {
		return fault.New(fault.InvalidInput, "note must have at most %d characters", maxNote).With("field", "note")
	}
	return nil
}

func (in LiveNavigateIn) check() error {
	if (in.URL == "") == (in.Action == "" || in.Action == "new_tab") {
		return fault.New(fault.InvalidInput, "send url, or action").With("field", "url")
	}
	if in.Action != "" && !slices.Contains([]string{"back", "forward", "reload", "new_tab"}, in.Action) {
		return fault.New(fault.InvalidInput, "action must be back, forward, reload or new_tab").With("field", "action")
	}
	return checkOptionalAddress(in.URL)
}

func (in SignInIn) check() error {
	if in.Viewer != "" {
		if err := checkViewer(in.Viewer); err != nil {
			return err
		}
	}
	return checkOptionalAddress(in.URL)
}

func (in ProfileNew) check() error {
	if !in.Consent {
		return fault.New(fault.InvalidInput, "consent is missing").
			WithHint("creating a profile needs consent: agents can use what you sign in to there").With("field", "consent")
	}
	_, err := profile.CleanName(in.Name)
	return err
}

func (in ProfileChange) check() error {
	if in.Name == nil {
		return nil
	}
	_, err := profile.CleanName(*in.Name)
	return err
}

func (in AuditIn) check() error {
	if in.Limit < 0 || in.Limit > 500 {
		return fault.New(fault.InvalidInput, "limit must be 1 to 500").With("field", "limit")
	}
	return nil
}
