// Package profile has browser identities: a Profile is one user-data directory
// of Chromium with its cookies and logins, owned by exactly one owner (P1, P2).
// The package is pure: it has the rules, package store keeps the records.
package profile

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// Status tells whether a profile has been signed in to (P7).
type Status string

// The states of a profile.
const (
	AwaitingSignIn Status = "awaiting_sign_in"
	Ready          Status = "ready"
	Disabled       Status = "disabled"
)

// ProviderLocal keeps the profile's state in a directory of this machine (P2).
const ProviderLocal = "local"

// DefaultName is the name of the profile that an agent's first call creates (P8).
const DefaultName = "Agent"

// MaxNameLength is the longest name, in characters.
const MaxNameLength = 80

// Profile is a persistent browser identity.
type Profile struct {
	ID         ident.Profile `json:"id"`
	Owner      ident.Owner   `json:"owner"`
	Name       string        `json:"name"`
	Provider   string        `json:"provider"`
	Status     Status        `json:"status"`
	WasReady   bool          `json:"was_ready,omitempty"` // what enabling returns to
	CreatedAt  time.Time     `json:"created_at"`
	UpdatedAt  time.Time     `json:"updated_at"`
	LastUsedAt *time.Time    `json:"last_used_at,omitempty"`
	SignedInAt *time.Time    `json:"signed_in_at,omitempty"`
}

// Repo keeps profiles. Save, Update and Delete write their audit entries in the same
// transaction as the change. Names are unique per owner, without regard to case:
// Save answers fault.Conflict otherwise. Get answers fault.NotFound for an
// unknown id and for one of another owner alike. Update reads, changes and saves
// in one transaction; change may run more than once and its fault ends the
// update without a change.
type Repo interface {
	Profiles(ctx context.Context, owner ident.Owner) ([]Profile, error)
	Profile(ctx context.Context, owner ident.Owner, id ident.Profile) (Profile, error)
	SaveProfile(ctx context.Context, p Profile, entries ...audit.Entry) error
	UpdateProfile(ctx context.Context, owner ident.Owner, id ident.Profile, change func(*Profile) ([]audit.Entry, error)) (Profile, error)
	DeleteProfile(ctx context.Context, owner ident.Owner, id ident.Profile, entries ...audit.Entry) error
}

// CleanName trims a name and checks it; the fault names the field "name".
func CleanName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := len([]rune(name)); n == 0 || n > MaxNameLength {
		return "", fault.New(fault.InvalidInput, "name must have 1 to %d characters", MaxNameLength).
			WithHint("give the profile a short name, such as Work").With("field", "name")
	}
	return name, nil
}

// Pick chooses the profile for a browser_open without profile_id (P8): the most
// recently updated one that is ready, else the most recently updated one that
// awaits sign-in. Disabled profiles and those that skip answers true for (held
// by another browser, P9) are never picked. ok is false when none is left.
func Pick(all []Profile, skip func(ident.Profile) bool) (picked Profile, ok bool) {
	for _, want := range []Status{Ready, AwaitingSignIn} {
		for _, p := range all {
			if p.Status != want || p.Provider != ProviderLocal || skip(p.ID) {
				continue
			}
			if !ok || p.UpdatedAt.After(picked.UpdatedAt) {
				picked, ok = p, true
			}
		}
		if ok {
			return picked, true
		}
	}
	return Profile{}, false
}

// FreeName gives want, or want with the first number that no profile has.
func FreeName(all []Profile, want string) string {
	taken := map[string]bool{}
	for _, p := range all {
		taken[strings.ToLower(p.Name)] = true
	}
	for n := 1; ; n++ {
		name := want
		if n > 1 {
			name = want + " " + strconv.Itoa(n)
		}
		if !taken[strings.ToLower(name)] {
			return name
		}
	}
}

// Latest is the most recently updated local profile that is not disabled.
func Latest(all []Profile) (latest Profile, ok bool) {
	for _, p := range all {
		if p.Status != Disabled && p.Provider == ProviderLocal && (!ok || p.UpdatedAt.After(latest.UpdatedAt)) {
			latest, ok = p, true
		}
	}
	return latest, ok
}

// Toggle disables a profile, or enables it again as it was before.
func (p *Profile) Toggle() {
	switch {
	case p.Status != Disabled:
		p.WasReady = p.Status == Ready
		p.Status = Disabled
	case p.WasReady:
		p.Status = Ready
	default:
		p.Status = AwaitingSignIn
	}
}
