package keys

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/zalando/go-keyring"

	"github.com/batonbrowser/baton/backend/secret"
)

// Service is the name under which the keychain shows Baton's key.
const Service = "Baton"

// user is the account of the entry; prefix says what its text is.
const (
	user   = "master-key"
	prefix = "baton-key-1:"
)

// Keychain gives the master key of a data directory from the system's keychain,
// under the name service. A data directory without a key takes the one that is
// there, or makes the first. Data directories of one person share a key.
func Keychain(ctx context.Context, service string, meta Meta) (secret.Key, error) {
	c, known, err := load(ctx, meta)
	if err != nil {
		return secret.Key{}, err
	}
	if known && c.Source != FromKeychain {
		return secret.Key{}, problem(nil, NeedsPassphrase, "this data directory is locked with a passphrase").
			WithHint("start Baton with --passphrase-file FILE")
	}
	key, found, err := read(ctx, service)
	switch {
	case err != nil:
		return secret.Key{}, err
	case !found && known:
		return secret.Key{}, problem(nil, NoKey, "the keychain has no entry %q any more, and this data directory was sealed with it", service).
			WithHint("put the entry back from a backup of the keychain; without it the saved passwords cannot be read")
	case found && known && !c.fits(key):
		return secret.Key{}, problem(nil, OtherKey, "the entry %q of the keychain is not the key of this data directory", service).
			WithHint("the data directory may be from another machine or person: put back the entry that belongs to it, or choose another directory with --data-dir")
	case known:
		return key, nil
	case !found:
		if key, err = create(ctx, service); err != nil {
			return secret.Key{}, err
		}
	}
	if err := save(ctx, meta, key, check{Source: FromKeychain}); err != nil {
		return secret.Key{}, err
	}
	return key, nil
}

// create makes a key, and believes in it only once the keychain gives it back.
func create(ctx context.Context, service string) (secret.Key, error) {
	key := secret.RandomKey()
	text := prefix + base64.StdEncoding.EncodeToString(key.Raw().Reveal())
	if _, err := ask(ctx, func() (string, error) { return "", keyring.Set(service, user, text) }); err != nil {
		return secret.Key{}, err
	}
	kept, found, err := read(ctx, service)
	if err == nil && (!found || !kept.Raw().Equal(key.Raw())) {
		err = problem(nil, Failed, "the keychain did not keep the key that it was given").WithHint("%s", remedy())
	}
	return key, err
}

func read(ctx context.Context, service string) (key secret.Key, found bool, err error) {
	text, err := ask(ctx, func() (string, error) { return keyring.Get(service, user) })
	if errors.Is(err, keyring.ErrNotFound) {
		return key, false, nil
	}
	if err != nil {
		return key, false, err
	}
	encoded, ok := strings.CutPrefix(text, prefix)
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if key, keyErr := secret.NewKey(raw); ok && err == nil && keyErr == nil {
		return key, true, nil
	}
	return secret.Key{}, false, problem(nil, OtherKey, "the entry %q of the keychain is not a key of Baton", service).
		WithHint("rename or remove that entry if it is another program's, or put back Baton's own")
}

// ask calls go-keyring, which takes no context: a call that does not come back
// in time is left behind, and its answer is dropped when it comes.
func ask(ctx context.Context, call func() (string, error)) (string, error) {
	if err := errors.Join(ctx.Err(), reachable()); err != nil {
		return "", err
	}
	waiting, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		text, err := call()
		answers <- answer{text, err}
	}()
	select {
	case a := <-answers:
		return a.text, explain(a.err)
	case <-waiting.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return "", ctx.Err()
		}
		return "", problem(waiting.Err(), Timeout, "the system's keychain does not answer").WithHint("%s", remedy())
	}
}

// reachable tells on Unix whether there is a session bus. Without this question
// go-keyring would start one with dbus-launch, with no keychain on it, and leave
// it running.
func reachable() error {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		return nil
	}
	if address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" && address != "autolaunch:" {
		return nil
	}
	for _, name := range []string{"bus", "dbus-session"} {
		if _, err := os.Stat(fmt.Sprintf("/run/user/%d/%s", os.Getuid(), name)); err == nil {
			return nil
		}
	}
	return problem(nil, NoService, "there is no keychain: the session has no D-Bus").WithHint("%s", remedy())
}

// explain turns go-keyring's errors, which are texts of D-Bus and of system
// programs, into problems. ErrNotFound stays.
func explain(err error) error {
	if err == nil || errors.Is(err, keyring.ErrNotFound) {
		return err
	}
	text := err.Error()
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(text, p) {
				return true
			}
		}
		return false
	}
	p, what := Failed, "the system's keychain refused"
	switch {
	case has("failed to unlock correct collection", "prompt dismissed", "IsLocked", "User interaction is not allowed", "Object does not exist at path", "exit status 36", "exit status 51"):
		p, what = Locked, "the system's keychain is locked"
	case has("org.freedesktop.secrets", "was not provided by any .service", "ServiceUnknown", "dbus-launch", "no such file or directory", "connection refused",
		"session bus", "executable file not found"):
		p, what = NoService, "there is no keychain on this system, or it does not run"
	}
	return problem(err, p, "%s", what).WithHint("%s", remedy())
}

// remedy says what helps on this system.
func remedy() string {
	switch runtime.GOOS {
	case "darwin":
		return "unlock the login keychain in Keychain Access, or start Baton with --passphrase-file FILE"
	case "windows":
		return "sign in to Windows with your own account so that the Credential Manager works, or start Baton with --passphrase-file FILE"
	}
	return "install and unlock a keychain (gnome-keyring, KWallet or KeePassXC with Secret Service), or start Baton with --passphrase-file FILE"
}

// Probe tells whether the system's keychain answers, without making anything.
func Probe(ctx context.Context, service string) error {
	_, _, err := read(ctx, service)
	return err
}
