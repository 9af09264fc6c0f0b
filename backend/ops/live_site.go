package ops

import (
	"context"
	"net/url"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

func liveSite(c *Call, in Driving) (page.Site, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return page.Site{}, err
	}
	var out page.Site
	err = s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		out, err = b.Site(ctx)
		return err
	})
	return out, err
}

// LivePermitIn is the input of live_permit. Allowed false takes a permission back.
type LivePermitIn struct {
	Driving
	Origin  string              `json:"origin" jsonschema:"of the page, as live_site says"`
	Name    page.PermissionName `json:"name"`
	Allowed bool                `json:"allowed"`
}

func (in LivePermitIn) check() error {
	if in.Origin == "" || len(in.Origin) > 300 {
		return fault.New(fault.InvalidInput, "origin is missing").With("field", "origin")
	}
	return nil
}

func livePermit(c *Call, in LivePermitIn) (None, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return None{}, err
	}
	err = s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		return b.Permit(ctx, in.Origin, page.Permission{Name: in.Name, Allowed: in.Allowed})
	})
	if err != nil {
		return None{}, err
	}
	c.Session = s
	e := c.entry(audit.SitePermitted)
	e.Agent, e.Name = s.Spec.Agent.ID, s.Spec.Agent.Name
	if u, err := url.Parse(in.Origin); err == nil {
		e.Host = u.Host
	}
	state := "blocked"
	if in.Allowed {
		state = "allowed"
	}
	e.Facts = map[string]string{"permission": string(in.Name), "state": state}
	c.App.Record(c.Context, e)
	return None{}, nil
}
