package mcpapi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/ops"
)

// listBudget keeps the list of tools below about 4,000 tokens (DESIGN §6.1).
const listBudget = 14_000

func tools() []*mcp.Tool {
	var list []*mcp.Tool
	for _, o := range ops.All() {
		if o.Tool() && o.Listed(agent.Agent{}) {
			list = append(list, Tool(o))
		}
	}
	return list
}

func TestToolListStaysSmall(t *testing.T) {
	b, err := json.Marshal(tools())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the list of tools has %d bytes", len(b))
	if len(b) >= listBudget {
		t.Errorf("the list of tools has %d bytes, the budget is %d", len(b), listBudget)
	}
}

func TestHintsNameToolsThatExist(t *testing.T) {
	known := map[string]bool{}
	for _, x := range tools() {
		known[x.Name] = true
		if x.Annotations.ReadOnlyHint && harmless(x.Name) {
			t.Errorf("%s only reads and need not be called harmless", x.Name)
		}
	}
	for _, name := range []string{
		"browser_open", "browser_navigate", "browser_back", "browser_forward", "browser_reload", "browser_scroll",
		"browser_hover", "browser_tabs", "browser_close", "request_browser_signin", "browser_wait_for_user",
	} {
		if !known[name] || !harmless(name) && !ownWorld(name) {
			t.Errorf("%s is not a tool that the hints know", name)
		}
	}
	for _, word := range strings.FieldsFunc(instructions, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
		if strings.HasPrefix(word, "browser_") && !known[word] {
			t.Errorf("the instructions name %s, which is no tool", word)
		}
	}
}
