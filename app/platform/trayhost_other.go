//go:build !linux

package platform

import "context"

// TrayHost tells whether something on the desktop shows tray icons: the system
// itself does.
func TrayHost(context.Context) error { return nil }
