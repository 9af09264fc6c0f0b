package ops_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/agent"
	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

func TestBatchMakesItsCallsInOrder(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	const list = `[{"tool": "browser_navigate", "input": {"url": "https://example.com/"}}, {"tool": "browser_click", "input": {"target": "@e3"}}, {"tool": "browser_get_state"}]`
	for _, in := range []string{list, `{"steps": ` + list + `}`} {
		got := call[ops.Batched](b, a, "browser_batch", in)
		var tools []string
		for _, r := range got.Results {
			tools = append(tools, r.Tool)
			if !json.Valid(r.Value) {
				t.Errorf("%s answered %s", r.Tool, r.Value)
			}
		}
		if !slices.Equal(tools, []string{"browser_navigate", "browser_click", "browser_snapshot"}) {
			t.Errorf("called %q", tools)
		}
		if text := ops.Text(got); !strings.HasPrefix(text, "1 browser_navigate: ") || strings.Count(text, "</page-") != 1 {
			t.Errorf("the text is %q", text)
		}
	}
	// Each step is recorded as a call of its own.
	entries, err := b.store.Entries(t.Context(), a.Owner, audit.Page{Limit: 100})
	must(t, err)
	clicks := 0
	for _, e := range entries {
		if e.Tool == "browser_click" && e.Result == "ok" {
			clicks++
		}
	}
	if clicks != 2 {
		t.Errorf("%d clicks are recorded", clicks)
	}
}

// What can be seen to be wrong is refused before the first step runs.
func TestBatchIsRefusedWhole(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	b.opened(a)
	noScripts := a
	noScripts.Agent.NoEvaluate = true
	many := strings.Repeat(`{"tool": "browser_reload"},`, 51)
	for in, want := range map[string]fault.Code{
		`[]`:                           fault.InvalidInput,
		`{}`:                           fault.InvalidInput,
		`"reload"`:                     fault.InvalidInput,
		`[{"tool": "browser_re`:        fault.InvalidInput,
		`[["browser_reload"]]`:         fault.InvalidInput,
		`[{"name": "browser_wait"}]`:   fault.InvalidInput,
		`[` + many[:len(many)-1] + `]`: fault.InvalidInput,
		`[{"tool": "browser_reload"}, {"tool": "browser_fly"}]`:                                fault.UnknownTool,
		`[{"tool": "browser_reload"}, {"tool": "agents_list"}]`:                                fault.UnknownTool,
		`[{"tool": "browser_reload"}, {"tool": "browser_click", "input": {"reff": "e3"}}]`:     fault.InvalidInput,
		`[{"tool": "browser_reload"}, {"tool": "browser_click"}]`:                              fault.InvalidInput,
		`[{"tool": "browser_reload"}, {"tool": "browser_batch", "input": {"steps": []}}]`:      fault.InvalidInput,
		`[{"tool": "browser_reload"}, {"tool": "browser_evaluate", "input": {"function": 1}}]`: fault.InvalidInput,
	} {
		if f := b.why(a, "browser_batch", in, want); f.Hint == "" || strings.Contains(in, "reload\"}, ") && f.Details["step"] != 2 {
			t.Errorf("%s: %v %q %v", in, f, f.Hint, f.Details)
		}
	}
	b.refused(noScripts, "browser_batch", `[{"tool": "browser_reload"}, {"tool": "browser_evaluate", "input": {"function": "1"}}]`, fault.NotGranted)
	if acts := b.rack.Last().Acts(); slices.Contains(acts, "reload") {
		t.Errorf("a refused batch ran: %q", acts)
	}
}

// The first step that fails ends the batch: with its code, where it stands, and
// what the steps before it answered.
func TestBatchStopsAtTheFirstFault(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	f := b.why(a, "browser_batch", `[{"tool": "browser_navigate", "input": {"url": "https://example.com/"}}, {"tool": "browser_navigate", "input": {"url": "http://10.0.0.1/"}}, {"tool": "browser_close"}]`, fault.OriginRefused)
	results, _ := f.Details["results"].([]ops.StepResult)
	if f.Details["step"] != 2 || len(results) != 1 || results[0].Tool != "browser_navigate" {
		t.Errorf("details %v", f.Details)
	}
	if !strings.HasPrefix(f.Message, "step 2 of 3 (browser_navigate): ") || !strings.HasSuffix(f.Message, "; 1 more not run") {
		t.Errorf("the message is %q", f.Message)
	}
	if !strings.Contains(f.Hint, "done before:\n1 browser_navigate: Loaded.") || f.PageSays() == "" {
		t.Errorf("the hint is %q, the page says %q", f.Hint, f.PageSays())
	}
	if _, ok := b.app.Sessions.OfAgent(a.Agent.ID); !ok {
		t.Error("the step after the fault ran")
	}
}

// A step that runs after the user took over, switched the browser off or gave a
// new token is refused as it would be alone.
func TestBatchStepsPassTheGateAnew(t *testing.T) {
	b := newBench(t)
	a := b.agent("one")
	s := b.opened(a)
	b.take(s)
	if f := b.why(a, "browser_batch", `[{"tool": "browser_snapshot"}, {"tool": "browser_reload"}]`, fault.PausedByUser); f.Details["step"] != 2 {
		t.Errorf("details %v", f.Details)
	}
	stale := a
	stale.Agent.TokenHash = agent.HashToken("bat_old")
	b.refused(stale, "browser_batch", `[{"tool": "browser_snapshot"}]`, fault.Unauthenticated)
	call[ops.AgentView](b, b.owner, "agents_update", fmt.Sprintf(`{"agent_id": %q, "browser": false}`, a.Agent.ID))
	b.refused(a, "browser_batch", `[{"tool": "browser_snapshot"}]`, fault.BrowserOff)
}
