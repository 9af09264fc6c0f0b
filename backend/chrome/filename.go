package chrome

import (
	"path/filepath"
	"strings"
	"unicode"
)

const longestName = 200 // bytes; file systems take 255, and a number may be added

// fileName makes one plain file name of what a server suggests, one that every
// system takes for a file in this folder and that reads as what it is: no path, no
// device of Windows, nothing hidden, no characters that cannot be seen or that turn
// the order of the others ("exe.fdp" for "pdf.exe").
func fileName(suggested string) string {
	name := filepath.Base(strings.ReplaceAll(suggested, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		switch {
		case r == unicode.ReplacementChar, unicode.IsControl(r), strings.ContainsRune(`<>:"/\|?*`, r):
			return '_'
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r): // bidi marks, joiners, line ends
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	// Windows leaves dots and spaces at the end out, and then the name is another.
	name = strings.TrimRight(strings.TrimLeft(name, ". "), ". ")
	name = shorten(name)
	if base, _, _ := strings.Cut(name, "."); device(strings.TrimRight(base, " ")) {
		name = "_" + name
	}
	if strings.Trim(name, "_") == "" {
		return "download"
	}
	return name
}

// shorten cuts a name that is too long, and keeps its extension.
func shorten(name string) string {
	if len(name) <= longestName {
		return name
	}
	ext := filepath.Ext(name)
	if len(ext) > 20 {
		ext = ""
	}
	return strings.TrimRight(strings.ToValidUTF8(name[:longestName-len(ext)], ""), ". ") + ext
}

// device tells the names that Windows has for devices, with any extension.
func device(name string) bool {
	name = strings.ToUpper(name)
	switch name {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	digit, ok := strings.CutPrefix(name, "COM")
	if !ok {
		digit, ok = strings.CutPrefix(name, "LPT")
	}
	return ok && len([]rune(digit)) == 1 && strings.ContainsAny(digit, "0123456789¹²³")
}
