package tray

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/godbus/dbus/v5"
)

// ErrNoArea says that the desktop shows no status entries, as GNOME does not
// without an extension.
var ErrNoArea = errors.New("the desktop shows no status entries (no StatusNotifierWatcher on the session bus)")

// Area tells why no entry can be shown, if none can.
func Area() error {
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		return fmt.Errorf("no session bus: %w", err)
	}
	defer func() { _ = bus.Close() }()
	var has bool
	if err := bus.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, "org.kde.StatusNotifierWatcher").Store(&has); err != nil {
		return fmt.Errorf("ask the session bus: %w", err)
	}
	if !has {
		return ErrNoArea
	}
	return nil
}

// canAppear: an area that is missing can come later; a bus cannot.
func canAppear(err error) bool { return errors.Is(err, ErrNoArea) }

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
