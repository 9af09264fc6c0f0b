package tray

import "golang.org/x/sys/windows/registry"

// Area tells why no entry can be shown: here one always can.
func Area() error { return nil }

func canAppear(error) bool { return true }

func panel() panelGround {
	k, err := registry.OpenKey(registry.CURRENT_USER, `Software\Microsoft\Windows\CurrentVersion\Themes\Personalize`, registry.QUERY_VALUE)
	if err != nil {
		return darkPanel
	}
	defer func() { _ = k.Close() }()
	if light, _, err := k.GetIntegerValue("SystemUsesLightTheme"); err == nil && light == 1 {
		return lightPanel
	}
	return darkPanel
}
