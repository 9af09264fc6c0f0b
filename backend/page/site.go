package page

// Site is what the person allowed the site of a page, until its browser ends. Its
// Origin (RFC 6454) is empty where the page has none of its own.
type Site struct {
	Origin      string       `json:"origin"`
	Secure      bool         `json:"secure"` // the page is one to which Chrome gives what can be allowed (W3C Secure Contexts)
	Permissions []Permission `json:"permissions"`
}

// Permission is one thing of the machine that a page asks for. What is not allowed
// is blocked: Chrome answers the page at once, and asks nobody.
type Permission struct {
	Name    PermissionName `json:"name"`
	Allowed bool           `json:"allowed"`
}

// PermissionName names a permission as pages do (W3C Permissions registry).
type PermissionName string

// The permissions that a person gives.
const (
	Geolocation   PermissionName = "geolocation"
	Notifications PermissionName = "notifications"
	Camera        PermissionName = "camera"
	Microphone    PermissionName = "microphone"
	ClipboardRead PermissionName = "clipboard-read" // of the browser's own clipboard
)

// PermissionNames are all of them, in the order in which they are shown.
func PermissionNames() []PermissionName {
	return []PermissionName{Geolocation, Notifications, Camera, Microphone, ClipboardRead}
}
