package chrome

import (
	"context"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// answering is a challenge while it is answered; Browser.mu guards it.
type answering struct {
	challenge
	with    *page.Credentials // nil once they were given
	refused bool              // and the server asked again, or nothing was to be given
	realm   string            // as it asked then
}

func (a *answering) refusedAt(origin string) bool { return a != nil && a.refused && a.origin == origin }

// AnswerSignIn gives a person's user name and password to the server that asks in
// the active tab, by loading there what the server did not give; nil gives
// nothing and lets the question go. Chrome then keeps them for that server until
// it ends. They go out once, for the document alone and to the origin alone that
// asked: whatever else asks meanwhile gets nothing. The navigation tells what is
// asked then, as after a wrong password.
func (b *Browser) AnswerSignIn(ctx context.Context, id string, with *page.Credentials) (page.Navigation, error) {
	b.answers.Lock()
	defer b.answers.Unlock()
	t, halt, err := b.current()
	if err != nil {
		return page.Navigation{}, err
	}
	b.mu.Lock()
	if len(t.asks) == 0 || t.asks[0].ID != id {
		b.mu.Unlock()
		return page.Navigation{}, fault.New(fault.Conflict, "this sign-in is not asked any more").With("field", "signin").WithHint("answer what is asked now, or load the page again")
	}
	c := t.asks[0]
	if with == nil {
		b.drop(t, func(o challenge) bool { return o.frame == c.frame })
		b.mu.Unlock()
		send(b.c, t.s.id, cdppage.StopLoading, cdp.Empty{}) // a frame waits for the answer
		return b.arrived(ctx, t, page.Loaded)
	}
	b.mu.Unlock()
	a := &answering{challenge: c, with: with}
	stop, err := b.intercept(ctx, t, a)
	defer stop()
	if err != nil {
		return page.Navigation{}, b.why(t, err)
	}
	if c.frame != t.frameID() {
		return b.loadFrame(ctx, t, halt, a)
	}
	n, err := b.loadAgain(ctx, t, halt, c)
	if err == nil && n.Load != page.Asks { // a file leaves the page that asked
		n.SignIn = nil
		b.mu.Lock()
		b.drop(t, func(o challenge) bool { return o.ID == c.ID })
		b.mu.Unlock()
	}
	return n, err
}

// loadAgain loads what a tab was not given; a form is sent again, as Chrome does it.
func (b *Browser) loadAgain(ctx context.Context, t *tab, halt <-chan struct{}, c challenge) (page.Navigation, error) {
	if c.sent {
		return b.renew(ctx, t, func() { send(b.c, t.s.id, cdppage.Reload, cdppage.ReloadParams{}) })
	}
	return b.load(ctx, t, halt, c.addr)
}

// drop forgets challenges; b.mu is held.
func (b *Browser) drop(t *tab, which func(challenge) bool) {
	t.asks = slices.DeleteFunc(t.asks, which)
	b.tellSignIn()
	b.touch()
}

// intercept lets the challenges to documents of the origin in a tab come here,
// until stop is called; one at a time, see Browser.answers.
func (b *Browser) intercept(ctx context.Context, t *tab, a *answering) (stop func(), err error) {
	b.mu.Lock()
	t.answering = a
	var on []target.SessionID
	for id, s := range b.sessions {
		if s.tab == t {
			on = append(on, id)
		}
	}
	b.mu.Unlock()
	var sent []answer[cdp.Empty]
	for _, id := range on {
		sent = append(sent, send(b.c, id, fetch.Enable, fetch.EnableParams{
			HandleAuthRequests: new(true), Patterns: []*fetch.RequestPattern{{URLPattern: a.origin + "/*", ResourceType: network.ResourceTypeDocument}},
		}))
	}
	stop = func() {
		b.mu.Lock()
		t.answering = nil
		b.mu.Unlock()
		for _, id := range on {
			send(b.c, id, fetch.Disable, cdp.Empty{})
		}
	}
	return stop, waitAll(ctx, b.done, sent)
}

// fetched lets a request go on, or answers its challenge; b.mu is held.
func (b *Browser) fetched(s *session, method string, raw jsonv2.Value) {
	if method == fetch.RequestPaused.Method {
		if e, ok := decode(fetch.RequestPaused, raw); ok {
			send(b.c, s.id, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
		}
		return
	}
	e, ok := decode(fetch.AuthRequired, raw)
	if !ok || e.AuthChallenge == nil {
		return
	}
	r := fetch.AuthChallengeResponse{Response: fetch.AuthChallengeResponseResponseCancelAuth}
	a := s.tab.answering
	if a != nil && e.AuthChallenge.Source == fetch.AuthChallengeSourceServer && e.AuthChallenge.Origin == a.origin &&
		e.FrameID == a.frame && e.ResourceType == network.ResourceTypeDocument {
		if a.with != nil {
			r = fetch.AuthChallengeResponse{
				Response: fetch.AuthChallengeResponseResponseProvideCredentials, Username: string(a.with.User.Reveal()), Password: string(a.with.Password.Reveal()),
			}
			a.with = nil
		} else {
			a.refused, a.realm = true, e.AuthChallenge.Realm
		}
	}
	send(b.c, s.id, fetch.ContinueWithAuth, fetch.ContinueWithAuthParams{RequestID: e.RequestID, AuthChallengeResponse: &r})
}

// navigateFrame loads an address in a frame and waits, with a cap, for its document.
func (b *Browser) navigateFrame(ctx context.Context, t *tab, f cdp.FrameID, addr string, halt <-chan struct{}) error {
	if _, err := send(b.c, t.s.id, cdppage.Navigate, cdppage.NavigateParams{URL: addr, FrameID: f}).get(ctx, halt); err != nil {
		return err
	}
	short, cancel := context.WithTimeout(ctx, frameCap)
	defer cancel()
	_ = b.await(short, func() bool { _, leaves := t.framesLeave[f]; return !leaves || t.halted })
	return nil
}

// loadFrame gives a frame the answer, and when it was right loads the other frames
// again that the same server refused.
func (b *Browser) loadFrame(ctx context.Context, t *tab, halt <-chan struct{}, a *answering) (page.Navigation, error) {
	if err := b.navigateFrame(ctx, t, a.frame, a.addr, halt); err != nil {
		return b.cutShort(ctx, t, err)
	}
	b.mu.Lock()
	mine := func(c challenge) bool { return c.frame == a.frame }
	var rest []challenge
	if a.refused {
		c := a.challenge
		c.ID, c.Wrong = b.newSignIn(), true
		t.asks = append([]challenge{c}, slices.DeleteFunc(t.asks, mine)...)
	} else {
		mine = func(c challenge) bool { return c.origin == a.origin }
		rest = slices.DeleteFunc(slices.Clone(t.asks), func(c challenge) bool { return !mine(c) || c.frame == a.frame })
		t.asks = slices.DeleteFunc(t.asks, mine)
	}
	b.tellSignIn()
	b.mu.Unlock()
	for _, c := range rest {
		if err := b.navigateFrame(ctx, t, c.frame, c.addr, halt); err != nil {
			return b.cutShort(ctx, t, err)
		}
	}
	return b.settleLoad(ctx, t)
}
