package host

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"github.com/batonbrowser/baton/app/platform"
	"github.com/batonbrowser/baton/app/windows"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/settings"
	"github.com/batonbrowser/baton/backend/wire"
)

// screens shows Baton's windows on the desktop, when there is one. A window that
// is open is asked by an event to come forward; one that is not is started.
type screens struct {
	core     *core
	children *windows.Children

	mu     sync.Mutex
	url    string
	tokens map[windows.ID]string  // of the windows that are open
	shown  map[ident.Session]bool // sessions whose live window opened by itself
}

func newScreens(c *core) *screens {
	s := &screens{core: c, shown: map[ident.Session]bool{}, tokens: map[windows.ID]string{}}
	s.children = windows.New(windows.Options{Log: c.options.Log, Ended: s.ended})
	return s
}

// base tells the address that windows talk to; from then on there is a desktop.
func (s *screens) base(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.url = url
}

// Show implements ops.Windows.
func (s *screens) Show(ctx context.Context, owner ident.Owner, w wire.WindowShow) (bool, error) {
	s.mu.Lock()
	url := s.url
	s.mu.Unlock()
	if url == "" {
		return false, nil
	}
	set, err := s.core.app.Settings.Settings(ctx)
	if err != nil {
		return false, err
	}
	token, id := s.core.tokens.Mint(owner, grant.Full), windows.ID{Kind: windows.Kind(w.Window)}
	if id.Kind == windows.Live && set.LiveWindows == "each" {
		id.Of = s.of(owner, w.Session)
	}
	w.Of = id.Of
	err = s.children.Show(id.Kind, windows.Bootstrap{
		Of: id.Of, After: strconv.FormatUint(s.core.app.Bus.Last(), 10), BaseURL: url, Token: token, Session: w.Session, Take: w.Take, Request: w.Request,
		Language: languageOf(set), Theme: set.Theme, DataDir: s.core.options.DataDir,
	})
	if err != nil {
		s.core.tokens.Revoke(token) // nobody got it
	} else {
		s.newToken(id, token)
	}
	switch {
	case errors.Is(err, windows.ErrOpen):
		s.core.app.Bus.Publish(owner, wire.WindowShowEvent, w)
	case errors.Is(err, windows.ErrClosed):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}

// of says whose own window shows a session: the agent's, or the sign-in's. Without
// a session it is that of the newest browser.
func (s *screens) of(owner ident.Owner, id ident.Session) string {
	var newest wire.Session
	for _, x := range s.core.app.Sessions.All(owner) {
		v := x.View()
		if v.ID == id {
			return ofView(v)
		}
		if v.Phase != wire.Ended && v.StartedAt.After(newest.StartedAt) {
			newest = v
		}
	}
	return ofView(newest)
}

func ofView(v wire.Session) string {
	if v.Purpose == wire.ForSignIn {
		return string(v.ID)
	}
	return string(v.AgentID)
}

// newToken takes back the token of the window that was there before, if it was
// not yet.
func (s *screens) newToken(id windows.ID, token string) {
	s.mu.Lock()
	old := s.tokens[id]
	s.tokens[id] = token
	s.mu.Unlock()
	s.core.tokens.Revoke(old)
}

func languageOf(s settings.Settings) string {
	if s.Language == "system" {
		return platform.Language()
	}
	return s.Language
}

// sessionChanged opens the live window by itself with the first browser step of
// an agent's session (V2), once, and not again after the person closed it.
func (s *screens) sessionChanged(owner ident.Owner, v wire.Session) {
	if v.Purpose != wire.ForAgent || v.Phase != wire.Opening {
		return
	}
	s.mu.Lock()
	first := s.url != "" && !s.shown[v.ID]
	s.shown[v.ID] = true
	s.mu.Unlock()
	if !first {
		return
	}
	s.core.jobs.Go(func() {
		ctx := context.Background()
		set, err := s.core.app.Settings.Settings(ctx)
		if err != nil || !set.LiveAutoOpen {
			return
		}
		id := windows.ID{Kind: windows.Live}
		if set.LiveWindows == "each" {
			id.Of = ofView(v)
		}
		if s.children.Open(id) {
			return // an open window switches by itself
		}
		if _, err := s.Show(ctx, owner, wire.WindowShow{Window: string(windows.Live), Session: v.ID}); err != nil {
			s.core.options.Log.Error("the live window did not open", "err", err)
		}
	})
}

// ended is told when a window's process ended. What the live window drove goes
// back at once (V8): its page is gone for good and had no chance to say so, when
// the window manager or a crash closed it.
func (s *screens) ended(id windows.ID, err error) {
	if err != nil {
		s.core.options.Log.Warn("a window ended", "window", id.Kind, "err", err)
	}
	if id.Kind != windows.Live {
		return
	}
	ctx := context.Background()
	for _, open := range s.core.app.Sessions.All(ident.Local) {
		v := open.View()
		if v.HolderIn != wire.LiveWindow || id.Of != "" && id.Of != ofView(v) {
			continue
		}
		var err error
		if v.Purpose == wire.ForSignIn {
			err = s.core.asWindow(ctx, "signin_cancel", ops.SessionRef{SessionID: v.ID})
		} else {
			err = s.core.asWindow(ctx, "control_hand_back", ops.HandBackIn{SessionID: v.ID, Viewer: v.Holder})
		}
		if err != nil {
			s.core.options.Log.Info("a closed window's browser was not handed back", "session", v.ID, "err", err)
		}
	}
}

func (s *screens) close(ctx context.Context) { s.children.Close(ctx) }
