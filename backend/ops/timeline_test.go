package ops_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ops"
)

// TestTimeline: what an agent did and read is kept with pictures, also after its
// session has ended, and what the person typed is not in it.
func TestTimeline(t *testing.T) {
	b := newBench(t)
	me := b.agent("me")
	opened := call[ops.Opened](b, me, "browser_open", `{}`)
	call[ops.Went](b, me, "browser_navigate", `{"url": "http://a.test/"}`)
	call[ops.Acted](b, me, "browser_click", `{"ref": "e1"}`)
	_, err := b.try(me, "browser_read", map[string]any{})
	must(t, err)
	id := map[string]any{"agent_id": me.Agent.ID, "session_id": opened.SessionID}
	var steps []string
	picture := 0
	for deadline := time.Now().Add(20 * time.Second); picture == 0; time.Sleep(20 * time.Millisecond) {
		got, err := b.try(b.owner, "timeline_get", id)
		must(t, err)
		steps = nil
		for _, s := range got.(ops.Timeline).Steps { //nolint:forcetypeassert // its answer
			steps = append(steps, string(s.Entry.Kind)+" "+s.Entry.Tool)
			picture = s.Picture
		}
		if time.Now().After(deadline) {
			t.Fatalf("no picture was kept of %s", steps)
		}
	}
	want := "session_opened ,tool_called browser_open,tool_called browser_navigate,tool_called browser_click,tool_called browser_read"
	if got := strings.Join(steps, ","); got != want {
		t.Errorf("the steps are %s, want %s", got, want)
	}
	id["picture"] = picture
	got, err := b.try(b.owner, "timeline_picture", id)
	must(t, err)
	if jpeg, err := base64.StdEncoding.DecodeString(got.(ops.TimelinePicture).JPEG); err != nil || !strings.HasPrefix(string(jpeg), "still ") { //nolint:forcetypeassert // its answer
		t.Errorf("the picture is %q, %v", jpeg, err)
	}
	delete(id, "picture")
	if _, err := b.try(b.owner, "timeline_delete", id); !fault.Is(err, fault.Conflict) {
		t.Errorf("deleting the timeline of a session that runs: %v", err)
	}
	_, err = b.try(me, "browser_close", map[string]any{})
	must(t, err)
	all, err := b.try(b.owner, "timeline_list", map[string]any{"agent_id": me.Agent.ID})
	must(t, err)
	if reels := all.(ops.TimelineList).Timelines; len(reels) != 1 || reels[0].Session != opened.SessionID || reels[0].Profile == "" { //nolint:forcetypeassert // its answer
		t.Errorf("the timelines are %+v", reels)
	}
	_, err = b.try(b.owner, "timeline_delete", id)
	must(t, err)
	if _, err := b.try(b.owner, "timeline_get", id); !fault.Is(err, fault.NotFound) {
		t.Errorf("a deleted timeline answers %v", err)
	}
	if entries, err := b.store.Entries(t.Context(), me.Owner, audit.Page{Limit: 50}); err != nil || len(entries) < 4 {
		t.Errorf("the record has %d entries, %v", len(entries), err)
	}
}
