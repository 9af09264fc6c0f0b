package ops

import (
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
)

func auditOps() []*Op {
	return []*Op{
		Define(Spec{
			Name: "audit_list", Title: "Activity", Effect: grant.Manage, Audience: grant.ForOwner, Method: "GET", Path: "/api/audit",
			Doc: "Who did what, newest first.",
		}, listAudit),
	}
}

// AuditIn is the input of audit_list.
type AuditIn struct {
	Before  uint64      `json:"before,omitempty" jsonschema:"entries with a smaller seq"`
	Limit   int         `json:"limit,omitempty" jsonschema:"1 to 500; 100 without it"`
	AgentID ident.Agent `json:"agent_id,omitempty"`
}

// AuditList is a page of entries. More says whether older ones follow.
type AuditList struct {
	Entries []audit.Entry `json:"entries"`
	More    bool          `json:"more"`
}

func listAudit(c *Call, in AuditIn) (AuditList, error) {
	if in.Limit == 0 {
		in.Limit = 100
	}
	entries, err := c.App.Audit.Entries(c.Context, c.Owner(), audit.Page{Before: in.Before, Limit: in.Limit, Agent: in.AgentID})
	if entries == nil {
		entries = []audit.Entry{}
	}
	return AuditList{Entries: entries, More: len(entries) == in.Limit}, err
}
