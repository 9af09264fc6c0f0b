package ops

import (
	"slices"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/fault"
)

// PolicyChange is what agents_update changes of what an agent may do (G5).
type PolicyChange struct {
	AskFirst *[]string `json:"ask_first,omitempty" jsonschema:"ask the person before it does these: send, delete, upload, new_site"`
	Sites    *[]string `json:"known_sites,omitempty" jsonschema:"with new_site: where it may go on without asking"`
	ReadOnly *bool     `json:"read_only,omitempty" jsonschema:"it goes to pages and reads them, and acts on nothing"`
	NoTools  *[]string `json:"no_tools,omitempty" jsonschema:"tools to switch off for it"`
}

func (in PolicyChange) check() error {
	if in.AskFirst != nil {
		if err := agent.CheckAskFirst(*in.AskFirst); err != nil {
			return err
		}
	}
	if in.Sites != nil {
		if err := agent.CheckSites(*in.Sites); err != nil {
			return err
		}
	}
	if in.NoTools == nil {
		return nil
	}
	for _, name := range *in.NoTools {
		if !slices.Contains(toolNames(), name) {
			return fault.New(fault.InvalidInput, "no_tools: there is no tool %q", clip(name)).
				WithHint("name tools as their list does, such as browser_click").With("field", "no_tools")
		}
	}
	return nil
}

// toolNames lists what agents can call.
func toolNames() []string {
	var names []string
	for _, o := range All() {
		if o.Tool() {
			names = append(names, o.Name)
		}
	}
	return names
}

// apply changes what the input names and lists the fields that differ now.
func (in PolicyChange) apply(a *agent.Agent) (changed []string) {
	note := func(field string, differs bool) {
		if differs {
			changed = append(changed, field)
		}
	}
	note("ask_first", setList(&a.AskFirst, in.AskFirst))
	note("known_sites", setList(&a.Sites, in.Sites))
	note("no_tools", setList(&a.NoTools, in.NoTools))
	note("read_only", set(&a.ReadOnly, in.ReadOnly))
	return changed
}
