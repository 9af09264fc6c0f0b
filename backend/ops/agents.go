package ops

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/site"
	"github.com/batonbrowser/baton/backend/wire"
)

func agentOps() []*Op {
	const base = "/api/agents"
	manage := func(name, title, doc, method, path string, args ...string) Spec {
		return Spec{Name: name, Title: title, Doc: doc, Effect: grant.Manage, Audience: grant.ForOwner, Method: method, Path: path, Args: args}
	}
	return []*Op{
		Define(manage("agents_list", "Agents", "The agents and the browser each has open.", "GET", base), listAgents),
		Define(manage("agents_create", "Create an agent", "Create an agent. Its token is shown this once.", "POST", base, "name"), createAgent),
		Define(manage("agents_update", "Change an agent", "Rename an agent, switch its browser on or off, set its language, its sets of tools, the hosts that its browser may and may not reach, the folders it may upload from, and what it may do without asking. Hosts hold at once, also for what is open. Switching off or another language closes its browser.", "PATCH", base+"/{agent_id}", "agent_id"), updateAgent),
		Define(manage("agents_delete", "Delete an agent", "Delete an agent; its token is refused from now on and its browser closes.", "DELETE", base+"/{agent_id}", "agent_id"), deleteAgent),
		Define(manage("agents_new_token", "New token", "Make a new token for an agent; the old one is refused from now on, and what runs under it ends.", "POST", base+"/{agent_id}/token", "agent_id"), newToken),
		Define(manage("agents_revoke_token", "Take a token back", "Take an agent's token back at once, without a new one: what runs under it ends, and its browser closes.", "DELETE", base+"/{agent_id}/token", "agent_id"), revokeToken),
		Define(withEnum(manage("agents_connect", "Connect an agent", "What to write where so that a program uses Baton.", "GET", base+"/{agent_id}/connect", "agent_id", "program"),
			"program", Programs()), connectAgent),
		Define(manage("agent_browser_start", "Start an agent's browser", "Start the agent's browser, if it does not run.", "GET", base+"/{agent_id}/browser", "agent_id"), startBrowser),
	}
}

func withEnum(s Spec, field string, values []string) Spec {
	s.Enums = map[string][]string{field: values}
	return s
}

// AgentView is an agent as windows and the command line see it.
type AgentView struct {
	ID          ident.Agent   `json:"id"`
	Name        string        `json:"name"`
	Browser     bool          `json:"browser"`
	Language    string        `json:"browser_language"`
	AllowHosts  []string      `json:"allow_hosts" jsonschema:"private hosts it may open"`
	OnlyHosts   []string      `json:"only_hosts" jsonschema:"if any, the only public hosts it may reach"`
	DenyHosts   []string      `json:"deny_hosts" jsonschema:"hosts that it never reaches"`
	NoEvaluate  bool          `json:"no_evaluate"`
	Toolsets    []string      `json:"toolsets" jsonschema:"sets of tools that are listed to it beside the default ones"`
	Uploads     []string      `json:"upload_folders" jsonschema:"folders it may upload from, beside its workspace and its downloads"`
	AskFirst    []string      `json:"ask_first" jsonschema:"what the person is asked for before it does it"`
	Sites       []string      `json:"known_sites" jsonschema:"with new_site: the sites that the person allowed"`
	ReadOnly    bool          `json:"read_only" jsonschema:"it goes to pages and reads them, and acts on nothing"`
	NoTools     []string      `json:"no_tools" jsonschema:"tools that are switched off for it"`
	Terminal    bool          `json:"terminal" jsonschema:"the agent that the command line acts as"`
	CreatedAt   time.Time     `json:"created_at"`
	UpdatedAt   time.Time     `json:"updated_at"`
	FirstCallAt *time.Time    `json:"first_call_at,omitempty"`
	LastCallAt  *time.Time    `json:"last_call_at,omitempty"`
	Token       TokenView     `json:"token"`
	Session     *wire.Session `json:"session,omitempty"`
}

// AgentList is a list of agents.
type AgentList struct {
	Agents []AgentView `json:"agents"`
}

// AgentMade is an agent with its token, which is not shown again.
type AgentMade struct {
	ID    ident.Agent `json:"id"`
	Token string      `json:"token"`
	Agent AgentView   `json:"agent"`
}

// Text is what a terminal shows.
func (m AgentMade) Text() string {
	return "Agent " + m.Agent.Name + " (" + string(m.ID) + ")\nToken, shown once: " + m.Token
}

func (c *Call) view(a agent.Agent) AgentView {
	v := AgentView{
		ID: a.ID, Name: a.Name, Browser: a.Browser, Language: a.Language, AllowHosts: a.AllowHosts, NoEvaluate: a.NoEvaluate,
		Terminal: a.Name == agent.TerminalName, CreatedAt: a.CreatedAt, UpdatedAt: a.UpdatedAt, FirstCallAt: a.FirstCallAt, LastCallAt: a.LastCallAt,
		Token: tokenOf(a),
	}
	v.Toolsets, v.Uploads, v.OnlyHosts, v.DenyHosts = slices.Clone(a.Toolsets), slices.Clone(a.Uploads), a.OnlyHosts, a.DenyHosts
	v.AskFirst, v.Sites, v.ReadOnly, v.NoTools = slices.Clone(a.AskFirst), slices.Clone(a.Sites), a.ReadOnly, slices.Clone(a.NoTools)
	for _, list := range []*[]string{&v.AllowHosts, &v.OnlyHosts, &v.DenyHosts, &v.Toolsets, &v.Uploads, &v.AskFirst, &v.Sites, &v.NoTools} {
		if *list == nil {
			*list = []string{}
		}
	}
	if s, ok := c.App.Sessions.OfAgent(a.ID); ok {
		view := s.View()
		v.Session = &view
	}
	return v
}

func listAgents(c *Call, _ None) (AgentList, error) {
	all, err := c.App.Agents.Agents(c.Context, c.Owner())
	out := AgentList{Agents: []AgentView{}}
	for _, a := range all {
		out.Agents = append(out.Agents, c.view(a))
	}
	return out, err
}

// AgentNew is the input of agents_create.
type AgentNew struct {
	Name       string   `json:"name"`
	Browser    bool     `json:"browser,omitempty" jsonschema:"switch its browser on"`
	Language   string   `json:"browser_language,omitempty"`
	AllowHosts []string `json:"allow_hosts,omitempty" jsonschema:"private hosts it may open: host, host:port or host:*"`
	OnlyHosts  []string `json:"only_hosts,omitempty" jsonschema:"if any, the only public hosts it may reach: host, *.host for all below it, each with a port or :*"`
	DenyHosts  []string `json:"deny_hosts,omitempty" jsonschema:"hosts it never reaches, at all ports if none is named; they win over the other lists"`
}

func (in AgentNew) check() error {
	change := AgentChange{Name: &in.Name, Browser: &in.Browser, AllowHosts: &in.AllowHosts, OnlyHosts: &in.OnlyHosts, DenyHosts: &in.DenyHosts}
	if in.Language != "" {
		change.Language = &in.Language
	}
	return change.check()
}

func createAgent(c *Call, in AgentNew) (AgentMade, error) {
	name, err := agent.CleanName(in.Name)
	if err != nil {
		return AgentMade{}, err
	}
	if in.Language == "" {
		in.Language = agent.DefaultLanguage
	}
	token, hash := agent.NewToken()
	now := time.Now()
	a := agent.Agent{
		ID: ident.NewAgent(), Owner: c.Owner(), Name: name, Browser: in.Browser,
		Language: in.Language, AllowHosts: in.AllowHosts, OnlyHosts: in.OnlyHosts, DenyHosts: in.DenyHosts, CreatedAt: now, UpdatedAt: now,
	}
	a.SetToken(hash, now)
	e := c.entry(audit.AgentCreated)
	e.Agent, e.Name = a.ID, a.Name
	if err := c.App.Agents.SaveAgent(c.Context, a, e); err != nil {
		return AgentMade{}, err
	}
	c.tell(wire.AgentsChanged, nil)
	return AgentMade{ID: a.ID, Token: token, Agent: c.view(a)}, nil
}

// checkHosts refuses what cannot stand in a list of hosts; none is no change.
func checkHosts(field string, list *[]string) error {
	if list == nil {
		return nil
	}
	patterns := *list
	if len(patterns) > 200 {
		return fault.New(fault.InvalidInput, "%s has more than 200 entries", field).With("field", field)
	}
	for _, p := range patterns {
		if err := site.CheckPattern(p); err != nil {
			return fault.From(err).With("field", field)
		}
	}
	return nil
}

// AgentChange is the input of agents_update.
type AgentChange struct {
	AgentID    ident.Agent `json:"agent_id"`
	Name       *string     `json:"name,omitempty"`
	Browser    *bool       `json:"browser,omitempty"`
	Language   *string     `json:"browser_language,omitempty"`
	AllowHosts *[]string   `json:"allow_hosts,omitempty" jsonschema:"private hosts it may open"`
	OnlyHosts  *[]string   `json:"only_hosts,omitempty" jsonschema:"if any, the only public hosts it may reach"`
	DenyHosts  *[]string   `json:"deny_hosts,omitempty" jsonschema:"hosts it never reaches"`
	NoEvaluate *bool       `json:"no_evaluate,omitempty"`
	Toolsets   *[]string   `json:"toolsets,omitempty" jsonschema:"files (downloads, PDF), watch (console, network)"`
	Uploads    *[]string   `json:"upload_folders,omitempty" jsonschema:"folders it may upload from"`
	PolicyChange
}

func (in AgentChange) check() error {
	if in.Name != nil {
		if _, err := agent.CleanName(*in.Name); err != nil {
			return err
		}
	}
	if in.Language != nil {
		if err := agent.CheckLanguage(*in.Language); err != nil {
			return err
		}
	}
	if err := cmp.Or(checkHosts("allow_hosts", in.AllowHosts), checkHosts("only_hosts", in.OnlyHosts), checkHosts("deny_hosts", in.DenyHosts)); err != nil {
		return err
	}
	if in.Toolsets != nil {
		if err := agent.CheckToolsets(*in.Toolsets); err != nil {
			return err
		}
	}
	if in.Uploads != nil {
		if err := agent.CheckUploads(*in.Uploads); err != nil {
			return err
		}
	}
	if err := in.PolicyChange.check(); err != nil {
		return err
	}
	if in.Browser != nil && *in.Browser {
		return checkMachine()
	}
	return nil
}

func updateAgent(c *Call, in AgentChange) (AgentView, error) {
	if in.Name != nil {
		name, err := agent.CleanName(*in.Name)
		if err != nil {
			return AgentView{}, err
		}
		in.Name = &name
	}
	stop, review := false, false
	a, err := c.App.Agents.UpdateAgent(c.Context, c.Owner(), in.AgentID, func(a *agent.Agent) ([]audit.Entry, error) {
		changed := in.apply(a)
		if len(changed) == 0 {
			return nil, nil
		}
		stop = slices.Contains(changed, "browser") && !a.Browser || slices.Contains(changed, "browser_language")
		review = slices.ContainsFunc(changed, func(field string) bool { return strings.HasSuffix(field, "_hosts") })
		a.UpdatedAt = time.Now()
		e := c.entry(audit.AgentUpdated)
		e.Agent, e.Name, e.Facts = a.ID, a.Name, map[string]string{}
		for _, field := range changed {
			e.Facts[field] = "changed"
		}
		return []audit.Entry{e}, nil
	})
	if err != nil {
		return AgentView{}, err
	}
	if review && c.App.Review != nil {
		c.App.Review(a.ID)
	}
	if s, ok := c.App.Sessions.OfAgent(a.ID); ok && stop {
		if err := s.Close(c.Context, wire.ReasonByUser); err != nil {
			return AgentView{}, err
		}
	}
	c.tell(wire.AgentsChanged, nil)
	return c.view(a), nil
}

// apply changes what the input names and lists the fields that differ now.
func (in AgentChange) apply(a *agent.Agent) (changed []string) {
	note := func(field string, differs bool) {
		if differs {
			changed = append(changed, field)
		}
	}
	note("name", set(&a.Name, in.Name))
	note("browser", set(&a.Browser, in.Browser))
	note("browser_language", set(&a.Language, in.Language))
	note("allow_hosts", setList(&a.AllowHosts, in.AllowHosts))
	note("only_hosts", setList(&a.OnlyHosts, in.OnlyHosts))
	note("deny_hosts", setList(&a.DenyHosts, in.DenyHosts))
	note("no_evaluate", set(&a.NoEvaluate, in.NoEvaluate))
	note("toolsets", setList(&a.Toolsets, in.Toolsets))
	note("upload_folders", setList(&a.Uploads, in.Uploads))
	return append(changed, in.PolicyChange.apply(a)...)
}

// set changes a field to what is wanted, if anything is, and tells whether it
// differs now.
func set[T comparable](field, want *T) bool {
	if want == nil || *want == *field {
		return false
	}
	*field = *want
	return true
}

func setList(field, want *[]string) bool {
	if want == nil || slices.Equal(*want, *field) {
		return false
	}
	*field = *want
	return true
}

// AgentRef names an agent.
type AgentRef struct {
	AgentID ident.Agent `json:"agent_id"`
}

func deleteAgent(c *Call, in AgentRef) (None, error) {
	a, err := c.App.Agents.Agent(c.Context, c.Owner(), in.AgentID)
	if err != nil {
		return None{}, err
	}
	e := c.entry(audit.AgentDeleted)
	e.Agent, e.Name = a.ID, a.Name
	if err := c.App.Agents.DeleteAgent(c.Context, c.Owner(), a.ID, e); err != nil {
		return None{}, err
	}
	if s, ok := c.App.Sessions.OfAgent(a.ID); ok {
		if err := s.Close(c.Context, wire.ReasonByUser); err != nil {
			return None{}, err
		}
	}
	c.App.Timeline.Forget(a.ID)
	c.App.moveRequests(c.Context, c.Owner(), func(r request.Request) bool { return r.Agent == a.ID && !r.State.Ended() }, request.Withdrawn, audit.ByUser)
	c.tell(wire.AgentsChanged, nil)
	return None{}, nil
}

func newToken(c *Call, in AgentRef) (AgentMade, error) {
	token, hash := agent.NewToken()
	a, err := c.App.Agents.UpdateAgent(c.Context, c.Owner(), in.AgentID, func(a *agent.Agent) ([]audit.Entry, error) {
		now := time.Now()
		a.SetToken(hash, now)
		a.UpdatedAt = now
		e := c.entry(audit.AgentUpdated)
		e.Agent, e.Name, e.Facts = a.ID, a.Name, map[string]string{"token": "changed"}
		return []audit.Entry{e}, nil
	})
	if err != nil {
		return AgentMade{}, err
	}
	c.tell(wire.AgentsChanged, nil)
	return AgentMade{ID: a.ID, Token: token, Agent: c.view(a)}, nil
}

// Started is the answer of agent_browser_start.
type Started struct {
	Status string `json:"status"`
}

func startBrowser(c *Call, in AgentRef) (Started, error) {
	a, err := c.App.Agents.Agent(c.Context, c.Owner(), in.AgentID)
	if err != nil {
		return Started{}, err
	}
	as := *c
	as.Principal = grant.Principal{Kind: grant.KindAgent, Owner: a.Owner, Agent: a}
	if err := c.App.Gate.Allow(as.Principal, grant.Rule{Name: c.Op.Name, Audience: grant.ForAgent}); err != nil {
		return Started{}, err
	}
	if err := as.ensureSession(""); err != nil {
		return Started{}, err
	}
	return Started{Status: "ready"}, nil
}
