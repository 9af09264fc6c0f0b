// Package tray is Baton's entry in the system's status area: the mark as a
// status sign, a line for each open browser, and a way to the window and out.
//
// It shows a State and calls Actions, both given by the host; it holds no rule
// of its own. A line stands for the same session as long as that session lives,
// so that a click on an open menu never meets another one. Where the system has
// no status area the rest of Baton works unchanged: Run says so once in the log
// and waits for an area to appear.
//
// Only a build with the tag `desktop` has the entry; elsewhere Run waits for the
// end of its context.
package tray

import (
	"context"
	"log/slog"

	"github.com/batonbrowser/baton/app/mark"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/ident"
)

// Session is one open browser.
type Session struct {
	ID    ident.Session
	Agent string    // the agent's name; for a sign-in, the profile's
	Host  string    // of the page, empty before the first
	Sign  mark.Sign // Idle while it opens
}

// State is what the tray shows: the open browsers in the order of their start.
// Waiting is how many requests wait for the person, also those without a browser.
type State struct {
	Sessions []Session
	Waiting  int
	Words    words.Words
}

// Source gives the state. Changes gets a value after each change, which may
// stand for several.
type Source interface {
	State() State
	Changes() <-chan struct{}
}

// Actions are what the person can do in the menu. They are called one at a time.
type Actions interface {
	Show(context.Context, ident.Session) error
	TakeOver(context.Context, ident.Session) error
	HandBack(context.Context, ident.Session) error
	CloseBrowser(context.Context, ident.Session) error
	OpenBaton(context.Context) error
	Quit(context.Context) error
}

// Options are what the tray works with.
type Options struct {
	Source  Source
	Actions Actions
	Log     *slog.Logger
}
