package ops

import (
	"context"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/control"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// maxNote is the longest note of the person to the agent, in characters.
const maxNote = 2000

func controlOps() []*Op {
	drive := func(name, title, doc, path string) Spec {
		return Spec{Name: name, Title: title, Doc: doc, Effect: grant.Drive, Audience: grant.ForOwnerWindow, Method: "POST", Path: path}
	}
	const base = "/api/browser-profiles/agent-session"
	return []*Op{
		Define(Spec{
			Name: "control_take", Title: "Take over", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/control",
			Doc:   "Take control of a session for a viewer. With here, from another window of yours; with private, the agent does not see the page until the hand-back.",
			Enums: map[string][]string{"window": {string(wire.LiveWindow), string(wire.ManageWindow), string(wire.BrowserWindow)}},
		}, takeControl),
		Define(Spec{
			Name: "control_private", Title: "Drive in private", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/private",
			Doc: "Hide the page from the agent while you drive, or show it again. It ends with the hand-back.",
		}, setPrivate),
		Define(Spec{
			Name: "control_hand_back", Title: "Hand back", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "DELETE", Path: base + "/control",
			Doc: "Give control back to the agent. Pressed keys and buttons are released first.",
		}, handBack),
		Define(Spec{
			Name: "agent_continue", Title: "Let the agent continue", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: base + "/continue",
			Doc: "Say something to the agent within a minute after handing back.",
		}, agentContinue),
		Define(drive("live_input", "Input", "What the person did on the picture, in order.", base+"/input"), liveInput),
		Define(drive("live_navigate", "Navigate as the person", "Go to an address, or back, forward or reload.", base+"/navigate"), liveNavigate),
		Define(apart(drive("live_real_window", "Open as real window", "Open the browser as a window on the desktop, on the same profile, for passkeys and strict sign-ins; or come back.", base+"/real-window")), liveRealWindow),
		Define(drive("live_dialog", "Answer a dialog as the person", "Accept or dismiss the page's dialog.", base+"/dialog"), liveDialog),
		Define(drive("live_signin", "Answer an HTTP sign-in as the person", "Give the server that asks a user name and a password, or nothing. They go to that server alone.", base+"/signin"), liveSignIn),
		Define(drive("live_picker", "See what a picker offers", "What the picker that the person opened is for: the field's place, its options or bounds.", base+"/picker"), livePicker),
		Define(drive("live_pick", "Pick as the person", "Answer the open picker with an option or a value, or close it.", base+"/pick"), livePick),
		Define(drive("live_give", "Give a file as the person", "A part of a file for the open chooser; live_pick then hands the files to the page.", base+"/give"), liveGive),
		Define(drive("live_cursor", "See the shape of the pointer", "The shape of the pointer at a point of the page, as a keyword of CSS.", base+"/cursor"), liveCursor),
		Define(drive("live_find", "Find in the page", "Look for words on the page: how many there are, and where those in view are.", base+"/find"), liveFind),
		Define(drive("live_site", "See what the site may", "What the person allowed the site of the page, until its browser ends.", base+"/site"), liveSite),
		Define(drive("live_permit", "Allow the site something", "Give the site of the page a permission, or take it back.", base+"/permit"), livePermit),
		Define(drive("live_cancel_download", "Stop a download", "Stop a download of the session that is on its way.", base+"/cancel-download"), liveCancelDownload),
		Define(drive("live_pdf", "Save the page as PDF", "Print the page into the folder of the session's downloads.", base+"/pdf"), livePDF),
		Define(drive("live_outline", "Read the page as the person", "The page as text, with refs of what can be used.", base+"/outline"), liveOutline),
		Define(drive("live_use", "Use a part of the page as the person", "Click what has a ref, or fill it with a value, and read the page after that.", base+"/use"), liveUse),
		Define(drive("live_copy", "Copy the selection", "The text that is selected on the page.", base+"/copy"), liveCopy),
	}
}

// TakeIn is the input of control_take.
type TakeIn struct {
	SessionID ident.Session `json:"session_id"`
	Viewer    ident.Viewer  `json:"viewer"`
	Here      bool          `json:"here,omitempty"`
	RequestID ident.Request `json:"request_id,omitempty" jsonschema:"the request this answers"`
	Window    wire.Window   `json:"window,omitempty" jsonschema:"which window takes"`
	Private   bool          `json:"private,omitempty" jsonschema:"hide the page from the agent from the start"`
}

func takeControl(c *Call, in TakeIn) (wire.Session, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return wire.Session{}, err
	}
	t := session.Taking{Viewer: in.Viewer, How: control.Ask, Window: in.Window, Ended: c.Principal.Ended}
	if in.Here {
		t.How = control.Here
	}
	if in.Private {
		t.Page = control.Hidden
	}
	v, err := s.TakeIn(c.Context, t)
	if err != nil {
		return wire.Session{}, err
	}
	c.App.taken(c.Context, s)
	return v, nil
}

// PrivateIn is the input of control_private.
type PrivateIn struct {
	SessionID ident.Session `json:"session_id"`
	Viewer    ident.Viewer  `json:"viewer"`
	Private   bool          `json:"private,omitempty" jsonschema:"hide it; show it again without"`
}

func setPrivate(c *Call, in PrivateIn) (wire.Session, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return wire.Session{}, err
	}
	p := control.Shown
	if in.Private {
		p = control.Hidden
	}
	return s.Show(c.Context, in.Viewer, p)
}

// HandBackIn is the input of control_hand_back.
type HandBackIn struct {
	SessionID ident.Session `json:"session_id"`
	Viewer    ident.Viewer  `json:"viewer"`
	Note      string        `json:"note,omitempty" jsonschema:"for the agent"`
}

func handBack(c *Call, in HandBackIn) (wire.Session, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return wire.Session{}, err
	}
	return s.HandBack(c.Context, in.Viewer, in.Note)
}

// ContinueIn is the input of agent_continue.
type ContinueIn struct {
	SessionID ident.Session `json:"session_id"`
	Note      string        `json:"note,omitempty"`
}

func agentContinue(c *Call, in ContinueIn) (None, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return None{}, err
	}
	return None{}, s.AddNote(in.Note)
}

// Driving is what every input of the person says: which session, from which
// window, under which epoch.
type Driving struct {
	SessionID ident.Session `json:"session_id"`
	Viewer    ident.Viewer  `json:"viewer"`
	Epoch     uint64        `json:"epoch"`
}

// InputIn is the input of live_input.
type InputIn struct {
	Driving
	Events []input.Event `json:"events"`
}

func liveInput(c *Call, in InputIn) (None, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return None{}, err
	}
	return None{}, s.Input(c.Context, in.Viewer, in.Epoch, in.Events)
}

// LiveNavigateIn is the input of live_navigate.
type LiveNavigateIn struct {
	Driving
	URL    string `json:"url,omitempty"`
	Action string `json:"action,omitempty" jsonschema:"back, forward, reload, or new_tab with an address"`
}

func liveNavigate(c *Call, in LiveNavigateIn) (page.Navigation, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return page.Navigation{}, err
	}
	var out page.Navigation
	err = s.Drive(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		switch in.Action {
		case "", "new_tab":
			url, err := c.checkURL(s.Spec.Agent, in.URL)
			if err != nil {
				return err
			}
			if in.Action == "" {
				out, err = b.Navigate(ctx, url)
			} else {
				out, err = b.NewTab(ctx, url)
			}
			return err
		case "back":
			out, err = b.History(ctx, -1)
		case "forward":
			out, err = b.History(ctx, 1)
		case "reload":
			out, err = b.Reload(ctx)
		}
		return err
	})
	return out, err
}

// LiveDialogIn is the input of live_dialog.
type LiveDialogIn struct {
	Driving
	DialogIn
}

func liveDialog(c *Call, in LiveDialogIn) (None, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return None{}, err
	}
	return None{}, s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		return b.AnswerDialog(ctx, in.answer(), in.Text)
	})
}

// LiveCursorIn is the input of live_cursor: a point in frame pixels.
type LiveCursorIn struct {
	Driving
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// CursorShape is the answer of live_cursor.
type CursorShape struct {
	Cursor string `json:"cursor"`
}

func liveCursor(c *Call, in LiveCursorIn) (CursorShape, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return CursorShape{}, err
	}
	var out CursorShape
	err = s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		out.Cursor, err = b.Cursor(ctx, page.Point{X: in.X, Y: in.Y})
		return err
	})
	return out, err
}

// Copied is the answer of live_copy.
type Copied struct {
	Text string `json:"text"`
}

func liveCopy(c *Call, in Driving) (Copied, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return Copied{}, err
	}
	var out Copied
	err = s.Drive(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		out.Text, err = b.Selected(ctx)
		return err
	})
	return out, err
}

// taken marks the session's open requests as being worked on.
func (a *App) taken(ctx context.Context, s *session.Session) {
	a.moveRequests(ctx, s.Spec.Owner, func(r request.Request) bool {
		return r.State == request.Open && r.Mode != request.SignIn && r.Session == s.ID
	}, request.Taken, audit.ByUser)
}
