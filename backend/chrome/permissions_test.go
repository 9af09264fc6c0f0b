//go:build linux

package chrome_test

import (
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// asks is how pages ask for what they may, and what they are told.
const asking = `<title>Asks</title><script>
const may = async () => {
	const out = []
	for (const name of ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read']) out.push(name + ' ' + (await navigator.permissions.query({name})).state)
	return out.join(', ') + ', Notification ' + Notification.permission
}
const notify = () => Notification.requestPermission()
const locate = () => new Promise(r => navigator.geolocation.getCurrentPosition(() => r('there'), e => r('error ' + e.code)))
const read = () => navigator.clipboard.readText().then(() => 'read', e => e.name)
</script>`

func all(state, notification string) string {
	return "geolocation " + state + ", notifications " + state + ", camera " + state + ", microphone " + state + ", clipboard-read " + state + ", Notification " + notification
}

// What nobody allowed is refused at once, and looks undecided by every interface, as
// in a browser whose person was not asked yet. What the person allows, the site may,
// and no other one.
func TestPersonAllowsSites(t *testing.T) {
	ctx, b := openPages(t, map[string]string{"/": asking}, "")
	home := active(t, b).URL
	says := func(script string) string {
		t.Helper()
		v, err := b.Evaluate(ctx, script, page.Target{})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Trim(v.Text, `"`)
	}
	wants := func(what, script, want string) {
		t.Helper()
		if got := says(script); got != want {
			t.Errorf("%s: %s gives %q, want %q", what, script, got, want)
		}
	}
	wants("at first", "may()", all("prompt", "default"))
	wants("at first", "notify()", "default")
	wants("at first", "locate()", "error 1")
	wants("at first", "read()", "NotAllowedError")
	s, err := b.Site(ctx)
	if err != nil || s.Origin != strings.TrimSuffix(home, "/") || !s.Secure || len(s.Permissions) != 5 {
		t.Fatalf("the site is %+v, %v", s, err)
	}
	for _, p := range s.Permissions {
		if p.Allowed {
			t.Errorf("%s is allowed by nobody", p.Name)
		}
		p.Allowed = true
		if err := b.Permit(ctx, s.Origin, p); err != nil {
			t.Fatal(err)
		}
	}
	if s, err = b.Site(ctx); err != nil || !s.Permissions[0].Allowed || !s.Permissions[4].Allowed {
		t.Errorf("the site is %+v, %v", s, err)
	}
	wants("allowed", "may()", all("granted", "granted"))
	wants("allowed", "notify()", "granted")
	wants("allowed", "read()", "read")
	if _, err := b.Reload(ctx); err != nil {
		t.Fatal(err)
	}
	wants("loaded again", "may()", all("granted", "granted"))

	other := strings.Replace(home, "127.0.0.1", "localhost", 1)
	if _, err := b.Navigate(ctx, other); err != nil {
		t.Fatal(err)
	}
	wants("another site", "may()", all("prompt", "default"))
	err = b.Permit(ctx, s.Origin, page.Permission{Name: page.Camera})
	wantFault(t, err, fault.Conflict)
	if _, err := b.Navigate(ctx, home); err != nil {
		t.Fatal(err)
	}
	for _, name := range page.PermissionNames() {
		if err := b.Permit(ctx, s.Origin, page.Permission{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	wants("taken back", "may()", all("prompt", "default"))
	wants("taken back", "notify()", "default")
	wants("taken back", "locate()", "error 1")
	wantFault(t, b.Permit(ctx, s.Origin, page.Permission{Name: "midi", Allowed: true}), fault.InvalidInput)
}

// A page over a connection that others can read gets nothing from Chrome, and one
// that is of no site has nothing to allow.
func TestSitesThatGetNothing(t *testing.T) {
	ctx, b := openPages(t, map[string]string{"/": asking}, "a.test")
	if s, err := b.Site(ctx); err != nil || s.Secure || !strings.HasPrefix(s.Origin, "http://a.test:") {
		t.Errorf("over http the site is %+v, %v", s, err)
	}
	if _, err := b.NewTab(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if s, err := b.Site(ctx); err != nil || s.Origin != "" || len(s.Permissions) != 0 {
		t.Errorf("an empty page is of %+v, %v", s, err)
	}
	wantFault(t, b.Permit(ctx, "", page.Permission{Name: page.Camera, Allowed: true}), fault.Conflict)
}
