package ops

import (
	"context"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/snapshot"
)

// maxLines is how many parts of a page its text form has.
const maxLines = 2000

// PageLine is one part of a page in its text form: a run of text, or what can be
// used, with a Ref.
type PageLine struct {
	Ref    string   `json:"ref,omitempty"`
	Role   string   `json:"role" jsonschema:"ARIA role; text for a run of text"`
	Name   string   `json:"name,omitempty"`
	Value  string   `json:"value,omitempty"`
	States []string `json:"states,omitempty"`
	Level  int      `json:"level,omitempty" jsonschema:"of a heading"`
}

// PageText is the answer of live_outline and live_use. More says that the page goes on.
type PageText struct {
	URL   string     `json:"url"`
	Title string     `json:"title"`
	Lines []PageLine `json:"lines"`
	More  bool       `json:"more,omitempty"`
}

func liveOutline(c *Call, in Driving) (PageText, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return PageText{}, err
	}
	var out PageText
	err = s.Drive(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		out, err = pageText(ctx, b)
		return err
	})
	return out, err
}

// LiveUseIn is the input of live_use: a click, or with a value what a field is to hold.
type LiveUseIn struct {
	Driving
	Ref   string  `json:"ref"`
	Value *string `json:"value,omitempty"`
}

func (in LiveUseIn) check() error {
	if in.Value != nil && utf8.RuneCountInString(*in.Value) > maxPicked {
		return fault.New(fault.InvalidInput, "value must have at most %d characters", maxPicked).With("field", "value")
	}
	return nil
}

func liveUse(c *Call, in LiveUseIn) (PageText, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return PageText{}, err
	}
	var out PageText
	err = s.Drive(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		t := page.Target{Ref: in.Ref}
		if in.Value != nil {
			_, err = b.Fill(ctx, t, *in.Value)
		} else {
			_, err = b.Click(ctx, t, page.Click{Button: "left", Count: 1})
		}
		if err == nil {
			out, err = pageText(ctx, b)
		}
		return err
	})
	return out, err
}

func pageText(ctx context.Context, b session.Browser) (PageText, error) {
	r, err := b.Snapshot(ctx, snapshot.Options{JSON: true})
	if err != nil {
		return PageText{}, err
	}
	out := PageText{URL: r.URL, Title: r.Title, Lines: []PageLine{}}
	out.add(r.Nodes)
	return out, nil
}

func (p *PageText) add(nodes []snapshot.Node) {
	for _, n := range nodes {
		if n.Ref != "" || n.Role == "text" || n.Role == "heading" || n.Name != "" {
			if len(p.Lines) == maxLines {
				p.More = true
				return
			}
			p.Lines = append(p.Lines, PageLine{Ref: n.Ref, Role: n.Role, Name: n.Name, Value: n.Value, States: n.States, Level: n.Level})
		}
		p.add(n.Children)
	}
}
