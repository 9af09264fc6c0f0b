package ops

import (
	"context"
	"fmt"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

// maxFields is how many fields one call fills.
const maxFields = 100

func browserForm() []*Op {
	fillForm := act("browser_fill_form", "Fill several fields", "Fill several fields at once: text, an option's label, true or false for a box.", "fields")
	check := act("browser_check", "Check a box", "Check a box, switch or radio; checked false unchecks it.", "ref", "checked")
	return []*Op{Define(fillForm, fillFields), Define(check, checkBox)}
}

// FormIn is the input of browser_fill_form.
type FormIn struct {
	Fields []FieldIn `json:"fields"`
	Looking
}

// FieldIn is a field and what it is to hold.
type FieldIn struct {
	Ref   string `json:"ref"`
	Value string `json:"value"`
}

func (in FormIn) check() error {
	if n := len(in.Fields); n == 0 || n > maxFields {
		return fault.New(fault.InvalidInput, "fields must have 1 to %d entries", maxFields).
			WithHint(`send a list such as [{"ref": "e3", "value": "Ada"}, {"ref": "e4", "value": "true"}]`).With("field", "fields")
	}
	for i, f := range in.Fields {
		if f.Ref == "" {
			return fault.New(fault.InvalidInput, "field %d has no ref", i+1).With("field", "fields")
		}
		if err := checkTyped(f.Value); err != nil {
			return err
		}
	}
	return nil
}

func fillFields(c *Call, in FormIn) (Acted, error) {
	return c.do(fmt.Sprintf("Filled %d fields", len(in.Fields)), in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) {
		var all page.Effect
		for i, f := range in.Fields {
			t := element(f.Ref)
			e, err := c.guarded(ctx, b, t, page.ByClick, func() (page.Effect, error) { return b.Fill(ctx, t, f.Value) })
			last := i == len(in.Fields)-1
			switch {
			case err != nil:
			case !last && e.Dialog != nil:
				err = fault.New(fault.DialogOpen, "the page asks (%s)", e.Dialog.Kind).WithHint("answer it with browser_dialog, then fill the rest").Quoting(e.Dialog.Message)
			case !last && e.Navigated:
				err = fault.New(fault.StaleRef, "the page is another one by now").WithHint("take a snapshot and fill the rest there")
			}
			if err != nil {
				f := *fault.From(err)
				f.Message = fmt.Sprintf("field %d of %d: %s", i+1, len(in.Fields), f.Message)
				return all, f.With("filled", i)
			}
			e.Changed = e.Changed || all.Changed
			all = e
		}
		all.Object = ""
		return all, nil
	})
}

// CheckIn is the input of browser_check.
type CheckIn struct {
	Ref     string `json:"ref"`
	Checked *bool  `json:"checked,omitempty"`
	Looking
}

func (in CheckIn) check() error {
	if in.Ref == "" {
		return fault.New(fault.InvalidInput, "ref is missing").WithHint("send the ref of a box from browser_snapshot").With("field", "ref")
	}
	return nil
}

func checkBox(c *Call, in CheckIn) (Acted, error) {
	t, on, verb := element(in.Ref), true, "Checked"
	if in.Checked != nil && !*in.Checked {
		on, verb = false, "Unchecked"
	}
	return c.do(verb, in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) {
		return c.guarded(ctx, b, t, page.ByClick, func() (page.Effect, error) { return b.Check(ctx, t, on) })
	})
}
