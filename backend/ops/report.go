package ops

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/wire"
)

// The next answer that an agent gets after the person handed back says what they
// did (T13), whatever tool it calls and whether the call succeeds: what it knew of
// the page may not be so any more.

// reportKey is the member of an answer, and the detail of a fault, with the report.
const reportKey = "handed_back"

// report gives what the agent was not told yet of the time in which the person drove.
func (r *Registry) report(c *Call, q Request) *wire.HandBack {
	if c == nil || q.step || c.Principal.Kind != grant.KindAgent || c.Op.Name == "browser_wait_for_user" {
		return nil // which says it by itself
	}
	s := c.Session
	if s == nil {
		s, _ = r.app.Sessions.OfAgent(c.Principal.Agent.ID)
	}
	if s == nil {
		return nil
	}
	if did, ok := s.TakeReport(); ok {
		return &did
	}
	return nil
}

// told is the report in words: Baton's own, and those that come from pages.
func told(h wire.HandBack) (own, words string) {
	var b, p strings.Builder
	fmt.Fprintf(&b, "The user drove for %d s", h.HeldS)
	if h.Left {
		b.WriteString(" and left; control came back to you.")
	} else {
		b.WriteString(" and handed the browser back.")
	}
	if h.Private {
		b.WriteString(" Some of it was in private and is not told.")
	}
	if h.Opened+h.Closed > 0 {
		fmt.Fprintf(&b, " Tabs opened: %d, closed: %d; open now: %d.", h.Opened, h.Closed, h.Tabs)
	}
	if h.Note != "" {
		fmt.Fprintf(&b, "\nThe user says: %s", h.Note)
	}
	if len(h.Pages)+len(h.Fields) > 0 {
		b.WriteString("\nWhere they went and which fields they changed:")
	}
	for _, v := range h.Pages {
		fmt.Fprintf(&p, "went to %s\n", where(v.URL, v.Title))
	}
	for _, f := range h.Fields {
		fmt.Fprintf(&p, "changed %s %q\n", f.Role, f.Name)
	}
	return b.String(), strings.TrimSuffix(p.String(), "\n")
}

// Text is the answer for models and terminals, with the report in front of it.
func (r Result) Text() string {
	if r.HandBack == nil {
		return Text(r.Value)
	}
	return within(told(*r.HandBack)) + "\n\n" + Text(r.Value)
}

// JSON is the answer for programs.
func (r Result) JSON() (any, error) {
	if r.HandBack == nil {
		return r.Value, nil
	}
	raw, err := json.Marshal(r.Value)
	if err != nil {
		return nil, err
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, err
	}
	if members[reportKey], err = json.Marshal(r.HandBack); err != nil {
		return nil, err
	}
	return members, nil
}

// reporting gives a fault the report. What it says of pages stands with what the
// page says of the fault.
func reporting(f *fault.Error, h wire.HandBack) *fault.Error {
	own, words := told(h)
	f = f.WithHint("%s", strings.TrimSpace(f.Hint+"\n"+own))
	if says := strings.TrimSpace(f.PageSays() + "\n" + words); says != "" {
		f = f.Quoting(says)
	}
	return f.With(reportKey, h)
}
