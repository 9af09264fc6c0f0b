// Package settings has the one record of what the person may change (DESIGN §5).
package settings

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
)

// Settings is the record. Language is "system", "en" or "de"; Theme is "system",
// "light" or "dark".
type Settings struct {
	Language         string `json:"language"`
	Theme            string `json:"theme"`
	IdleSeconds      int    `json:"idle_seconds"`       // A5; 30 to 7200
	AgentTimeSeconds int    `json:"agent_time_seconds"` // A5; 60 to 28800
	LiveAutoOpen     bool   `json:"live_auto_open"`     // V2
	ChromePath       string `json:"chrome_path,omitempty"`
	LiveWindows      string `json:"live_windows"`  // "one" for all browsers, with a switcher, or "each" its own
	TimelineDays     int    `json:"timeline_days"` // V11; 0 to 90, 0 keeps none
}

// MaxTimelineDays is the longest time for which timelines are kept.
const MaxTimelineDays = 90

// Default is what a new installation has.
func Default() Settings {
	return Settings{Language: "system", Theme: "system", IdleSeconds: 300, AgentTimeSeconds: 1200, LiveAutoOpen: true, TimelineDays: 7, LiveWindows: "one"}
}

// Repo keeps the record; a store without one answers Default.
type Repo interface {
	Settings(ctx context.Context) (Settings, error)
	SaveSettings(ctx context.Context, s Settings, entries ...audit.Entry) error
}

// Idle is the time without activity after which a session ends.
func (s Settings) Idle() time.Duration { return time.Duration(s.IdleSeconds) * time.Second }

// AgentTime is the time under the agent's control after which a session ends.
func (s Settings) AgentTime() time.Duration { return time.Duration(s.AgentTimeSeconds) * time.Second }

// Check refuses values outside their ranges, naming the field.
func (s Settings) Check() error {
	switch {
	case s.Language != "system" && s.Language != "en" && s.Language != "de":
		return bad("language", "system, en or de")
	case s.Theme != "system" && s.Theme != "light" && s.Theme != "dark":
		return bad("theme", "system, light or dark")
	case s.IdleSeconds < 30 || s.IdleSeconds > 7200:
		return bad("idle_seconds", "30 to 7200")
	case s.AgentTimeSeconds < 60 || s.AgentTimeSeconds > 28800:
		return bad("agent_time_seconds", "60 to 28800")
	case s.LiveWindows != "one" && s.LiveWindows != "each":
		return bad("live_windows", "one or each")
	case s.TimelineDays < 0 || s.TimelineDays > MaxTimelineDays:
		return bad("timeline_days", "0 to 90")
	}
	return nil
}

func bad(field, want string) error {
	return fault.New(fault.InvalidInput, "%s must be %s", field, want).With("field", field)
}
