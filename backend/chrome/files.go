package chrome

import (
	"cmp"
	"context"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// Downloads lists what this browser downloaded, the newest last. With wait it
// does so once nothing is on its way any more.
func (b *Browser) Downloads(ctx context.Context, wait bool) (page.Files, error) { //nolint:revive // whether to wait for the ends
	if wait {
		err := b.await(ctx, func() bool {
			for _, d := range b.downloads {
				if !d.ended {
					return false
				}
			}
			return true
		})
		if err != nil {
			return page.Files{}, fault.From(err)
		}
	}
	b.mu.Lock()
	all := make([]download, 0, len(b.downloads))
	for _, d := range b.downloads {
		all = append(all, *d)
	}
	b.mu.Unlock()
	slices.SortFunc(all, func(x, y download) int { return cmp.Compare(x.n, y.n) })
	out := page.Files{Folder: b.o.DownloadDir}
	for _, d := range all {
		out.Files = append(out.Files, d.file())
	}
	return out, nil
}

// file tells of a download as it is now.
func (d download) file() page.File {
	f := page.File{At: d.began, Path: d.path, Size: d.size, URL: d.url, State: page.FileComing, Error: d.failure}
	switch {
	case d.failure != "":
		f.State = page.FileLost
	case d.ended:
		f.State = page.FileThere
		f.Type = mediaType(d.path)
		if at, err := os.Stat(d.path); err == nil {
			f.Size = at.Size()
		}
	}
	return f
}

// mediaType is what a file is by its content, and by its name where the content
// does not say more than bytes or text.
func mediaType(path string) string {
	byName, _, _ := strings.Cut(mime.TypeByExtension(filepath.Ext(path)), ";")
	f, err := os.Open(path)
	if err != nil {
		return byName
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 512)
	n, _ := io.ReadFull(f, head)
	is, _, _ := strings.Cut(http.DetectContentType(head[:n]), ";")
	if byName != "" && (is == "application/octet-stream" || is == "text/plain" || is == "application/zip" || is == "text/xml") {
		return byName
	}
	return is
}

// chooserCap is how long a click may take to open a file chooser.
const chooserCap = 3 * time.Second

// Upload gives files to a file field, or to the one that a click on the target
// asks for. The paths are absolute; who may give which is not asked here.
func (b *Browser) Upload(ctx context.Context, g page.Target, paths []string) (page.Effect, error) {
	f, w, err := b.fieldAt(ctx, g)
	if err != nil {
		return page.Effect{}, err
	}
	if f.Kind != "file" {
		return b.choose(ctx, w, g, paths)
	}
	if len(paths) > 1 && !f.Many {
		return page.Effect{}, fault.New(fault.InvalidInput, "%s takes one file", f.s.who()).Quoting(f.Object).WithHint("send one path").With("field", "paths")
	}
	if _, err := ask[any](ctx, b, f.s.d, w.halt, "watch"); err != nil {
		return page.Effect{}, b.why(w.t, f.s.lost(err))
	}
	object, err := b.inPage(ctx, w, f.s)
	if err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	_, err = send(b.c, f.s.d.s.id, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: paths, ObjectID: object}).get(ctx, w.halt)
	return b.effect(ctx, w, aimed{object: f.Object, spot: f.s}, err)
}

// choose clicks on what asks for a file and answers in place of the chooser.
func (b *Browser) choose(ctx context.Context, w before, g page.Target, paths []string) (page.Effect, error) {
	intercept := func(on bool) error {
		_, err := send(b.c, w.t.s.id, cdppage.SetInterceptFileChooserDialog, cdppage.SetInterceptFileChooserDialogParams{Enabled: on}).get(ctx, b.done)
		return err
	}
	b.mu.Lock()
	w.t.chooser = nil
	b.mu.Unlock()
	if err := intercept(true); err != nil {
		return page.Effect{}, b.why(w.t, err)
	}
	defer func() { _ = intercept(false) }()
	e, err := b.Click(ctx, g, page.Click{Count: 1})
	if err != nil {
		return e, err
	}
	short, cancel := context.WithTimeout(ctx, chooserCap)
	defer cancel()
	var asked *chooser
	if err := b.await(short, func() bool { asked = w.t.chooser; return asked != nil }); err != nil {
		return e, fault.New(fault.NotActionable, "the click opened no file chooser").Quoting(e.Object).
			WithHint("give the ref of the file field, or of the button that asks for a file")
	}
	if len(paths) > 1 && !asked.many {
		return e, fault.New(fault.InvalidInput, "the page asks for one file").WithHint("send one path").With("field", "paths")
	}
	w, err = b.start()
	if err != nil {
		return e, err
	}
	object := e.Object
	_, err = send(b.c, asked.s.id, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: paths, BackendNodeID: asked.node}).get(ctx, w.halt)
	return b.effect(ctx, w, aimed{object: object, spot: spot{d: b.top(w.t)}}, err)
}

// chooser is a file chooser that the page asked for.
type chooser struct {
	s    *session
	node cdp.BackendNodeID
	many bool
}

// chooserOpens notes what a page asks for; b.mu is held.
func (b *Browser) chooserOpens(s *session, raw jsonv2.Value) {
	e, ok := decode(cdppage.FileChooserOpened, raw)
	if !ok {
		return
	}
	if b.chooses[s.id] {
		b.personChooses(s, e)
		return
	}
	s.tab.chooser = &chooser{s: s, node: e.BackendNodeID, many: e.Mode == cdppage.FileChooserOpenedModeSelectMultiple}
	b.touch()
}

// PDF prints the active tab's page.
func (b *Browser) PDF(ctx context.Context) ([]byte, error) {
	t, halt, err := b.current()
	if err != nil {
		return nil, err
	}
	return b.print(ctx, t, halt)
}
