package egress

import (
	"fmt"
	"html"
	"io"

	"github.com/batonbrowser/baton/backend/fault"
)

const page = `<!doctype html><html lang="%[1]s"><meta charset="utf-8">
<title>%[2]s</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:36em;padding:0 24px}
h1{font-size:20px;font-weight:600}code{font-size:13px;opacity:.7}</style>
<h1>%[3]s</h1><p>%[4]s</p><p>%[5]s</p><p><code>%[6]s</code></p></html>
`

// Notice has the words of the page that stands in place of one that is not
// opened, in the language of the person who may be looking.
type Notice struct {
	Language string // a tag, such as "de"
	Title    string
	Heading  string
	Text     string // what happened
	Hint     string // what to do
}

// notice writes the page of a refusal, with the code that the agent gets too.
func (g *Gate) notice(w io.Writer, f *fault.Error) {
	n := Notice{
		Language: "en", Title: "Not opened: " + string(f.Code), Heading: "Baton did not open this address",
		Text: f.Message, Hint: f.Hint,
	}
	if g.options.Notice != nil {
		n = g.options.Notice(f)
	}
	_, _ = fmt.Fprintf(w, page, html.EscapeString(n.Language), html.EscapeString(n.Title), html.EscapeString(n.Heading),
		html.EscapeString(n.Text), html.EscapeString(n.Hint), html.EscapeString(string(f.Code)))
}
