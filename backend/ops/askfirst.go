package ops

import (
	"context"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/order"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/site"
)

// What the person is asked for before the agent does it (T8, G5): orders and
// payments always, the rest where they want to be asked.

// run is how an operation comes to its session's browser. After the gate of
// control, which is the session's, the site is asked about that the tab is on:
// however the tab came there, nothing is read or done on it before the person
// agreed, if they want to be asked.
func (c *Call) run(ctx context.Context, e grant.Effect, fn func(context.Context, session.Browser) error) error {
	return c.Session.Do(ctx, e, func(ctx context.Context, b session.Browser) error {
		if !c.Op.Moves {
			if err := c.maySite(activeURL(b)); err != nil {
				return err
			}
		}
		return fn(ctx, b)
	})
}

// siteOf is the site of an address as it is asked for and kept: what somebody
// registered, or a host with its port; "" for a page that is on none.
func siteOf(url string) string {
	u, err := site.Parse(url)
	if err != nil {
		return ""
	}
	if d := site.RegistrableDomain(u.Host()); d != "" || u.Host() == "" {
		return d
	}
	return net.JoinHostPort(u.Host(), strconv.Itoa(u.Port()))
}

// maySite asks for a site where the agent was not before.
func (c *Call) maySite(url string) error {
	at := siteOf(url)
	if at == "" || !c.Principal.Agent.AsksFirst(agent.AskSite) || c.Principal.Agent.Knows(at) {
		return nil
	}
	_, err := c.mayDo(request.TaskSite, at, url)
	return err
}

// asks are the presses that the person wants to be asked for.
func (c *Call) asks() order.Asks {
	a := c.Principal.Agent
	return order.Asks{Send: a.AsksFirst(agent.AskSend), Delete: a.AsksFirst(agent.AskDelete)}
}

// mayUpload gives the request by which the person allowed these files, "" when
// they do not want to be asked.
func (c *Call) mayUpload(paths []string, url string) (ident.Request, error) {
	if !c.Principal.Agent.AsksFirst(agent.AskUpload) {
		return "", nil
	}
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = filepath.Base(p)
	}
	return c.mayDo(request.TaskUpload, strings.Join(names, ", "), url)
}

// needsWord says what would be done.
func needsWord(t request.Task) string {
	switch t {
	case request.TaskSend:
		return "this would send or publish something; the user wants to be asked before, and was"
	case request.TaskDelete:
		return "this would delete something; the user wants to be asked before, and was"
	case request.TaskUpload:
		return "this would upload a file; the user wants to be asked before, and was"
	case request.TaskSite:
		return "this site is new to you; the user wants to be asked before, and was"
	default:
		return "this would place an order or pay; the user was asked to allow it or to do it"
	}
}

// mayDo gives the request by which the person allowed what needs their word. If
// none does they are asked, and the call is refused.
func (c *Call) mayDo(task request.Task, object, url string) (ident.Request, error) {
	newest, asked, err := c.newestRequest()
	if err != nil {
		return "", err
	}
	r := c.newRequest()
	r.Mode, r.Task, r.URL, r.Object = request.Confirm, task, url, object
	if c.Session != nil {
		r.Session, r.Profile = c.Session.ID, c.Session.Spec.Profile.ID
	}
	if asked && newest.Lets(r, time.Now()) {
		return newest.ID, c.change(newest.ID, request.Allowed, request.Done)
	}
	if asked && newest.State == request.Open && newest.Same(r) {
		r = newest // the person has been asked already
	} else if err := c.putRequest(&r); err != nil {
		return "", err
	}
	return "", fault.New(fault.NeedsUser, "%s", needsWord(task)).
		WithHint("call browser_wait_for_user; when it answers allowed, make the same call again, and only once").
		With("request_id", r.ID).Quoting(object)
}

// learnSite keeps a site that the person allowed: the agent is not stopped there
// again.
func (c *Call) learnSite(r request.Request) error {
	_, err := c.App.Agents.UpdateAgent(c.Context, c.Owner(), r.Agent, func(a *agent.Agent) ([]audit.Entry, error) {
		a.Learn(r.Object)
		a.UpdatedAt = time.Now()
		e := c.entry(audit.AgentUpdated)
		e.Agent, e.Name, e.Host, e.Facts = a.ID, a.Name, r.Object, map[string]string{"known_sites": "changed"}
		return []audit.Entry{e}, nil
	})
	return err
}
