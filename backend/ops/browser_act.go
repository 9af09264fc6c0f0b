package ops

import (
	"context"
	"fmt"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

func browserAct() []*Op {
	return []*Op{
		Define(act("browser_click", "Click", "Click an element or a point. Answers what followed.", "ref"), click),
		Define(act("browser_type", "Type", "Type text into an element, or where the focus is. submit presses Enter after it.", "ref", "text"), typeText),
		Define(act("browser_fill", "Fill", "Replace what a field holds.", "ref", "text"), fill),
		Define(act("browser_press_key", "Press a key", "Press a key or chord, such as Enter, Tab, ArrowDown or Control+a.", "key"), pressKey),
		Define(act("browser_scroll", "Scroll", "Scroll the page, or what is under an element or point. Answers where it stands and whether that is the bottom.", "direction", "amount"), scroll),
		Define(act("browser_drag", "Drag", "Drag from one element to another, or along a path of points.", "from", "to"), drag),
		Define(act("browser_hover", "Hover", "Move the mouse over an element or a point.", "ref"), hover),
		Define(act("browser_select", "Select options", "Choose options of a select list by value or label.", "ref", "values"), selectOptions),
		Define(act("browser_resize", "Resize", "Give the viewport another size, such as that of a phone.", "width", "height"), resize),
		Define(act("browser_dialog", "Answer a dialog", "Accept or dismiss the alert, confirm or prompt that is open.", "accept"), answerDialog),
		Define(act("browser_tabs", "Tabs", "List, open, select or close tabs.", "action", "tab"), tabs),
	}
}

func act(name, title, doc string, args ...string) Spec {
	s := Spec{Name: name, Title: title, Doc: doc, Effect: grant.Act, Audience: grant.ForAgent, Needs: NeedsSession, Args: args}
	switch name {
	case "browser_click":
		s.Enums = map[string][]string{"button": {"left", "right", "middle"}}
	case "browser_scroll":
		s.Enums, s.Moves = map[string][]string{"direction": {"up", "down", "left", "right"}}, true
	case "browser_select":
		s.Aliases = []string{"browser_select_option"}
	case "browser_dialog":
		s.Aliases = []string{"browser_handle_dialog"}
	case "browser_tabs":
		s.Enums = map[string][]string{"action": {"list", "new", "select", "close"}}
		s.Needs, s.Moves = OpensSession, true
	case "browser_resize":
		s.Moves = true
	}
	return s
}

// Acted is the answer of an acting tool: what was seen to follow.
type Acted struct {
	page.Effect
	Seen
	FromPage `page:"object dialog sign_in download url title changes outline"`
	verb     string
}

// Parts says in a line what followed; what it happened to is the page's to name.
func (a Acted) Parts() (own, words string) {
	own = a.verb + "."
	lines := []string{a.Object}
	switch {
	case a.Dialog != nil:
		own += " The page asks (" + a.Dialog.Kind + "): answer with browser_dialog."
		lines = append(lines, a.Dialog.Message)
	case a.SignIn != nil:
		asked, by := askedBy(a.SignIn)
		own += " " + asked
		lines = append(lines, where(a.URL, a.Title)+by)
	case a.Download != nil:
		own += " " + downloaded(*a.Download)
		lines = append(lines, a.Download.Path)
	case a.Failed != "":
		own += " The page it led to did not load (" + a.Failed + ")."
		lines = append(lines, where(a.URL, a.Title))
	case a.NewTab != "":
		own += " A new tab opened and is selected."
		lines = append(lines, where(a.URL, a.Title))
	case a.Navigated:
		own += " The page is another one now."
		lines = append(lines, where(a.URL, a.Title))
	case a.Changed:
		own += " The page changed."
	default:
		own += " Nothing on the page was seen to change."
	}
	if shown := a.Seen.text(); shown != "" {
		lines = append(lines, "", shown)
	}
	return own, strings.Trim(strings.Join(lines, "\n"), "\n")
}

// do runs an acting command and tells the person about it.
func (c *Call) do(verb string, l Looking, fn func(context.Context, session.Browser) (page.Effect, error)) (Acted, error) {
	out := Acted{verb: verb}
	err := c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) (err error) {
		if out.Effect, err = fn(ctx, b); err == nil {
			out.Seen = c.look(ctx, b, l, out.URL)
		}
		return err
	})
	if err != nil {
		return Acted{}, err
	}
	c.object, c.spot = out.Object, c.spotOf(out.Effect)
	c.Session.Note(wire.Step{Tool: c.Op.Name, Object: out.Object})
	return out, nil
}

// ClickIn is the input of browser_click.
type ClickIn struct {
	At
	Button    string   `json:"button,omitempty"`
	Double    bool     `json:"double,omitempty"`
	Modifiers []string `json:"modifiers,omitempty" jsonschema:"Alt, Control, Meta, Shift, ControlOrMeta"`
	Looking
}

func click(c *Call, in ClickIn) (Acted, error) {
	t, err := in.required()
	if err != nil {
		return Acted{}, err
	}
	how := page.Click{Button: in.Button, Count: 1}
	if how.Button == "" {
		how.Button = "left"
	}
	if in.Double {
		how.Count = 2
	}
	if how.Modifiers, err = modifiers(in.Modifiers); err != nil {
		return Acted{}, err
	}
	return c.do("Clicked", in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) {
		if how.Button == "right" { // it asks for a menu
			return b.Click(ctx, t, how)
		}
		return c.guarded(ctx, b, t, page.ByClick, func() (page.Effect, error) { return b.Click(ctx, t, how) })
	})
}

// TypeIn is the input of browser_type.
type TypeIn struct {
	At
	Text   string `json:"text"`
	Submit bool   `json:"submit,omitempty"`
	Slowly bool   `json:"slowly,omitempty" jsonschema:"one key event per character"`
	Looking
}

func typeText(c *Call, in TypeIn) (Acted, error) {
	t, err := in.optional()
	if err != nil {
		return Acted{}, err
	}
	return c.write("Typed", in.Looking, t, page.Typing{Text: in.Text, Submit: in.Submit, Slowly: in.Slowly})
}

// FillIn is the input of browser_fill. Value is what neighbours call text.
type FillIn struct {
	At
	Text   string `json:"text"`
	Submit bool   `json:"submit,omitempty"`
	Looking
}

func fill(c *Call, in FillIn) (Acted, error) {
	t, err := in.required()
	if err != nil {
		return Acted{}, err
	}
	return c.write("Filled", in.Looking, t, page.Typing{Text: in.Text, Clear: true, Submit: in.Submit})
}

// write types text. Where there is no field it clicks first; a line end that is
// typed as a key is an Enter like any other.
func (c *Call) write(verb string, l Looking, t page.Target, w page.Typing) (Acted, error) {
	return c.do(verb, l, func(ctx context.Context, b session.Browser) (page.Effect, error) {
		act := func() (page.Effect, error) { return b.Type(ctx, t, w) }
		if w.Submit || w.Slowly && strings.Contains(w.Text, "\n") {
			enter := act
			act = func() (page.Effect, error) { return c.guarded(ctx, b, t, page.ByEnter, enter) }
		}
		if t.IsZero() {
			return act()
		}
		return c.guarded(ctx, b, t, page.ByClick, act)
	})
}

// KeyIn is the input of browser_press_key.
type KeyIn struct {
	Key string `json:"key"`
	Looking
}

func pressKey(c *Call, in KeyIn) (Acted, error) {
	return c.do("Pressed "+in.Key, in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) {
		act := func() (page.Effect, error) { return b.PressKey(ctx, in.Key) }
		if how, ok := pressesBy(in.Key); ok {
			return c.guarded(ctx, b, page.Target{}, how, act)
		}
		return act()
	})
}

// pressesBy tells the chords that press what has the focus.
func pressesBy(chord string) (page.How, bool) {
	key := chord[strings.LastIndex(strings.TrimSuffix(chord, "+"), "+")+1:]
	switch strings.ToLower(key) {
	case "enter", "return", "numpadenter", "\r", "\n":
		return page.ByEnter, true
	case " ", "space", "spacebar":
		return page.BySpace, true
	}
	return "", false
}

// ScrollIn is the input of browser_scroll.
type ScrollIn struct {
	At
	Direction string   `json:"direction,omitempty"`
	Amount    *float64 `json:"amount,omitempty" jsonschema:"CSS pixels; most of a screen without it"`
	DX        float64  `json:"dx,omitempty"`
	DY        float64  `json:"dy,omitempty"`
}

// Scrolled is the answer of browser_scroll.
type Scrolled struct {
	page.ScrollState
}

// Text says where the scrolled thing stands.
func (s Scrolled) Text() string {
	text := fmt.Sprintf("At %.0f of %.0f px.", s.Y, s.MaxY)
	if s.AtBottom {
		text += " This is the bottom."
	}
	if !s.Moved {
		text += " It did not move."
	}
	return text
}

func scroll(c *Call, in ScrollIn) (Scrolled, error) {
	t, err := in.optional()
	if err != nil {
		return Scrolled{}, err
	}
	how, err := in.turn(t)
	if err != nil {
		return Scrolled{}, err
	}
	var out Scrolled
	err = c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) (err error) {
		out.ScrollState, err = b.Scroll(ctx, t, how)
		return err
	})
	c.Session.Note(wire.Step{Tool: c.Op.Name})
	return out, err
}

// turn is the wheel turn that the input means: a ref alone scrolls into view, no
// field at all scrolls most of a screen down.
func (in ScrollIn) turn(t page.Target) (page.Scroll, error) {
	if in.DX != 0 || in.DY != 0 {
		return page.Scroll{DX: in.DX, DY: in.DY}, nil
	}
	if in.Direction == "" && in.Amount == nil && !t.IsZero() && t.Point == nil {
		return page.Scroll{Into: true}, nil
	}
	by := 0.85 * Height
	if in.Amount != nil {
		by = *in.Amount
	}
	if by < 0 || by > 1_000_000 {
		return page.Scroll{}, fault.New(fault.InvalidInput, "amount must be 0 to 1,000,000").With("field", "amount")
	}
	switch in.Direction {
	case "up":
		return page.Scroll{DY: -by}, nil
	case "left":
		return page.Scroll{DX: -by}, nil
	case "right":
		return page.Scroll{DX: by}, nil
	}
	return page.Scroll{DY: by}, nil
}

// DragIn is the input of browser_drag.
type DragIn struct {
	From string       `json:"from,omitempty" jsonschema:"ref"`
	To   string       `json:"to,omitempty" jsonschema:"ref"`
	Path []page.Point `json:"path,omitempty" jsonschema:"two or more points, instead of from and to"`
	Looking
}

// maxPath is how many points a drag may have.
const maxPath = 500

// path is where the drag goes.
func (in DragIn) path() (path []page.Target, err error) {
	switch {
	case len(in.Path) > 0 && (in.From != "" || in.To != ""):
		return nil, fault.New(fault.InvalidInput, "from, to and path are both given").With("field", "path")
	case len(in.Path) > 0:
		if len(in.Path) < 2 || len(in.Path) > maxPath {
			return nil, fault.New(fault.InvalidInput, "path must have 2 to %d points", maxPath).With("field", "path")
		}
		for _, p := range in.Path {
			path = append(path, page.Target{Point: &p})
		}
	case in.From == "" || in.To == "":
		return nil, fault.New(fault.InvalidInput, "from and to are needed").
			WithHint("send the refs of two elements, or a path of points").With("field", "from")
	default:
		path = []page.Target{element(in.From), element(in.To)}
	}
	return path, nil
}

func drag(c *Call, in DragIn) (Acted, error) {
	path, err := in.path()
	if err != nil {
		return Acted{}, err
	}
	return c.do("Dragged", in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) {
		// Pressed and let go on one thing, a drag is a click.
		return c.guarded(ctx, b, path[0], page.ByClick, func() (page.Effect, error) { return b.Drag(ctx, path) })
	})
}

// HoverIn is the input of browser_hover.
type HoverIn struct {
	At
	Looking
}

func hover(c *Call, in HoverIn) (Acted, error) {
	t, err := in.required()
	if err != nil {
		return Acted{}, err
	}
	return c.do("Hovered", in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) { return b.Hover(ctx, t) })
}

// SelectIn is the input of browser_select.
type SelectIn struct {
	Ref    string   `json:"ref"`
	Values []string `json:"values" jsonschema:"values or labels"`
	Looking
}

func selectOptions(c *Call, in SelectIn) (Acted, error) {
	t := element(in.Ref)
	return c.do("Selected", in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) { return b.Select(ctx, t, in.Values) })
}

// DialogIn is the input of browser_dialog.
type DialogIn struct {
	Accept bool   `json:"accept"`
	Text   string `json:"text,omitempty" jsonschema:"the answer to a prompt"`
}

func (in DialogIn) answer() page.Answer {
	if in.Accept {
		return page.Accept
	}
	return page.Dismiss
}

func answerDialog(c *Call, in DialogIn) (Done, error) {
	err := c.Session.Aside(c.Context, func(ctx context.Context, b session.Browser) error {
		if err := c.maySite(activeURL(b)); err != nil {
			return err
		}
		if d := c.Session.View().Dialog; d != nil && in.Accept {
			if _, err := c.mayPress(page.Press{Role: "button", Name: "OK", Around: d.Message}, activeURL(b)); err != nil {
				return err
			}
		}
		return b.AnswerDialog(ctx, in.answer(), in.Text)
	})
	if err != nil {
		return Done{}, err
	}
	c.Session.Note(wire.Step{Tool: c.Op.Name})
	return Done{Message: "The dialog is answered."}, nil
}
