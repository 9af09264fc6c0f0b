package ops_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// TestNothingOfAHiddenPage walks the registry: no tool of an agent tells anything
// of a page that the person hides, whether it reads, acts or asks (T4).
func TestNothingOfAHiddenPage(t *testing.T) {
	b := newBench(t)
	ada := b.agent("ada")
	s := b.opened(ada)
	v := call[wire.Session](b, b.owner, "control_take", ops.TakeIn{SessionID: s.ID, Viewer: viewer, Private: true})
	if !v.Private {
		t.Fatal("the page is not hidden")
	}
	const hidden = "clinic.example"
	must(t, s.Drive(t.Context(), viewer, v.Epoch, func(ctx context.Context, b session.Browser) error {
		_, err := b.Navigate(ctx, "https://"+hidden+"/result?code=hidden")
		return err
	}))
	for !strings.Contains(s.View().URL, hidden) && t.Context().Err() == nil {
		time.Sleep(time.Millisecond)
	}
	walked := 0
	for _, o := range b.reg.Ops() {
		if !o.Tool() || o.Name == "browser_batch" {
			continue
		}
		walked++
		got, err := b.try(ada, o.Name, smallest(o))
		said, bad := json.Marshal([]any{got, fault.From(err)})
		must(t, bad)
		if strings.Contains(string(said), hidden) || strings.Contains(string(said), "hidden\"") {
			t.Errorf("%s tells %s", o.Name, said)
		}
		f := fault.From(err)
		if o.Needs == ops.NeedsSession && (f == nil || f.Code != fault.Private && f.Code != fault.PausedByUser && f.Code != fault.InvalidInput) {
			t.Errorf("%s answers %s", o.Name, said)
		}
	}
	if walked < 25 {
		t.Errorf("only %d tools were walked", walked)
	}
	b.refused(ada, "browser_snapshot", `{}`, fault.Private)
	b.refused(ada, "browser_tabs", `{}`, fault.Private)
	b.refused(ada, "browser_batch", `{"steps": [{"tool": "browser_read"}]}`, fault.Private)
	if r := call[ops.Waited](b, ada, "browser_wait_for_user", `{"timeout_s": 1}`); r.Outcome != ops.StillWaiting || r.URL != "" || r.Title != "" {
		t.Errorf("waiting tells %+v", r)
	}
	call[wire.Session](b, b.owner, "control_private", ops.PrivateIn{SessionID: s.ID, Viewer: viewer})
	if got := call[ops.Outline](b, ada, "browser_snapshot", `{}`); !strings.Contains(got.URL, hidden) {
		t.Errorf("the page is shown again, and the snapshot is of %q", got.URL)
	}
}

// smallest is the least input that a tool takes.
func smallest(o *ops.Op) map[string]any {
	in := map[string]any{}
	for _, name := range o.In.Required {
		switch o.In.Properties[name].Type {
		case "boolean":
			in[name] = true
		case "integer", "number":
			in[name] = 1
		case "array":
			in[name] = []any{}
		default:
			in[name] = "e1"
		}
	}
	switch o.Name {
	case "browser_wait":
		in["ms"] = 1
	case "browser_find":
		in["text"] = "a"
	case "browser_navigate":
		in["url"] = "https://open.example/"
	case "browser_wait_for_user":
		in["timeout_s"] = 1
	}
	return in
}
