package keys

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/batonbrowser/baton/backend/fault"
)

// The daemon says that it is ready before its name is on the bus.
const waitForService = `timeout 20 sh -c 'until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets; do :; done' >/dev/null 2>&1`

// TestRealKeychain runs the tests of Keychain in a D-Bus session of their own,
// with a gnome-keyring that has nothing of the user's.
func TestRealKeychain(t *testing.T) {
	if *inSession {
		t.Skip("this is the session")
	}
	for _, tool := range []string{"dbus-run-session", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("skipped: no %s", tool)
		}
	}
	for name, script := range map[string]string{
		"Unlocked":  `printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null && ` + waitForService + ` && exec "$0" -test.v -in-session -test.run '^TestSession'`,
		"NoKeyring": `exec "$0" -test.v -in-session -test.run '^TestNoService'`,
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			cmd := exec.CommandContext(t.Context(), "dbus-run-session", "--config-file", sessionConfig(t, home), "--", "sh", "-c", script, os.Args[0]) //nolint:gosec // the test itself
			cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+home, "XDG_RUNTIME_DIR="+home, "DISPLAY=", "WAYLAND_DISPLAY=")
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// sessionConfig writes a bus that starts no services: what is not started by the
// test is not there.
func sessionConfig(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "session.conf")
	config := `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=` + dir + `</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func session(t *testing.T) {
	t.Helper()
	if !*inSession {
		t.Skip("runs inside TestRealKeychain")
	}
}

func TestSessionKeepsOneKey(t *testing.T) {
	session(t)
	ctx, meta, service := t.Context(), records{}, "Baton test one"
	first, err := Keychain(ctx, service, meta)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Keychain(ctx, service, meta)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, first, again)
	second, err := Keychain(ctx, service, records{}) // another data directory, or a crash before the record
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, first, second)
	if source, err := SourceOf(ctx, meta); source != FromKeychain || err != nil {
		t.Errorf("%s %v", source, err)
	}
	if strings.Contains(string(meta[Record]), string(first.Raw().Reveal())) {
		t.Error("the record has the key")
	}
}

func TestSessionNeverReplacesAKey(t *testing.T) {
	session(t)
	ctx, meta, service := t.Context(), records{}, "Baton test two"
	first, err := Keychain(ctx, service, meta)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := keyring.Get(service, user)
	if err != nil {
		t.Fatal(err)
	}
	if err := keyring.Delete(service, user); err != nil {
		t.Fatal(err)
	}
	_, err = Keychain(ctx, service, meta)
	wantProblem(t, err, NoKey)
	if _, err := keyring.Get(service, user); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("a new key was made: %v", err)
	}
	if _, err := Keychain(ctx, service, records{}); err != nil { // another data directory makes one
		t.Fatal(err)
	}
	_, err = Keychain(ctx, service, meta)
	wantProblem(t, err, OtherKey)
	for _, foreign := range []string{"", "some password", prefix, prefix + "AAAA", strings.TrimPrefix(kept, prefix)} {
		if err := keyring.Set(service, user, foreign); err != nil {
			t.Fatal(err)
		}
		_, err = Keychain(ctx, service, meta)
		wantProblem(t, err, OtherKey)
		_, err = Keychain(ctx, service, records{})
		wantProblem(t, err, OtherKey)
		if now, err := keyring.Get(service, user); now != foreign || err != nil {
			t.Errorf("%q was replaced by %q, %v", foreign, now, err)
		}
	}
	if err := keyring.Set(service, user, kept); err != nil {
		t.Fatal(err)
	}
	back, err := Keychain(ctx, service, meta)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, first, back)
}

func TestNoServiceOnTheBus(t *testing.T) {
	session(t)
	meta := records{}
	_, err := Keychain(t.Context(), Service, meta)
	wantProblem(t, err, NoService)
	if len(meta) != 0 {
		t.Error("a record was written without a key")
	}
}

func unixOnly(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("the keychain is not on D-Bus here")
	}
}

func TestNoBus(t *testing.T) {
	unixOnly(t)
	if *inSession {
		t.Skip("there is a bus")
	}
	meta := records{}
	for _, address := range []string{"", "autolaunch:", "unix:path=" + filepath.Join(t.TempDir(), "none")} {
		if _, err := os.Stat("/run/user"); err == nil && !strings.HasPrefix(address, "unix") {
			continue // the person's own session, whose keychain is not for tests
		}
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
		_, err := Keychain(t.Context(), Service, meta)
		wantProblem(t, err, NoService)
	}
	if len(meta) != 0 {
		t.Error("a record was written without a key")
	}
}

// TestSilentBus has a bus that takes the connection and says nothing.
func TestSilentBus(t *testing.T) {
	unixOnly(t)
	if *inSession {
		t.Skip("there is a bus")
	}
	path := filepath.Join(t.TempDir(), "bus")
	bus, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	called := make(chan net.Conn, 1)
	go func() {
		if c, err := bus.Accept(); err == nil {
			called <- c
		}
	}()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path)
	deadline, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	_, err = Keychain(deadline, Service, records{})
	wantProblem(t, err, Timeout)

	cancelled, giveUp := context.WithCancel(t.Context())
	giveUp()
	if _, err := Keychain(cancelled, Service, records{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	conn := <-called // the call that was left behind ends with the bus
	if err := errors.Join(conn.Close(), bus.Close()); err != nil {
		t.Error(err)
	}
}

// TestExplain has the texts that the systems really answer.
func TestExplain(t *testing.T) {
	for text, want := range map[string]Problem{
		"The name org.freedesktop.secrets was not provided by any .service files":                  NoService,
		"dial unix /run/user/1000/bus: connect: no such file or directory":                         NoService,
		"dial unix /run/user/1000/bus: connect: connection refused":                                NoService,
		`exec: "dbus-launch": executable file not found in $PATH`:                                  NoService,
		"dbus: couldn't determine address of session bus":                                          NoService,
		"failed to unlock correct collection '/org/freedesktop/secrets/aliases/default'":           Locked,
		"Object does not exist at path “/org/freedesktop/secrets/collection/login”":                Locked,
		"Cannot create an item in a locked collection: org.freedesktop.Secret.Error.IsLocked":      Locked,
		"security: SecKeychainItemCreateFromContent (<default>): User interaction is not allowed.": Locked,
		"exit status 36":              Locked,
		"The stub received bad data.": Failed,
	} {
		err := explain(errors.New(text))
		wantProblem(t, err, want)
		if strings.Contains(fault.From(err).Message, text) {
			t.Errorf("%q is shown to the user", text)
		}
	}
	if err := explain(keyring.ErrNotFound); !errors.Is(err, keyring.ErrNotFound) || ProblemOf(err) != "" {
		t.Error("an absent entry is a problem")
	}
	if explain(nil) != nil {
		t.Error("no error is one")
	}
}
