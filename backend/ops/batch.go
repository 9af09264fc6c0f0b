package ops

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
)

// maxSteps is how many calls a batch may have.
const maxSteps = 50

// batchWait is the deadline of a whole batch; each step keeps its own (DESIGN §6.3).
const batchWait = 120 * time.Second

func batchOps() []*Op {
	return []*Op{
		Define(Spec{
			Name: "browser_batch", Title: "Several calls", Effect: grant.Act, Audience: grant.ForAgent, Wait: batchWait, Moves: true, // each step passes the gate itself
			Method: "POST", Path: "/api/tools", List: "steps", Args: []string{"steps"},
			Doc: "Make several tool calls in order; stops at the first that fails and says which.",
		}, batch),
	}
}

// BatchIn is the input of browser_batch. As JSON the bare list is enough.
type BatchIn struct {
	Steps []BatchStep `json:"steps"`
}

// BatchStep is one call of a batch.
type BatchStep struct {
	Tool  string    `json:"tool"`
	Input StepInput `json:"input,omitempty"`
}

// StepInput is the input of a step as it came: the step's own operation reads it.
type StepInput json.RawMessage

// MarshalJSON implements json.Marshaler.
func (i StepInput) MarshalJSON() ([]byte, error) { return json.RawMessage(i).MarshalJSON() }

// UnmarshalJSON implements json.Unmarshaler.
func (i *StepInput) UnmarshalJSON(raw []byte) error { return (*json.RawMessage)(i).UnmarshalJSON(raw) }

func (in BatchIn) check() error {
	if n := len(in.Steps); n == 0 || n > maxSteps {
		return fault.New(fault.InvalidInput, "steps must have 1 to %d calls", maxSteps).
			WithHint(`send a list such as [{"tool": "browser_click", "input": {"ref": "e3"}}, {"tool": "browser_snapshot"}]`).With("field", "steps")
	}
	return nil
}

// StepResult is what one call of a batch answered.
type StepResult struct {
	Tool  string          `json:"tool"`
	Value json.RawMessage `json:"value"`

	own, page string
}

// Batched is the answer of browser_batch.
type Batched struct {
	Results  []StepResult `json:"results"`
	FromPage `page:"results"`
}

// Parts numbers what the steps say, all pages' words behind Baton's own.
func (b Batched) Parts() (own, words string) {
	var said, pages strings.Builder
	for i, r := range b.Results {
		fmt.Fprintf(&said, "%d %s: %s\n", i+1, r.Tool, strings.ReplaceAll(r.own, "\n", " "))
		if r.page != "" {
			fmt.Fprintf(&pages, "%d: %s\n", i+1, strings.TrimSpace(r.page))
		}
	}
	return strings.TrimSuffix(said.String(), "\n"), strings.TrimSuffix(pages.String(), "\n")
}

// batch runs its steps as calls of their own: each passes the gate, control and
// the record as it would alone. What can be seen to be wrong with any of them is
// refused before the first one runs.
func batch(c *Call, in BatchIn) (Batched, error) {
	reg, n := c.App.registry, len(in.Steps)
	for i, s := range in.Steps {
		if err := reg.wouldRefuse(c.Principal, s); err != nil {
			return Batched{}, in.at(i, err, "; nothing was run")
		}
	}
	var out Batched
	started := time.Now()
	for i, s := range in.Steps {
		if c.Progress != nil {
			c.Progress(fmt.Sprintf("step %d of %d: %s", i+1, n, s.Tool), time.Since(started))
		}
		r, err := c.step(s)
		if err == nil {
			out.Results = append(out.Results, r)
			continue
		}
		rest := ""
		if left := n - i - 1; left > 0 {
			rest = fmt.Sprintf("; %d more not run", left)
		}
		return Batched{}, out.upTo(in.at(i, err, rest))
	}
	return out, nil
}

// step makes one call as the agent that it is by now: its settings may have been
// changed, or its token replaced, while the steps before it ran.
func (c *Call) step(s BatchStep) (StepResult, error) {
	now, err := c.App.Agents.Agent(c.Context, c.Owner(), c.Principal.Agent.ID)
	if err != nil || now.TokenHash != c.Principal.Agent.TokenHash {
		return StepResult{}, fault.New(fault.Unauthenticated, "the agent's token is not valid any more").
			WithHint("ask the user for a new one")
	}
	p := c.Principal
	p.Agent = now
	res, err := c.App.registry.Call(c.Context, Request{Principal: p, Name: s.Tool, Input: json.RawMessage(s.Input), step: true})
	if err != nil {
		return StepResult{}, err
	}
	return stepResult(res)
}

func stepResult(res Result) (StepResult, error) {
	value, err := json.Marshal(res.Value)
	r := StepResult{Tool: res.Op.Name, Value: value}
	if p, ok := res.Value.(Paged); ok {
		r.own, r.page = p.Parts()
	} else {
		r.own = Text(res.Value)
	}
	return r, err
}

// at says which step a fault is of.
func (in BatchIn) at(i int, err error, rest string) *fault.Error {
	f := fault.From(err)
	at := *f
	at.Message = fmt.Sprintf("step %d of %d (%s): %s%s", i+1, len(in.Steps), clip(in.Steps[i].Tool), f.Message, rest)
	return at.With("step", i+1)
}

// upTo adds what the steps before answered to the fault of the one that failed.
func (b Batched) upTo(f *fault.Error) error {
	own, page := b.Parts()
	if own != "" {
		f = f.WithHint("%s", strings.TrimSpace(f.Hint+"\ndone before:\n"+own))
	}
	if failed := f.PageSays(); failed != "" {
		page = strings.TrimSpace(page + "\n" + fmt.Sprint(f.Details["step"]) + ": " + failed)
	}
	if page != "" {
		f = f.Quoting(page)
	}
	if b.Results == nil {
		b.Results = []StepResult{}
	}
	return f.With("results", b.Results)
}

// wouldRefuse is what can be told of a step without running it.
func (r *Registry) wouldRefuse(p grant.Principal, s BatchStep) error {
	o, err := r.offered(p, s.Tool)
	if err != nil {
		return err
	}
	if o.List != "" {
		return fault.New(fault.InvalidInput, "a batch can't be a step of a batch").WithHint("put its steps into the list")
	}
	raw, err := o.decodeInput(json.RawMessage(s.Input))
	if err == nil {
		_, err = o.bind(raw)
	}
	if f := fault.From(err); f != nil {
		return o.hinted(f)
	}
	return r.app.Gate.Allow(p, o.Rule())
}
