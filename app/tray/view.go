package tray

import (
	"slices"

	"github.com/batonbrowser/baton/app/mark"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/ident"
)

// slots is how many sessions have a line of their own.
const slots = 12

// line is one session of the menu. An empty ID is a line that is not shown.
type line struct {
	id       ident.Session
	title    string
	take     visibility
	handBack visibility
}

type visibility int

const (
	hidden visibility = iota
	visible
)

// view is all that can be seen, as plain data: two equal views look the same.
type view struct {
	sign    mark.Sign
	tooltip string
	lines   [slots]line
	empty   visibility
	labels  labels
}

type labels struct{ show, take, handBack, close, empty, open, quit string }

// next gives the view of a state. Sessions keep the lines that they have in the
// view before.
func (v view) next(s State) view {
	n := view{sign: signOf(s), tooltip: tooltip(s), labels: labelsOf(s.Words), empty: hidden}
	if len(s.Sessions) == 0 {
		n.empty = visible
	}
	var fresh []Session
	for _, session := range s.Sessions {
		i := slices.IndexFunc(v.lines[:], func(l line) bool { return l.id == session.ID })
		if i < 0 {
			fresh = append(fresh, session)
			continue
		}
		n.lines[i] = lineOf(session, s.Words)
	}
	for _, session := range fresh {
		if i := n.free(v); i >= 0 {
			n.lines[i] = lineOf(session, s.Words)
		}
	}
	return n
}

// free gives a line for a new session: one that was free before, rather than one
// whose session has just ended and that may be under the pointer.
func (v view) free(before view) int {
	unused := func(l line) bool { return l.id == "" }
	for i := range v.lines {
		if unused(v.lines[i]) && unused(before.lines[i]) {
			return i
		}
	}
	return slices.IndexFunc(v.lines[:], unused)
}

func signOf(s State) mark.Sign {
	sign := mark.Idle
	if s.Waiting > 0 {
		sign = mark.Needs
	}
	for _, session := range s.Sessions {
		sign = max(sign, session.Sign)
	}
	return sign
}

func tooltip(s State) string {
	open := s.Words.Text("tray.none", nil)
	if n := len(s.Sessions); n > 0 {
		open = s.Words.Count("tray.open", n)
	}
	if s.Waiting == 0 {
		return s.Words.Text("tray.tooltip", words.Vars{"open": open})
	}
	return s.Words.Text("tray.tooltip.needs", words.Vars{"open": open, "needs": s.Words.Count("tray.needs", s.Waiting)})
}

func lineOf(s Session, w words.Words) line {
	l := line{id: s.ID}
	switch s.Sign {
	case mark.Agent, mark.Needs:
		l.take = visible
	case mark.You:
		l.handBack = visible
	case mark.Idle:
	}
	state := w.Text("tray.state."+s.Sign.String(), nil)
	if s.Host == "" {
		l.title = w.Text("tray.session", words.Vars{"agent": s.Agent, "state": state})
		return l
	}
	l.title = w.Text("tray.session.host", words.Vars{"agent": s.Agent, "host": s.Host, "state": state})
	return l
}

func labelsOf(w words.Words) labels {
	t := func(key string) string { return w.Text("tray."+key, nil) }
	return labels{
		show: t("show"), take: t("take"), handBack: t("handBack"), close: t("close"),
		empty: t("empty"), open: t("openBaton"), quit: t("quit"),
	}
}
