//go:build e2e && linux

package desk

import (
	"fmt"
	"strings"
)

// keys are the characters that the keyboard has besides those of ASCII, two to a
// key: the second is typed with shift.
const keys = "äÄöÖüÜßẞ👋👍"

// startKeyboard gives the characters keys that had none, once and before a window
// is there. xdotool would lend one to each as it types and take it back at once: a
// busy window that looks at the keyboard afterwards finds a key without a character.
func (d *Desk) startKeyboard() {
	d.t.Helper()
	var free []string
	for line := range strings.Lines(d.must("xmodmap", "-pke")) {
		if key, has, ok := strings.Cut(line, "="); ok && strings.TrimSpace(has) == "" {
			free = append(free, strings.TrimSpace(key))
		}
	}
	var args []string
	for both := []rune(keys); len(both) > 0; both = both[2:] {
		if len(free) == 0 {
			d.t.Fatal("the keyboard has no key left")
		}
		args, free = append(args, "-e", fmt.Sprintf("%s = U%04X U%04X", free[0], both[0], both[1])), free[1:]
	}
	d.must("xmodmap", args...)
}

// Type types text on the keyboard of the focused window. A character that the
// keyboard does not have is to be pasted instead.
func (d *Desk) Type(text string) {
	d.t.Helper()
	for _, c := range text {
		if (c < ' ' || c > '~') && !strings.ContainsRune(keys, c) {
			d.t.Fatalf("the keyboard has no %q: paste it", c)
		}
	}
	d.must("xdotool", "type", "--delay", "30", "--", text)
}
