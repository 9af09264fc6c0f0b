//go:build e2e && linux

package e2e_test

import (
	"context"
	"os"
	"strings"
)

// axeFile is axe-core, which the frontend has for these tests.
const axeFile = "../../frontend/node_modules/axe-core/axe.min.js"

// axeRun gives what axe-core finds serious or critical for people who use a
// keyboard or a screen reader (WCAG 2.2 A and AA). What guards the ends of a popup
// hands the focus on at once, and is hidden for that reason.
const axeRun = `const found = await axe.run({ exclude: ['[data-base-ui-focus-guard]'] }, {
	resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
})
return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
	.map((v) => v.id + ', ' + v.help + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | '))`

// axe asks axe-core about the page.
func (p *person) axe() (found []string) {
	p.t.Helper()
	if p.asks(`return typeof axe`) == "undefined" {
		source, err := os.ReadFile(axeFile)
		if err != nil {
			p.t.Fatal(err)
		}
		p.do(func(ctx context.Context) error {
			_, err := p.b.Evaluate(ctx, string(source)+"\nreturn ''", noTarget)
			return err
		})
	}
	p.answers(axeRun, &found)
	return found
}

// accessible reports what axe finds on a screen.
func (a *album) accessible(p *person, name string) {
	a.t.Helper()
	if found := p.axe(); len(found) > 0 {
		a.t.Errorf("%s: %s", name, strings.Join(found, "\n\t"))
	}
}
