package ops

import (
	"encoding/json"
	"fmt"

	"github.com/batonbrowser/baton/backend/ident"
)

// TokenPlaceholder stands where the token belongs: it is known only to the page
// that was just given it.
const TokenPlaceholder = "${BATON_TOKEN}"

// Programs lists what agents_connect has instructions for (D3).
func Programs() []string {
	return []string{"claude-code", "codex", "cursor", "vscode", "gemini", "mcp-json", "curl"}
}

// ConnectIn is the input of agents_connect.
type ConnectIn struct {
	AgentID ident.Agent `json:"agent_id"`
	Program string      `json:"program"`
}

// Connect says what to write where. Command, when there is one, does it.
type Connect struct {
	Program string `json:"program"`
	File    string `json:"file,omitempty" jsonschema:"where the text belongs"`
	Format  string `json:"format" jsonschema:"shell, json or toml"`
	Content string `json:"text" jsonschema:"with ${BATON_TOKEN} where the token belongs"`
}

// Text is the text itself.
func (c Connect) Text() string { return c.Content }

func connectAgent(c *Call, in ConnectIn) (Connect, error) {
	if _, err := c.App.Agents.Agent(c.Context, c.Owner(), in.AgentID); err != nil {
		return Connect{}, err
	}
	base := fmt.Sprintf("http://127.0.0.1:%d", c.App.Info.Port)
	return connectText(in.Program, base)
}

func connectText(program, base string) (Connect, error) {
	mcp, bearer := base+"/mcp", "Bearer "+TokenPlaceholder
	type object = map[string]any
	headers := object{"Authorization": bearer}
	out := Connect{Program: program, Format: "json"}
	var content any
	switch program {
	case "claude-code":
		out.Format = "shell"
		out.Content = fmt.Sprintf("claude mcp add --transport http baton %s --header \"Authorization: %s\"", mcp, bearer)
		return out, nil
	case "codex":
		out.File, out.Format = "~/.codex/config.toml", "toml"
		out.Content = fmt.Sprintf("[mcp_servers.baton]\nurl = %q\nhttp_headers = { Authorization = %q }", mcp, bearer)
		return out, nil
	case "curl":
		out.Format = "shell"
		out.Content = fmt.Sprintf("curl -H \"Authorization: %s\" -H \"Content-Type: application/json\" \\\n  -d '{\"url\": \"https://example.com\"}' %s/api/tools/browser_navigate", bearer, base)
		return out, nil
	case "cursor":
		out.File = "~/.cursor/mcp.json"
		content = object{"mcpServers": object{"baton": object{"url": mcp, "headers": headers}}}
	case "vscode":
		out.File = ".vscode/mcp.json"
		content = object{"servers": object{"baton": object{"type": "http", "url": mcp, "headers": headers}}}
	case "gemini":
		out.File = "~/.gemini/settings.json"
		content = object{"mcpServers": object{"baton": object{"httpUrl": mcp, "headers": headers}}}
	default: // mcp-json: what any MCP client reads
		content = object{"mcpServers": object{"baton": object{"type": "http", "url": mcp, "headers": headers}}}
	}
	b, err := json.MarshalIndent(content, "", "  ")
	out.Content = string(b)
	return out, err
}
