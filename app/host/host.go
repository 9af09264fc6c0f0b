// Package host wires Baton together: store, key, sessions, operations, API,
// windows and tray, in the order in which they depend on each other, and ends
// them in exactly the reverse order. It is the only process that opens the data
// directory; every other one is a client of its API.
package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/batonbrowser/baton/app/platform"
	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/contract"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/httpapi"
	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/mcpapi"
	"github.com/batonbrowser/baton/backend/ops"
	"github.com/batonbrowser/baton/frontend"
)

// DefaultPort is where the API listens unless told otherwise (DESIGN §1).
const DefaultPort = 4786

// Options say how a host runs. Out is where people read; nothing secret but the
// one-time links goes there.
type Options struct {
	DataDir        string
	Port           int // 0 is DefaultPort
	Log            *slog.Logger
	PassphraseFile string
	OwnerLink      bool
	Desktop        bool
	Request        ident.Request // to be shown at the start, when someone opened a link to it
	In             io.Reader
	Out            io.Writer
	Version        string
	ChromeArgs     []string
}

func (o Options) withDefaults() Options {
	if o.Port == 0 {
		o.Port = DefaultPort
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	return o
}

// Run runs Baton until ctx ends or someone quits it. It answers fault.Conflict
// when another Baton has the data directory or the port. With Desktop it must be
// called from the main goroutine.
func Run(ctx context.Context, o Options) error {
	o = o.withDefaults()
	if o.Desktop && !platform.HasDisplay() {
		return fault.New(fault.Conflict, "there is no display to show windows on").
			WithHint("run baton serve --owner-link and open the link it prints in a browser")
	}
	ctx, quit := context.WithCancel(ctx)
	defer quit()

	listener, err := listen(ctx, o.Port)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	c, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer c.close()
	c.app.Quit = quit
	return c.serve(ctx, listener)
}

// Offline opens the data directory without listening, for set-up commands while
// no host runs.
func Offline(ctx context.Context, o Options) (*ops.Registry, func() error, error) {
	o = o.withDefaults()
	o.Desktop = false
	c, err := open(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	c.app.Quit = func() {}
	return c.registry, func() error { c.close(); return nil }, nil
}

func listen(ctx context.Context, port int) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err == nil {
		return l, nil
	}
	holder := "another program"
	probe, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if _, up := client.New(fmt.Sprintf("http://127.0.0.1:%d", port), "").Health(probe); up == nil {
		holder = "another Baton"
	}
	return nil, fault.Wrap(err, fault.Conflict, "port %d is used by %s", port, holder).
		WithHint("quit it, or choose another port with --port")
}

// serve runs everything that has a loop; the first to fail ends the others.
func (c *core) serve(ctx context.Context, l net.Listener) error {
	c.app.Info.Port = l.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // a TCP listener
	o := c.options
	base := fmt.Sprintf("http://127.0.0.1:%d", c.app.Info.Port)
	tools := mcpapi.NewEndpoint(c.registry, httpapi.Caller)
	c.tokens.OnRevoked(tools.End)
	handler, err := c.handler(tools)
	if err != nil {
		return err
	}
	endpoint := client.Endpoint{
		URL: base, PID: os.Getpid(), Version: o.Version, Started: time.Now(),
		SetupToken: c.tokens.Mint(ident.Local, grant.Setup),
	}
	if err := client.WriteEndpoint(o.DataDir, endpoint); err != nil {
		return err
	}
	defer func() {
		if err := client.RemoveEndpoint(o.DataDir); err != nil {
			o.Log.Warn("endpoint.json is left", "err", err)
		}
	}()

	g, ctx := errgroup.WithContext(ctx)
	// The API outlives the sessions by a moment, so that their end is still told.
	api, stopAPI := context.WithCancel(context.WithoutCancel(ctx))
	g.Go(func() error { return httpapi.Serve(api, l, handler, httpapi.DefaultLimits()) })
	g.Go(func() error { return c.app.KeepRequests(ctx, ident.Local) })
	g.Go(func() error { c.hook.run(ctx); return nil })
	g.Go(func() error {
		<-ctx.Done()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
		defer cancel()
		c.app.Sessions.Close(end)
		c.windows.close(end)
		c.app.Bus.Close()
		err := tools.Close()
		stopAPI()
		return err
	})
	c.announce(base)
	if o.OwnerLink {
		g.Go(func() error { return c.printLinks(ctx, base) })
	}
	if o.Desktop {
		c.windows.base(base)
		if err := c.desktop(ctx); err != nil { // on the main goroutine, as the tray needs
			g.Go(func() error { return err })
		}
	}
	err = g.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// handler is the API with the pages beside it.
func (c *core) handler(tools http.Handler) (http.Handler, error) {
	o := c.options
	openapi, err := contract.OpenAPI(o.Version)
	if err != nil {
		return nil, err
	}
	pages, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		return nil, err
	}
	return httpapi.Handler(httpapi.Options{
		Log: o.Log, Registry: c.registry, Sessions: c.app.Sessions, Bus: c.app.Bus, Tokens: c.tokens,
		MCP: tools, UI: pages, OpenAPI: openapi, Port: c.app.Info.Port, Version: o.Version,
	}), nil
}

// announce prints the one ready line, and what is off.
func (c *core) announce(base string) {
	_, _ = fmt.Fprintf(c.options.Out, "Baton is ready on %s\n", base)
	if k := c.app.Info.Key(); k.Problem != "" {
		_, _ = fmt.Fprintf(c.options.Out, "%s\n", k.Problem)
	}
}

// printLinks prints a one-time link, and a new one whenever it was used or has
// grown too old: the terminal belongs to the person, a token file would belong to
// any program.
func (c *core) printLinks(ctx context.Context, base string) error {
	for {
		code, used := c.tokens.Link(ident.Local)
		_, _ = fmt.Fprintf(c.options.Out, "Open once, signed in: %s/#link=%s\n", base, code)
		select {
		case <-ctx.Done():
			return nil
		case <-used:
		case <-time.After(httpapi.LinkLife):
		}
	}
}

// dirs are the data directory's parts.
type dirs struct{ root string }

func (d dirs) profile(id ident.Profile) string {
	return filepath.Join(d.root, "browser-profiles", string(id))
}

// Make makes a profile's directory; it must not be there yet.
func (d dirs) Make(id ident.Profile) error {
	if !ident.Valid("prof", string(id)) {
		return fmt.Errorf("%q is not a profile id", id)
	}
	if err := os.MkdirAll(filepath.Dir(d.profile(id)), 0o700); err != nil {
		return err
	}
	return os.Mkdir(d.profile(id), 0o700)
}

// Remove deletes a profile's directory with all that is in it.
func (d dirs) Remove(id ident.Profile) error {
	if !ident.Valid("prof", string(id)) {
		return fmt.Errorf("%q is not a profile id", id)
	}
	return os.RemoveAll(d.profile(id))
}

// Screenshots is where a session's pictures go (K5).
func (d dirs) Screenshots(id ident.Session) (string, error) {
	path := filepath.Join(d.workspace(id), "browser-screenshots")
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", fault.Wrap(err, fault.StorageUnwritable, "the screenshot could not be written").
			WithHint("check the rights and the free space of %s", d.root)
	}
	return path, nil
}

func (d dirs) workspace(id ident.Session) string {
	return filepath.Join(d.root, "workspaces", string(id))
}
