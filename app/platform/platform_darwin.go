package platform

import (
	"os/exec"
	"strings"
)

func opener(address string) (string, []string) { return "open", []string{address} }

// A Mac has a screen; a session over ssh may open windows on it too.
func hasDisplay() bool { return true }

// Programs started from the Finder have no LANG, so the setting itself is read.
func language() string {
	out, err := exec.Command("defaults", "read", "-g", "AppleLocale").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
