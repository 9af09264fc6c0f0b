package egress

import "strings"

// ownCall tells the hosts that Chrome itself calls in the background, for what
// Baton does without: updates of its parts, experiments, hints, pushes. No page has
// its address there. Most of these calls are switched off when it is started; what
// is left ends here, and is no refusal that the person would have to see. Its
// question to accounts.google.com cannot be told from a sign-in, and passes.
func ownCall(host string) bool {
	switch strings.ToLower(strings.TrimSuffix(host, ".")) {
	case "update.googleapis.com", "clientservices.googleapis.com", "optimizationguide-pa.googleapis.com",
		"content-autofill.googleapis.com", "safebrowsing.googleapis.com", "safebrowsingohttpgateway.googleapis.com",
		"edgedl.me.gvt1.com", "mtalk.google.com", "android.clients.google.com":
		return true
	}
	return false
}
