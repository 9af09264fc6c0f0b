package ops

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/wire"
)

// Hook is where a program of the person's is told that an agent can go on (T9).
// Set with "" ends it; else it makes a new key and gives its written form.
type Hook interface {
	Get(ctx context.Context) (WebhookView, error)
	Set(ctx context.Context, url string) (secret string, err error)
	Test(ctx context.Context) error
}

func webhookOps() []*Op {
	const path = "/api/webhook"
	return []*Op{
		Define(Spec{
			Name: "webhook_get", Title: "Webhook", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "GET", Path: path,
			Doc: "Where a program is told that an agent can go on, and what came of it last.",
		}, func(c *Call, _ None) (WebhookView, error) { return c.App.Hook.Get(c.Context) }),
		Define(Spec{
			Name: "webhook_set", Title: "Set the webhook", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "PUT", Path: path,
			Doc: "Name the address, https or http on this machine; without one, nothing is told. The answer has the new key for the signature, this once.",
		}, setWebhook),
		Define(Spec{
			Name: "webhook_test", Title: "Send a test", Effect: grant.Manage, Audience: grant.ForOwnerWindow, Method: "POST", Path: path + "/test",
			Doc: "Tell the program that this is a test, once.",
		}, func(c *Call, _ None) (WebhookView, error) {
			if err := c.App.Hook.Test(c.Context); err != nil {
				return WebhookView{}, err
			}
			return c.App.Hook.Get(c.Context)
		}),
	}
}

// WebhookIn is the input of webhook_set.
type WebhookIn struct {
	URL string `json:"url,omitempty"`
}

// WebhookView is the webhook as it is shown. Status is 0 when there was no answer.
type WebhookView struct {
	URL    string     `json:"url,omitempty"`
	Secret string     `json:"secret,omitempty" jsonschema:"the key, only in the answer of webhook_set"`
	At     *time.Time `json:"last_at,omitempty"`
	Status int        `json:"last_status,omitempty"`
	Error  string     `json:"last_error,omitempty"`
}

func setWebhook(c *Call, in WebhookIn) (WebhookView, error) {
	written, err := c.App.Hook.Set(c.Context, in.URL)
	if err != nil {
		return WebhookView{}, err
	}
	e := c.entry(audit.SettingsChanged)
	e.Facts = map[string]string{"changed": "webhook"}
	c.App.Record(c.Context, e)
	c.tell(wire.SettingsChanged, nil)
	v, err := c.App.Hook.Get(c.Context)
	v.Secret = written
	return v, err
}
