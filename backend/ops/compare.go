package ops

import (
	"context"
	"strings"

	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/snapshot"
)

// Looking is the part of an acting tool's input that asks for what changed (K9).
type Looking struct {
	Diff bool `json:"diff,omitempty"`
}

// Compared is what an outline has that the last one the agent saw had not.
type Compared struct {
	Changes   string `json:"changes,omitempty" jsonschema:"lines that came (+), went (-) or say something else (~) since the last snapshot"`
	Unchanged bool   `json:"unchanged,omitempty"`
}

// text is what a model reads of it; whole is the outline where that is the
// better answer.
func (c Compared) text(whole string) string {
	switch {
	case c.Unchanged:
		return "(the outline is unchanged)"
	case c.Changes != "":
		return c.Changes
	}
	return whole
}

// see remembers an outline as what the agent saw last and, when asked, takes out
// of it what the agent saw before. It runs within a command of the session.
func (c *Call) see(r *snapshot.Result, o page.Snapshot, l Looking) Compared {
	now := snapshot.Show(*r, o)
	text, comparable := c.Session.Seen.Changes(now)
	c.Session.Seen = now
	if !l.Diff || !comparable {
		return Compared{}
	}
	r.Outline = ""
	return Compared{Changes: text, Unchanged: text == ""}
}

// Seen is what an acting tool's answer shows of the page when it was asked to.
type Seen struct {
	Compared
	Outline string `json:"outline,omitempty" jsonschema:"the whole outline, where most of it is new"`
}

func (s Seen) text() string { return strings.TrimSuffix(s.Compared.text(s.Outline), "\n") }

// look takes the outline after an action, of the part of the page that the agent
// looked at last. An action that worked does not fail because the page can't be
// seen, as while a dialog is open: then nothing is shown.
func (c *Call) look(ctx context.Context, b session.Browser, l Looking, url string) Seen {
	if !l.Diff || c.maySite(activeURL(b)) != nil {
		return Seen{}
	}
	o := c.Session.Seen.OptionsAt(url)
	r, err := b.Snapshot(ctx, o)
	if err != nil && o.Selector != "" { // what it looked at is gone
		o = page.Snapshot{}
		r, err = b.Snapshot(ctx, o)
	}
	if err != nil {
		return Seen{}
	}
	compared := c.see(&r, o, l)
	return Seen{Compared: compared, Outline: r.Outline}
}
