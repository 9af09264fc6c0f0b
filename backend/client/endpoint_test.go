package client_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
)

func TestEndpointFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := client.ReadEndpoint(dir); !fault.Is(err, fault.NotRunning) {
		t.Errorf("without a file: %v", err)
	}
	want := client.Endpoint{URL: "http://127.0.0.1:4786", PID: 7, Version: "1", SetupToken: "s", Started: time.Unix(1, 0).UTC()}
	for range 2 { // the second one replaces the first
		if err := client.WriteEndpoint(dir, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := client.ReadEndpoint(dir)
	if err != nil || got != want {
		t.Errorf("read %+v, %v", got, err)
	}
	path := filepath.Join(dir, client.EndpointFile)
	info, err := os.Stat(path)
	if err != nil || (runtime.GOOS != "windows" && info.Mode().Perm() != 0o600) {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left in the directory: %v", left)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := client.ReadEndpoint(dir); !fault.Is(err, fault.NotRunning) {
		t.Errorf("damaged: %v", err)
	}
	for range 2 {
		if err := client.RemoveEndpoint(dir); err != nil {
			t.Errorf("remove: %v", err)
		}
	}
}

func TestDataDir(t *testing.T) {
	base := t.TempDir()
	t.Setenv("BATON_DATA_DIR", filepath.Join(base, "env"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(base, "xdg"))
	if got, err := client.DataDir(filepath.Join(base, "flag")); err != nil || got != filepath.Join(base, "flag") {
		t.Errorf("override: %q, %v", got, err)
	}
	if got, err := client.DataDir(""); err != nil || got != filepath.Join(base, "env") {
		t.Errorf("environment: %q, %v", got, err)
	}
	if runtime.GOOS != "linux" {
		return
	}
	t.Setenv("BATON_DATA_DIR", "")
	if got, err := client.DataDir(""); err != nil || got != filepath.Join(base, "xdg", "baton") {
		t.Errorf("XDG: %q, %v", got, err)
	}
	t.Setenv("XDG_DATA_HOME", "relative")
	t.Setenv("HOME", base)
	if got, err := client.DataDir(""); err != nil || got != filepath.Join(base, ".local", "share", "baton") {
		t.Errorf("home: %q, %v", got, err)
	}
}
