package mcpapi

import (
	"encoding/base64"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ops"
)

// Tool is how an operation is listed. The schema of its answer is left out: it
// costs a model more tokens than it helps.
func Tool(o *ops.Op) *mcp.Tool {
	return &mcp.Tool{
		Name: o.Name, Title: o.Title, Description: o.Doc, InputSchema: o.In,
		Annotations: annotations(o),
	}
}

// annotations say what a client may want to ask its user about. What they leave
// out means «destructive» and «open world» (the defaults of the protocol).
func annotations(o *ops.Op) *mcp.ToolAnnotations {
	a := &mcp.ToolAnnotations{ReadOnlyHint: o.Effect == grant.Observe}
	no := false
	if harmless(o.Name) && !a.ReadOnlyHint {
		a.DestructiveHint = &no
	}
	if ownWorld(o.Name) {
		a.OpenWorldHint = &no
	}
	return a
}

// harmless tools act, but change nothing a person would miss.
func harmless(name string) bool {
	switch name {
	case "browser_open", "browser_navigate", "browser_back", "browser_forward", "browser_reload",
		"browser_scroll", "browser_hover", "browser_resize", "browser_tabs", "browser_close":
		return true
	}
	return false
}

// ownWorld tools speak to Baton and its user, not to a page.
func ownWorld(name string) bool {
	switch name {
	case "browser_close", "request_browser_signin", "browser_wait_for_user":
		return true
	}
	return false
}

// valueKey is the member of _meta with the value of an answer whose text has
// words of a page.
const valueKey = "baton/value"

// answer renders the value of a call: text for the model, the value itself for
// programs, pictures as pictures. Many clients show their model the structured
// part in place of the text. Words of a page must not reach it without their
// boundary (and an outline costs a third more as JSON), so that the value of
// such an answer travels in _meta.
func answer(r ops.Result) *mcp.CallToolResult {
	v := r.Value
	if p, ok := v.(ops.Picture); ok && p.PNG != "" {
		return picture(r, p)
	}
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: r.Text()}}}
	if _, ok := v.(ops.Paged); ok || r.HandBack != nil {
		value, err := r.JSON()
		if err != nil {
			return Refusal(err)
		}
		res.Meta = mcp.Meta{valueKey: value}
	} else if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Struct {
		res.StructuredContent = v
	}
	return res
}

// picture has no structured part: clients that find one show nothing else.
func picture(r ops.Result, p ops.Picture) *mcp.CallToolResult {
	raw, err := base64.StdEncoding.DecodeString(p.PNG)
	if err != nil {
		return Refusal(err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{
		&mcp.TextContent{Text: r.Text()}, &mcp.ImageContent{Data: raw, MIMEType: "image/png"},
	}}
}

// Refusal renders a fault, for the model in words and for programs by its code.
// What the steps of a batch answered before it failed is in the words already.
func Refusal(err error) *mcp.CallToolResult {
	f := fault.From(err).Without("results")
	message, hint := ops.Refusal(f)
	words := string(f.Code) + ": " + message
	if hint != "" {
		words += "\n" + hint
	}
	return &mcp.CallToolResult{
		IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: words}}, StructuredContent: f,
	}
}
