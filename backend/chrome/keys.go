package chrome

import (
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	cdpinput "github.com/chromedp/cdproto/input"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
)

// stroke is a key as Chrome needs it.
type stroke struct {
	key, code, text string
	vk              int64
	location        int64
}

// named are the keys that have a name instead of a character.
func named() map[string]stroke {
	m := map[string]stroke{
		"enter": {"Enter", "Enter", "\r", 13, 0}, "tab": {"Tab", "Tab", "", 9, 0}, "escape": {"Escape", "Escape", "", 27, 0},
		"backspace": {"Backspace", "Backspace", "", 8, 0}, "delete": {"Delete", "Delete", "", 46, 0},
		"space": {" ", "Space", " ", 32, 0}, "arrowleft": {"ArrowLeft", "ArrowLeft", "", 37, 0},
		"arrowup": {"ArrowUp", "ArrowUp", "", 38, 0}, "arrowright": {"ArrowRight", "ArrowRight", "", 39, 0},
		"arrowdown": {"ArrowDown", "ArrowDown", "", 40, 0}, "home": {"Home", "Home", "", 36, 0}, "end": {"End", "End", "", 35, 0},
		"pageup": {"PageUp", "PageUp", "", 33, 0}, "pagedown": {"PageDown", "PageDown", "", 34, 0},
		"insert": {"Insert", "Insert", "", 45, 0}, "contextmenu": {"ContextMenu", "ContextMenu", "", 93, 0},
		"shift": {"Shift", "ShiftLeft", "", 16, 1}, "control": {"Control", "ControlLeft", "", 17, 1},
		"alt": {"Alt", "AltLeft", "", 18, 1}, "meta": {"Meta", "MetaLeft", "", 91, 1},
		"capslock": {"CapsLock", "CapsLock", "", 20, 0}, "numlock": {"NumLock", "NumLock", "", 144, 0},
		"pause": {"Pause", "Pause", "", 19, 0}, "printscreen": {"PrintScreen", "PrintScreen", "", 44, 0}, "scrolllock": {"ScrollLock", "ScrollLock", "", 145, 0},
	}
	for i := 1; i <= 12; i++ {
		name := "F" + itoa(i)
		m[strings.ToLower(name)] = stroke{name, name, "", int64(111 + i), 0}
	}
	for short, long := range map[string]string{
		"return": "enter", "esc": "escape", "del": "delete", "left": "arrowleft", "right": "arrowright", "up": "arrowup", "down": "arrowdown",
		"ctrl": "control", "cmd": "meta", "command": "meta", "option": "alt", "spacebar": "space",
	} {
		m[short] = m[long]
	}
	return m
}

func itoa(i int) string {
	if i < 10 {
		return string(rune('0' + i)) //nolint:gosec // a digit
	}
	return "1" + string(rune('0'+i-10)) //nolint:gosec // a digit
}

// strokeOf gives the key for a name ("Enter") or a character ("ä").
func strokeOf(name string) (stroke, bool) {
	if r, n := utf8.DecodeRuneInString(name); n == len(name) && n > 0 && r != utf8.RuneError {
		return character(r), true
	}
	s, ok := named()[strings.ToLower(name)]
	return s, ok
}

// character gives the key of a character, by the American layout.
func character(r rune) stroke {
	s := stroke{key: string(r), text: string(r)}
	up := unicode.ToUpper(r)
	switch {
	case up >= 'A' && up <= 'Z':
		s.code, s.vk = "Key"+string(up), int64(up)
	case r >= '0' && r <= '9':
		s.code, s.vk = "Digit"+string(r), int64(r)
	case r == ' ':
		s.code, s.vk = "Space", 32
	case r == '\n' || r == '\r':
		return named()["enter"]
	case r == '\t':
		return named()["tab"]
	default:
		const signs, base = ")!@#$%^&*(", "0123456789"
		if i := strings.IndexRune(signs, r); i >= 0 {
			s.code, s.vk = "Digit"+base[i:i+1], int64(base[i])
			break
		}
		for _, p := range []struct {
			chars, code string
			vk          int64
		}{
			{";:", "Semicolon", 186},
			{"=+", "Equal", 187},
			{",<", "Comma", 188},
			{"-_", "Minus", 189},
			{".>", "Period", 190},
			{"/?", "Slash", 191},
			{"`~", "Backquote", 192},
			{"[{", "BracketLeft", 219},
			{`\|`, "Backslash", 220},
			{"]}", "BracketRight", 221},
			{`'"`, "Quote", 222},
		} {
			if strings.ContainsRune(p.chars, r) {
				s.code, s.vk = p.code, p.vk
			}
		}
	}
	return s
}

// chord reads "Control+Shift+a": names of modifiers, then one key.
func chord(text string) (modifiers []stroke, key stroke, err error) {
	rest := text
	for {
		name, more, ok := strings.Cut(rest, "+")
		if !ok || name == "" || more == "" {
			break
		}
		m, ok := modifier(name)
		if !ok {
			return nil, key, badKey(text, name)
		}
		modifiers = append(modifiers, m)
		rest = more
	}
	key, ok := strokeOf(rest)
	if m, is := modifier(rest); is {
		key, ok = m, true
	}
	if !ok {
		return nil, key, badKey(text, rest)
	}
	return modifiers, key, nil
}

func modifier(name string) (stroke, bool) {
	name = strings.ToLower(name)
	if name == "controlormeta" || name == "mod" || name == "commandorcontrol" {
		name = "control"
		if runtime.GOOS == "darwin" {
			name = "meta"
		}
	}
	s, ok := named()[name]
	return s, ok && modifierBit(s.key) != 0
}

func badKey(text, part string) error {
	return fault.New(fault.InvalidInput, "%q: there is no key %q", text, part).With("field", "key").
		WithHint("give one key, or a chord such as Control+a, Shift+Tab or ControlOrMeta+c; keys have the names of a KeyboardEvent: Enter, Tab, Escape, ArrowDown, PageDown, F5")
}

func modifierBit(key string) int {
	switch key {
	case "Alt":
		return input.Alt
	case "Control":
		return input.Control
	case "Meta":
		return input.Meta
	case "Shift":
		return input.Shift
	}
	return 0
}

// down is the event of a pressed key. Text comes with it where the key writes
// some, and the editing commands of shortcuts: Chrome knows them from the
// system's menus otherwise, which a headless one does not have.
func (s stroke) down(modifiers int) cdpinput.DispatchKeyEventParams {
	e := s.event(cdpinput.DispatchKeyEventTypeRawKeyDown, modifiers)
	if modifiers&(input.Control|input.Meta|input.Alt) == 0 && s.text != "" {
		e.Type, e.Text, e.UnmodifiedText = cdpinput.DispatchKeyEventTypeKeyDown, s.text, s.text
	}
	e.Commands = commands(s.key, modifiers)
	return e
}

func (s stroke) up(modifiers int) cdpinput.DispatchKeyEventParams {
	return s.event(cdpinput.DispatchKeyEventTypeKeyUp, modifiers)
}

func (s stroke) event(kind cdpinput.DispatchKeyEventType, modifiers int) cdpinput.DispatchKeyEventParams {
	return cdpinput.DispatchKeyEventParams{
		Type: kind, Key: s.key, Code: s.code, WindowsVirtualKeyCode: s.vk, NativeVirtualKeyCode: s.vk,
		Location: s.location, Modifiers: int64(modifiers),
	}
}

func commands(key string, modifiers int) []string {
	m := modifiers &^ input.Shift
	if m != input.Control && m != input.Meta {
		return nil
	}
	shifted := modifiers&input.Shift != 0
	switch strings.ToLower(key) {
	case "a":
		return []string{"selectAll"}
	case "c":
		return []string{"copy"}
	case "x":
		return []string{"cut"}
	case "v":
		if shifted {
			return []string{"pasteAndMatchStyle"}
		}
		return []string{"paste"}
	case "z":
		if shifted {
			return []string{"redo"}
		}
		return []string{"undo"}
	case "y":
		return []string{"redo"}
	}
	return nil
}
