//go:build desktop

package window

import "github.com/batonbrowser/baton/app/mark"

// icon is what the window manager shows; on macOS and Windows the bundle has it.
func icon() []byte { return mark.PNG(mark.App(128)) }
