package chrome

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"

	"github.com/batonbrowser/baton/backend/page"
)

// download is a file that Chrome fetches under a name of its own and that gets
// its given name when it is complete, or one that Baton makes.
type download struct {
	n         int // the how manyth it is
	began     time.Time
	path      string // where it will lie
	size      int64  // in bytes; -1 while it is not known
	received  int64  // in bytes, so far
	url       string
	ended     bool
	at        time.Time // when it ended
	failure   string
	cancelled bool   // by a person
	cancel    func() // of what Chrome knows nothing
}

// begins notes a download that begins; b.mu is held.
func (b *Browser) begins(id, name, url string) *download {
	b.files++
	d := &download{n: b.files, began: time.Now(), size: -1, url: url, path: b.freeName(fileName(name))}
	b.downloads[id] = d
	b.tellFiles()
	b.touch()
	return d
}

// ends puts a file that is complete in its place, or notes why there is none; b.mu
// is held.
func (b *Browser) ends(d *download, at, failure string) {
	if d.ended {
		return
	}
	d.ended, d.at, d.failure = true, time.Now(), failure
	if failure != "" {
		b.o.Log.Debug("a download failed", "error", failure)
	} else if err := os.Rename(at, d.path); err != nil {
		d.failure = "it could not be put in its place"
		b.o.Log.Warn("a download could not be renamed", "error", err)
	} else if err := os.Chmod(d.path, 0o600); err != nil {
		b.o.Log.Warn("the rights of a download could not be set", "error", err)
	}
	b.tellFiles()
	b.touch()
}

func (o Options) downloadBehavior() cdpbrowser.SetDownloadBehaviorParams {
	p := cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorDeny, EventsEnabled: new(true)}
	if o.DownloadDir != "" {
		p.Behavior, p.DownloadPath = cdpbrowser.SetDownloadBehaviorBehaviorAllowAndName, o.DownloadDir
	}
	return p
}

// downloadBegins notes a file, which ends the navigation that led to it.
func (b *Browser) downloadBegins(e cdpbrowser.EventDownloadWillBegin) {
	b.begins(e.GUID, e.SuggestedFilename, e.URL)
	for _, t := range b.order {
		if t.frameID() == e.FrameID || e.FrameID == cdp.FrameID("") {
			t.pending = false
		}
	}
}

func (b *Browser) downloadMoves(e cdpbrowser.EventDownloadProgress) {
	d := b.downloads[e.GUID]
	if d == nil || d.ended {
		return
	}
	if e.TotalBytes > 0 {
		d.size = int64(e.TotalBytes)
	}
	d.received = int64(e.ReceivedBytes)
	switch e.State {
	case cdpbrowser.DownloadProgressStateInProgress:
		b.tellProgress()
	case cdpbrowser.DownloadProgressStateCanceled:
		b.ends(d, "", "it was cancelled")
	default:
		b.ends(d, filepath.Join(b.o.DownloadDir, e.GUID), "")
	}
}

// fileCap is how long Chrome may take to tell of a file after the click on a link
// that saves, or after the end of the navigation that led to it.
const fileCap = time.Second

// followNowhere waits, with a cap, for what comes of a navigation that ended without
// a document: a file, of which Chrome tells in another place and so maybe later, or
// the next navigation, if it was the one from before that ended. It is nothing where
// the server sent nothing.
func (b *Browser) followNowhere(ctx context.Context, w before) {
	t := w.t
	short, cancel := context.WithTimeout(ctx, fileCap)
	defer cancel()
	_ = b.await(short, func() bool { return t.halted || t.nowhere == w.nowhere || b.begun(w) })
	_ = b.await(ctx, func() bool { return t.halted || !t.pending })
}

// newest is the download begun last; b.mu is held by the caller.
func (b *Browser) newest(since int) (*download, bool) {
	if b.files <= since {
		return nil, false
	}
	var last *download
	for _, d := range b.downloads {
		if last == nil || d.n > last.n {
			last = d
		}
	}
	return last, last != nil
}

// saved waits, with a cap, for the newest download after the first ones to be
// there, and tells how it stands; nil if none has begun.
func (b *Browser) saved(ctx context.Context, first int) *page.File {
	short, cancel := context.WithTimeout(ctx, saveCap)
	defer cancel()
	_ = b.await(short, func() bool { d, begun := b.newest(first); return !begun || d.ended })
	b.mu.Lock()
	defer b.mu.Unlock()
	d, begun := b.newest(first)
	if !begun {
		return nil
	}
	f := d.file()
	return &f
}

// freeName gives a path in the download directory that nothing has yet.
func (b *Browser) freeName(name string) string {
	ext := filepath.Ext(name)
	base := strings.TrimSuffix(name, ext)
	for i := 1; ; i++ {
		path := filepath.Join(b.o.DownloadDir, name)
		if _, err := os.Lstat(path); err != nil && !b.promised(path) {
			return path
		}
		name = base + " (" + strconv.Itoa(i) + ")" + ext
	}
}

func (b *Browser) promised(path string) bool {
	for _, d := range b.downloads {
		if d.path == path && !d.ended {
			return true
		}
	}
	return false
}
