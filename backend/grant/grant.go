// Package grant decides who may do what: Gate.Allow is the only «may» in the
// program (when is package control's, where is package site's). A Principal is
// made once, from a token, by the surface that authenticated it.
//
// An owner's scope Setup is for the command line of the same person: it manages
// agents and profiles but never drives, sees a page or answers a request, so
// that a program with a shell can't walk round a take-over with it.
package grant

import (
	"slices"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// Kind is one of the two kinds of principals.
type Kind string

// The kinds.
const (
	KindOwner Kind = "owner"
	KindAgent Kind = "agent"
)

// Scope narrows what an owner's token is good for.
type Scope string

// The scopes.
const (
	Full  Scope = "full"  // windows and tray
	Setup Scope = "setup" // the command line
)

// Principal is who acts.
type Principal struct {
	Kind  Kind
	Owner ident.Owner
	Scope Scope       // of an owner
	Agent agent.Agent // of an agent

	Ended <-chan struct{} // closed when its token is taken back; nil for one without a token
}

// Effect is what an operation does to the world (DESIGN §3).
type Effect string

// The effects.
const (
	Observe Effect = "observe"
	Act     Effect = "act"
	Drive   Effect = "drive"
	Manage  Effect = "manage"
)

// Audience is who an operation is for.
type Audience string

// The audiences. ForOwnerWindow is for the windows of the owner, not for the
// command line.
const (
	ForAgent       Audience = "agent"
	ForOwner       Audience = "owner"
	ForOwnerWindow Audience = "owner_window"
)

// Rule is what the gate needs to know of an operation.
type Rule struct {
	Name     string
	Effect   Effect
	Audience Audience
	Evaluate bool // runs the agent's own script in the page
	Moves    bool // an act that only goes somewhere
}

// Offers tells whether the operation exists for the principal at all: what it
// does not offer is not listed and answers unknown_tool.
func Offers(p Principal, r Rule) bool {
	switch p.Kind {
	case KindAgent:
		return r.Audience == ForAgent
	case KindOwner:
		return r.Audience == ForOwner || r.Audience == ForOwnerWindow
	}
	return false
}

// Gate answers whether a principal may use an operation.
type Gate struct{}

// Allow refuses with browser_not_enabled (A1) or not_granted.
func (Gate) Allow(p Principal, r Rule) error {
	switch {
	case p.Kind == KindOwner && p.Scope == Setup && r.Audience == ForOwnerWindow:
		return fault.New(fault.NotGranted, "%s is for Baton's windows, not for the command line", r.Name).
			WithHint("open Baton's window; control of a browser is taken there")
	case p.Kind == KindAgent && !p.Agent.Browser:
		return fault.New(fault.BrowserOff, "browser is not enabled").
			WithHint("the user can switch it on for %s in Baton", p.Agent.Name)
	case p.Kind == KindAgent && r.Evaluate && p.Agent.NoEvaluate:
		return fault.New(fault.NotGranted, "%s is switched off for this agent", r.Name).
			WithHint("use browser_snapshot and browser_read, or ask the user to allow scripts for this agent")
	case p.Kind == KindAgent && slices.Contains(p.Agent.NoTools, r.Name):
		return fault.New(fault.NotGranted, "%s is switched off for this agent", r.Name).
			WithHint("go on without it, or ask the user to switch it on in Baton")
	case p.Kind == KindAgent && p.Agent.ReadOnly && r.Effect == Act && !r.Moves:
		return fault.New(fault.NotGranted, "this agent may look, and act on nothing; %s is switched off for it", r.Name).
			WithHint("go to pages and read them, and say what should be done there; the user can change this in Baton")
	}
	return nil
}
