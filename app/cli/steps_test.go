package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
)

func TestCommandLinesAreSteps(t *testing.T) {
	const three = `[{"input":{"url":"https://a.test/"},"tool":"browser_navigate"},{"input":{"ref":"@e3","text":"Ada's \"L\""},"tool":"browser_fill"},{"input":{},"tool":"browser_snapshot"}]`
	for _, c := range []struct {
		lines []string
		stdin string
		want  string
	}{
		{[]string{"navigate https://a.test/", `fill @e3 "Ada's \"L\""`, "snapshot"}, "", three},
		{[]string{"-"}, "# a comment\n\nbaton navigate https://a.test/\r\n  fill @e3 'Ada'\\''s \"L\"'\nsnapshot", three},
		{[]string{three}, "", three},
		{[]string{"-"}, " " + three, " " + three},
		{[]string{"press Enter"}, "", `[{"input":{"key":"Enter"},"tool":"browser_press_key"}]`},
		{[]string{`type ""`}, "", `[{"input":{"text":""},"tool":"browser_type"}]`},
		{[]string{"click --x 1 --y 2 --modifier Shift"}, "", `[{"input":{"modifiers":["Shift"],"x":1,"y":2},"tool":"browser_click"}]`},
	} {
		p := &program{in: strings.NewReader(c.stdin)}
		in := map[string]any{"steps": c.lines}
		if err := p.steps(in, "steps"); err != nil {
			t.Errorf("%q: %v", c.lines, err)
			continue
		}
		raw, ok := in["steps"].(json.RawMessage)
		if !ok {
			raw, _ = json.Marshal(in["steps"])
		}
		if string(raw) != c.want {
			t.Errorf("%q are\n%s\nwant\n%s", c.lines, raw, c.want)
		}
	}
}

func TestWhatIsNoStep(t *testing.T) {
	for _, lines := range [][]string{
		{"fly away"},
		{""},
		{"click 'e3"},
		{`click e3\`},
		{"click e3 e4 e5"},
		{"click --nonsense"},
		{"click --help"},
		{"agents list"},
		{"[{"},
		{"snapshot", "scroll down much"},
	} {
		p := &program{}
		err := p.steps(map[string]any{"steps": lines}, "steps")
		if f := fault.From(err); f == nil || f.Code != fault.InvalidInput || f.Hint == "" {
			t.Errorf("%q: %v", lines, err)
		}
	}
}
