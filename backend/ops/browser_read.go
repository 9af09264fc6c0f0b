package ops

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/snapshot"
	"github.com/batonbrowser/baton/backend/wire"
)

// readLimit is how many characters browser_read gives at most.
const readLimit = 20_000

func browserRead() []*Op {
	return []*Op{
		Define(Spec{
			Name: "browser_snapshot", Title: "Snapshot", Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession,
			Doc:     "The page as an outline: headings, text, and a line with a ref for everything that can be clicked or typed into. At most 500 nodes, what is in view first.",
			Aliases: []string{"browser_get_state"}, Args: []string{"selector"},
			Enums: map[string][]string{"format": {"outline", "json"}},
		}, takeSnapshot),
		Define(Spec{
			Name: "browser_read", Title: "Read the text", Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession,
			Doc:  "The text a person would read on the page, or in one element. Cheaper than a snapshot when nothing is to be clicked.",
			Args: []string{"ref"},
		}, readText),
		Define(Spec{
			Name: "browser_screenshot", Title: "Screenshot", Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession,
			Doc:     "Save a PNG of the viewport, the whole page or one element; answers its path. With inline the picture comes along.",
			Aliases: []string{"browser_take_screenshot"}, Args: []string{"ref"},
		}, takeScreenshot),
		Define(Spec{
			Name: "browser_evaluate", Title: "Run a script", Effect: grant.Act, Audience: grant.ForAgent, Needs: NeedsSession, Evaluate: true,
			Doc:     "Run JavaScript in the page: a function body with return, an expression, or an arrow function (called with the element of ref, if given); await is allowed. Answers the JSON value, cut at 20,000 characters. Refs are dropped afterwards, unless keep_refs is set.",
			Aliases: []string{"browser_eval"}, Args: []string{"function"},
		}, evaluate),
	}
}

// SnapshotIn is the input of browser_snapshot.
type SnapshotIn struct {
	Selector        string `json:"selector,omitempty" jsonschema:"CSS selector: only that part of the page"`
	InteractiveOnly bool   `json:"interactive_only,omitempty" jsonschema:"leave out plain text"`
	MaxDepth        int    `json:"max_depth,omitempty"`
	Format          string `json:"format,omitempty" jsonschema:"json: the node tree with coordinates, not capped"`
	Diff            bool   `json:"diff,omitempty" jsonschema:"only what changed since the last snapshot; acting tools take diff too"`
}

// Outline is the answer of browser_snapshot.
type Outline struct {
	snapshot.Result
	Compared
	SignIn   *page.SignIn `json:"sign_in,omitempty"`
	FromPage `page:"url title outline nodes changes sign_in"`
}

// Parts is the outline under the page's address, or the nodes as JSON.
func (o Outline) Parts() (own, words string) {
	if o.Nodes != nil {
		b, err := json.Marshal(o.Nodes)
		if err != nil {
			return err.Error(), ""
		}
		return "", string(b)
	}
	own, by := askedBy(o.SignIn)
	return own, where(o.URL, o.Title) + by + "\n\n" + o.text(o.Outline)
}

func takeSnapshot(c *Call, in SnapshotIn) (out Outline, err error) {
	out.Result, out.Compared, err = c.outline(page.Snapshot{
		Selector: in.Selector, InteractiveOnly: in.InteractiveOnly, MaxDepth: in.MaxDepth, JSON: in.Format == "json",
	}, Looking{Diff: in.Diff})
	out.SignIn = c.Session.View().SignIn
	return out, err
}

// personDrives tells whether what fields hold is the person's own business now.
func (c *Call) personDrives() bool { return c.Session.View().Controller == wire.UserDrives }

// ReadIn is the input of browser_read.
type ReadIn struct {
	Ref string `json:"ref,omitempty" jsonschema:"ref or CSS selector of one element"`
}

// Words is the answer of browser_read.
type Words struct {
	URL      string `json:"url"`
	Title    string `json:"title"`
	Content  string `json:"text"`
	Total    int    `json:"total" jsonschema:"characters of the whole text"`
	FromPage `page:"url title text"`
}

// Parts is the page's text, with a note when it was cut.
func (w Words) Parts() (own, words string) {
	if shown := len([]rune(w.Content)); shown < w.Total {
		own = fmt.Sprintf("%d of %d characters shown; name an element with ref for the rest.", shown, w.Total)
	}
	return own, where(w.URL, w.Title) + "\n\n" + w.Content
}

func readText(c *Call, in ReadIn) (Words, error) {
	var t page.Target
	if in.Ref != "" {
		t = element(in.Ref)
	}
	var got page.Text
	r := page.Reading{Target: t, Limit: readLimit, HideValues: c.personDrives()}
	err := c.run(c.Context, grant.Observe, func(ctx context.Context, b session.Browser) (err error) {
		got, err = b.Read(ctx, r)
		if err == nil && !r.HideValues && c.personDrives() { // took over meanwhile
			r.HideValues = true
			got, err = b.Read(ctx, r)
		}
		return err
	})
	return Words{URL: got.URL, Title: got.Title, Content: got.Text, Total: got.Total}, err
}

// EvaluateIn is the input of browser_evaluate.
type EvaluateIn struct {
	Function string `json:"function"`
	Ref      string `json:"ref,omitempty"`
	KeepRefs bool   `json:"keep_refs,omitempty" jsonschema:"the script only reads: refs stay valid"`
}

// Evaluated is the answer of browser_evaluate. Value is left out when it was cut.
type Evaluated struct {
	Value    json.RawMessage `json:"value,omitempty"`
	Cut      string          `json:"cut,omitempty" jsonschema:"the first 20,000 characters of the JSON"`
	Total    int             `json:"total" jsonschema:"characters of the whole JSON"`
	FromPage `page:"value cut"`
}

// Parts is the JSON, with a note when it was cut.
func (e Evaluated) Parts() (own, words string) {
	if e.Cut != "" {
		return fmt.Sprintf("Cut: %d characters in all; return only the fields you need.", e.Total), e.Cut
	}
	return "", string(e.Value)
}

func evaluate(c *Call, in EvaluateIn) (Evaluated, error) {
	var t page.Target
	if in.Ref != "" {
		t = element(in.Ref)
	}
	var v page.Value
	err := c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) (err error) {
		run := b.Evaluate
		if in.KeepRefs {
			run = b.Inspect
		}
		return c.held(ctx, b, in.Function, func() (err error) {
			v, err = run(ctx, in.Function, t)
			return err
		})
	})
	c.Session.Note(wire.Step{Tool: c.Op.Name})
	if err != nil {
		return Evaluated{}, err
	}
	if v.Text != string(v.JSON) {
		return Evaluated{Cut: v.Text, Total: v.Total}, nil
	}
	return Evaluated{Value: v.JSON, Total: v.Total}, nil
}

// ScreenshotIn is the input of browser_screenshot.
type ScreenshotIn struct {
	FullPage bool   `json:"full_page,omitempty"`
	Ref      string `json:"ref,omitempty" jsonschema:"only this element"`
	Inline   bool   `json:"inline,omitempty" jsonschema:"also give the picture in the answer"`
}

// Picture is the answer of browser_screenshot.
type Picture struct {
	Path         string `json:"path"`
	RelativePath string `json:"relative_path"`
	PNG          string `json:"png,omitempty" jsonschema:"base64, with inline"`
}

// Text is the path; pictures travel beside the text.
func (p Picture) Text() string { return "Saved to " + p.Path }

// takeScreenshot refuses while the person drives: pixels can't be redacted.
func takeScreenshot(c *Call, in ScreenshotIn) (Picture, error) {
	shot := page.Shot{FullPage: in.FullPage}
	if in.Ref != "" {
		shot.Target = element(in.Ref)
	}
	var png []byte
	err := c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) (err error) {
		png, err = b.Screenshot(ctx, shot)
		return err
	})
	if err != nil {
		return Picture{}, err
	}
	dir, err := c.App.Dirs.Screenshots(c.Session.ID)
	if err != nil {
		return Picture{}, err
	}
	workspace := filepath.Dir(dir)
	name, err := saveNew(workspace, filepath.Base(dir), ".png", png)
	if err != nil {
		return Picture{}, err
	}
	c.keepLatest(workspace, png)
	c.Session.Note(wire.Step{Tool: c.Op.Name})
	out := Picture{Path: filepath.Join(workspace, name), RelativePath: filepath.ToSlash(name)}
	if in.Inline {
		out.PNG = base64.StdEncoding.EncodeToString(png)
	}
	return out, nil
}
