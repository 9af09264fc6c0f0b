package ops

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

// maxWait is the longest browser_wait (K1).
const maxWait = 30 * time.Second

func browserWait() []*Op {
	return []*Op{
		Define(Spec{
			Name: "browser_wait", Title: "Wait", Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession, Wait: maxWait + 5*time.Second,
			Doc:     "Wait for a time in ms (up to 30,000), until a text is on the page or gone, the URL contains something, the page has loaded or is idle, or a function is true.",
			Aliases: []string{"browser_wait_for"}, Args: []string{"ms"}, Enums: map[string][]string{"state": {"load", "idle"}},
		}, wait),
	}
}

// WaitIn is the input of browser_wait. Exactly one of all but the timeout is given.
type WaitIn struct {
	MS       *int   `json:"ms,omitempty"`
	Text     string `json:"text,omitempty"`
	TextGone string `json:"text_gone,omitempty"`
	URL      string `json:"url,omitempty" jsonschema:"part of the address"`
	State    string `json:"state,omitempty"`
	Function string `json:"function,omitempty"`
	Timeout  int    `json:"timeout_ms,omitempty" jsonschema:"up to 30,000, which is the default"`
}

func (in WaitIn) wait() (page.Wait, time.Duration, error) {
	given := 0
	var w page.Wait
	if in.MS != nil {
		given++
		w.Time = time.Duration(*in.MS) * time.Millisecond
	}
	for _, f := range []struct {
		value string
		into  *string
	}{{in.Text, &w.Text}, {in.TextGone, &w.TextGone}, {in.URL, &w.URL}, {in.Function, &w.Function}} {
		if f.value != "" {
			given++
			*f.into = f.value
		}
	}
	if in.State != "" {
		given++
		w.Load, w.Idle = in.State == "load", in.State == "idle"
	}
	limit := maxWait
	if in.Timeout != 0 {
		limit = time.Duration(in.Timeout) * time.Millisecond
	}
	switch {
	case given != 1:
		return w, 0, fault.New(fault.InvalidInput, "say one thing to wait for").
			WithHint("send ms, text, text_gone, url, state or function").With("field", "ms")
	case w.Time < 0 || w.Time > maxWait:
		return w, 0, fault.New(fault.InvalidInput, "ms must be 0 to 30000").With("field", "ms")
	case limit < 0 || limit > maxWait:
		return w, 0, fault.New(fault.InvalidInput, "timeout_ms must be 1 to 30000").With("field", "timeout_ms")
	}
	return w, limit, nil
}

// Stands is where the page stands after waiting.
type Stands struct {
	URL      string `json:"url"`
	Title    string `json:"title"`
	FromPage `page:"url title"`
}

// Parts says that the waiting is over.
func (s Stands) Parts() (own, words string) { return "Waited.", where(s.URL, s.Title) }

func wait(c *Call, in WaitIn) (Stands, error) {
	w, limit, err := in.wait()
	if err != nil {
		return Stands{}, err
	}
	if w.Time > 0 || in.MS != nil {
		limit = maxWait + time.Second
	}
	ctx, cancel := context.WithTimeout(c.Context, limit)
	defer cancel()
	effect := grant.Observe
	if w.Function != "" { // the agent's own script, which may do anything
		effect = grant.Act
		if err := c.App.Gate.Allow(c.Principal, grant.Rule{Name: "a function to wait for", Audience: grant.ForAgent, Evaluate: true}); err != nil {
			return Stands{}, err
		}
	}
	err = c.run(ctx, effect, func(ctx context.Context, b session.Browser) error {
		if w.Function != "" {
			return c.held(ctx, b, w.Function, func() error { return b.Wait(ctx, w) })
		}
		return b.Wait(ctx, w)
	})
	if fault.From(err) != nil && fault.From(err).Code == fault.DeadlineExceeded {
		return Stands{}, fault.New(fault.DeadlineExceeded, "what was waited for did not come within %s", limit).
			WithHint("take a snapshot to see where the page stands")
	}
	if err != nil {
		return Stands{}, err
	}
	v := c.Session.View()
	return Stands{URL: v.URL, Title: v.Title}, nil
}
