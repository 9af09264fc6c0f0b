package ops

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

// usualLines is how many lines console and network tell without a word about it;
// mostLines is what a tab keeps.
const (
	usualLines = 50
	mostLines  = 500
)

func browserWatch() []*Op {
	spec := func(name, title, doc, alias string) Spec {
		return Spec{
			Name: name, Title: title, Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession, Toolset: WatchTools,
			Doc: doc, Aliases: []string{alias}, Args: []string{"filter"},
		}
	}
	console := spec("browser_console", "Console", "The console of the page and errors that nothing caught, the newest last. Watched from the first call on, or from the start with the toolset «watch».", "browser_console_messages")
	console.Enums = map[string][]string{"level": {"error", "warning", "info", "debug"}}
	return []*Op{
		Define(console, readConsole),
		Define(spec("browser_network", "Network", "What the page asked of the network, the newest last. Watched from the first call on, or from the start with the toolset «watch».", "browser_network_requests"), readNetwork),
	}
}

// LinesIn chooses among lines.
type LinesIn struct {
	Filter string `json:"filter,omitempty" jsonschema:"part of the text or address"`
	Limit  int    `json:"limit,omitempty" jsonschema:"50 without it"`
}

func (in LinesIn) check() error {
	if in.Limit < 0 || in.Limit > mostLines {
		return fault.New(fault.InvalidInput, "limit must be 1 to %d", mostLines).With("field", "limit")
	}
	return nil
}

// last gives the newest of the lines that are wanted.
func last[T any](in LinesIn, all []T, wanted func(T) bool) (lines []T, total int) {
	lines = []T{}
	for _, x := range all {
		if wanted(x) {
			lines = append(lines, x)
		}
	}
	limit := in.Limit
	if limit == 0 {
		limit = usualLines
	}
	return lines[max(0, len(lines)-limit):], len(lines)
}

func (in LinesIn) has(texts ...string) bool {
	return in.Filter == "" || strings.Contains(strings.ToLower(strings.Join(texts, " ")), strings.ToLower(in.Filter))
}

// ConsoleIn is the input of browser_console.
type ConsoleIn struct {
	LinesIn
	Level string `json:"level,omitempty" jsonschema:"this level and what is worse"`
}

// Console is the answer of browser_console.
type Console struct {
	Messages []page.Message `json:"messages"`
	Total    int            `json:"total"`
	FromPage `page:"messages"`
}

// Parts is a line per message.
func (c Console) Parts() (own, words string) {
	lines := make([]string, len(c.Messages))
	for i, m := range c.Messages {
		lines[i] = m.Level + ": " + m.Text
		if m.URL != "" {
			lines[i] += fmt.Sprintf("  (%s:%d)", m.URL, m.Line)
		}
	}
	return counted(len(lines), c.Total, "The console is empty."), strings.Join(lines, "\n")
}

func counted(shown, total int, none string) string {
	switch {
	case total == 0:
		return none
	case shown < total:
		return fmt.Sprintf("The last %d of %d.", shown, total)
	}
	return ""
}

func readConsole(c *Call, in ConsoleIn) (Console, error) {
	rank := map[string]int{"error": 0, "warning": 1, "info": 2, "debug": 3, "": 3}
	w, err := c.watched()
	var out Console
	out.Messages, out.Total = last(in.LinesIn, w.Messages, func(m page.Message) bool {
		return rank[m.Level] <= rank[in.Level] && in.has(m.Text, m.URL)
	})
	return out, err
}

// watched asks the browser; it is refused while the person drives. What was said
// and asked in that time stays untold afterwards: the addresses of a sign-in have
// its codes.
func (c *Call) watched() (w page.Watched, err error) {
	err = c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) (err error) {
		w, err = b.Watched(ctx)
		return err
	})
	driven := c.Session.Driven()
	w.Messages = slices.DeleteFunc(w.Messages, func(m page.Message) bool { return driven(m.At) })
	w.Requests = slices.DeleteFunc(w.Requests, func(r page.Request) bool { return driven(r.At) })
	return w, err
}

// NetworkLog is the answer of browser_network.
type NetworkLog struct {
	Requests []page.Request     `json:"requests"`
	Total    int                `json:"total"`
	Refused  []page.RefusedHost `json:"refused,omitempty" jsonschema:"hosts that Baton did not connect this browser to, the newest first"`
	FromPage `page:"requests refused"`
}

// mostRefused is how many refused hosts are told.
const mostRefused = 10

// Parts is a line per request.
func (l NetworkLog) Parts() (own, words string) {
	lines := make([]string, len(l.Requests))
	for i, r := range l.Requests {
		state := "…"
		switch {
		case r.Error != "":
			state = r.Error
		case r.Status != 0:
			state = fmt.Sprint(r.Status)
		}
		lines[i] = fmt.Sprintf("%s %s %s %s", r.Method, state, r.Type, r.URL)
		if r.Size > 0 {
			lines[i] += fmt.Sprintf("  %d bytes", r.Size)
		}
	}
	for _, r := range l.Refused {
		lines = append(lines, fmt.Sprintf("refused by Baton: %s:%d (%s), %d×", r.Host, r.Port, r.Reason, r.Count))
	}
	return counted(len(l.Requests), l.Total, "Nothing was asked of the network since it is watched."), strings.Join(lines, "\n")
}

func readNetwork(c *Call, in LinesIn) (NetworkLog, error) {
	w, err := c.watched()
	var out NetworkLog
	out.Requests, out.Total = last(in, w.Requests, func(r page.Request) bool { return in.has(r.Method, r.URL, r.Type, fmt.Sprint(r.Status), r.Error) })
	if err != nil {
		return out, err
	}
	if passed, driven := c.Session.View().Network, c.Session.Driven(); passed != nil {
		for _, r := range passed.Hosts {
			if len(out.Refused) < mostRefused && in.has(r.Host, r.Reason) && !driven(r.Last) {
				out.Refused = append(out.Refused, r)
			}
		}
	}
	return out, nil
}
