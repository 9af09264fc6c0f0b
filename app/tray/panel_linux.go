package tray

import (
	"os"
	"strings"

	"github.com/godbus/dbus/v5"
)

// panel is dark but where the person prefers light and the desktop follows that;
// GNOME's bar is dark in any case.
func panel() panelGround {
	if strings.Contains(os.Getenv("XDG_CURRENT_DESKTOP"), "GNOME") {
		return darkPanel
	}
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		return darkPanel
	}
	defer func() { _ = bus.Close() }()
	const preferLight = 2
	var scheme dbus.Variant
	portal := bus.Object("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
	err = portal.Call("org.freedesktop.portal.Settings.ReadOne", dbus.FlagNoAutoStart, "org.freedesktop.appearance", "color-scheme").Store(&scheme)
	if v, ok := scheme.Value().(uint32); err == nil && ok && v == preferLight {
		return lightPanel
	}
	return darkPanel
}
