// Package frontend holds the web app as the binary serves it: the built pages
// of the two windows and the texts for people in both languages, which the tray
// and the windows' titles read too. Both are fixed at build time and never
// change; a build before `npm run build` has the texts and no pages.
package frontend

import "embed"

// Dist is the built web app under dist/: index.html for management, live.html
// for the live window, and what they load.
//
//go:embed all:dist
var Dist embed.FS

// Locales has locales/en.json and locales/de.json: flat objects of texts with
// the same keys, {{name}} for what is put in, and _one and _other for counts.
//
//go:embed locales/*.json
var Locales embed.FS
