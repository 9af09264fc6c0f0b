package inject_test

import (
	"regexp"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome/inject"
)

// The scripts share one scope, where the second function of a name takes the place of
// the first without a word.
func TestNamesAreGivenOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(?:async )?(?:function|class|const|let) +(\w+)`).FindAllStringSubmatch(inject.Program(), -1) {
		if seen[m[1]] {
			t.Errorf("%s is there twice", m[1])
		}
		seen[m[1]] = true
	}
	if len(seen) < 100 {
		t.Errorf("only %d names were found", len(seen))
	}
}
