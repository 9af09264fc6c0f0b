// Package platform has the few things that each system does in its own way:
// opening an address in the person's browser, whether there is a screen to show
// windows on, and the person's language. Nothing here keeps state.
package platform

import (
	"errors"
	"net/url"
	"os/exec"

	"github.com/batonbrowser/baton/backend/fault"
)

// ErrNoTrayHost says that there is a desktop, but nothing on it shows tray icons;
// that can change while Baton runs.
var ErrNoTrayHost = errors.New("nothing on this desktop shows tray icons")

// OpenURL opens an http or https address in the person's own browser and does
// not wait for it. Other schemes are refused: they start programs.
func OpenURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return fault.New(fault.InvalidInput, "not an address of a web page: %q", address).
			WithHint("give an address that begins with http:// or https://")
	}
	name, args := opener(u.String())
	cmd := exec.Command(name, args...) //nolint:gosec // the system's own opener; the address is checked above
	if err := cmd.Start(); err != nil {
		return fault.Wrap(err, fault.Internal, "no program opened the address").
			WithHint("open %s in a browser yourself", u)
	}
	go func() { _ = cmd.Wait() }() // reaps the opener; it ends by itself
	return nil
}

// HasDisplay tells whether windows can be shown.
func HasDisplay() bool { return hasDisplay() }

// Language is the person's language as the system has it, "de" or "en".
func Language() string {
	if l := language(); len(l) >= 2 && (l[:2] == "de" || l[:2] == "DE") {
		return "de"
	}
	return "en"
}
