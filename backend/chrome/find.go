package chrome

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
)

// Find gives the Chrome to run, and its version: the configured program, or the
// first that is installed of Chrome, Chromium, Edge and Brave. It runs the
// program for its version, except on Windows, where the version is the name of
// a folder beside it.
func Find(configured string) (path, version string, err error) {
	if path, err = locate(configured); err != nil {
		return "", "", err
	}
	version, err = versionOf(path)
	return path, version, err
}

func locate(configured string) (string, error) {
	if configured != "" {
		if path, err := exec.LookPath(configured); err == nil {
			return path, nil
		}
		return "", fault.New(fault.BrowserUnavailable, "there is no program at %s", configured).
			WithHint("choose another browser in Baton's settings, or clear the setting to let Baton find one")
	}
	for _, c := range candidates() {
		if path, err := exec.LookPath(c); err == nil {
			return path, nil
		}
	}
	return "", fault.New(fault.BrowserUnavailable, "no Chrome, Chromium, Edge or Brave was found on this machine").
		WithHint("%s", installHint())
}

func installHint() string {
	if runtime.GOOS == "linux" {
		return "install Chromium (Debian and Ubuntu: sudo apt install chromium) or Google Chrome, then try again"
	}
	return "install Google Chrome from https://www.google.com/chrome/, then try again"
}

// candidates lists programs by name or place, the most usual first.
func candidates() []string {
	switch runtime.GOOS {
	case "darwin":
		return macCandidates(os.Getenv("HOME"))
	case "windows":
		return windowsCandidates(os.Getenv("ProgramFiles"), os.Getenv("ProgramFiles(x86)"), os.Getenv("LocalAppData"))
	}
	return []string{
		"google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "/snap/bin/chromium",
		"microsoft-edge", "microsoft-edge-stable", "brave-browser", "brave-browser-stable", "/opt/google/chrome/chrome",
	}
}

func macCandidates(home string) []string {
	var out []string
	for _, app := range []string{"Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"} {
		in := filepath.Join(app+".app", "Contents", "MacOS", app)
		out = append(out, filepath.Join("/Applications", in), filepath.Join(home, "Applications", in))
	}
	return out
}

func windowsCandidates(roots ...string) []string {
	var out []string
	for _, in := range []string{
		`Google\Chrome\Application\chrome.exe`, `Chromium\Application\chrome.exe`,
		`Microsoft\Edge\Application\msedge.exe`, `BraveSoftware\Brave-Browser\Application\brave.exe`,
	} {
		for _, root := range roots {
			if root != "" {
				out = append(out, filepath.Join(root, in))
			}
		}
	}
	return out
}

func versionOf(path string) (string, error) {
	number := regexp.MustCompile(`\d+\.\d+\.\d+\.\d+`)
	if runtime.GOOS == "windows" {
		entries, _ := os.ReadDir(filepath.Dir(path))
		for i := len(entries) - 1; i >= 0; i-- {
			if v := number.FindString(entries[i].Name()); v != "" && entries[i].IsDir() {
				return v, nil
			}
		}
		return "", unusable(path, nil)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.WaitDelay, cmd.Env = time.Second, environment(os.Environ(), "en-US")
	out, err := cmd.Output()
	if v := number.FindString(string(out)); v != "" {
		return v, nil
	}
	return "", unusable(path, err)
}

func unusable(path string, err error) error {
	return fault.Wrap(err, fault.BrowserUnavailable, "%s did not say which version it is", path).
		WithHint("check that it starts, or choose another browser in Baton's settings")
}
