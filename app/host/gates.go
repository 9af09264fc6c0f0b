package host

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/egress"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/site"
	"github.com/batonbrowser/baton/frontend"
)

// openGate opens the way to the network of a session's browser.
func (b *browsers) openGate(ctx context.Context, s session.Spec, notice func(page.Event)) (*egress.Gate, error) {
	gate, err := b.network.Open(egress.Options{
		Rules:   func() (site.Policy, error) { return b.policy(ctx, s) },
		Traffic: func(t egress.Traffic) { notice(page.Event{Traffic: traffic(t)}) },
		Refused: func(r egress.Refusal) { one := refusedHost(r); notice(page.Event{Refused: &one}) },
		Notice:  func(f *fault.Error) egress.Notice { return b.notice(ctx, f) },
	})
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gates == nil {
		b.gates = map[*egress.Gate]ident.Agent{}
	}
	b.gates[gate] = s.Agent.ID
	return gate, nil
}

func (b *browsers) closeGate(gate *egress.Gate) {
	b.mu.Lock()
	delete(b.gates, gate)
	b.mu.Unlock()
	gate.Close()
}

// review has an agent's gate cut what its rules refuse now.
func (b *browsers) review(id ident.Agent) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for gate, of := range b.gates {
		if of == id {
			gate.Review()
		}
	}
}

// mostHosts is how many refused hosts a session shows.
const mostHosts = 20

func traffic(t egress.Traffic) *page.Traffic {
	out := &page.Traffic{Up: t.Up, Down: t.Down, Refused: t.Refused}
	for _, r := range t.Refusals[:min(mostHosts, len(t.Refusals))] {
		out.Hosts = append(out.Hosts, refusedHost(r))
	}
	return out
}

func refusedHost(r egress.Refusal) page.RefusedHost {
	return page.RefusedHost{Host: r.Host, Port: r.Port, Way: string(r.Way), Reason: r.Reason, Count: r.Count, Last: r.Last}
}

// notice has the words of a page that is not opened, in the person's language.
func (b *browsers) notice(ctx context.Context, f *fault.Error) egress.Notice {
	language := ""
	if set, err := b.app.Settings.Settings(context.WithoutCancel(ctx)); err == nil {
		language = languageOf(set)
	}
	texts, err := words.Load(frontend.Locales, language)
	if err != nil {
		b.options.Log.Error("the texts could not be read", "err", err)
	}
	return noticeIn(texts, f)
}

// noticeIn says a refusal in the words of a language. What there are no words for
// is said as the agent is told.
func noticeIn(texts words.Words, f *fault.Error) egress.Notice {
	host, _ := f.Details["host"].(string)
	reason, _ := f.Details["reason"].(string)
	kind := "gate.private"
	switch {
	case f.Code == fault.NavigationFailed:
		kind = "gate.unreached"
	case reason == string(site.Denied):
		kind = "gate.denied"
	case reason == string(site.NotListed):
		kind = "gate.notListed"
	case reason == "" && host != "":
		kind = "gate.own"
	case host == "":
		kind = "gate.other"
	}
	vars := words.Vars{"host": host}
	return egress.Notice{
		Language: texts.Language(), Title: texts.Text("gate.title", vars), Heading: texts.Text("gate.heading", vars),
		Text: texts.Text(kind, vars), Hint: texts.Text(kind+".hint", vars),
	}
}

func unreached(gate *egress.Gate, since time.Time) []chrome.Unreached {
	var all []chrome.Unreached
	for _, f := range gate.Failures(since) {
		u := chrome.Unreached{Host: f.Host, Port: f.Port, NetError: f.NetError}
		if f.Refused != nil {
			u.Refused = f.Refused
		}
		all = append(all, u)
	}
	return all
}

// policy is where a session's browser may go, as the rules are now.
func (b *browsers) policy(ctx context.Context, s session.Spec) (site.Policy, error) {
	a := s.Agent
	if a.ID != "" {
		var err error
		if a, err = b.app.Agents.Agent(context.WithoutCancel(ctx), a.Owner, a.ID); err != nil {
			return site.Policy{}, err
		}
	}
	return b.app.Policy(a), nil
}

func (b *browsers) allow(ctx context.Context, s session.Spec, raw string) error {
	u, err := site.Parse(raw)
	if err != nil {
		return err
	}
	policy, err := b.policy(ctx, s)
	if err != nil {
		return err
	}
	return policy.Check(u)
}
