//go:build e2e && linux

package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// step is one line of the scenario: a call and what must come of it, or what the
// person does in between.
type step struct {
	tool string
	in   map[string]any
	says string     // a part of the text
	has  string     // a part of the value's JSON, with sorted keys
	code fault.Code // the refusal
	own  bool       // the command line refuses by itself, in words of its own
	size string     // of the picture that is saved, such as 1280×720
	also bool       // the picture comes along
	do   func(*scene)
}

// ref stands for the ref that the last snapshot gave an element.
type ref struct{ role, name string }

// scene is the scenario on one surface, with an agent and a profile of its own.
type scene struct {
	t       *testing.T
	b       *baton
	window  *client.Client // the person's
	by      surface
	token   string
	site    string
	agent   string
	profile string
	outline string
}

// surfaces are all the ways in.
func surfaces() map[string]func(*scene) surface {
	return map[string]func(*scene) surface{
		"http": func(s *scene) surface {
			return overHTTP{t: s.t, base: s.b.url(), token: s.token, accept: "text/plain"}
		},
		"http-json": func(s *scene) surface {
			return overHTTP{t: s.t, base: s.b.url(), token: s.token, accept: "application/json"}
		},
		"mcp":      func(s *scene) surface { return overMCP{t: s.t, s: s.b.mcp(s.token).s} },
		"bridge":   func(s *scene) surface { return overMCP{t: s.t, s: s.b.bridge(s.token)} },
		"cli":      func(s *scene) surface { return overCLI{t: s.t, b: s.b, token: s.token} },
		"cli-json": func(s *scene) surface { return overCLI{t: s.t, b: s.b, token: s.token, json: true} },
	}
}

// TestSurfacesAgree plays one scenario on every surface: each step must come out
// as the table says, and in the same words everywhere.
func TestSurfacesAgree(t *testing.T) {
	b := start(t, nil, t.TempDir(), "serve", "--owner-link")
	window := b.window()
	site := paritySite(t)
	steps := slices.Concat(actingSteps(), readingSteps(), fillingSteps(), fileSteps(), findingSteps(), batchSteps(), personSteps(), orderSteps(), badSteps(), awaySteps(), endSteps())
	everyTool(t, steps)
	played := map[string][]reply{}
	for name, open := range surfaces() {
		t.Run(name, func(t *testing.T) {
			s := &scene{t: t, b: b.in(t), window: window, site: site}
			s.agent, s.token = s.b.agent("Parity " + name)
			s.profile = s.newProfile("Parity " + name)
			s.by = open(s)
			for i, st := range steps {
				r := s.play(st)
				if t.Failed() {
					t.Fatalf("step %d, %s %v", i, st.tool, st.in)
				}
				played[name] = append(played[name], s.normal(r))
			}
		})
	}
	if !t.Failed() {
		compare(t, steps, played)
	}
}

// everyTool wants each tool of the registry in the table.
func everyTool(t *testing.T, steps []step) {
	t.Helper()
	for _, o := range ops.All() {
		if o.Tool() && !slices.ContainsFunc(steps, func(s step) bool { return s.tool == o.Name && s.code == "" }) {
			t.Errorf("the scenario does not call %s", o.Name)
		}
	}
}

// in is the same host for a part of the test.
func (b *baton) in(t *testing.T) *baton {
	c := *b
	c.t = t
	return &c
}

// window signs in as a person's browser does, by the link that the host printed.
func (b *baton) window() *client.Client {
	b.t.Helper()
	_, code, _ := strings.Cut(b.line("#link="), "#link=")
	body, err := json.Marshal(map[string]string{"code": code})
	if err != nil {
		b.t.Fatal(err)
	}
	res, err := http.Post(b.url()+"/api/owner-link", "application/json", bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var out struct{ Token string }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || out.Token == "" {
		b.t.Fatalf("the link gave no token: %v", err)
	}
	c := client.New(b.url(), out.Token)
	b.t.Cleanup(c.Close)
	return c
}

func (s *scene) newProfile(name string) string {
	s.t.Helper()
	var made struct{ ID string }
	if err := json.Unmarshal(s.b.run("profiles", "create", name, "--consent", "--json"), &made); err != nil {
		s.t.Fatal(err)
	}
	return made.ID
}

// play does one step and checks what came of it.
func (s *scene) play(st step) reply {
	s.t.Helper()
	if st.do != nil {
		st.do(s)
		return reply{}
	}
	r := s.by.call(st.tool, s.fill(st.in).(map[string]any))
	if st.code != "" {
		s.refused(st, r)
		return r
	}
	if r.failed {
		s.t.Errorf("refused: %s: %s", r.code, r.message)
		return r
	}
	if st.tool == "browser_snapshot" {
		s.keep(r)
	}
	if r.text != "" && !strings.Contains(r.text, s.write(st.says)) {
		s.t.Errorf("the text lacks %q:\n%s", s.write(st.says), ends(r.text))
	}
	if r.value != "" && !strings.Contains(r.value, s.write(st.has)) {
		s.t.Errorf("the value lacks %s:\n%s", s.write(st.has), ends(r.value))
	}
	if r.text == "" && r.value == "" {
		s.t.Error("the answer is empty")
	}
	if st.size != "" {
		s.saved(st, r)
	}
	if _, plain := s.by.(overCLI); st.also && r.png == nil && r.text == "" && !plain {
		s.t.Error("the picture did not come along")
	}
	return r
}

// ends shortens a long text to how it begins and ends.
func ends(text string) string {
	if len(text) < 900 {
		return text
	}
	return text[:400] + "\n[…]\n" + text[len(text)-400:]
}

func (s *scene) refused(st step, r reply) {
	s.t.Helper()
	want := fault.Lookup(st.code).Exit
	switch {
	case !r.failed:
		s.t.Errorf("not refused: %.500s%.500s", r.text, r.value)
	case r.code != "" && r.code != string(st.code), r.code == "" && r.exit != want:
		s.t.Errorf("refused with %s (exit code %d), want %s: %s", r.code, r.exit, st.code, r.message)
	case r.exit != -1 && r.exit != want:
		s.t.Errorf("exit code %d, want %d", r.exit, want)
	case r.message == "" || r.hint == "":
		s.t.Errorf("refused with %q without a hint", r.message)
	}
}

// keep remembers the outline for the refs of the steps that follow.
func (s *scene) keep(r reply) {
	text := r.text
	if text == "" {
		var v struct{ Outline string }
		if err := json.Unmarshal([]byte(r.value), &v); err != nil {
			s.t.Fatal(err)
		}
		text = v.Outline
	}
	if strings.Contains(text, "@e") {
		s.outline = text
	}
}

// file puts a file into the workspace of the agent's session.
func (s *scene) file(name string) {
	s.t.Helper()
	dir := filepath.Join(s.b.data, "workspaces", s.session())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("a note"), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// saved wants a picture of the page in the file that the answer names.
func (s *scene) saved(st step, r reply) {
	s.t.Helper()
	name := regexp.MustCompile(`/[^" ]+\.png`).FindString(r.text + r.value)
	f, err := os.Open(name)
	if err != nil {
		s.t.Errorf("%v in %q", err, r.text+r.value)
		return
	}
	defer func() { _ = f.Close() }()
	img, err := png.Decode(f)
	if err != nil {
		s.t.Error(err)
		return
	}
	if got := sizeOf(img); got != st.size {
		s.t.Errorf("the picture is %s, want %s", got, st.size)
	}
}

func sizeOf(img image.Image) string {
	return fmt.Sprintf("%d×%d", img.Bounds().Dx(), img.Bounds().Dy())
}

// fill puts what is only known now into an input.
func (s *scene) fill(v any) any {
	switch x := v.(type) {
	case string:
		return s.write(x)
	case ref:
		return refOf(s.t, s.outline, x.role, x.name)
	case []any:
		out := make([]any, len(x))
		for i, v := range x {
			out[i] = s.fill(v)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, v := range x {
			out[k] = s.fill(v)
		}
		return out
	}
	return v
}

func (s *scene) write(text string) string {
	return strings.NewReplacer("{site}", s.site, "{baton}", s.b.url(), "{port}", s.b.port, "{profile}", s.profile).Replace(text)
}

// normal takes out what differs from run to run.
func (s *scene) normal(r reply) reply {
	r.text = strings.TrimRight(r.text, "\n") // a terminal's last line has an end
	for _, field := range []*string{&r.text, &r.value, &r.message, &r.hint} {
		text := strings.ReplaceAll(*field, s.b.data, "DATA")
		for pattern, with := range map[string]string{
			`\b(sess|prof|req|agent)_[0-9a-z]{26}`:                   "${1}_ID",
			`Parity [a-z-]+`:                                         "Parity NAME",
			`\d{8}-\d{6}\.\d{3}\.(png|pdf)`:                          "TIME.png",
			`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d.:\d\d)`: "TIME",
			`\b[0-9A-F]{32}\b`:                                       "TAB",
			`page-[0-9a-f]{6}`:                                       "page-NUMBER",
			`"held_s":\d+,`:                                          "",
			`drove for \d+ s`:                                        "HELD",
		} {
			text = regexp.MustCompile(pattern).ReplaceAllString(text, with)
		}
		*field = text
	}
	return r
}

// compare wants every surface to have said the same, each as far as it speaks.
func compare(t *testing.T, steps []step, played map[string][]reply) {
	t.Helper()
	for i, st := range steps {
		first := map[string]string{} // what was said, by the part of the reply
		by := map[string]string{}
		for name, all := range played {
			r := all[i]
			said := map[string]string{"text": r.text, "value": r.value, "code": r.code}
			if !st.own {
				said["message"], said["hint"] = r.message, r.hint
			}
			for part, text := range said {
				switch {
				case text == "" || st.also && part == "value":
				case first[part] == "":
					first[part], by[part] = text, name
				case first[part] != text:
					t.Errorf("step %d, %s %v: the %s of %s and %s differ:\n%s\n%s", i, st.tool, st.in, part, by[part], name, ends(first[part]), ends(text))
				}
			}
		}
	}
}

// person calls an operation of the person's window.
func (s *scene) person(op string, in map[string]any, out any) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	if err := s.window.Call(ctx, op, in, out); err != nil {
		s.t.Fatalf("%s: %v", op, err)
	}
}
