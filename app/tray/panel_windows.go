package tray

import "golang.org/x/sys/windows/registry"

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
