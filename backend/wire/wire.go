// Package wire has what crosses the loopback API besides the inputs of the
// operations: the view of a session, the events and the messages of the live
// stream. Times are RFC 3339; durations are milliseconds; points are frame
// pixels of the page (CSS pixels of the viewport) unless a field says otherwise.
package wire

import (
	"time"

	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// Phase is where a session stands.
type Phase string

// The phases.
const (
	Opening Phase = "opening"
	Live    Phase = "live"
	Ended   Phase = "ended"
)

// Purpose is why a session was opened.
type Purpose string

// The purposes: an agent's work, or a person's sign-in to a profile (P6).
const (
	ForAgent  Purpose = "agent"
	ForSignIn Purpose = "signin"
)

// Controller is who drives.
type Controller string

// The controllers.
const (
	AgentDrives Controller = "agent"
	UserDrives  Controller = "user"
)

// Reason is why a session ended (DESIGN §4).
type Reason string

// The reasons.
const (
	ReasonClosed   Reason = "closed"
	ReasonByUser   Reason = "closed_by_user"
	ReasonIdle     Reason = "idle"
	ReasonTime     Reason = "agent_time"
	ReasonSwitched Reason = "profile_switched"
	ReasonSignIn   Reason = "sign_in"
	ReasonCrashed  Reason = "crashed"
	ReasonQuit     Reason = "quit"
	ReasonFailed   Reason = "failed" // Chrome never started; Message says why
)

// Window is which kind of window a viewer is.
type Window string

// The windows: the live window of the desktop, the management window, or a page
// in a browser.
const (
	LiveWindow    Window = "live"
	ManageWindow  Window = "manage"
	BrowserWindow Window = "browser"
)

// RealWindow says where the browser is while it is not in Baton's live view: in a
// window of its own on the person's desktop, or on the way there or back.
type RealWindow string

// The states of a real window; "" is none.
const (
	WindowOpening RealWindow = "opening"
	WindowOpen    RealWindow = "open"
	WindowClosing RealWindow = "closing"
)

// Step is the last thing the agent did, for the foot of the live window.
type Step struct {
	Tool   string    `json:"tool"`
	Object string    `json:"object,omitempty"` // what was acted on, such as «button "Half-fare"»; never a typed value
	At     time.Time `json:"at"`
}

// Tab is one page of a session.
type Tab struct {
	ID      string `json:"id"`
	URL     string `json:"url"`
	Title   string `json:"title"`
	Active  bool   `json:"active"`
	Crashed bool   `json:"crashed,omitempty"` // it is gone until it is loaded again
}

// End says how a session ended.
type End struct {
	Reason  Reason    `json:"reason"`
	At      time.Time `json:"at"`
	Minutes int       `json:"minutes,omitempty"` // the limit that was reached
	Message string    `json:"message,omitempty"` // for failed and crashed
}

// Warning says that a page has words that look written to steer the agent.
type Warning struct {
	Host   string    `json:"host"`
	Tab    string    `json:"tab"`
	Quotes []string  `json:"quotes"` // words of the page: at most 3, of at most 120 characters
	At     time.Time `json:"at"`
}

// Session is the view of a session that windows, tray and agents get.
type Session struct {
	ID          ident.Session `json:"id"`
	AgentID     ident.Agent   `json:"agent_id,omitempty"`
	AgentName   string        `json:"agent_name,omitempty"`
	ProfileID   ident.Profile `json:"profile_id"`
	ProfileName string        `json:"profile_name"`
	Purpose     Purpose       `json:"purpose"`
	Phase       Phase         `json:"phase"`
	Controller  Controller    `json:"controller"`
	Private     bool          `json:"private,omitempty"` // the person who drives hides the page from the agent
	Holder      ident.Viewer  `json:"holder,omitempty"`  // the window that drives
	HolderIn    Window        `json:"holder_window,omitempty"`
	HeldSince   *time.Time    `json:"held_since,omitempty"`
	ReturnsAt   *time.Time    `json:"returns_at,omitempty"` // when control goes back by itself, since that window is out of reach
	Epoch       uint64        `json:"epoch"`
	URL         string        `json:"url"`
	Title       string        `json:"title"`
	Tabs        []Tab         `json:"tabs"`
	Width       int           `json:"width"`
	Height      int           `json:"height"`
	StartedAt   time.Time     `json:"started_at"`
	AgentMS     int64         `json:"agent_ms"`       // agent time used until AsOf
	AgentLimit  int64         `json:"agent_limit_ms"` // agent time allowed
	AsOf        time.Time     `json:"as_of"`
	IdleAt      *time.Time    `json:"idle_at,omitempty"` // when it ends without activity
	LastStep    *Step         `json:"last_step,omitempty"`
	Dialog      *page.Dialog  `json:"dialog,omitempty"`  // a question of the page that stands open
	SignIn      *page.SignIn  `json:"sign_in,omitempty"` // a question of a server that stands open, in the active tab
	Warning     *Warning      `json:"warning,omitempty"` // until the person dismisses it or its tab leaves the host
	Picker      *page.Picker  `json:"picker,omitempty"`  // what the person opened on the page and no picture shows
	RealWindow  RealWindow    `json:"real_window,omitempty"`
	End         *End          `json:"end,omitempty"`
	Network     *page.Traffic `json:"network,omitempty"` // told once a second while it changes

	Downloads  []page.Transfer `json:"downloads,omitempty"`   // on their way, or ended a moment ago; the newest last
	HandedBack *HandBack       `json:"handed_back,omitempty"` // the last time the person drove; gone when they do again
}

// ToAgent is what an agent is told of its session: nothing of the page while the
// person hides it or has it in a window of its own, and no files, of which browser_downloads tells those it may know.
func (s Session) ToAgent() Session {
	s.Downloads = nil
	if s.Private || s.RealWindow != "" {
		return s.unseen()
	}
	return s
}

// unseen is the view without the page.
func (s Session) unseen() Session {
	s.URL, s.Title, s.Tabs, s.Dialog, s.SignIn, s.Picker, s.Warning, s.Network = "", "", []Tab{}, nil, nil, nil, nil, nil
	return s
}

// HandBack is what the person did while they drove, for the agent that goes on from
// there (T13): never what a field holds, nor the part of an address that a code
// could be in, nor anything of the time in which they hid the page.
type HandBack struct {
	At      time.Time      `json:"at"`
	By      string         `json:"by"` // always "user"
	Window  Window         `json:"window,omitempty"`
	Left    bool           `json:"left,omitempty"` // their window closed or was lost; nobody said that they are done
	HeldS   int            `json:"held_s" jsonschema:"seconds"`
	Private bool           `json:"private,omitempty" jsonschema:"some of the time was in private, of which nothing is told"`
	Pages   []Visited      `json:"pages,omitempty" jsonschema:"where they went, the last at the end"`
	Tabs    int            `json:"tabs" jsonschema:"open now"`
	Opened  int            `json:"tabs_opened,omitempty"`
	Closed  int            `json:"tabs_closed,omitempty"`
	Fields  []page.Touched `json:"fields,omitempty" jsonschema:"what they changed, without the values"`
	Note    string         `json:"note,omitempty" jsonschema:"their words for you"`
}

// Visited is a page on the way; its address ends before query and fragment.
type Visited struct {
	URL   string `json:"url"`
	Title string `json:"title,omitempty"`
}

// EventType names what changed, as noun/verb.
type EventType string

// The events of GET /api/events. Data of session/changed is a Session, of
// request/changed a request.Request, of window/show a WindowShow, of stream/ended
// a Problem; the others say only that a list must be read again.
const (
	SessionChanged  EventType = "session/changed"
	RequestChanged  EventType = "request/changed"
	ProfilesChanged EventType = "profiles/changed"
	AgentsChanged   EventType = "agents/changed"
	AuditAppended   EventType = "audit/appended"
	SettingsChanged EventType = "settings/changed"
	WindowShowEvent EventType = "window/show"
	Resync          EventType = "resync"       // events were lost: read everything again
	StreamEnded     EventType = "stream/ended" // the last event: why there are no more
)

// Event is one message of the event stream.
type Event struct {
	Seq  uint64    `json:"seq"`
	Type EventType `json:"type"`
	At   time.Time `json:"at"`
	Data any       `json:"data,omitempty"`
}

// WindowShow asks a window to come forward; only ever caused by the person.
type WindowShow struct {
	Window  string        `json:"window"` // "live" or "manage"
	Session ident.Session `json:"session_id,omitempty"`
	Take    bool          `json:"take,omitempty"`
	Request ident.Request `json:"request_id,omitempty"`
	Of      string        `json:"of,omitempty"` // the agent or sign-in whose own live window is meant; none is the one for all
}

// ClientMessage is one text message of a viewer on the live stream. The first
// one must be of type "auth".
//
//	auth   Token, Session, Viewer, Width, Height
//	view   Width, Height: the size of the picture on the screen in device pixels
//	ack    Frame: the number of the frame that was drawn
//	input  Epoch, Events: what the person did, in order; Number: any, to be told
//	       by "taken" when it was taken
type ClientMessage struct {
	Type    string        `json:"type"`
	Token   string        `json:"token,omitempty"`
	Session ident.Session `json:"session_id,omitempty"`
	Viewer  ident.Viewer  `json:"viewer,omitempty"`
	Width   int           `json:"width,omitempty"`
	Height  int           `json:"height,omitempty"`
	Frame   uint64        `json:"frame,omitempty"`
	Epoch   uint64        `json:"epoch,omitempty"`
	Events  []input.Event `json:"events,omitempty"`
	Number  uint64        `json:"number,omitempty"`
}

// ServerMessage is one text message to a viewer: "session" with the whole view
// (first after auth, and at every change), or "fault" with a problem, or "taken"
// with the Number of an input: the page has it, or it was refused and the fault
// came before. What is called then comes after that input.
type ServerMessage struct {
	Type    string   `json:"type"`
	Session *Session `json:"session,omitempty"`
	Problem *Problem `json:"problem,omitempty"`
	Number  uint64   `json:"number,omitempty"`
}

// FrameHeader precedes the JPEG in a binary message: two bytes of big-endian
// length, this as JSON, then the picture. Width and Height are the size of the
// page in CSS pixels: input events are given in this space.
type FrameHeader struct {
	Session ident.Session `json:"session_id"`
	Tab     string        `json:"tab"`
	Frame   uint64        `json:"frame"`
	Width   int           `json:"width"`
	Height  int           `json:"height"`
	Scale   float64       `json:"scale"` // page zoom factor
	At      int64         `json:"at_ms"` // Unix milliseconds
}

// Problem is the body of every error answer (RFC 9457).
type Problem struct {
	Type    string         `json:"type"`
	Title   string         `json:"title"`
	Status  int            `json:"status"`
	Code    string         `json:"code"`
	Detail  string         `json:"detail"`
	Hint    string         `json:"hint,omitempty"`
	Details map[string]any `json:"details,omitempty"`
	Call    string         `json:"call_id,omitempty"`
}
