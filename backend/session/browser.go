package session

import (
	"context"

	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/snapshot"
)

// Browser is the running Chrome of a session, as package chrome provides it.
// Acting methods are called by the session's actor alone, one at a time; Input,
// ReleaseInput, Cursor, Touched, Field, Give, Pick, SavePDF, CancelDownload, Site, Permit, Search, Selected, Cast, Still, AnswerDialog and Tabs may be called while another
// method runs. Every method ends when its context does. Pack gives what the next
// browser on the profile takes along, also after the end of one that is a window.
// Err is nil after a window was closed by the person.
type Browser interface {
	Tabs() []page.Tab
	Navigate(ctx context.Context, url string) (page.Navigation, error)
	History(ctx context.Context, steps int) (page.Navigation, error)
	Reload(ctx context.Context) (page.Navigation, error)
	NewTab(ctx context.Context, url string) (page.Navigation, error)
	SelectTab(ctx context.Context, id string) error
	CloseTab(ctx context.Context, id string) error

	Snapshot(ctx context.Context, o page.Snapshot) (snapshot.Result, error)
	Read(ctx context.Context, r page.Reading) (page.Text, error)
	Evaluate(ctx context.Context, function string, t page.Target) (page.Value, error)
	Inspect(ctx context.Context, function string, t page.Target) (page.Value, error)
	Screenshot(ctx context.Context, s page.Shot) ([]byte, error)
	Wait(ctx context.Context, w page.Wait) error

	Press(ctx context.Context, t page.Target, how page.How, doubtful func(name string) bool) (page.Press, error)
	Hold(ctx context.Context, doubtful func(name string) bool, places func(page.Press) bool) (letGo func(context.Context) (page.Press, bool), err error)
	Click(ctx context.Context, t page.Target, c page.Click) (page.Effect, error)
	Type(ctx context.Context, t page.Target, w page.Typing) (page.Effect, error)
	PressKey(ctx context.Context, chord string) (page.Effect, error)
	Scroll(ctx context.Context, t page.Target, s page.Scroll) (page.ScrollState, error)
	Drag(ctx context.Context, path []page.Target) (page.Effect, error)
	Hover(ctx context.Context, t page.Target) (page.Effect, error)
	Select(ctx context.Context, t page.Target, values []string) (page.Effect, error)
	Fill(ctx context.Context, t page.Target, value string) (page.Effect, error)
	Check(ctx context.Context, t page.Target, on bool) (page.Effect, error)
	Upload(ctx context.Context, t page.Target, paths []string) (page.Effect, error)
	Downloads(ctx context.Context, wait bool) (page.Files, error)
	PDF(ctx context.Context) ([]byte, error)
	SavePDF(ctx context.Context) (page.Transfer, error)
	CancelDownload(ctx context.Context, id string) error
	Site(ctx context.Context) (page.Site, error)
	Permit(ctx context.Context, origin string, p page.Permission) error
	Resize(ctx context.Context, width, height int) error
	Watched(ctx context.Context) (page.Watched, error)
	AnswerDialog(ctx context.Context, answer page.Answer, text string) error
	AnswerSignIn(ctx context.Context, id string, with *page.Credentials) (page.Navigation, error)

	Input(ctx context.Context, events []input.Event) error
	ReleaseInput(ctx context.Context) error
	Cursor(ctx context.Context, at page.Point) (string, error)
	Touched(ctx context.Context, how page.Touch) (page.Touched, error)
	Field(ctx context.Context, picker string) (page.Field, error)
	Give(ctx context.Context, picker string, g page.Given) error
	Pick(ctx context.Context, picker string, c *page.Choice) error
	Search(ctx context.Context, q page.Search) (page.Places, error)
	Selected(ctx context.Context) (string, error)
	Cast(ctx context.Context, c page.Cast, sink func(page.Frame)) (stop func(), err error)
	Still(ctx context.Context, c page.Cast) (page.Frame, error)

	Pack(ctx context.Context) page.Luggage
	Close(ctx context.Context) error
	Done() <-chan struct{}
	Err() error
}
