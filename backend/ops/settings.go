package ops

import (
	"fmt"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/settings"
	"github.com/batonbrowser/baton/backend/wire"
)

func settingsOps() []*Op {
	return []*Op{
		Define(Spec{
			Name: "status", Title: "Status", Effect: grant.Manage, Audience: grant.ForOwner, Method: "GET", Path: "/api/status",
			Doc: "What runs, where it keeps its data, and what is missing.",
		}, status),
		Define(Spec{
			Name: "settings_get", Title: "Settings", Effect: grant.Manage, Audience: grant.ForOwner, Method: "GET", Path: "/api/settings",
			Doc: "The settings.",
		}, func(c *Call, _ None) (settings.Settings, error) { return c.App.Settings.Settings(c.Context) }),
		Define(Spec{
			Name: "settings_set", Title: "Change settings", Effect: grant.Manage, Audience: grant.ForOwner, Method: "PATCH", Path: "/api/settings",
			Doc:   "Change what is named and leave the rest. Limits hold for browsers that are opened from now on.",
			Enums: map[string][]string{"language": {"system", "en", "de"}, "theme": {"system", "light", "dark"}, "live_windows": {"one", "each"}},
		}, setSettings),
		Define(Spec{
			Name: "window_open", Title: "Show a window", Effect: grant.Manage, Audience: grant.ForOwner, Method: "POST", Path: "/api/windows",
			Doc:   "Show the management window or the live window. native is false when there is no desktop.",
			Enums: map[string][]string{"window": {"live", "manage"}}, Args: []string{"window"},
		}, openWindow),
		Define(Spec{
			Name: "quit", Title: "Quit", Effect: grant.Manage, Audience: grant.ForOwner, Method: "POST", Path: "/api/quit",
			Doc: "Close all browsers and end Baton.",
		}, func(c *Call, _ None) (None, error) {
			c.App.Quit()
			return None{}, nil
		}),
	}
}

// StatusOut is the answer of status.
type StatusOut struct {
	Version string      `json:"version"`
	Owner   ident.Owner `json:"owner"`
	DataDir string      `json:"data_dir"`
	Port    int         `json:"port"`
	Desktop bool        `json:"desktop"`
	Key     KeyState    `json:"key"`
	Chrome  ChromeState `json:"chrome"`
}

// Text is what a terminal shows.
func (s StatusOut) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Baton %s on http://127.0.0.1:%d\nData: %s\nKey: %s", s.Version, s.Port, s.DataDir, s.Key.Source)
	if len(s.Key.FeaturesOff) > 0 {
		fmt.Fprintf(&b, " (off until then: %s)", strings.Join(s.Key.FeaturesOff, ", "))
	}
	if s.Chrome.Problem != "" {
		fmt.Fprintf(&b, "\nChrome: %s", s.Chrome.Problem)
	} else {
		fmt.Fprintf(&b, "\nChrome: %s %s", s.Chrome.Path, s.Chrome.Version)
	}
	return b.String()
}

func status(c *Call, _ None) (StatusOut, error) {
	i := c.App.Info
	return StatusOut{
		Version: i.Version, Owner: c.Owner(), DataDir: i.DataDir, Port: i.Port, Desktop: i.Desktop,
		Key: i.Key(), Chrome: i.Chrome(c.Context),
	}, nil
}

// SettingsChange is the input of settings_set.
type SettingsChange struct {
	Language         *string `json:"language,omitempty"`
	Theme            *string `json:"theme,omitempty"`
	IdleSeconds      *int    `json:"idle_seconds,omitempty"`
	AgentTimeSeconds *int    `json:"agent_time_seconds,omitempty"`
	LiveAutoOpen     *bool   `json:"live_auto_open,omitempty"`
	ChromePath       *string `json:"chrome_path,omitempty"`
	LiveWindows      *string `json:"live_windows,omitempty" jsonschema:"one for all browsers, or each its own"`
	TimelineDays     *int    `json:"timeline_days,omitempty" jsonschema:"0 keeps no timelines"`
}

func setSettings(c *Call, in SettingsChange) (settings.Settings, error) {
	c.App.saving.Lock() // two changes at once both hold
	defer c.App.saving.Unlock()
	s, err := c.App.Settings.Settings(c.Context)
	if err != nil {
		return s, err
	}
	before := s
	assign(&s.Language, in.Language)
	assign(&s.Theme, in.Theme)
	assign(&s.IdleSeconds, in.IdleSeconds)
	assign(&s.AgentTimeSeconds, in.AgentTimeSeconds)
	assign(&s.LiveAutoOpen, in.LiveAutoOpen)
	assign(&s.ChromePath, in.ChromePath)
	assign(&s.LiveWindows, in.LiveWindows)
	assign(&s.TimelineDays, in.TimelineDays)
	if err := s.Check(); err != nil {
		return settings.Settings{}, err
	}
	changed := differing(before, s)
	if len(changed) == 0 {
		return s, nil
	}
	e := c.entry(audit.SettingsChanged)
	e.Facts = map[string]string{"changed": strings.Join(changed, ",")}
	if err := c.App.Settings.SaveSettings(c.Context, s, e); err != nil {
		return settings.Settings{}, err
	}
	if before.TimelineDays != s.TimelineDays {
		c.App.Timeline.Sweep(time.Now())
	}
	c.tell(wire.SettingsChanged, s)
	return s, nil
}

// differing names the settings that are not the same in both.
func differing(a, b settings.Settings) []string {
	var names []string
	for _, s := range []struct {
		name string
		a, b any
	}{
		{"language", a.Language, b.Language},
		{"theme", a.Theme, b.Theme},
		{"idle_seconds", a.IdleSeconds, b.IdleSeconds},
		{"agent_time_seconds", a.AgentTimeSeconds, b.AgentTimeSeconds},
		{"live_auto_open", a.LiveAutoOpen, b.LiveAutoOpen},
		{"chrome_path", a.ChromePath, b.ChromePath},
		{"live_windows", a.LiveWindows, b.LiveWindows},
		{"timeline_days", a.TimelineDays, b.TimelineDays},
	} {
		if s.a != s.b {
			names = append(names, s.name)
		}
	}
	return names
}

func assign[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// WindowIn is the input of window_open.
type WindowIn struct {
	Window    string        `json:"window"`
	SessionID ident.Session `json:"session_id,omitempty"`
	Take      bool          `json:"take,omitempty"`
	RequestID ident.Request `json:"request_id,omitempty"`
}

// WindowOut is the answer of window_open.
type WindowOut struct {
	Native bool `json:"native"`
}

func openWindow(c *Call, in WindowIn) (WindowOut, error) {
	if in.SessionID != "" {
		if _, err := c.sessionByID(in.SessionID); err != nil {
			return WindowOut{}, err
		}
	}
	native, err := c.App.Windows.Show(c.Context, c.Owner(), wire.WindowShow{
		Window: in.Window, Session: in.SessionID, Take: in.Take, Request: in.RequestID,
	})
	return WindowOut{Native: native}, err
}
