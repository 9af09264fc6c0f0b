// Package inject has the page scripts of package chrome: plain JavaScript that
// runs in an isolated world of every frame, reads the document and finds where
// to act. It cannot be seen or changed by the page, and changes nothing itself
// except scroll positions, focus, and what acting on native fields means.
package inject

import (
	_ "embed"
	"strconv"
)

var (
	//go:embed own.js
	own string
	//go:embed roles.js
	roles string
	//go:embed counters.js
	counters string
	//go:embed names.js
	names string
	//go:embed walk.js
	walk string
	//go:embed pictures.js
	pictures string
	//go:embed view.js
	view string
	//go:embed act.js
	act string
	//go:embed fields.js
	fields string
	//go:embed form.js
	form string
	//go:embed picker.js
	picker string
	//go:embed suggest.js
	suggest string
	//go:embed menu.js
	menu string
	//go:embed words.js
	words string
	//go:embed cursor.js
	cursor string
	//go:embed touched.js
	touched string
	//go:embed press.js
	press string
	//go:embed hold.js
	hold string
	//go:embed world.js
	world string
	//go:embed evaluate.js
	result string
)

// Program is the page scripts as one text that is the same for every document: a
// renderer compiles it once, and finds it again for the next documents. It only
// makes them known to an isolated world; World prepares that.
func Program() string {
	return "globalThis.__batonWorld = (TOKEN) => {\n'use strict';\n" +
		"if (globalThis.__batonToken === TOKEN) return;\nglobalThis.__batonToken = TOKEN;\n" +
		own + roles + counters + names + view + walk + pictures + act + fields + form + picker + suggest + menu + words + cursor + touched + press + hold + world + "};0"
}

// World is an expression that prepares an isolated world that has the Program;
// token names the document it is for. What is prepared already stays as it is: two
// may ask for it at once. Afterwards Call gives expressions to evaluate there.
func World(token string) string { return "__batonWorld(" + strconv.Quote(token) + ")" }

// Call is an expression that calls a function of the world with arguments that
// are JSON; it gives a promise of a JSON text, or "stale" if the world is
// another document's.
func Call(token, function, args string) string {
	return "globalThis.__baton ? __baton(" + strconv.Quote(token) + "," + strconv.Quote(function) + "," + args + `) : "stale"`
}

// Expression is a function that runs an agent's text as an expression, or calls
// it if it is a function; this is the element or the window it is called on.
func Expression(text string) string {
	return "async function() {\nconst element = this === globalThis ? undefined : this;\nlet value = (\n" + text +
		"\n);\nif (typeof value === 'function') value = value.call(element, element);\n" + result + "}"
}

// Body is a function that runs an agent's text as the body of a function.
func Body(text string) string {
	return "async function() {\nconst element = this === globalThis ? undefined : this;\nconst value = (async (element) => {\n" + text +
		"\n})(element);\n" + result + "}"
}
