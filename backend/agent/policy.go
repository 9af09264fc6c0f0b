package agent

import (
	"slices"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
)

// What the person can be asked for before an agent does it (G5). Orders and
// payments are always asked for (T8).
const (
	AskSend   = "send"     // or publish something
	AskDelete = "delete"   // something
	AskUpload = "upload"   // a file
	AskSite   = "new_site" // go on on a site where it was not before
)

// AskFirsts lists them.
func AskFirsts() []string { return []string{AskSend, AskDelete, AskUpload, AskSite} }

// maxSites is how many sites are kept that the person allowed.
const maxSites = 500

// AsksFirst tells whether the person wants to be asked before.
func (a Agent) AsksFirst(what string) bool { return slices.Contains(a.AskFirst, what) }

// CheckAskFirst refuses what is not in AskFirsts.
func CheckAskFirst(rules []string) error {
	for _, r := range rules {
		if !slices.Contains(AskFirsts(), r) {
			return fault.New(fault.InvalidInput, "ask_first has no rule %q", r).
				WithHint("use any of: %s", strings.Join(AskFirsts(), ", ")).With("field", "ask_first")
		}
	}
	return nil
}

// CheckSites refuses what is no list of sites.
func CheckSites(sites []string) error {
	if len(sites) > maxSites {
		return fault.New(fault.InvalidInput, "known_sites has more than %d entries", maxSites).With("field", "known_sites")
	}
	for _, s := range sites {
		if s == "" || len(s) > 300 || strings.ContainsAny(s, " /\t\n") {
			return fault.New(fault.InvalidInput, "known_sites: %q is no site", s).WithHint("give names such as example.com or localhost:3000").With("field", "known_sites")
		}
	}
	return nil
}

// Knows tells whether the person let the agent go on on a site before.
func (a Agent) Knows(site string) bool { return slices.Contains(a.Sites, site) }

// Learn adds a site that the person allowed; the oldest gives way.
func (a *Agent) Learn(site string) {
	if a.Knows(site) {
		return
	}
	kept := slices.Clone(a.Sites)
	if over := len(kept) - maxSites + 1; over > 0 {
		kept = kept[over:]
	}
	a.Sites = append(kept, site)
}
