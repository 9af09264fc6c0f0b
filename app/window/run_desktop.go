//go:build desktop

package window

import (
	"context"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"github.com/batonbrowser/baton/app/platform"
	"github.com/batonbrowser/baton/app/windows"
	"github.com/batonbrowser/baton/app/words"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/frontend"
)

// Available tells whether this build has windows.
const Available = true

// patience is how long a window may take to close after its host has gone.
const patience = 3 * time.Second

// lookout is how often the place on the screen is looked at: Wails has no event
// for it, and a killed window has no other chance to remember it.
const lookout = 2 * time.Second

// Run shows the window of the kind until the person closes it, or stdin or ctx
// ends. It must be called from the main goroutine.
func Run(ctx context.Context, stdin io.Reader, kind windows.Kind) error {
	boot, rest, err := read(stdin, kind)
	if err != nil {
		return err
	}
	if !platform.HasDisplay() {
		return fault.New(fault.BrowserUnavailable, "there is no display to show a window on").
			WithHint("run baton serve, and open its pages in a browser")
	}
	o, err := newWindow(boot)
	if err != nil {
		return err
	}
	gone := make(chan struct{})
	var ended sync.Once
	end := func() { ended.Do(func() { close(gone) }) }
	go func() {
		defer end()
		_, _ = io.Copy(io.Discard, rest)
	}()
	defer context.AfterFunc(ctx, end)()
	if err := wails.Run(o.options(gone)); err != nil {
		return fault.Wrap(err, fault.Internal, "the window did not open: %v", err)
	}
	return nil
}

// native is one window on its way to the screen.
type native struct {
	kind    windows.Kind
	boot    windows.Bootstrap
	dataDir string
	title   string
	files   fs.FS
	known   func() *places // that are remembered
	at      rect
}

func newWindow(boot windows.Bootstrap) (*native, error) {
	kind := boot.Window
	language := boot.Language
	if language != "de" && language != "en" {
		language = platform.Language()
	}
	w, err := words.Load(frontend.Locales, language)
	if err != nil {
		return nil, err
	}
	dist, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		return nil, err
	}
	n := &native{
		kind: kind, boot: boot, dataDir: boot.DataDir, known: func() *places { return recall(boot.DataDir, kind) },
		title: w.Text("window."+string(kind), nil), files: pages{FS: dist, kind: kind},
	}
	n.boot.DataDir = ""
	if n.at, err = prepare(kind, boot.Nth, n.known, n.focus()); err != nil {
		return nil, err
	}
	return n, nil
}

// focus says whether a window takes the keyboard when it appears.
type focus int

const (
	leavesFocus focus = iota
	takesFocus
)

// focus: only a window that the person has asked for takes it (V13).
func (n *native) focus() focus {
	if n.kind == windows.Manage || n.boot.Take {
		return takesFocus
	}
	return leavesFocus
}

func (n *native) options(hostGone <-chan struct{}) *options.App {
	f := formOf(n.kind)
	live := n.kind == windows.Live
	closing, closeNow := context.WithCancel(context.Background())
	return &options.App{
		Title:            n.title,
		Width:            n.at.W,
		Height:           n.at.H,
		MinWidth:         f.minW,
		MinHeight:        f.minH,
		Frameless:        live,
		AlwaysOnTop:      live,
		StartHidden:      startHidden && live,
		BackgroundColour: n.ground(),
		AssetServer:      &assetserver.Options{Assets: n.files, Middleware: closed},
		Bind:             []any{&Shell{boot: n.boot}},
		CSSDragProperty:  "--wails-draggable",
		CSSDragValue:     "drag",
		DragAndDrop:      &options.DragAndDrop{DisableWebViewDrop: true},
		OnStartup:        func(wctx context.Context) { go n.watch(wctx, closing.Done(), hostGone) },
		OnDomReady:       func(wctx context.Context) { shown(wctx, n.kind, n.boot.Nth, n.known, n.focus()) },
		OnBeforeClose: func(wctx context.Context) bool {
			closeNow()
			if r, on, ok := n.place(wctx); ok {
				n.keep(r, on)
			}
			return false
		},
		Linux: &linux.Options{
			// «Always» fails on some drivers (Wails issue 2977); the page draws
			// frames well without.
			WebviewGpuPolicy: linux.WebviewGpuPolicyOnDemand,
			ProgramName:      "baton",
			Icon:             icon(),
		},
	}
}

// watch keeps the window's place and closes it when the host has gone. It ends
// when the window begins to close: from then on Wails must not be asked.
func (n *native) watch(wctx context.Context, closing, hostGone <-chan struct{}) {
	look := time.NewTicker(lookout)
	defer look.Stop()
	var last rect
	for {
		select {
		case <-look.C:
			if r, on, ok := n.place(wctx); ok && r != last {
				last = r
				n.keep(r, on)
			}
		case <-hostGone:
			// A hanging web view must not outlive its host.
			time.AfterFunc(patience, func() { os.Exit(1) })
			runtime.Quit(wctx)
			return
		case <-closing:
			return
		}
	}
}

// place tells where the window is, and on which displays, if that is worth keeping.
func (n *native) place(wctx context.Context) (r rect, displays string, ok bool) {
	if !runtime.WindowIsNormal(wctx) {
		return rect{}, "", false
	}
	r.X, r.Y = runtime.WindowGetPosition(wctx)
	r.W, r.H = runtime.WindowGetSize(wctx)
	all := screens(wctx)
	if len(all) == 0 {
		return rect{}, "", false
	}
	return r, displaySet(all), r.worth(n.kind, all[0])
}

// screens are the sizes of all screens, that of the window's own one first.
func screens(wctx context.Context) []rect {
	known, err := runtime.ScreenGetAll(wctx)
	if err != nil {
		return nil
	}
	all := make([]rect, 0, len(known))
	for _, s := range known {
		size := rect{W: s.Size.Width, H: s.Size.Height}
		if s.IsCurrent {
			all = append([]rect{size}, all...)
		} else {
			all = append(all, size)
		}
	}
	return all
}

// keep remembers the place of the first window of its kind. Not being able to is
// no reason to trouble anyone.
func (n *native) keep(r rect, displays string) {
	if n.boot.Nth == 0 {
		_ = remember(n.dataDir, n.kind, displays, r)
	}
}

// ground is the colour that is seen until the page has drawn: canvas of the theme.
func (n *native) ground() *options.RGBA {
	if n.boot.Theme == "dark" {
		return options.NewRGB(0x15, 0x15, 0x13)
	}
	return options.NewRGB(0xF2, 0xF1, 0xED)
}

// pages are the built pages with the window's own one as the first: Wails always
// opens index.html.
type pages struct {
	fs.FS
	kind windows.Kind
}

// Open opens a file of the pages.
func (p pages) Open(name string) (fs.File, error) {
	if name == "index.html" && p.kind == windows.Live {
		name = "live.html"
	}
	return p.FS.Open(name)
}
