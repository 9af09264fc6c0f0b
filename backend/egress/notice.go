package egress

import (
	"fmt"
	"html"
	"io"

	"github.com/batonbrowser/baton/backend/fault"
)

const page = `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Not opened: %[1]s</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:36em;padding:0 24px}
h1{font-size:20px;font-weight:600}code{font-size:13px;opacity:.7}</style>
<h1>Baton did not open this address</h1><p>%[2]s</p><p>%[3]s</p><p><code>%[1]s</code></p></html>
`

// notice writes the page of a refusal: the code, the message and the hint that
// the agent gets too.
func notice(w io.Writer, f *fault.Error) {
	_, _ = fmt.Fprintf(w, page, html.EscapeString(string(f.Code)), html.EscapeString(f.Message), html.EscapeString(f.Hint))
}
