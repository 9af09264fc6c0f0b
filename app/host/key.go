package host

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/keys"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/store"
)

// keyPatience is how long a start waits for the keychain before Baton says that
// it is not open yet; opening goes on in the background.
const keyPatience = 3 * time.Second

// keyring holds the master key of the data directory, or why there is none.
type keyring struct {
	mu    sync.Mutex
	key   secret.Key
	state ops.KeyState
	jobs  sync.WaitGroup
}

func (k *keyring) get() ops.KeyState {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.state
}

func (k *keyring) set(key secret.Key, source keys.Source, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		k.key, k.state = key, ops.KeyState{Source: string(source)}
		return
	}
	f := fault.From(err)
	k.state = ops.KeyState{
		Source: string(keys.Missing), FeaturesOff: []string{"saved logins"},
		Problem: fmt.Sprintf("%s. Saved logins are off until then: %s", strings.TrimSuffix(f.Message, "."), f.Hint),
	}
}

// openKeyring gets the master key: from a passphrase file, from the keychain, or
// from what the person types at the terminal. It never falls back in silence,
// and a wrong passphrase stops the start.
func openKeyring(ctx context.Context, o Options, st *store.Store) (*keyring, error) {
	k := &keyring{}
	if o.PassphraseFile != "" {
		phrase, err := os.ReadFile(o.PassphraseFile)
		if err != nil {
			return nil, fault.Wrap(err, fault.KeyUnavailable, "the passphrase file can't be read: %s", o.PassphraseFile).
				WithHint("give the path of a file that holds the passphrase")
		}
		key, err := keys.Passphrase(ctx, secret.New(phrase), st)
		if err != nil {
			return nil, err
		}
		k.set(key, keys.FromPassphrase, nil)
		return k, nil
	}
	source, err := keys.SourceOf(ctx, st)
	if err != nil {
		return nil, err
	}
	if source == keys.FromPassphrase {
		return k, k.ask(ctx, o, st, "Passphrase of this data directory: ")
	}
	k.fromKeychain(ctx, st)
	if k.get().Source == string(keys.Missing) && source == keys.Missing {
		return k, k.ask(ctx, o, st, "No keychain. Type a new passphrase to protect saved logins, or press Enter to go on without: ")
	}
	return k, nil
}

// fromKeychain opens the keychain; a system that asks the person for its
// password may take longer than the start waits.
func (k *keyring) fromKeychain(ctx context.Context, st *store.Store) {
	k.set(secret.Key{}, keys.Missing, fault.New(fault.KeyUnavailable, "the keychain is being opened").
		WithHint("unlock the keychain when the system asks"))
	done := make(chan struct{})
	k.jobs.Go(func() {
		defer close(done)
		key, err := keys.Keychain(ctx, keys.Service, st)
		k.set(key, keys.FromKeychain, err)
	})
	select {
	case <-done:
	case <-time.After(keyPatience):
	}
}

// ask takes a passphrase at the terminal. Without one, Baton runs and says what
// is off.
func (k *keyring) ask(ctx context.Context, o Options, st *store.Store, question string) error {
	missing := fault.New(fault.KeyUnavailable, "no keychain and no passphrase").
		WithHint("start a keychain (gnome-keyring on Linux), or start Baton with --passphrase-file FILE")
	phrase, err := typed(o, question)
	if err != nil {
		return err
	}
	if len(phrase) == 0 {
		if k.get().Problem == "" {
			k.set(secret.Key{}, keys.Missing, missing)
		}
		return nil
	}
	key, err := keys.Passphrase(ctx, secret.New(phrase), st)
	if err != nil {
		return err
	}
	k.set(key, keys.FromPassphrase, nil)
	return nil
}

// typed reads a line from the terminal without showing it; nothing when there
// is no terminal.
func typed(o Options, question string) ([]byte, error) {
	in, ok := o.In.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) { //nolint:gosec // a file descriptor
		return nil, nil
	}
	_, _ = io.WriteString(o.Out, question)
	phrase, err := term.ReadPassword(int(in.Fd())) //nolint:gosec // a file descriptor
	_, _ = io.WriteString(o.Out, "\n")
	return bytes.TrimSpace(phrase), err
}

// close waits until nothing works with the store any more.
func (k *keyring) close() { k.jobs.Wait() }
