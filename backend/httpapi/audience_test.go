package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/wire"
)

// Nobody reaches the operations that are not for them.
func TestAudiences(t *testing.T) {
	b := newBaton(t, noRates)
	a := b.agent(b.full, "one")
	b.walk(t, func(r route) bool { return r.op != nil }, func(t *testing.T, r route) {
		x := r.try()
		switch {
		case r.op.Tool():
			x.token = b.full
			b.refused(t, r, x, fault.UnknownTool)
			x.token = b.setup
			b.refused(t, r, x, fault.UnknownTool)
			return
		case r.op.Audience == grant.ForOwnerWindow:
			x.token = b.setup
			if got := b.do(x); got.code != fault.NotGranted && got.code != fault.InvalidInput {
				t.Errorf("%s from the command line: %d %s", r, got.status, got.body)
			}
		}
		x.token = a.Token
		b.refused(t, r, x, fault.UnknownTool)
	})
}

// The command line is refused with a right input too, by every route that is
// for windows alone.
func TestCommandLineNeverDrives(t *testing.T) {
	b := newBaton(t)
	s := b.opened(b.agent(b.full, "one"))
	id, v := s.ID, "view_of_the_command_line"
	inputs := map[string]string{
		"control_take":         fmt.Sprintf(`{"session_id": %q, "viewer": %q}`, id, v),
		"control_hand_back":    fmt.Sprintf(`{"session_id": %q, "viewer": %q}`, id, v),
		"agent_continue":       fmt.Sprintf(`{"session_id": %q}`, id),
		"live_input":           fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "events": []}`, id, v),
		"live_navigate":        fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "url": "https://example.com"}`, id, v),
		"live_dialog":          fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "accept": true}`, id, v),
		"live_signin":          fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "id": "signin-1", "accept": true, "user": "u", "password": "p"}`, id, v),
		"live_picker":          fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "id": "picker-1"}`, id, v),
		"live_pick":            fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "id": "picker-1", "accept": true}`, id, v),
		"live_give":            fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "id": "picker-1", "name": "a.txt", "data": "YQ=="}`, id, v),
		"live_cursor":          fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "x": 1, "y": 1}`, id, v),
		"live_cancel_download": fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "id": "made-1"}`, id, v),
		"live_site":            fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1}`, id, v),
		"live_permit":          fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "origin": "https://example.com", "name": "camera", "allowed": true}`, id, v),
		"live_find":            fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "text": "a"}`, id, v),
		"live_pdf":             fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1}`, id, v),
		"live_outline":         fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1}`, id, v),
		"live_use":             fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1, "ref": "e1"}`, id, v),
		"live_real_window":     fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1}`, id, v),
		"live_copy":            fmt.Sprintf(`{"session_id": %q, "viewer": %q, "epoch": 1}`, id, v),
		"session_close":        fmt.Sprintf(`{"session_id": %q}`, id),
		"warning_dismiss":      fmt.Sprintf(`{"session_id": %q}`, id),
		"signin_start":         `{}`,
		"signin_finish":        fmt.Sprintf(`{"session_id": %q}`, id),
		"signin_cancel":        fmt.Sprintf(`{"session_id": %q}`, id),
		"timeline_list":        fmt.Sprintf(`{"agent_id": %q}`, s.Spec.Agent.ID),
		"timeline_get":         fmt.Sprintf(`{"agent_id": %q, "session_id": %q}`, s.Spec.Agent.ID, id),
		"timeline_picture":     fmt.Sprintf(`{"agent_id": %q, "session_id": %q, "picture": 1}`, s.Spec.Agent.ID, id),
		"timeline_delete":      fmt.Sprintf(`{"agent_id": %q, "session_id": %q}`, s.Spec.Agent.ID, id),
		"request_accept":       `{"request_id": "none"}`,
		"request_allow":        `{"request_id": "none"}`,
		"request_decline":      `{"request_id": "none"}`,
		"request_done":         `{"request_id": "none"}`,
		"control_private":      fmt.Sprintf(`{"session_id": %q, "viewer": %q}`, id, v),
		"webhook_get":          `{}`,
		"webhook_set":          `{}`,
		"webhook_test":         `{}`,
	}
	before := b.everything()
	for _, o := range b.reg.Ops() {
		if o.Audience != grant.ForOwnerWindow {
			continue
		}
		in, ok := inputs[o.Name]
		if !ok {
			t.Errorf("%s is for windows and has no input in this test", o.Name)
			continue
		}
		r := route{method: "POST", path: "/api/tools/" + o.Name, body: in, op: o}
		x := r.try()
		x.token = b.setup
		b.refused(t, r, x, fault.NotGranted)
	}
	if after := b.everything(); after != before || s.View().Holder != "" || s.View().End != nil {
		t.Error("something changed")
	}
}

// A token of another owner, and one of another owner's agent, find nothing of this
// one by any route, and change nothing; neither does another agent's.
func TestTokensOfOthers(t *testing.T) {
	b := newBaton(t, noRates)
	a := b.agent(b.full, "one")
	s := b.opened(a)
	stranger := b.tokens.Mint("someone", grant.Full)
	ids := map[string]string{"agent_id": string(a.ID), "session_id": string(s.ID), "profile_id": string(s.Spec.Profile.ID)}
	others := []string{stranger, b.agent(stranger, "two").Token, b.agent(b.full, "three").Token}
	b.walk(t, func(r route) bool {
		return r.op != nil && r.op.Name != "quit" && !r.op.Tool() && !strings.HasSuffix(r.op.Name, "_create") && r.op.Name != "settings_set"
	}, func(t *testing.T, r route) {
		x, body := r.try(), map[string]string{}
		for name, id := range ids {
			if r.op.In.Properties[name] == nil {
				continue
			}
			if strings.Contains(r.op.Path, "{"+name+"}") && x.path == pathField.ReplaceAllString(r.op.Path, "none") {
				x.path = strings.Replace(r.op.Path, "{"+name+"}", id, 1)
			} else {
				body[name] = id
			}
		}
		if x.body != "" {
			raw, err := json.Marshal(body)
			must(t, err)
			x.body = string(raw)
		}
		for _, token := range others {
			x.token = token
			got := b.do(x)
			for name, id := range ids {
				if strings.Contains(got.body, id) && !strings.Contains(got.body, "there is no") {
					t.Errorf("%s tells the %s of another: %d %s", r, name, got.status, got.body)
				}
			}
			if got.status == http.StatusOK && len(body)+strings.Count(r.op.Path, "{") > 0 && len(r.op.In.Required) > 0 {
				t.Errorf("%s with the ids of another: %d %s", r, got.status, got.body)
			}
		}
	})
	if s.View().Phase != wire.Live || s.View().Controller != wire.AgentDrives {
		t.Errorf("the session is %+v", s.View())
	}
}
