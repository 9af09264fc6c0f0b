//go:build linux

package chrome_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/page"
)

// startOn starts a browser of the test's own.
func startOn(t *testing.T, o chrome.Options) *chrome.Browser {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	b, err := chrome.Start(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close(context.Background()) })
	return b
}

func served(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// TestNoProcessHasOurSecrets looks at the environment that Chrome is started with,
// and at what is left to be read of that of each process of it and of what guards
// it: Chrome writes the titles of its processes over theirs.
func TestNoProcessHasOurSecrets(t *testing.T) {
	const mark = "only-ours-5b1f"
	for _, name := range []string{"BATON_TOKEN", "GITHUB_TOKEN", "DATABASE_URL", "HTTPS_PROXY", "no_proxy", "SSH_AUTH_SOCK", "ANYTHING_ELSE", "CHROMIUM_FLAGS"} {
		t.Setenv(name, mark)
	}
	t.Setenv("LC_PAPER", "seen-"+mark) // one that is passed on, to see that the test sees
	real, _, err := chrome.Find("")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	first := filepath.Join(dir, "chrome")
	script := fmt.Sprintf("#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/environ >> '%s'\nexec '%s' \"$@\"\n", first+".env", real)
	if err := os.WriteFile(first, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	profile := filepath.Join(dir, "profile")
	startOn(t, chrome.Options{UserDataDir: profile, Path: first})
	raw, err := os.ReadFile(first + ".env")
	if err != nil || !strings.Contains(string(raw), "LC_PAPER=seen-"+mark) {
		t.Fatalf("Chrome was started with %q, %v", raw, err)
	}
	all := chrometest.Processes(profile)
	if len(all) < 3 {
		t.Errorf("processes %v", all)
	}
	has := map[string]string{"Chrome as it starts": string(raw)}
	for _, pid := range append(all, children(t)...) {
		if left, err := os.ReadFile("/proc/" + pid + "/environ"); err == nil { // else it has ended
			has[pid] = strings.ReplaceAll(string(left), "\x00", "\n")
		}
	}
	for who, env := range has {
		for kv := range strings.Lines(env) {
			if strings.Contains(kv, mark) && !strings.Contains(kv, "seen-") {
				t.Errorf("%s has %s", who, kv)
			}
		}
	}
}

// children are the processes that this one has started.
func children(t *testing.T) []string {
	t.Helper()
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	var all []string
	for _, file := range tasks {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		all = append(all, strings.Fields(string(raw))...)
	}
	return all
}

// TestNoExtensions: neither a switch nor the system gives the browser an extension.
func TestNoExtensions(t *testing.T) {
	ext := t.TempDir()
	for name, text := range map[string]string{
		"manifest.json": `{"manifest_version": 3, "name": "Spy", "version": "1", "content_scripts": [{"matches": ["<all_urls>"], "js": ["spy.js"], "run_at": "document_start"}]}`,
		"spy.js":        `document.documentElement.setAttribute('data-spied', '1')`,
	} {
		if err := os.WriteFile(filepath.Join(ext, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	site := served(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<title>Page</title>")) }))
	spied := func(o chrome.Options) string {
		b := startOn(t, o)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		if _, err := b.Navigate(ctx, site); err != nil {
			t.Fatal(err)
		}
		v, err := b.Evaluate(ctx, `() => String(document.documentElement.dataset.spied)`, page.Target{})
		if err != nil {
			t.Fatal(err)
		}
		return v.Text
	}
	if got := spied(chrome.Options{UserDataDir: t.TempDir(), ExtraArgs: []string{"--load-extension=" + ext}}); !strings.Contains(got, "undefined") {
		t.Errorf("an extension ran: %s", got)
	}
}

// TestFoldersAreClosed: the folders of a profile and of its downloads are for their
// user alone, also when they were there before and open to others.
func TestFoldersAreClosed(t *testing.T) {
	base := t.TempDir()
	o := chrome.Options{UserDataDir: filepath.Join(base, "profile"), DownloadDir: filepath.Join(base, "downloads")}
	for _, dir := range []string{o.UserDataDir, o.DownloadDir} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	startOn(t, o)
	for _, dir := range []string{o.UserDataDir, o.DownloadDir} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", dir, info.Mode(), err)
		}
	}
}

// TestDownloadsAreNotOpened: a file that is kept is not shown as a page, run or
// given to another program, even where the profile says that it should be.
func TestDownloadsAreNotOpened(t *testing.T) {
	base := t.TempDir()
	opened := filepath.Join(base, "opened")
	for _, name := range []string{"xdg-open", "gio", "gvfs-open", "kde-open", "gnome-open"} {
		if err := os.WriteFile(filepath.Join(base, name), []byte("#!/bin/sh\necho \"$0 $@\" >> "+opened+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", base+":"+os.Getenv("PATH"))
	o := chrome.Options{UserDataDir: filepath.Join(base, "profile"), DownloadDir: filepath.Join(base, "downloads")}
	if err := os.MkdirAll(filepath.Join(o.UserDataDir, "Default"), 0o700); err != nil {
		t.Fatal(err)
	}
	prefs := `{"download": {"extensions_to_open": "html:sh:pdf:desktop", "prompt_for_download": false}}`
	if err := os.WriteFile(filepath.Join(o.UserDataDir, "Default", "Preferences"), []byte(prefs), 0o600); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"a.png": "<!doctype html><script>document.title='ran'</script>", "start.sh": "#!/bin/sh\ntouch " + opened + "\n", "a.html": "<script>document.title='ran'</script>", "a.desktop": "[Desktop Entry]\nExec=touch " + opened + "\n", "a.pdf": "%PDF-1.4\n"}
	mux := http.NewServeMux()
	links := ""
	for name, text := range files {
		links += `<a href="/` + name + `" id="` + strings.ReplaceAll(name, ".", "") + `">` + name + `</a>`
		mux.HandleFunc("/"+name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "../../"+name)) // wants to climb
			_, _ = w.Write([]byte(text))
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<title>Files</title>" + links)) })
	b := startOn(t, o)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := b.Navigate(ctx, served(t, mux)); err != nil {
		t.Fatal(err)
	}
	begun := 0
	for name := range files {
		if _, err := b.Click(ctx, page.Target{Selector: "#" + strings.ReplaceAll(name, ".", "")}, page.Click{Count: 1}); err != nil {
			t.Fatal(name, err)
		}
		for begun++; ; { // the next click would end a navigation that is not a download yet
			if got, err := b.Downloads(ctx, false); err != nil || ctx.Err() != nil || len(got.Files) == begun {
				break
			}
		}
	}
	got, err := b.Downloads(ctx, true)
	if err != nil || len(got.Files) != len(files) {
		t.Fatalf("downloads %+v, %v", got, err)
	}
	for _, f := range got.Files {
		info, err := os.Stat(f.Path)
		if f.State != page.FileThere || err != nil || info.Mode().Perm() != 0o600 || filepath.Dir(f.Path) != o.DownloadDir {
			t.Errorf("%+v: %v", f, err)
		}
	}
	if all, err := os.ReadDir(o.DownloadDir); err != nil || len(all) != len(files) {
		t.Errorf("the folder has %v, %v", all, err)
	}
	if tabs := b.Tabs(); len(tabs) != 1 || tabs[0].Title != "Files" {
		t.Errorf("a download shows itself: %+v", tabs)
	}
	if what, err := os.ReadFile(opened); err == nil {
		t.Errorf("a download was opened: %s", what)
	}
}

// nobody is the user that runs nothing else.
const nobody = 65534

// TestTheSandboxIsOn: of a user who is not root, every renderer has Chrome's
// filter of system calls and name spaces of its own.
func TestTheSandboxIsOn(t *testing.T) {
	dir, err := os.MkdirTemp("", "baton-sandbox-") //nolint:usetesting // that of the test is for root alone
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	profile := filepath.Join(dir, "profile")
	program := filepath.Join(dir, "host.test")
	raw, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, raw, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "BATON_TEST_HOST="+profile, "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "TMPDIR="+dir)
	cmd.Dir = dir
	if os.Getuid() == 0 {
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	if n, err := out.Read(make([]byte, 8)); err != nil || n == 0 {
		t.Fatalf("the host did not start: %v", err)
	}
	renderers := 0
	for _, pid := range chrometest.Processes(profile) {
		line, _ := os.ReadFile("/proc/" + pid + "/cmdline")
		if strings.Contains(string(line), "--no-sandbox") {
			t.Errorf("process %s runs without a sandbox", pid)
		}
		if !strings.Contains(string(line), "--type=renderer") {
			continue
		}
		renderers++
		status, _ := os.ReadFile("/proc/" + pid + "/status")
		if !strings.Contains(string(status), "Seccomp:\t2") || !strings.Contains(string(status), "NoNewPrivs:\t1") {
			t.Errorf("renderer %s has no filter of system calls:\n%s", pid, status)
		}
		own, _ := os.Readlink("/proc/" + pid + "/ns/net")
		if ours, _ := os.Readlink("/proc/self/ns/net"); own == ours {
			t.Errorf("renderer %s sees the network", pid)
		}
	}
	if renderers == 0 {
		t.Error("there is no renderer")
	}
}
