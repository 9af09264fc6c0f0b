package ops

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// TabsIn is the input of browser_tabs.
type TabsIn struct {
	Action string `json:"action,omitempty" jsonschema:"list without it"`
	Tab    string `json:"tab,omitempty" jsonschema:"number or id from the list"`
	URL    string `json:"url,omitempty" jsonschema:"for new"`
}

// TabList is the answer of browser_tabs.
type TabList struct {
	Tabs     []wire.Tab `json:"tabs"`
	FromPage `page:"tabs"`
}

// Parts is a line per tab; an arrow marks the one that tools act on.
func (l TabList) Parts() (own, words string) {
	var b strings.Builder
	for i, t := range l.Tabs {
		mark := " "
		if t.Active {
			mark = "→"
		}
		fmt.Fprintf(&b, "%s %d: %s\n", mark, i+1, where(t.URL, t.Title))
	}
	return "", strings.TrimRight(b.String(), "\n")
}

// speaks names the tab whose title or address is found.
func (l TabList) speaks(suspect func(words string) bool) string {
	for _, t := range l.Tabs {
		if suspect(t.Title) || suspect(t.URL) {
			return t.ID
		}
	}
	return ""
}

func tabs(c *Call, in TabsIn) (TabList, error) {
	if in.Action == "new" {
		if err := c.mayAct(); err != nil {
			return TabList{}, err
		}
		if in.URL != "" {
			var err error
			if in.URL, err = c.checkURL(c.Principal.Agent, in.URL); err != nil {
				return TabList{}, err
			}
		}
		if err := c.maySite(in.URL); err != nil {
			return TabList{}, err
		}
		if err := c.ensureSession(""); err != nil {
			return TabList{}, err
		}
	} else {
		s, ok := c.App.Sessions.OfAgent(c.Principal.Agent.ID)
		if !ok {
			return TabList{}, noSession()
		}
		c.Session = s
	}
	effect := grant.Act
	if in.Action == "" || in.Action == "list" {
		effect = grant.Observe
	}
	var all []page.Tab
	err := c.run(c.Context, effect, func(ctx context.Context, b session.Browser) error {
		err := changeTabs(ctx, b, in)
		all = b.Tabs()
		return err
	})
	if err != nil {
		return TabList{}, err
	}
	if effect == grant.Act {
		c.Session.Note(wire.Step{Tool: c.Op.Name, Object: in.Action})
	}
	out := TabList{Tabs: []wire.Tab{}}
	for _, t := range all {
		out.Tabs = append(out.Tabs, wire.Tab{ID: t.ID, URL: t.URL, Title: t.Title, Active: t.Active})
	}
	return out, nil
}

func changeTabs(ctx context.Context, b session.Browser, in TabsIn) error {
	switch in.Action {
	case "new":
		_, err := b.NewTab(ctx, in.URL)
		return err
	case "select", "close":
		id, err := tabID(b.Tabs(), in.Tab)
		if err != nil {
			return err
		}
		if in.Action == "close" {
			return b.CloseTab(ctx, id)
		}
		return b.SelectTab(ctx, id)
	}
	return nil
}

// tabID finds a tab by its id or its number in the list; "" is the active one.
func tabID(all []page.Tab, want string) (string, error) {
	n, err := strconv.Atoi(want)
	for i, t := range all {
		if t.ID == want || (err == nil && n == i+1) || (want == "" && t.Active) {
			return t.ID, nil
		}
	}
	return "", fault.New(fault.NotFound, "there is no tab %q", clip(want)).
		WithHint("browser_tabs without an action lists them").With("field", "tab")
}
