package platform

import "golang.org/x/sys/windows"

func opener(address string) (string, []string) {
	return "rundll32", []string{"url.dll,FileProtocolHandler", address}
}

func hasDisplay() bool { return true }

func language() string {
	names, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil || len(names) == 0 {
		return ""
	}
	return names[0]
}
