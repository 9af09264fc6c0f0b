package cli

import (
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// linkScheme is the scheme of links into Baton (T10). The systems are told of it by
// build/linux/baton.desktop, build/darwin/Info.plist and the installer on Windows.
const linkScheme = "baton://"

// requestOf reads baton://request/ID. A link comes from anywhere: it shows a request
// to the person, and answers nothing.
func requestOf(args []string) (ident.Request, error) {
	if len(args) == 0 {
		return "", nil
	}
	id, ok := strings.CutPrefix(args[0], linkScheme+"request/")
	id = strings.TrimSuffix(id, "/")
	if len(args) > 1 || !ok || !ident.Valid("req", id) {
		return "", fault.New(fault.InvalidInput, "this is no link of Baton's").
			WithHint("a link to a request is baton://request/ID")
	}
	return ident.Request(id), nil
}
