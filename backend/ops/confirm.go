package ops

import (
	"context"
	"regexp"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
)

// guarded does what presses something, after the gate of T8: what would place an
// order or pay is stopped and the person asked, unless they allowed just this. It
// runs within the command of the session, so that nothing of the agent comes
// between. What the person does in a taken-over window does not pass here.
func (c *Call) guarded(ctx context.Context, b session.Browser, t page.Target, how page.How, act func() (page.Effect, error)) (page.Effect, error) {
	p, err := b.Press(ctx, t, how, c.App.orders.Doubtful)
	if err != nil {
		return page.Effect{}, err
	}
	allowed, err := c.mayPress(p, activeURL(b))
	if err != nil {
		return page.Effect{}, err
	}
	e, err := act()
	if allowed != "" && untouched(err) {
		c.giveBack(allowed)
	}
	return e, err
}

// held runs a script of the agent. Presses in it that would order or pay are held
// back by the page's own events, and the person is asked as for a click. That is
// for agents who mean well: a script has other ways to send an order, and can be
// switched off. One without a word for pressing costs nothing more.
func (c *Call) held(ctx context.Context, b session.Browser, script string, run func() error) error {
	if !presser.MatchString(script) {
		return run()
	}
	orders := c.App.orders
	letGo, err := b.Hold(ctx, orders.Doubtful, orders.Places)
	if err != nil {
		return err
	}
	ran := run()
	p, was := letGo(context.WithoutCancel(ctx))
	if !was {
		return ran
	}
	allowed, err := c.mayPress(p, activeURL(b))
	if err != nil {
		return err
	}
	c.giveBack(allowed)
	return fault.New(fault.NotActionable, "a script does not press this; nothing was pressed").Quoting(p.Object()).
		WithHint("the user allows it, once: use browser_click")
}

// presser finds a word by which a script presses something.
var presser = regexp.MustCompile(`(?i)click|submit|dispatch|trigger|press|fire`)

// untouched tells the faults with which nothing was pressed.
func untouched(err error) bool {
	return fault.Is(err, fault.NotActionable) || fault.Is(err, fault.NotVisible) || fault.Is(err, fault.StaleRef)
}

// mayPress gives the request by which the person allowed a press, "" when it
// needs no word of theirs.
func (c *Call) mayPress(p page.Press, url string) (ident.Request, error) {
	if !c.App.orders.Places(p) {
		return "", nil
	}
	c.object = p.Object()
	newest, asked, err := c.newestRequest()
	if err != nil {
		return "", err
	}
	if asked && newest.Lets(c.Session.ID, url, p.Object(), time.Now()) {
		return newest.ID, c.change(newest.ID, request.Allowed, request.Done)
	}
	r := c.newRequest()
	r.Mode, r.Task, r.Session, r.Profile = request.Confirm, request.TaskOrder, c.Session.ID, c.Session.Spec.Profile.ID
	r.URL, r.Object = url, p.Object()
	if same := asked && newest.State == request.Open && newest.Mode == r.Mode && newest.Session == r.Session && newest.URL == url; same && newest.Object == r.Object {
		r = newest // the person has been asked already
	} else if err := c.putRequest(&r); err != nil {
		return "", err
	}
	return "", fault.New(fault.NeedsUser, "this would place an order or pay; the user was asked to allow it or to do it").
		WithHint("call browser_wait_for_user; when it answers allowed, make the same call again, and only once").
		With("request_id", r.ID).Quoting(p.Object())
}

// change moves a request that is where it should be: what is allowed once is
// used once.
func (c *Call) change(id ident.Request, from, to request.State) error {
	_, err := c.App.Requests.UpdateRequest(c.Context, c.Owner(), id, func(kept *request.Request) ([]audit.Entry, error) {
		if kept.State != from {
			return nil, fault.New(fault.Conflict, "what the user allowed was done already").WithHint("take a snapshot to see where the page stands")
		}
		kept.State = to
		return nil, nil
	})
	return err
}

// giveBack lets the agent try again what it could not press.
func (c *Call) giveBack(id ident.Request) {
	if err := c.change(id, request.Done, request.Allowed); err != nil {
		c.App.Log.Warn("what the user allowed was not given back", "request", id, "err", err)
	}
}

func activeURL(b session.Browser) string {
	for _, t := range b.Tabs() {
		if t.Active {
			return t.URL
		}
	}
	return ""
}

func allowRequest(c *Call, in RequestRef) (request.Request, error) {
	r, err := c.App.Requests.Request(c.Context, c.Owner(), in.RequestID)
	if err != nil {
		return r, err
	}
	if r.Mode != request.Confirm || r.State == request.Taken {
		return r, fault.New(fault.Conflict, "there is nothing to allow in this request").WithHint("take over, or decline it")
	}
	return c.answerRequest(in.RequestID, request.Allowed)
}
