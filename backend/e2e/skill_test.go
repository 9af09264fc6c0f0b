//go:build e2e && linux

package e2e_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/contract"
	"github.com/batonbrowser/baton/backend/e2e/desk"
	"github.com/batonbrowser/baton/backend/ops"
)

// TestSkillIsRight runs every command that the skill shows, as it stands there, in
// a shell, on a page that has what the comments name. Refs are those of the last
// snapshot: a comment says of which elements.
func TestSkillIsRight(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve")
	_, token := b.agent("Shell")
	address := paritySite(t) + "/form"
	skill := string(b.run("skill"))
	run := func(line string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "sh", "-c", strings.Replace(line, "baton", `"$BATON" --data-dir "$DATA"`, 1))
		cmd.Env = append(cmd.Environ(), "BATON="+desk.Binary(t), "DATA="+b.data, "BATON_TOKEN="+token)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s\n%v\n%s", line, err, out)
		}
		return string(out)
	}
	outline, ran := "", 0
	named := regexp.MustCompile(`([a-z]+) "([^"]*)"`)
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(skill, -1) {
		for line := range strings.Lines(block[1]) {
			command, comment, _ := strings.Cut(strings.TrimSpace(line), "  # ")
			refs := named.FindAllStringSubmatch(comment, -1)
			command = regexp.MustCompile(`\be[0-9]+\b`).ReplaceAllStringFunc(command, func(ref string) string {
				if len(refs) == 0 {
					t.Fatalf("%s: the comment does not say what %s is", line, ref)
				}
				at := refs[0]
				refs = refs[1:]
				return refOf(t, outline, at[1], at[2])
			})
			out := run(strings.ReplaceAll(command, "https://example.com/", address))
			if strings.HasPrefix(command, "baton snapshot") {
				outline = out
			}
			ran++
		}
	}
	if ran < 15 {
		t.Errorf("the skill has only %d commands", ran)
	}
	if len(skill) > 4500 {
		t.Errorf("the skill has %d bytes: an agent reads all of them", len(skill))
	}
	known := []string{"skill"}
	for _, c := range contract.Commands(ops.All()) {
		known = append(append(known, c.Path[0]), c.Aliases...)
	}
	for _, m := range regexp.MustCompile("`baton ([a-z-]+)").FindAllStringSubmatch(skill, -1) {
		if !slices.Contains(known, m[1]) {
			t.Errorf("the skill names %s, which is no command", m[0])
		}
	}
	api, err := contract.OpenAPI("test")
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range regexp.MustCompile("`([a-z]+_[a-z_]+)`").FindAllStringSubmatch(skill, -1) {
		if !strings.Contains(string(api), `"`+code[1]+`"`) {
			t.Errorf("the skill names %s, which is no code", code[1])
		}
	}
}
