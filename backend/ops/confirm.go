package ops

import (
	"context"
	"regexp"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
)

// guarded does what presses something, after the gate of T8 and G5: what would
// place an order or pay, or send or delete where the person wants to be asked, is
// stopped and the person asked, unless they allowed just this. It runs within the command of the session, so that nothing of the agent comes
// between. What the person does in a taken-over window does not pass here.
func (c *Call) guarded(ctx context.Context, b session.Browser, t page.Target, how page.How, act func() (page.Effect, error)) (page.Effect, error) {
	p, err := b.Press(ctx, t, how, c.doubtful)
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

// held runs a script of the agent. Presses in it that need the person's word are held
// back by the page's own events, and the person is asked as for a click. That is
// for agents who mean well: a script has other ways to send an order, and can be
// switched off. One without a word for pressing costs nothing more.
func (c *Call) held(ctx context.Context, b session.Browser, script string, run func() error) error {
	if !presser.MatchString(script) {
		return run()
	}
	letGo, err := b.Hold(ctx, c.doubtful, func(p page.Press) bool { return c.App.orders.Tells(p, c.asks()) != order.Nothing })
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
	act := c.App.orders.Tells(p, c.asks())
	if act == order.Nothing {
		return "", nil
	}
	c.object = p.Object()
	return c.mayDo(request.Task(act), p.Object(), url)
}

// doubtful tells whether a name makes it worth asking the page.
func (c *Call) doubtful(name string) bool { return c.App.orders.Doubtful(name, c.asks()) }

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
	if r, err = c.answerRequest(in.RequestID, request.Allowed); err == nil && r.Task == request.TaskSite {
		err = c.learnSite(r)
	}
	return r, err
}
