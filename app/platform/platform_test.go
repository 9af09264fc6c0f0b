package platform_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/batonbrowser/baton/app/platform"
	"github.com/batonbrowser/baton/backend/fault"
)

func TestOnlyWebPagesAreOpened(t *testing.T) {
	for _, address := range []string{"", "file:///etc/passwd", "javascript:alert(1)", "http://", "example.test", "calc.exe", "://"} {
		if err := platform.OpenURL(address); !fault.Is(err, fault.InvalidInput) {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestOpenURLRunsTheSystemsOpener(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a shell script stands for xdg-open")
	}
	dir := t.TempDir()
	pipe := filepath.Join(dir, "opened")
	script := "#!/bin/sh\nprintf %s \"$1\" > " + pipe + ".new && mv " + pipe + ".new " + pipe + "\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	const address = "http://127.0.0.1:4786/#link=abc"
	if err := platform.OpenURL(address); err != nil {
		t.Fatal(err)
	}
	for t.Context().Err() == nil {
		if raw, err := os.ReadFile(pipe); err == nil {
			if string(raw) != address {
				t.Errorf("opened %q", raw)
			}
			return
		}
	}
}

func TestLanguage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("read from the environment on Linux only")
	}
	for _, c := range []struct{ language, lang, want string }{
		{"", "de_DE.UTF-8", "de"},
		{"", "en_US.UTF-8", "en"},
		{"de:en", "en_US.UTF-8", "de"},
		{"", "C.UTF-8", "en"},
		{"", "", "en"},
		{"", "fr_FR", "en"},
	} {
		t.Setenv("LANGUAGE", c.language)
		t.Setenv("LC_ALL", "")
		t.Setenv("LC_MESSAGES", "")
		t.Setenv("LANG", c.lang)
		if got := platform.Language(); got != c.want {
			t.Errorf("%q, %q: %q", c.language, c.lang, got)
		}
	}
}
