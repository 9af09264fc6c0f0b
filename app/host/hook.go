package host

import (
	"context"
	"encoding/json"
	"time"

	"github.com/batonbrowser/baton/backend/event"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/secret"
	"github.com/batonbrowser/baton/backend/webhook"
	"github.com/batonbrowser/baton/backend/wire"
)

// hookRecord is the name of the record of the webhook in the store.
const hookRecord = "webhook"

// hook is the person's webhook: its address and sealed key in the store, and the
// events of the bus that it is told.
type hook struct {
	core   *core
	sender *webhook.Sender
	told   map[ident.Session]wire.HandBack // what was told of a session last; of follow alone
}

// hookKept is the record.
type hookKept struct {
	URL    string `json:"url"`
	Sealed []byte `json:"key"`
}

func newHook(c *core) *hook {
	h := &hook{core: c, told: map[ident.Session]wire.HandBack{}}
	h.sender = webhook.New(func() int { return c.app.Info.Port }, h.target, webhook.Pauses())
	return h
}

func (h *hook) kept(ctx context.Context) (k hookKept, err error) {
	raw, ok, err := h.core.store.Meta(ctx, hookRecord)
	if err == nil && ok {
		err = json.Unmarshal(raw, &k)
	}
	return k, err
}

func (h *hook) binding() secret.Binding {
	return secret.Binding{Record: hookRecord, Owner: string(ident.Local)}
}

// key is the key that webhook keys are sealed with.
func (h *hook) key() (secret.Key, error) {
	k := h.core.key
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state.Problem != "" {
		return secret.Key{}, fault.New(fault.KeyUnavailable, "there is no key to keep the webhook's secret with").
			WithHint("%s", k.state.Problem)
	}
	return k.key.Derive("webhook"), nil
}

func (h *hook) target(ctx context.Context) (t webhook.Target, err error) {
	kept, err := h.kept(ctx)
	if err != nil || kept.URL == "" {
		return t, err
	}
	key, err := h.key()
	if err != nil {
		return t, err
	}
	t.URL = kept.URL
	t.Key, err = key.Open(kept.Sealed, h.binding())
	return t, err
}

// Get implements ops.Hook.
func (h *hook) Get(ctx context.Context) (ops.WebhookView, error) {
	kept, err := h.kept(ctx)
	v := ops.WebhookView{URL: kept.URL}
	if last := h.sender.Last(); last != nil && kept.URL != "" {
		v.At, v.Status, v.Error = &last.At, last.Status, last.Error
	}
	return v, err
}

// Set implements ops.Hook.
func (h *hook) Set(ctx context.Context, url string) (written string, err error) {
	var kept hookKept
	if url != "" {
		if kept.URL, err = webhook.Check(url, h.core.app.Info.Port); err != nil {
			return "", err
		}
		key, err := h.key()
		if err != nil {
			return "", err
		}
		var made secret.Secret
		made, written = webhook.NewKey()
		if kept.Sealed, err = key.Seal(made, h.binding()); err != nil {
			return "", err
		}
	}
	raw, err := json.Marshal(kept)
	if err != nil {
		return "", err
	}
	return written, h.core.store.SaveMeta(ctx, hookRecord, raw)
}

// Test implements ops.Hook.
func (h *hook) Test(ctx context.Context) error {
	if h.sender.Try(ctx, webhook.Notice{Type: webhook.Trial, At: time.Now()}) == nil {
		return fault.New(fault.Conflict, "no webhook is set").WithHint("give an address first")
	}
	return nil
}

// run tells what happens until ctx ends.
func (h *hook) run(ctx context.Context) {
	h.core.jobs.Go(func() { h.sender.Run(ctx) })
	for ctx.Err() == nil {
		sub := h.core.app.Bus.Subscribe(ident.Local, 0)
		h.drain(ctx, sub)
		sub.Close()
		select { // the bus is closing, or this fell behind
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (h *hook) drain(ctx context.Context, sub *event.Subscription) {
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-sub.C:
			if !ok {
				return
			}
			for _, n := range h.notices(e) {
				h.sender.Send(n)
			}
		}
	}
}

// notices is what an event is worth telling, without a word of a page.
func (h *hook) notices(e wire.Event) (out []webhook.Notice) {
	switch d := e.Data.(type) {
	case request.Request:
		if !d.State.Ended() || d.State == request.Withdrawn {
			return nil
		}
		return []webhook.Notice{{Type: webhook.Answered, At: e.At, Data: webhook.Data{
			Agent: d.Agent, AgentName: d.AgentName, Session: d.Session, Request: d.ID, Outcome: string(d.State),
		}}}
	case wire.Session:
		now := d.HandedBack
		if d.Phase == wire.Ended {
			delete(h.told, d.ID)
			return nil
		}
		if now == nil {
			return nil
		}
		was := h.told[d.ID]
		h.told[d.ID] = *now
		data := webhook.Data{Agent: d.AgentID, AgentName: d.AgentName, Session: d.ID, HeldS: now.HeldS, Note: now.Note}
		if !now.At.Equal(was.At) {
			return []webhook.Notice{{Type: webhook.HandedBack, At: now.At, Data: data}}
		}
		if now.Note != was.Note {
			return []webhook.Notice{{Type: webhook.GoOn, At: e.At, Data: data}}
		}
	}
	return nil
}
