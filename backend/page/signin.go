package page

import (
	"strings"
	"unicode"

	"github.com/batonbrowser/baton/backend/secret"
)

// SignIn is a question of a server: it gives a document only for a user name and a
// password (HTTP authentication, RFC 9110 §11). A person alone answers it, and what
// they give goes to Host alone.
type SignIn struct {
	ID        string `json:"id"`              // of this question; an answer names it
	Host      string `json:"host"`            // with its port, unless that is the usual one
	Realm     string `json:"realm,omitempty"` // the server's own words for what is behind it, see CleanRealm
	Encrypted bool   `json:"encrypted"`       // false: name and password go over the network as they are, or nearly
	Wrong     bool   `json:"wrong,omitempty"` // what was given to this host last was refused
}

// Credentials are what a person gives to one SignIn.
type Credentials struct {
	User     secret.Secret
	Password secret.Secret
}

// mostRealm is how much of a realm is shown, in characters.
const mostRealm = 80

// CleanRealm makes the words of a server fit for one line: no control characters,
// none that turn the direction of text, and not long.
func CleanRealm(realm string) string {
	words := strings.Join(strings.FieldsFunc(strings.ToValidUTF8(realm, ""), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
	}), " ")
	if all := []rune(words); len(all) > mostRealm {
		words = string(all[:mostRealm-1]) + "…"
	}
	return words
}
