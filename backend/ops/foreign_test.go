package ops_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/profile"
)

// TestForeignIDs walks the registry: for every operation that takes an id,
// another owner's id answers exactly as one that never was (P1).
func TestForeignIDs(t *testing.T) {
	b := newBench(t)
	theirs := person("someone")
	their := b.agentOf(theirs, "their agent")
	opened := call[ops.Opened](b, their, "browser_open", `{}`)
	asked := call[ops.Asked](b, their, "request_browser_signin", `{}`)
	foreign := map[string]string{
		"agent_id": string(their.Agent.ID), "profile_id": string(opened.ProfileID),
		"session_id": string(opened.SessionID), "request_id": string(asked.RequestID),
	}
	unknown := map[string]string{
		"agent_id": string(ident.NewAgent()), "profile_id": string(ident.NewProfile()),
		"session_id": string(ident.NewSession()), "request_id": string(ident.NewRequest()),
	}
	mine := b.agent("mine")
	before := b.everything("someone")
	walked := 0
	for _, o := range b.reg.Ops() {
		for field := range o.In.Properties {
			if foreign[field] == "" {
				continue
			}
			walked++
			who := b.owner
			if o.Tool() {
				who = mine
			}
			agent := foreign["agent_id"] // whose session is meant
			got, want := b.answer(who, o, field, foreign[field], agent), b.answer(who, o, field, unknown[field], agent)
			if got != want {
				t.Errorf("%s with another owner's %s answers\n%s\nand with an unknown one\n%s", o.Name, field, got, want)
			}
		}
	}
	if walked < 20 {
		t.Errorf("only %d fields were tried", walked)
	}
	if after := b.everything("someone"); after != before {
		t.Errorf("the other owner's things changed from\n%s\nto\n%s", before, after)
	}
	if s, ok := b.app.Sessions.OfAgent(their.Agent.ID); !ok || s.View().Holder != "" {
		t.Error("the other owner's session changed")
	}
}

// answer calls an operation with an id and otherwise right input, and gives what
// came of it without the id itself.
func (b *bench) answer(who grant.Principal, o *ops.Op, field, id, agent string) string {
	b.t.Helper()
	in := map[string]any{field: id}
	for name, v := range map[string]any{
		"viewer": viewer, "epoch": 1, "events": []any{}, "action": "reload", "accept": true,
		"program": "curl", "window": "live", "session_id": "sess_of_nobody", "id": "signin-1", "x": 1, "y": 1,
		"agent_id": agent, "picture": 1,
	} {
		p := o.In.Properties[name]
		if _, given := in[name]; p != nil && !given && (!strings.HasSuffix(name, "_id") || slices.Contains(o.In.Required, name)) {
			in[name] = v
		}
	}
	got, err := b.try(who, o.Name, in)
	text, bad := json.Marshal(got)
	must(b.t, bad)
	if f := fault.From(err); f != nil {
		if f.Code == fault.InvalidInput {
			b.t.Fatalf("%s refuses the walk's own input: %v %s", o.Name, f, f.Hint)
		}
		text, bad = json.Marshal(f)
		must(b.t, bad)
	}
	return strings.ReplaceAll(string(text), id, "ID")
}

// everything is what the store has of an owner, and the owner's profile folders.
func (b *bench) everything(o ident.Owner) string {
	b.t.Helper()
	agents, err := b.store.Agents(b.t.Context(), o)
	must(b.t, err)
	for i := range agents { // the time of a call is not a change
		agents[i].FirstCallAt, agents[i].LastCallAt = nil, nil
	}
	profiles, err := b.store.Profiles(b.t.Context(), o)
	must(b.t, err)
	requests, err := b.store.Requests(b.t.Context(), o)
	must(b.t, err)
	raw, err := json.MarshalIndent([]any{agents, profiles, requests, b.dirs()}, "", " ")
	must(b.t, err)
	return string(raw)
}

// Lists have only the caller's own things.
func TestListsAreOnesOwn(t *testing.T) {
	b := newBench(t)
	theirs := person("someone")
	their := b.agentOf(theirs, "their agent")
	call[ops.Opened](b, their, "browser_open", `{}`)
	call[ops.Asked](b, their, "request_browser_signin", `{}`)
	for _, list := range []string{"agents_list", "profiles_list", "sessions_list", "requests_list", "session_get", "audit_list"} {
		got, err := b.try(b.owner, list, `{}`)
		must(t, err)
		raw, err := json.Marshal(got)
		must(t, err)
		if strings.Contains(string(raw), "their") || strings.Contains(string(raw), string(their.Agent.ID)) {
			t.Errorf("%s shows another owner's things: %s", list, raw)
		}
	}
	if all := call[ops.ProfileList](b, theirs, "profiles_list", `{}`); len(all.Profiles) != 1 || all.Profiles[0].Name != profile.DefaultName {
		t.Errorf("the other owner sees %+v", all)
	}
}
