package client

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
)

// EndpointFile is where a running Baton says how it can be reached, in its data
// directory.
const EndpointFile = "endpoint.json"

// Endpoint says where Baton runs. SetupToken is an owner token of scope Setup:
// it manages agents and profiles, and never drives or sees a browser.
type Endpoint struct {
	URL        string    `json:"url"`
	PID        int       `json:"pid"`
	Version    string    `json:"version"`
	SetupToken string    `json:"setup_token"`
	Started    time.Time `json:"started"`
}

// ReadEndpoint answers fault.NotRunning when the file is not there. That it is
// there does not mean that Baton still runs: ask Health.
func ReadEndpoint(dataDir string) (Endpoint, error) {
	var e Endpoint
	b, err := os.ReadFile(filepath.Join(dataDir, EndpointFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, fault.Wrap(err, fault.NotRunning, "Baton is not running on %s", dataDir).
			WithHint("start it with «baton» (with windows) or «baton serve» (without)")
	case err != nil:
		return e, fault.Wrap(err, fault.NotRunning, "%s can't be read", filepath.Join(dataDir, EndpointFile)).
			WithHint("it belongs to the user who started Baton")
	}
	if err := json.Unmarshal(b, &e); err != nil || e.URL == "" {
		return Endpoint{}, fault.Wrap(err, fault.NotRunning, "%s is damaged", filepath.Join(dataDir, EndpointFile)).
			WithHint("quit Baton and start it again")
	}
	return e, nil
}

// WriteEndpoint replaces the file in one step; only the user can read it.
func WriteEndpoint(dataDir string, e Endpoint) error {
	b, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the endpoint can't be written")
	}
	return WritePrivate(filepath.Join(dataDir, EndpointFile), append(b, '\n'))
}

// RemoveEndpoint takes the file away; that it is not there is no error.
func RemoveEndpoint(dataDir string) error {
	err := os.Remove(filepath.Join(dataDir, EndpointFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unwritable(err, dataDir)
	}
	return nil
}

// WritePrivate replaces a file in one step, with mode 0600.
func WritePrivate(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // 0600 from the start
	if err != nil {
		return unwritable(err, path)
	}
	defer func() { _ = os.Remove(f.Name()) }() // is gone after the rename
	_, err = f.Write(content)
	if err := errors.Join(err, f.Close()); err != nil {
		return unwritable(err, path)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return unwritable(err, path)
	}
	return nil
}

func unwritable(err error, path string) error {
	return fault.Wrap(err, fault.StorageUnwritable, "%s can't be written", path).
		WithHint("check that the disk has space and that the directory is yours")
}

// TokenFile is where the token of the agent Terminal lies, in the data directory.
const TokenFile = "terminal.token"

// DataDir is where Baton keeps its things: override, else BATON_DATA_DIR, else
// the place the operating system has for it. It is absolute and need not exist.
func DataDir(override string) (string, error) {
	dir := override
	if dir == "" {
		dir = os.Getenv("BATON_DATA_DIR")
	}
	if dir == "" {
		base, err := dataHome()
		if err != nil {
			return "", fault.Wrap(err, fault.StorageUnwritable, "there is no home directory").
				WithHint("name a data directory with --data-dir or BATON_DATA_DIR")
		}
		dir = base
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fault.Wrap(err, fault.StorageUnwritable, "%q is not a directory's name", dir)
	}
	return abs, nil
}

func dataHome() (string, error) {
	if runtime.GOOS == "windows" {
		base, err := os.UserCacheDir() // %LOCALAPPDATA%
		return filepath.Join(base, "Baton"), err
	}
	home, err := os.UserHomeDir()
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support", "Baton"), err
	}
	if x := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(x) { // the XDG rules ignore relative ones
		return filepath.Join(x, "baton"), nil
	}
	return filepath.Join(home, ".local", "share", "baton"), err
}
