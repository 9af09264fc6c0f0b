package platform

import (
	"context"
	"errors"

	"github.com/godbus/dbus/v5"
)

// TrayHost tells whether something on the desktop shows tray icons: the owner of
// the StatusNotifierWatcher's name on the session bus.
func TrayHost(ctx context.Context) error {
	bus, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return errors.New("no session bus")
	}
	defer func() { _ = bus.Close() }()
	var owned bool
	call := bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, "org.kde.StatusNotifierWatcher")
	if err := call.Store(&owned); err != nil {
		return errors.New("the session bus does not answer")
	}
	if !owned {
		return ErrNoTrayHost
	}
	return nil
}
