package sessiontest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/session"
)

// AnswerDialog notes the answer.
func (b *Browser) AnswerDialog(ctx context.Context, answer page.Answer, _ string) error {
	b.observe("dialog " + string(answer))
	return ctx.Err()
}

// AnswerSignIn notes that there was an answer, but not which.
func (b *Browser) AnswerSignIn(ctx context.Context, id string, _ *page.Credentials) (page.Navigation, error) {
	return page.Navigation{}, b.act(ctx, "sign-in %s", id)
}

// Cursor knows one shape.
func (b *Browser) Cursor(ctx context.Context, _ page.Point) (string, error) {
	return "default", ctx.Err()
}

// Touched is the field that every key goes to.
func (b *Browser) Touched(ctx context.Context, how page.Touch) (page.Touched, error) {
	if how == page.Clicked {
		return page.Touched{}, ctx.Err()
	}
	return page.Touched{Role: "textbox", Name: "Name"}, ctx.Err()
}

// Field knows no picker.
func (b *Browser) Field(ctx context.Context, _ string) (page.Field, error) {
	return page.Field{}, ctx.Err()
}

// Give notes that something of a file came.
func (b *Browser) Give(ctx context.Context, id string, _ page.Given) error {
	b.observe("give " + id)
	return ctx.Err()
}

// Pick notes that there was an answer.
func (b *Browser) Pick(ctx context.Context, id string, _ *page.Choice) error {
	b.observe("pick " + id)
	return ctx.Err()
}

// SavePDF notes that a page was printed.
func (b *Browser) SavePDF(ctx context.Context) (page.Transfer, error) {
	b.observe("save pdf")
	return page.Transfer{ID: "made-1", Name: "page.pdf", State: page.FileThere}, ctx.Err()
}

// CancelDownload notes which download was stopped.
func (b *Browser) CancelDownload(ctx context.Context, id string) error {
	b.observe("cancel download " + id)
	return ctx.Err()
}

// Site has no origin.
func (b *Browser) Site(ctx context.Context) (page.Site, error) {
	return page.Site{Permissions: []page.Permission{}}, ctx.Err()
}

// Permit notes what was allowed.
func (b *Browser) Permit(ctx context.Context, origin string, p page.Permission) error {
	b.observe(fmt.Sprintf("permit %s %s %v", origin, p.Name, p.Allowed))
	return ctx.Err()
}

// Search finds nothing.
func (b *Browser) Search(ctx context.Context, _ page.Search) (page.Places, error) {
	return page.Places{Marks: []page.Mark{}}, ctx.Err()
}

// Selected is nothing.
func (b *Browser) Selected(ctx context.Context) (string, error) { return "", ctx.Err() }

// Input keeps which keys and buttons are down. It may come while the person's
// own navigation runs, but not during any other acting method.
func (b *Browser) Input(ctx context.Context, events []input.Event) error {
	b.mu.Lock()
	what := make([]string, len(events))
	for i, e := range events {
		what[i] = strings.TrimSpace(fmt.Sprintf("%s %s%s", e.Kind, e.Key, e.Button))
		switch e.Kind {
		case input.KeyDown:
			b.pressed["key "+e.Key] = true
		case input.KeyUp:
			delete(b.pressed, "key "+e.Key)
		case input.PointerDown:
			b.pressed["button "+e.Button] = true
		case input.PointerUp:
			delete(b.pressed, "button "+e.Button)
		case input.Cancel:
			clear(b.pressed)
		case input.PointerMove, input.Wheel, input.Text, input.Paste:
		}
	}
	b.acts = append(b.acts, "input "+strings.Join(what, ", "))
	if b.acting != "" && !own(b.acting) {
		b.breach("input during " + b.acting)
	}
	b.mu.Unlock()
	return b.wait(ctx)
}

// ReleaseInput lets everything go.
func (b *Browser) ReleaseInput(ctx context.Context) error {
	b.mu.Lock()
	clear(b.pressed)
	b.acts = append(b.acts, "release")
	b.mu.Unlock()
	if b.OnRelease != nil {
		b.OnRelease()
	}
	return ctx.Err()
}

// Cast sends what Draw draws.
func (b *Browser) Cast(ctx context.Context, c page.Cast, sink func(page.Frame)) (stop func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sink != nil {
		b.breach("two screencasts at once")
	}
	b.casts, b.sink = append(b.casts, c), sink
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.sink = nil
	}, ctx.Err()
}

// Still is a picture that says which one it is.
func (b *Browser) Still(ctx context.Context, _ page.Cast) (page.Frame, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stills++
	return page.Frame{
		Tab: b.tab().ID, JPEG: fmt.Appendf(nil, "still %d", b.stills), Width: b.Spec.Width, Height: b.Spec.Height, Scale: 1, At: time.Now(),
	}, ctx.Err()
}

// Close ends the browser.
func (b *Browser) Close(context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.done)
	}
	return nil
}

// Pack takes the address along, and what SignIn noted as if it were a cookie.
func (b *Browser) Pack(context.Context) page.Luggage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return page.Luggage{Pages: []page.Packed{{URL: b.url, Active: true}}, Cookies: secret.New([]byte(b.account))}
}

// SignIn is the person's sign-in on the page, as an account.
func (b *Browser) SignIn(account string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account = account
}

// Account is who is signed in.
func (b *Browser) Account() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.account
}

// CloseWindow is the person closing the browser's own window.
func (b *Browser) CloseWindow() {
	if b.Spec.As == session.AsWindow {
		_ = b.Close(context.Background())
	}
}

// Done is closed when the browser is gone.
func (b *Browser) Done() <-chan struct{} { return b.done }

// Err says why it is gone.
func (b *Browser) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Rack starts browsers and keeps them for the test to look at.
type Rack struct {
	Fail     error         // what Start answers
	NoWindow error         // what it answers for a window
	Startup  time.Duration // how long Start takes
	Takes    time.Duration // of each Browser

	mu  sync.Mutex
	all []*Browser
}

// Start is session.Config.Start.
func (r *Rack) Start(ctx context.Context, s session.Spec, notice func(page.Event)) (session.Browser, error) {
	if r.Startup > 0 {
		select {
		case <-time.After(r.Startup):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if r.Fail != nil {
		return nil, r.Fail
	}
	if s.As == session.AsWindow && r.NoWindow != nil {
		return nil, r.NoWindow
	}
	b := NewBrowser(s, notice)
	b.Takes = r.Takes
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, other := range r.all {
		if other.Spec.Profile.ID == s.Profile.ID && !other.Closed() {
			b.breach("started beside another browser on the profile")
		}
	}
	r.all = append(r.all, b)
	return b, nil
}

// All lists the browsers in the order they started.
func (r *Rack) All() []*Browser {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// Last is the browser that started last.
func (r *Rack) Last() *Browser {
	all := r.All()
	return all[len(all)-1]
}

// Open counts the browsers that are not closed.
func (r *Rack) Open() int {
	n := 0
	for _, b := range r.All() {
		if !b.Closed() {
			n++
		}
	}
	return n
}

// Tell sends a notice, as Chrome or its network gate would.
func (b *Browser) Tell(e page.Event) { b.notice(e) }
