package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/app/host"
	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/ops"
)

// answer is what an operation answered. A tool that was asked for its text has
// no value.
type answer struct {
	value json.RawMessage
	text  string
}

// caller runs operations, on a running Baton or without one.
type caller interface {
	run(ctx context.Context, o *ops.Op, in any) (answer, error)
	close() error
}

// call runs an operation and prints what it answers.
func (p *program) call(cmd *cobra.Command, o *ops.Op, in map[string]any, after func(json.RawMessage) error) error {
	ctx, cancel := p.limited(cmd)
	defer cancel()
	c, err := p.caller(ctx, o)
	if err != nil {
		return err
	}
	out, err := p.runNamed(ctx, c, o, in)
	if err = errors.Join(err, c.close()); err != nil {
		return err
	}
	if err := after(out.value); err != nil {
		return err
	}
	if p.json {
		return p.say(string(out.value))
	}
	return p.say(out.text)
}

// runNamed runs an operation in whose input an agent or profile may be named
// where its id belongs.
func (p *program) runNamed(ctx context.Context, c caller, o *ops.Op, in map[string]any) (answer, error) {
	if !o.Tool() {
		for field, list := range map[string]string{"agent_id": "agents", "profile_id": "profiles"} {
			name, ok := in[field].(string)
			if !ok || ident.Valid("agent", name) || ident.Valid("prof", name) {
				continue
			}
			id, err := idOf(ctx, c, list, name)
			if err != nil {
				return answer{}, err
			}
			in[field] = id
		}
	}
	return c.run(ctx, o, in)
}

// idOf finds the id of an agent or profile by its name.
func idOf(ctx context.Context, c caller, list, name string) (string, error) {
	all := ops.All()
	at := slices.IndexFunc(all, func(o *ops.Op) bool { return o.Name == list+"_list" })
	out, err := c.run(ctx, all[at], nil)
	if err != nil {
		return "", err
	}
	var listed map[string][]struct{ ID, Name string }
	if err := json.Unmarshal(out.value, &listed); err != nil {
		return "", err
	}
	for _, x := range listed[list] {
		if strings.EqualFold(x.Name, name) {
			return x.ID, nil
		}
	}
	return "", fault.New(fault.NotFound, "none of the %s is called %q", list, name).WithHint("baton %s list shows them", list)
}

// caller finds out how an operation is called: a tool as an agent; the owner's
// operations with the token of the running Baton, else on the data directory.
func (p *program) caller(ctx context.Context, o *ops.Op) (caller, error) {
	dir, err := p.dir()
	if err != nil {
		return nil, err
	}
	if o.Tool() {
		base, token, err := p.locate(dir)
		if err != nil {
			return nil, err
		}
		return &online{c: client.New(base, token), json: p.json}, nil
	}
	e, err := running(ctx, dir)
	if err == nil {
		return &online{c: client.New(e.URL, e.SetupToken), json: p.json}, nil
	}
	if !fault.Is(err, fault.NotRunning) || needsHost(o.Name) {
		return nil, err
	}
	reg, end, err := host.Offline(ctx, host.Options{DataDir: dir, Version: p.version})
	if err != nil {
		return nil, err
	}
	return offline{reg: reg, end: end}, nil
}

// needsHost names the owner's operations that are about a running Baton.
func needsHost(name string) bool {
	switch name {
	case "status", "quit", "window_open", "agent_browser_start", "sessions_list", "session_get":
		return true
	}
	return false
}

// running gives the endpoint of the Baton that runs on a data directory, once it
// answers.
func running(ctx context.Context, dir string) (client.Endpoint, error) {
	e, err := client.ReadEndpoint(dir)
	if err != nil {
		return e, err
	}
	c := client.New(e.URL, "")
	defer c.Close()
	_, err = c.Health(ctx)
	return e, err
}

// locate gives address and token for the tools of an agent.
func (p *program) locate(dir string) (base, token string, err error) {
	e, err := client.ReadEndpoint(dir)
	if err != nil {
		return "", "", err
	}
	token, err = p.token(dir)
	return e.URL, token, err
}

// token is that of the agent the user chose: --agent, BATON_TOKEN, or Terminal.
func (p *program) token(dir string) (string, error) {
	if p.agent == "" {
		if t := strings.TrimSpace(os.Getenv("BATON_TOKEN")); t != "" {
			return t, nil
		}
	}
	path := filepath.Join(dir, client.TokenFile)
	if p.agent != "" {
		path = tokenFile(dir, p.agent)
	}
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.agent != "":
		return "", fault.New(fault.Unauthenticated, "no token of the agent %q is kept here", p.agent).
			WithHint("put its token into BATON_TOKEN, or make a new one with «baton agents new-token NAME --keep-token»")
	case err != nil:
		return "", fault.Wrap(err, fault.Unauthenticated, "the token of the command line can't be read").
			WithHint("quit Baton and start it again: it makes a new one")
	}
	return strings.TrimSpace(string(b)), nil
}

// tokenFile is where --keep-token puts an agent's token.
func tokenFile(dir, name string) string {
	return filepath.Join(dir, "agent-"+url.PathEscape(strings.ToLower(name))+".token")
}

// keepToken keeps the token that an answer has.
func (p *program) keepToken(value json.RawMessage) error {
	var made ops.AgentMade
	if err := json.Unmarshal(value, &made); err != nil {
		return err
	}
	dir, err := p.dir()
	if err != nil {
		return err
	}
	return client.WritePrivate(tokenFile(dir, made.Agent.Name), []byte(made.Token))
}

// online calls a running Baton.
type online struct {
	c    *client.Client
	json bool
}

// run asks for the text of a tool's answer, since only Baton can tell it; that of
// the owner's operations is told by their values.
func (o *online) run(ctx context.Context, op *ops.Op, in any) (answer, error) {
	if op.Tool() && !o.json {
		text, err := o.c.Text(ctx, op.Name, in)
		return answer{text: text}, err
	}
	var value json.RawMessage
	if err := o.c.Call(ctx, op.Name, in, &value); err != nil {
		return answer{}, err
	}
	return answer{value: value, text: render(op, value)}, nil
}

func (o *online) close() error {
	o.c.Close()
	return nil
}

// offline calls the operations in this process.
type offline struct {
	reg *ops.Registry
	end func() error
}

func (o offline) run(ctx context.Context, op *ops.Op, in any) (answer, error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return answer{}, err
	}
	res, err := o.reg.Call(ctx, ops.Request{
		Principal: grant.Principal{Kind: grant.KindOwner, Owner: ident.Local, Scope: grant.Setup}, Name: op.Name, Input: raw,
	})
	if err != nil {
		return answer{}, err
	}
	value, err := json.Marshal(res.Value)
	return answer{value: value, text: render(op, value)}, err
}

func (o offline) close() error { return o.end() }

// render is the text of an answer: its own, or JSON that people can read.
func render(o *ops.Op, value []byte) string {
	v := reflect.New(o.OutType)
	if err := json.Unmarshal(value, v.Interface()); err == nil {
		if o.HasText() {
			return ops.Text(v.Elem().Interface())
		}
	}
	var b bytes.Buffer
	if json.Indent(&b, value, "", "  ") != nil {
		return string(value)
	}
	return b.String()
}

func (p *program) sayJSON(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return p.say(string(b))
}
