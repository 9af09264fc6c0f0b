package host

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/batonbrowser/baton/app/platform"
	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/keys"
)

// CheckState is how a check of the doctor came out.
type CheckState string

// The states: Off is something that Baton works without.
const (
	CheckOK      CheckState = "ok"
	CheckMissing CheckState = "missing"
	CheckOff     CheckState = "off"
)

// Check is one thing that Baton needs or can use.
type Check struct {
	Name   string     `json:"name"`
	State  CheckState `json:"state"`
	Detail string     `json:"detail,omitempty"`
	Hint   string     `json:"hint,omitempty"`
}

// Doctor looks at what Baton needs on this machine, without changing anything.
func Doctor(ctx context.Context, o Options) ([]Check, error) {
	o = o.withDefaults()
	return []Check{
		checkChrome(), checkKeychain(ctx), checkDisplay(), checkTray(ctx), checkData(o.DataDir), checkPort(ctx, o),
	}, nil
}

func checkChrome() Check {
	path, version, err := chrome.Find("")
	if err != nil {
		f := fault.From(err)
		return Check{Name: "Chrome", State: CheckMissing, Detail: f.Message, Hint: f.Hint}
	}
	return Check{Name: "Chrome", State: CheckOK, Detail: path + " " + version}
}

func checkKeychain(ctx context.Context) Check {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := keys.Probe(ctx, keys.Service); err != nil {
		f := fault.From(err)
		return Check{Name: "Keychain", State: CheckOff, Detail: f.Message + "; saved logins are off without it", Hint: f.Hint}
	}
	return Check{Name: "Keychain", State: CheckOK}
}

func checkDisplay() Check {
	if !platform.HasDisplay() {
		return Check{
			Name: "Display", State: CheckOff, Detail: "no display: no windows and no tray",
			Hint: "run baton serve --owner-link and open the link it prints in a browser",
		}
	}
	return Check{Name: "Display", State: CheckOK}
}

func checkTray(ctx context.Context) Check {
	if err := platform.TrayHost(ctx); err != nil {
		return Check{
			Name: "Tray", State: CheckOff, Detail: err.Error(),
			Hint: "Baton works without; on GNOME install the AppIndicator extension to see its tray icon",
		}
	}
	return Check{Name: "Tray", State: CheckOK}
}

func checkData(dir string) Check {
	c := Check{Name: "Data directory", State: CheckOK, Detail: dir}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		c.State, c.Hint = CheckMissing, "choose another directory with --data-dir"
		c.Detail = fmt.Sprintf("%s can't be made: %v", dir, err)
		return c
	}
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		c.State, c.Hint = CheckMissing, "check its rights and the free space"
		c.Detail = fmt.Sprintf("%s is not writable: %v", filepath.Clean(dir), err)
		return c
	}
	_ = probe.Close()
	_ = os.Remove(probe.Name())
	return c
}

// checkPort is fine with a port that is free, or that this data directory's own
// Baton listens on.
func checkPort(ctx context.Context, o Options) Check {
	if e, err := client.ReadEndpoint(o.DataDir); err == nil {
		if _, err := client.New(e.URL, "").Health(ctx); err == nil {
			return Check{Name: "Port", State: CheckOK, Detail: "Baton runs on " + e.URL}
		}
	}
	l, err := listen(ctx, o.Port)
	if err != nil {
		f := fault.From(err)
		return Check{Name: "Port", State: CheckMissing, Detail: f.Message, Hint: f.Hint}
	}
	_ = l.Close()
	return Check{Name: "Port", State: CheckOK, Detail: fmt.Sprintf("127.0.0.1:%d is free", o.Port)}
}
