package chrome

import (
	"slices"
	"strings"
)

// environment is what Chrome gets of ours: what a program needs to run and to
// show itself, by name. Everything else may be a secret, whatever it is called: a
// list of names that look like one has holes (DATABASE_URL, a proxy's password in
// HTTPS_PROXY), and what a page brings a browser to tell has to be empty.
func environment(all []string, lang string) []string {
	var out []string
	for _, kv := range all {
		if name, _, _ := strings.Cut(kv, "="); needed(strings.ToUpper(name)) {
			out = append(out, kv)
		}
	}
	// On Linux Chrome takes the language of its own words from here.
	return append(out, "LANGUAGE="+strings.ReplaceAll(lang, "-", "_"))
}

// needed tells whether a variable, in capitals, is for the running of programs.
func needed(name string) bool {
	return slices.Contains(strings.Fields(neededNames), name) ||
		slices.ContainsFunc(strings.Fields(neededBeginnings), func(p string) bool { return strings.HasPrefix(name, p) })
}

const (
	// Of all systems; of X11, Wayland, sound, fonts, certificates and libraries on
	// Linux; of Windows, without which a program there finds neither its libraries
	// nor its folders.
	neededNames = `PATH HOME USER LOGNAME SHELL TMPDIR TMP TEMP TZ LANG PWD HOSTNAME
		DISPLAY XAUTHORITY WAYLAND_DISPLAY WAYLAND_SOCKET DESKTOP_SESSION DBUS_SESSION_BUS_ADDRESS SESSION_MANAGER
		PULSE_SERVER PIPEWIRE_RUNTIME_DIR SSL_CERT_FILE SSL_CERT_DIR LD_LIBRARY_PATH CHROME_DEVEL_SANDBOX
		SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS USERNAME USERDOMAIN USERPROFILE HOMEDRIVE HOMEPATH COMPUTERNAME SESSIONNAME
		APPDATA LOCALAPPDATA ALLUSERSPROFILE PUBLIC PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432
		COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432 NUMBER_OF_PROCESSORS`
	neededBeginnings = `LC_ XDG_ GDK_ GTK_ QT_ FONTCONFIG_ MESA_ LIBGL_ LIBVA_ DRI_ EGL_ VK_ PROCESSOR_ XPC_ __CF_`
)
