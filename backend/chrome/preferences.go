package chrome

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/batonbrowser/baton/backend/fault"
)

// seedPreferences writes the settings of a new profile before Chrome makes its
// own: no password manager (Baton has the logins), no offers to translate or to
// fill in, nothing to restore. A profile that exists is left as it is.
func seedPreferences(userDataDir string) error {
	file := filepath.Join(userDataDir, "Default", "Preferences")
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	off := map[string]any{"enabled": false}
	raw, err := json.Marshal(map[string]any{
		"credentials_enable_service": false, "credentials_enable_autosignin": false,
		"profile":   map[string]any{"password_manager_enabled": false, "exit_type": "Normal"},
		"translate": off, "search": map[string]any{"suggest_enabled": false},
		"autofill": map[string]any{"profile_enabled": false, "credit_card_enabled": false},
		"signin":   map[string]any{"allowed": false}, "safebrowsing": off,
		"browser": map[string]any{"has_seen_welcome_page": true},
		// A PDF is a file that an agent can read, and no page.
		"plugins": map[string]any{"always_open_pdf_externally": true},
	})
	if err != nil {
		return err
	}
	if err = os.MkdirAll(filepath.Dir(file), 0o700); err == nil {
		err = os.WriteFile(file, raw, 0o600)
	}
	if err != nil {
		return fault.Wrap(err, fault.StorageUnwritable, "the browser profile cannot be written").WithHint("check the rights of %s and the room on the disk", userDataDir)
	}
	return nil
}
