package ops

import "github.com/batonbrowser/baton/backend/agent"

// The sets of tools beside the default ones. They cost a model tokens in every
// conversation, so that an agent's settings say which of them are listed to it
// over MCP. They are no matter of rights: a call by name works in any case.
const (
	FilesTools = agent.FilesTools // downloads, PDF
	WatchTools = agent.WatchTools // console, network
)

// Listed tells whether the operation is in the list that an agent's model reads.
func (o *Op) Listed(a agent.Agent) bool {
	return o.Toolset == "" || a.HasToolset(o.Toolset)
}
