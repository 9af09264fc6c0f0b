package ops

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"
)

// What terminals show of the owner's lists. Lines begin with the id, since that
// is what other commands take.

func columns(empty string, rows int, row func(i int) []string) string {
	if rows == 0 {
		return empty
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i := range rows {
		_, _ = fmt.Fprintln(w, strings.Join(row(i), "\t"))
	}
	_ = w.Flush() // a strings.Builder takes everything
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func clock(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// Text is a line per agent.
func (l AgentList) Text() string {
	return columns("There are no agents.", len(l.Agents), func(i int) []string {
		a := l.Agents[i]
		does := "browser off"
		switch {
		case a.Session != nil:
			does = string(a.Session.Phase) + " " + a.Session.URL
		case a.Browser:
			does = "browser on"
		}
		return []string{string(a.ID), a.Name, does}
	})
}

// Text is the agent in a line.
func (a AgentView) Text() string { return AgentList{Agents: []AgentView{a}}.Text() }

// Text is a line per profile.
func (l ProfileList) Text() string {
	return columns("There are no profiles.", len(l.Profiles), func(i int) []string {
		p := l.Profiles[i]
		open := ""
		if p.OpenBy != nil {
			open = "open by " + p.OpenBy.AgentName
		}
		return []string{string(p.ID), p.Name, string(p.Status), open}
	})
}

// Text is a line per session.
func (l SessionList) Text() string {
	return columns("No browser was open yet.", len(l.Sessions), func(i int) []string {
		s := l.Sessions[i]
		how := string(s.Controller) + " drives"
		if s.End != nil {
			how = "ended: " + string(s.End.Reason)
		}
		return []string{string(s.ID), s.AgentName, s.ProfileName, how, s.URL}
	})
}

// Text is a line per request.
func (l RequestList) Text() string {
	return columns("No agent asked for anything.", len(l.Requests), func(i int) []string {
		r := l.Requests[i]
		return []string{string(r.ID), clock(r.CreatedAt), r.AgentName, string(r.Task), string(r.State), r.Host, r.Message}
	})
}

// Text is a line per entry.
func (l AuditList) Text() string {
	return columns("Nothing happened yet.", len(l.Entries), func(i int) []string {
		e := l.Entries[i]
		who := string(e.By)
		if e.Name != "" {
			who = e.Name
		}
		return []string{clock(e.At), who, string(e.Kind), e.Tool, e.Host, e.Result}
	})
}
