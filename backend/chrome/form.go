package chrome

import (
	"context"
	"errors"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// field is what the page scripts tell of a field: its kind (box, list, file or
// text), what a box says, whether it takes one of several or more than one.
type field struct {
	Object       string
	Kind, State  string
	Single, Many bool
	Folders      bool
	Err, What    string
	s            spot
}

// fieldAt asks what kind of field a target is.
func (b *Browser) fieldAt(ctx context.Context, g page.Target) (field, before, error) {
	w, err := b.start()
	if err != nil {
		return field{}, w, err
	}
	if g.IsZero() || g.Point != nil {
		return field{}, w, fault.New(fault.InvalidInput, "no field was named").WithHint("give the ref of the field").With("field", "ref")
	}
	sp, _, err := b.place(ctx, w.t, w.halt, g)
	if err != nil {
		return field{}, w, b.why(w.t, err)
	}
	f, err := ask[field](ctx, b, sp.d, w.halt, "field", sp)
	if err == nil {
		err = sp.problem(found{Err: f.Err, What: f.What, Object: f.Object})
	}
	f.s = sp
	return f, w, b.why(w.t, sp.lost(err))
}

// Fill gives a field of any kind a value: text, an option by value or label, and
// for a box true or false.
func (b *Browser) Fill(ctx context.Context, g page.Target, value string) (page.Effect, error) {
	f, _, err := b.fieldAt(ctx, g)
	if err != nil {
		return page.Effect{}, err
	}
	switch f.Kind {
	case "list":
		if f.Many {
			return b.Select(ctx, g, strings.Split(value, "\n"))
		}
		return b.Select(ctx, g, []string{value})
	case "box":
		switch strings.ToLower(strings.TrimSpace(value)) {
		case "true", "on", "yes", "1":
			return b.check(ctx, g, f, true)
		case "false", "off", "no", "0":
			return b.check(ctx, g, f, false)
		}
		return page.Effect{}, fault.New(fault.InvalidInput, "%s is a box and takes true or false", f.s.who()).Quoting(f.Object)
	case "file":
		return page.Effect{}, fault.New(fault.NotActionable, "%s takes files", f.s.who()).Quoting(f.Object).WithHint("use browser_upload")
	}
	return b.Type(ctx, g, page.Typing{Text: value, Clear: true})
}

// Check makes a box, switch or radio say what is wanted, by a click if it does
// not already.
func (b *Browser) Check(ctx context.Context, g page.Target, on bool) (page.Effect, error) { //nolint:revive // it is the state that is wanted
	f, _, err := b.fieldAt(ctx, g)
	if err != nil {
		return page.Effect{}, err
	}
	return b.check(ctx, g, f, on)
}

func (b *Browser) check(ctx context.Context, g page.Target, f field, on bool) (page.Effect, error) { //nolint:revive // see Check
	want := "false"
	if on {
		want = "true"
	}
	switch {
	case f.Kind != "box":
		return page.Effect{}, fault.New(fault.NotActionable, "%s cannot be checked", f.s.who()).Quoting(f.Object).
			WithHint("use browser_click for buttons and browser_fill for fields")
	case f.State == want:
		w, err := b.start()
		if err != nil {
			return page.Effect{}, err
		}
		return b.conclude(ctx, w, page.Effect{Object: f.Object}, nil)
	case f.Single && !on:
		return page.Effect{}, fault.New(fault.NotActionable, "%s is one of several choices", f.s.who()).Quoting(f.Object).
			WithHint("check another one of them")
	}
	e, err := b.Click(ctx, g, page.Click{Count: 1})
	if err != nil || e.Dialog != nil || e.Navigated {
		return e, err
	}
	after, err := ask[field](ctx, b, f.s.d, b.done, "field", f.s)
	if err == nil && after.Err == "" && after.Kind == "box" && after.State != want {
		return e, fault.New(fault.NotActionable, "%s did not take the click", f.s.who()).Quoting(after.Object + ": " + after.State).
			WithHint("take a snapshot: the page may have put it back")
	}
	if err != nil && !errors.Is(err, errOtherDocument) && ctx.Err() != nil {
		return e, fault.From(ctx.Err())
	}
	return e, nil // gone with what it changed, or as it should be
}
