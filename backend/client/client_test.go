package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/wire"
)

const token = "bat_not-to-be-seen"

func serve(t *testing.T, h http.HandlerFunc) *client.Client {
	t.Helper()
	s := httptest.NewServer(h)
	c := client.New(s.URL+"/", token)
	t.Cleanup(func() { c.Close(); s.Close() })
	return c
}

func TestCallSendsTheInputAndReadsTheAnswer(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_ = json.NewEncoder(w).Encode(map[string]string{
			"path": r.Method + " " + r.URL.Path, "body": string(body), "auth": r.Header.Get("Authorization"),
			"type": r.Header.Get("Content-Type"), "accept": r.Header.Get("Accept"),
		})
	})
	var got map[string]string
	if err := c.Call(t.Context(), "browser_navigate", map[string]string{"url": "http://a.test/"}, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"path": "POST /api/tools/browser_navigate", "body": `{"url":"http://a.test/"}`, "auth": "Bearer " + token,
		"type": "application/json", "accept": "application/json",
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s is %q, want %q", k, got[k], v)
		}
	}
	if err := c.Call(t.Context(), "status", nil, &got); err != nil || got["body"] != "{}" {
		t.Errorf("no input was sent as %q, %v", got["body"], err)
	}
	text, err := c.Text(t.Context(), "status", nil)
	if err != nil || !strings.Contains(text, `"accept":"text/plain"`) {
		t.Errorf("text form: %q, %v", text, err)
	}
}

func TestProblemsBecomeFaults(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusConflict)
		_ = json.NewEncoder(w).Encode(wire.Problem{
			Code: "stale_ref", Status: 409, Detail: "e5 is gone", Hint: "take a snapshot", Details: map[string]any{"ref": "e5"}, Call: "call_1",
		})
	})
	err := c.Call(t.Context(), "browser_click", nil, nil)
	f := fault.From(err)
	if f.Code != fault.StaleRef || f.Message != "e5 is gone" || f.Hint != "take a snapshot" || f.Details["ref"] != "e5" || f.Details["call_id"] != "call_1" {
		t.Errorf("got %+v", f)
	}
}

func TestWhatIsNotBatonIsSaid(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"another program": func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "hello") },
		"a redirect":      func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
	} {
		t.Run(name, func(t *testing.T) {
			c := serve(t, h)
			if _, err := c.Health(t.Context()); err == nil {
				t.Error("taken for Baton")
			}
			if err := c.Call(t.Context(), "status", nil, &struct{}{}); err == nil {
				t.Error("its answer was read")
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	c := client.New(s.URL, token)
	s.Close()
	err := c.Call(t.Context(), "status", nil, nil)
	if !fault.Is(err, fault.NotRunning) || strings.Contains(fmt.Sprintf("%+v %#v %v", err, c, c), token) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Call(ctx, "status", nil, nil); !fault.Is(err, fault.Canceled) {
		t.Errorf("a cancelled call gives %v", err)
	}
}

func TestEvents(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Last-Event-ID") != "7" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprint(w, ": here\n\nid: 8\nevent: agents/changed\ndata: {\"seq\":8,\"type\":\"agents/changed\"}\n\n")
		_, _ = fmt.Fprint(w, "id: 9\nevent: window/show\ndata: {\"seq\":9,\ndata: \"type\":\"window/show\",\"data\":{\"window\":\"live\"}}\n\ndata: {\"cut")
	})
	var got []string
	var last error
	for e, err := range c.Events(t.Context(), 7) {
		if last = err; err == nil {
			got = append(got, fmt.Sprintf("%d %s %s", e.Seq, e.Type, e.Data))
		}
	}
	if want := []string{"8 agents/changed ", `9 window/show {"window":"live"}`}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if last == nil {
		t.Error("a broken stream ended without an error")
	}
}

func TestEventsEndWithTheContext(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, "data: {\"seq\":1,\"type\":\"resync\"}\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last error
	for e, err := range c.Events(ctx, 0) {
		last = err
		if e.Type == wire.Resync {
			cancel()
		}
	}
	if !fault.Is(last, fault.Canceled) {
		t.Errorf("ended with %v", last)
	}
}
