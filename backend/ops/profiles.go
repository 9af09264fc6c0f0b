package ops

import (
	"context"
	"slices"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/profile"
	"github.com/batonbrowser/baton/backend/wire"
)

func profileOps() []*Op {
	const base = "/api/browser-profiles"
	return []*Op{
		Define(Spec{
			Name: "profiles_list", Title: "Profiles", Effect: grant.Manage, Audience: grant.ForOwner, Method: "GET", Path: base,
			Doc: "The profiles, most recently updated first, and in whose browser each is open.",
		}, listProfiles),
		Define(Spec{
			Name: "profiles_create", Title: "Create a profile", Effect: grant.Manage, Audience: grant.ForOwner, Method: "POST", Path: base,
			Doc:  "Create a local profile. Consent must be given: agents can use what is signed in there.",
			Args: []string{"name"},
		}, createProfile),
		Define(Spec{
			Name: "profiles_update", Title: "Change a profile", Effect: grant.Manage, Audience: grant.ForOwner, Method: "PATCH", Path: base + "/{profile_id}",
			Doc: "Rename, disable or enable a profile.", Args: []string{"profile_id"},
		}, updateProfile),
		Define(Spec{
			Name: "profiles_delete", Title: "Delete a profile", Effect: grant.Manage, Audience: grant.ForOwner, Method: "DELETE", Path: base + "/{profile_id}",
			Doc: "Delete a profile with its directory: its logins are gone.", Args: []string{"profile_id"},
		}, deleteProfile),
	}
}

// ProfileView is a profile and who has it open.
type ProfileView struct {
	profile.Profile
	OpenBy *OpenBy `json:"open_by,omitempty"`
}

// OpenBy says in whose browser a profile is open.
type OpenBy struct {
	SessionID  ident.Session   `json:"session_id"`
	AgentName  string          `json:"agent_name,omitempty"`
	Purpose    wire.Purpose    `json:"purpose"`
	Controller wire.Controller `json:"controller"`
}

// ProfileList is a list of profiles.
type ProfileList struct {
	Profiles []ProfileView `json:"profiles"`
}

func listProfiles(c *Call, _ None) (ProfileList, error) {
	all, err := c.App.Profiles.Profiles(c.Context, c.Owner())
	if err != nil {
		return ProfileList{}, err
	}
	slices.SortStableFunc(all, func(a, b profile.Profile) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	out := ProfileList{Profiles: []ProfileView{}}
	for _, p := range all {
		v := ProfileView{Profile: p}
		if s, ok := c.App.Sessions.OnProfile(p.ID); ok {
			view := s.View()
			v.OpenBy = &OpenBy{SessionID: s.ID, AgentName: view.AgentName, Purpose: view.Purpose, Controller: view.Controller}
		}
		out.Profiles = append(out.Profiles, v)
	}
	return out, nil
}

// ProfileNew is the input of profiles_create.
type ProfileNew struct {
	Name    string `json:"name"`
	Consent bool   `json:"consent,omitempty" jsonschema:"true: the person agrees that agents may use what is signed in there"`
}

func createProfile(c *Call, in ProfileNew) (profile.Profile, error) {
	name, err := profile.CleanName(in.Name)
	if err != nil {
		return profile.Profile{}, err
	}
	e := c.entry(audit.ProfileCreated)
	e.Facts = map[string]string{"consent": "given"}
	return c.App.createProfile(c.Context, c.Owner(), name, e)
}

// createProfile is all or nothing (P5): the directory first, then record and
// audit entry in one transaction; when that fails the directory goes again.
func (a *App) createProfile(ctx context.Context, owner ident.Owner, name string, e audit.Entry) (profile.Profile, error) {
	now := time.Now()
	p := profile.Profile{
		ID: ident.NewProfile(), Owner: owner, Name: name, Provider: profile.ProviderLocal,
		Status: profile.AwaitingSignIn, CreatedAt: now, UpdatedAt: now,
	}
	if err := a.Dirs.Make(p.ID); err != nil {
		return profile.Profile{}, fault.Wrap(err, fault.StorageUnwritable, "profile storage on this machine is not writable").
			WithHint("check the rights and the free space of %s", a.Info.DataDir)
	}
	e.Profile = p.ID
	if err := a.Profiles.SaveProfile(ctx, p, e); err != nil {
		if gone := a.Dirs.Remove(p.ID); gone != nil {
			a.Log.Error("the directory of a profile that was not saved is left", "profile", p.ID, "err", gone)
		}
		return profile.Profile{}, err
	}
	a.Bus.Publish(owner, wire.ProfilesChanged, nil)
	return p, nil
}

// ProfileChange is the input of profiles_update.
type ProfileChange struct {
	ProfileID ident.Profile `json:"profile_id"`
	Name      *string       `json:"name,omitempty"`
	Disabled  *bool         `json:"disabled,omitempty"`
}

func updateProfile(c *Call, in ProfileChange) (profile.Profile, error) {
	name := ""
	if in.Name != nil {
		var err error
		if name, err = profile.CleanName(*in.Name); err != nil {
			return profile.Profile{}, err
		}
	}
	p, err := c.App.Profiles.UpdateProfile(c.Context, c.Owner(), in.ProfileID, func(p *profile.Profile) ([]audit.Entry, error) {
		e := c.entry(audit.ProfileUpdated)
		e.Profile, e.Facts = p.ID, map[string]string{}
		if name != "" && name != p.Name {
			p.Name = name
			e.Facts["changed"] = "name"
		}
		if in.Disabled != nil && *in.Disabled != (p.Status == profile.Disabled) {
			p.Toggle()
			e.Facts["status"] = string(p.Status)
		}
		if len(e.Facts) == 0 {
			return nil, nil
		}
		e.Facts["name"] = p.Name
		p.UpdatedAt = time.Now()
		return []audit.Entry{e}, nil
	})
	if err == nil {
		c.tell(wire.ProfilesChanged, nil)
	}
	return p, err
}

// ProfileRef names a profile.
type ProfileRef struct {
	ProfileID ident.Profile `json:"profile_id"`
}

func deleteProfile(c *Call, in ProfileRef) (None, error) {
	p, err := c.App.Profiles.Profile(c.Context, c.Owner(), in.ProfileID)
	if err != nil {
		return None{}, err
	}
	c.App.opening.Lock() // so that nobody opens it meanwhile
	defer c.App.opening.Unlock()
	if s, ok := c.App.Sessions.OnProfile(p.ID); ok && s.View().Phase != wire.Ended {
		return None{}, fault.New(fault.ProfileBusy, "the profile %q is open in a browser", p.Name).
			WithHint("close that browser first")
	}
	if err := c.App.Sessions.Release(c.Context, p.ID); err != nil {
		return None{}, err
	}
	e := c.entry(audit.ProfileDeleted)
	e.Profile, e.Facts = p.ID, map[string]string{"name": p.Name}
	if err := c.App.Profiles.DeleteProfile(c.Context, c.Owner(), p.ID, e); err != nil {
		return None{}, err
	}
	c.tell(wire.ProfilesChanged, nil)
	if err := c.App.Dirs.Remove(p.ID); err != nil {
		return None{}, fault.Wrap(err, fault.StorageUnwritable, "the profile is deleted, but not all of its files").
			WithHint("delete the directory %s under %s by hand", p.ID, c.App.Info.DataDir)
	}
	return None{}, nil
}
