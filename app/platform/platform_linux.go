package platform

import "os"

func opener(address string) (string, []string) { return "xdg-open", []string{address} }

func hasDisplay() bool { return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" }

// The order is that of setlocale(3) for messages; LANGUAGE goes first in gettext.
func language() string {
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return v
		}
	}
	return ""
}
