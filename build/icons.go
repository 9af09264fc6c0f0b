package main

import "github.com/batonbrowser/baton/app/mark"

func iconFiles() map[string]func() []byte {
	return map[string]func() []byte{
		"build/appicon.png": func() []byte { return mark.PNG(mark.App(1024)) },
		"build/windows/icon.ico": func() []byte {
			return mark.ICO(mark.App(256), mark.App(64), mark.App(48), mark.App(32), mark.App(24), mark.App(16))
		},
	}
}
