//go:build e2e && linux

package e2e_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batonbrowser/baton/app/words"
)

// chat is an agent's client that shows its person links, as the SDK's client does.
type chat struct {
	*tools
	asked chan *mcp.ElicitParams
	ended chan string
	says  chan string // what the person answers
}

func (d *driven) chat() *chat {
	d.t.Helper()
	c := &chat{asked: make(chan *mcp.ElicitParams, 9), ended: make(chan string, 9), says: make(chan string, 9)}
	client := mcp.NewClient(&mcp.Implementation{Name: "chat", Version: "1"}, &mcp.ClientOptions{
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}},
		ElicitationHandler: func(ctx context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			c.asked <- r.Params
			select {
			case action := <-c.says:
				return &mcp.ElicitResult{Action: action}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-d.t.Context().Done(): // the test failed, and its client is closed
				return &mcp.ElicitResult{Action: "cancel"}, nil
			}
		},
		ElicitationCompleteHandler: func(_ context.Context, r *mcp.ElicitationCompleteNotificationRequest) {
			c.ended <- r.Params.ElicitationID
		},
	})
	s, err := client.Connect(d.t.Context(), &mcp.StreamableClientTransport{Endpoint: d.b.url() + "/mcp", HTTPClient: &http.Client{Transport: bearer(d.token)}},
		&mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"}) // the later one has no questions of a server
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = s.Close() })
	c.tools = &tools{t: d.t, s: s}
	return c
}

// gets takes what comes, in time.
func gets[T any](t *testing.T, what string, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(patience):
		t.Fatalf("there came no %s", what)
	}
	return v
}

// waits calls browser_wait_for_user beside the test.
func (c *chat) waits() <-chan string {
	answer := make(chan string, 1)
	go func() {
		text, _ := c.call("browser_wait_for_user", nil)
		answer <- text
	}()
	return answer
}

// TestAskedInTheChat: an agent's client that can is asked to lead its person to
// Baton's page of the request (T12), in both languages. The link lets nobody in who is
// not signed in; what the person says on the page or in the chat answers the agent.
func TestAskedInTheChat(t *testing.T) {
	d := newDriven(t, site(t, checkout))
	c := d.chat()
	p := d.album.seen["wide"]
	for _, lang := range []string{"en", "de"} {
		d.album.call("settings_set", fields{"language": lang, "theme": "light"}, nil)
		c.must("request_browser_signin", fields{"message": "Pay the cart."})
		answer := c.waits()
		link := gets(t, "question in the chat", c.asked)
		c.says <- "accept"
		if !strings.HasPrefix(link.URL, d.b.url()+"/#/requests/req_") || !strings.Contains(link.Message, "Codex") || strings.Contains(link.URL, "own_") {
			t.Errorf("the client is asked %+v", link)
		}
		p.open(d.album.away)
		p.open(link.URL)
		p.reads("Pay the cart.")
		p.reads(d.says(lang, "live.takeBrowser", nil))
		p.shot("request-page-" + lang)
		p.presses("button", d.says(lang, "request.decline", nil))
		if text := gets(t, "answer", answer); !strings.Contains(text, "The user declined") {
			t.Errorf("%s: waiting answers %s", lang, text)
		}
		if id := gets(t, "end of the question", c.ended); id != link.ElicitationID {
			t.Errorf("over is %s, not %s", id, link.ElicitationID)
		}
		p.reads(d.says(lang, "nav.now", nil))
		p.reads(strings.SplitN(d.says(lang, "request.over", words.Vars{"state": "|"}), "|", 2)[0])
		p.open(d.album.away)
		p.open(d.b.url() + "/#/requests/req_none")
		p.reads(d.says(lang, "request.none", nil))
	}
	c.must("request_browser_signin", nil)
	answer := c.waits()
	link := gets(t, "question in the chat", c.asked)
	fresh := d.b.visit()
	fresh.sees("navigation") // it is signed in
	fresh.asks(`sessionStorage.clear(); return ''`)
	fresh.open(d.album.away)
	fresh.open(link.URL)
	fresh.reads("This page has no link to Baton")
	fresh.sees("Open this request in Baton")
	if at := fresh.asks(`return document.querySelector('a[href^="baton:"]').href`); at != "baton://request/"+link.ElicitationID {
		t.Errorf("the page leads to %s", at)
	}
	c.says <- "decline"
	if text := gets(t, "answer", answer); !strings.Contains(text, "The user declined") {
		t.Errorf("declined in the chat: %s", text)
	}
	// A client that cannot is not asked, and a bad link opens nothing.
	d.agent.must("request_browser_signin", nil)
	d.agent.must("browser_wait_for_user", fields{"timeout_s": 1})
	if len(c.asked) > 0 {
		t.Error("a client was asked that did not wait")
	}
	for _, bad := range []string{"baton://request/", "baton://request/req_x", "baton://open/x", "baton://request/" + link.ElicitationID + "/more"} {
		if out, err := d.b.try(bad); err == nil || !strings.Contains(err.Error(), "no link of Baton") {
			t.Errorf("%s: %s %v", bad, out, err)
		}
	}
	if _, err := d.b.try("baton://request/" + link.ElicitationID); err == nil || !strings.Contains(err.Error(), "without windows") {
		t.Errorf("a good link without a desktop: %v", err)
	}
}
