package ops

import (
	"context"
	"fmt"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/snapshot"
)

// How many matches browser_find tells: without a word about it, and at most.
const (
	usualMatches = 10
	mostMatches  = 100
)

func browserFind() []*Op {
	return []*Op{
		Define(Spec{
			Name: "browser_find", Title: "Find", Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession,
			Doc:  "Find elements by role, name or text on the whole page, without a snapshot of it. Answers their lines with refs and where they stand.",
			Args: []string{"text"},
		}, findOnPage),
	}
}

// FindIn is the input of browser_find.
type FindIn struct {
	Text  string `json:"text,omitempty" jsonschema:"part of a name, value or text"`
	Role  string `json:"role,omitempty"`
	Name  string `json:"name,omitempty"`
	Limit int    `json:"limit,omitempty" jsonschema:"10 without it"`
}

func (in FindIn) check() error {
	if strings.TrimSpace(in.Text+in.Role+in.Name) == "" {
		return fault.New(fault.InvalidInput, "nothing is given to look for").
			WithHint("send text, role or name, such as role button and name Save").With("field", "text")
	}
	if in.Limit < 0 || in.Limit > mostMatches {
		return fault.New(fault.InvalidInput, "limit must be 1 to %d", mostMatches).With("field", "limit")
	}
	return nil
}

// Found is the answer of browser_find.
type Found struct {
	Matches  []snapshot.Match `json:"matches"`
	Total    int              `json:"total"`
	FromPage `page:"matches"`
}

// Parts is a line per match.
func (f Found) Parts() (own, words string) {
	lines := make([]string, len(f.Matches))
	for i, m := range f.Matches {
		lines[i] = m.String()
	}
	switch {
	case f.Total == 0:
		own = "Nothing on the page matches."
	case f.Total > len(f.Matches):
		own = fmt.Sprintf("%d of %d matches; say more, or raise limit.", len(f.Matches), f.Total)
	}
	return own, strings.Join(lines, "\n")
}

func findOnPage(c *Call, in FindIn) (Found, error) {
	q := snapshot.Query{Role: in.Role, Name: in.Name, Text: in.Text, Limit: in.Limit, Height: float64(c.Session.View().Height)}
	if q.Limit == 0 {
		q.Limit = usualMatches
	}
	r, _, err := c.outline(page.Snapshot{JSON: true}, Looking{})
	if err != nil {
		return Found{}, err
	}
	out := Found{Matches: []snapshot.Match{}}
	if found, total := snapshot.Find(r.Nodes, q); total > 0 {
		out.Matches, out.Total = found, total
	}
	return out, nil
}

// outline takes a snapshot. What fields hold is left out of it when the person
// drives, also when they took over meanwhile.
func (c *Call) outline(o page.Snapshot, l Looking) (r snapshot.Result, compared Compared, err error) {
	err = c.run(c.Context, grant.Observe, func(ctx context.Context, b session.Browser) (err error) {
		o.HideValues = c.personDrives()
		r, err = b.Snapshot(ctx, o)
		if err == nil && !o.HideValues && c.personDrives() {
			o.HideValues = true
			r, err = b.Snapshot(ctx, o)
		}
		if err == nil && !o.JSON {
			compared = c.see(&r, o, l)
		}
		return err
	})
	return r, compared, err
}
