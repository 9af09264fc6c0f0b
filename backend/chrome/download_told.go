package chrome

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

const (
	// tellEvery is how often the progress of downloads is told at most.
	tellEvery = 400 * time.Millisecond
	// fileStays is how long a download that ended is still told.
	fileStays = 20 * time.Second
	// mostTold is how many downloads are told at most: the newest.
	mostTold = 20
)

// tellFiles queues a notice of the downloads that a person sees now; b.mu is held.
func (b *Browser) tellFiles() {
	type row struct {
		n int
		page.Transfer
	}
	var rows []row
	for id, d := range b.downloads {
		if !d.ended || time.Since(d.at) < fileStays {
			rows = append(rows, row{d.n, d.told(id)})
		}
	}
	slices.SortFunc(rows, func(x, y row) int { return cmp.Compare(x.n, y.n) })
	list := make([]page.Transfer, 0, len(rows))
	for _, r := range rows[max(0, len(rows)-mostTold):] {
		list = append(list, r.Transfer)
		if r.State != page.FileComing {
			b.tellFilesIn(fileStays)
		}
	}
	b.note(page.Event{Downloads: list})
}

// tellProgress tells of the downloads soon, once for all that comes until then;
// b.mu is held.
func (b *Browser) tellProgress() { b.tellFilesIn(tellEvery) }

// tellFilesIn tells of the downloads after a while, once for each while; b.mu is held.
func (b *Browser) tellFilesIn(after time.Duration) {
	if b.closing || !b.tellsAt.IsZero() && b.tellsAt.Before(time.Now().Add(after)) {
		return // it is told before that, and looked at again then
	}
	at := time.Now().Add(after)
	b.tellsAt = at
	time.AfterFunc(after, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.tellsAt.Equal(at) && !b.closing {
			b.tellsAt = time.Time{}
			b.tellFiles()
		}
	})
}

// told is a download as a person sees it.
func (d *download) told(id string) page.Transfer {
	f := page.Transfer{ID: id, Name: filepath.Base(d.path), Received: d.received, Size: d.size, State: page.FileComing}
	switch {
	case d.cancelled:
		f.State = page.FileCancelled
	case d.failure != "":
		f.State = page.FileLost
	case d.ended:
		f.State, f.Path = page.FileThere, d.path
	}
	return f
}

// CancelDownload stops a download that is on its way.
func (b *Browser) CancelDownload(ctx context.Context, id string) error {
	b.mu.Lock()
	d := b.downloads[id]
	if d == nil || d.ended {
		b.mu.Unlock()
		return fault.New(fault.Conflict, "this download is not on its way any more").With("field", "id").WithHint("nothing is to be done")
	}
	d.cancelled = true
	stop := d.cancel
	b.mu.Unlock()
	if stop != nil {
		stop()
		return nil
	}
	_, err := send(b.c, "", cdpbrowser.CancelDownload, cdpbrowser.CancelDownloadParams{GUID: id}).get(ctx, b.done)
	return err
}

// SavePDF prints the active tab's page into the folder of the downloads, and is
// told as one.
func (b *Browser) SavePDF(ctx context.Context) (page.Transfer, error) {
	t, halt, err := b.current()
	if err != nil {
		return page.Transfer{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b.mu.Lock()
	title, url := t.title, t.url
	b.mu.Unlock()
	name := strings.NewReplacer("/", "_", `\`, "_").Replace(cmp.Or(strings.TrimSpace(title), "page")) // words, and no path
	return b.keepFile(name+".pdf", url, cancel, func() ([]byte, error) {
		return b.print(ctx, t, halt)
	})
}

// keepFile puts what Baton makes of a page into the folder of the downloads.
func (b *Browser) keepFile(name, url string, cancel func(), makes func() ([]byte, error)) (page.Transfer, error) {
	if b.o.DownloadDir == "" {
		return page.Transfer{}, fault.New(fault.StorageUnwritable, "there is no folder for downloads")
	}
	b.mu.Lock()
	id := "made-" + strconv.Itoa(b.files+1)
	d := b.begins(id, name, url)
	d.cancel = cancel
	b.mu.Unlock()
	data, err := makes()
	at := filepath.Join(b.o.DownloadDir, id)
	if err == nil {
		err = os.WriteFile(at, data, 0o600)
	}
	failure := ""
	if err != nil {
		failure = "it could not be made"
		_ = os.Remove(at)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	d.received, d.size = int64(len(data)), int64(len(data))
	b.ends(d, at, failure)
	if d.cancelled && errors.Is(err, context.Canceled) {
		return d.told(id), nil
	}
	return d.told(id), err
}

// print makes a PDF of a tab's page.
func (b *Browser) print(ctx context.Context, t *tab, halt <-chan struct{}) ([]byte, error) {
	r, err := send(b.c, t.s.id, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PrintBackground: new(true), PreferCSSPageSize: new(true)}).get(ctx, halt)
	if printing(err) {
		return nil, fault.Wrap(err, fault.NotActionable, "the page is being printed already").WithHint("reload the page, then print it again")
	}
	return r.Data, b.why(t, err)
}

// printing tells the error that means that Chrome prints a page, or believes so
// since a script of it asked to.
func printing(err error) bool {
	e, ok := errors.AsType[*cdproto.Error](err)
	return ok && strings.Contains(e.Message, "already being printed")
}
