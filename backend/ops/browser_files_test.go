package ops_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// An agent gives files of its workspace and of folders that the user allowed,
// and no others, by whatever name or link.
func TestUploadsComeFromAllowedFolders(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	shots, err := b.app.Dirs.Screenshots(s.ID)
	must(t, err)
	workspace, allowed, other := filepath.Dir(shots), t.TempDir(), t.TempDir()
	write := func(parts ...string) string {
		t.Helper()
		path := filepath.Join(parts...)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte("x"), 0o600))
		return path
	}
	mine, theirs, secret := write(workspace, "mine.txt"), write(allowed, "sub", "theirs.txt"), write(other, "secret.txt")
	token := write(b.dir, "terminal.token")
	for link, to := range map[string]string{"out": secret, "dir": other, "in": mine} {
		must(t, os.Symlink(to, filepath.Join(workspace, link)))
	}
	must(t, os.Symlink(workspace, filepath.Join(other, "back")))
	upload := func(path string) error {
		_, err := b.try(b.again(a), "browser_upload", ops.UploadIn{Paths: []string{path}})
		return err
	}
	check := func(path string, want fault.Code) {
		t.Helper()
		if f := fault.From(upload(path)); f == nil && want != "" || f != nil && (f.Code != want || f.Hint == "") {
			t.Errorf("%s: %v, want %q", path, f, want)
		}
	}
	check("mine.txt", "")
	check(mine, "")
	check("in", "")
	check(filepath.Join("browser-screenshots", "..", "mine.txt"), "")
	check("none.txt", fault.NotFound)
	check("browser-screenshots", fault.InvalidInput)
	for _, path := range []string{
		secret, theirs, "out", filepath.Join("dir", "secret.txt"), filepath.Join("..", "..", "terminal.token"), token, "/etc/passwd",
		filepath.Join(workspace, "..", "other", "x"), filepath.Join(other, "back", "mine.txt"),
	} {
		check(path, fault.NotGranted)
	}
	call[ops.AgentView](b, b.owner, "agents_update", map[string]any{"agent_id": a.Agent.ID, "upload_folders": []string{allowed, filepath.Dir(b.dir)}})
	check(theirs, "")
	check(token, fault.NotGranted) // Baton's own, although what is above it is allowed
	check("/etc/passwd", fault.NotGranted)
	for _, folder := range []string{"relative", "/", "/..", ""} {
		b.refused(b.owner, "agents_update", map[string]any{"agent_id": a.Agent.ID, "upload_folders": []string{folder}}, fault.InvalidInput)
	}
	if n := slices.Index(b.rack.Last().Acts(), "upload input[type=file] 1"); n < 0 {
		t.Errorf("nothing was uploaded: %q", b.rack.Last().Acts())
	}
}

func TestToolsetsAreForTheList(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	b.opened(a)
	listed := func() (all []string) {
		for _, o := range b.reg.For(a) {
			if o.Listed(b.again(a).Agent) {
				all = append(all, o.Name)
			}
		}
		return all
	}
	if slices.Contains(listed(), "browser_pdf") {
		t.Error("browser_pdf is listed without its set")
	}
	saved := call[ops.Saved](b, a, "browser_pdf", `{}`) // a call by name works all the same
	if raw, err := os.ReadFile(saved.Path); err != nil || string(raw) != "%PDF" {
		t.Errorf("%q %v", raw, err)
	}
	call[ops.AgentView](b, b.owner, "agents_update", map[string]any{"agent_id": a.Agent.ID, "toolsets": []string{"files"}})
	if !slices.Contains(listed(), "browser_pdf") {
		t.Error("browser_pdf is not listed with its set")
	}
	b.refused(b.owner, "agents_update", map[string]any{"agent_id": a.Agent.ID, "toolsets": []string{"all"}}, fault.InvalidInput)
}
