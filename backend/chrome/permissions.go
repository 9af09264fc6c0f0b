package chrome

import (
	"context"
	"errors"
	"net/url"
	"slices"

	cdpbrowser "github.com/chromedp/cdproto/browser"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// A page that asks for a permission gets its answer from Chrome alone: a headless
// one shows nobody the question and refuses, and nothing of the protocol tells that
// it was asked. A wrapper round the interfaces of the page would tell, but the page
// would find it. So the person allows what they want to before the page asks (again).

// defaultPermissions makes Chrome say of what nobody decided that it would ask, by
// every interface: of notifications a headless one says at once that they are
// blocked and that it would ask, which an ordinary Chrome never does.
func (b *Browser) defaultPermissions() {
	if b.o.Mode == Headless {
		send(b.c, "", cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
			Permission: &cdpbrowser.PermissionDescriptor{Name: string(page.Notifications)}, Setting: cdpbrowser.PermissionSettingPrompt,
		})
	}
}

// Site tells what the person allowed the site of the active tab.
func (b *Browser) Site(ctx context.Context) (page.Site, error) {
	t, halt, err := b.current()
	if err != nil {
		return page.Site{}, err
	}
	b.mu.Lock()
	origin := t.origin()
	allowed := slices.Clone(b.permitted[origin])
	b.mu.Unlock()
	s := page.Site{Origin: origin, Permissions: []page.Permission{}}
	if origin == "" {
		return s, nil
	}
	if s.Secure, err = ask[bool](ctx, b, b.top(t), halt, "secure"); err != nil {
		return s, b.why(t, err)
	}
	for _, name := range page.PermissionNames() {
		s.Permissions = append(s.Permissions, page.Permission{Name: name, Allowed: slices.Contains(allowed, name)})
	}
	return s, nil
}

// origin is that of the document a tab shows, "" if it has none of its own; b.mu is held.
func (t *tab) origin() string {
	u, err := url.Parse(t.url)
	if err != nil || t.failed || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return originOf(u)
}

// Permit gives a permission to a site until the browser ends, or takes it back. The
// site must still be the one of the active tab: the person sees no other.
func (b *Browser) Permit(ctx context.Context, origin string, p page.Permission) error {
	if !slices.Contains(page.PermissionNames(), p.Name) {
		return fault.New(fault.InvalidInput, "there is no such permission").With("field", "name")
	}
	t, _, err := b.current()
	if t == nil {
		return err
	}
	b.mu.Lock()
	now := t.origin()
	b.mu.Unlock()
	if origin == "" || origin != now {
		return fault.New(fault.Conflict, "the page is of another site by now").With("field", "origin").WithHint("look at its own permissions")
	}
	setting := cdpbrowser.PermissionSettingPrompt
	if p.Allowed {
		setting = cdpbrowser.PermissionSettingGranted
	}
	_, err = send(b.c, "", cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
		Permission: &cdpbrowser.PermissionDescriptor{Name: string(p.Name)}, Setting: setting, Origin: origin,
	}).get(ctx, b.done)
	if err != nil {
		return errors.Join(b.Err(), fault.From(err))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	rest := slices.DeleteFunc(b.permitted[origin], func(n page.PermissionName) bool { return n == p.Name })
	if p.Allowed {
		rest = append(rest, p.Name)
	}
	if b.permitted == nil {
		b.permitted = map[string][]page.PermissionName{}
	}
	b.permitted[origin] = rest
	return nil
}
