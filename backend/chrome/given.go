package chrome

import (
	"context"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// givenDir is where the files lie that a person gives to pages, within the
// browser's own directory: pages read them whenever they like, so that they stay
// until the browser ends.
func (o Options) givenDir() string { return filepath.Join(o.UserDataDir, "given-files") }

// mayChoose tells whether an event may ask a person for files.
func mayChoose(e input.Event) bool {
	return e.Kind == input.PointerDown || e.Kind == input.KeyDown && (e.Key == "Enter" || e.Key == " ") || e.Kind == input.Text && e.Text == " "
}

// choosers lets what asks for files in a tab come here, in place of a chooser that
// a headless Chrome does not have, until the person's turn ends. It waits a moment
// for the page to know: input comes to it by another way, and may be there first.
func (b *Browser) choosers(ctx context.Context, t *tab, halt <-chan struct{}) {
	var sent []answer[cdp.Empty]
	b.mu.Lock()
	for id, s := range b.sessions {
		if s.tab != t || b.chooses[id] {
			continue
		}
		if b.chooses == nil {
			b.chooses = map[target.SessionID]bool{}
		}
		b.chooses[id] = true
		sent = append(sent, send(b.c, id, cdppage.SetInterceptFileChooserDialog, cdppage.SetInterceptFileChooserDialogParams{Enabled: true}))
	}
	b.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, inputCap)
	defer cancel()
	_ = waitAll(ctx, halt, sent)
}

// noChoosers ends what choosers began.
func (b *Browser) noChoosers() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id := range b.chooses {
		if b.sessions[id] != nil {
			send(b.c, id, cdppage.SetInterceptFileChooserDialog, cdppage.SetInterceptFileChooserDialogParams{})
		}
	}
	b.chooses = nil
}

// personChooses tells that the person is asked for files; b.mu is held. What has
// no field, as a script's own chooser, gets nothing.
func (b *Browser) personChooses(s *session, e cdppage.EventFileChooserOpened) {
	if s.tab != b.active || e.BackendNodeID == 0 {
		return
	}
	b.setPicker(&opened{
		Picker: page.Picker{Kind: page.PickFiles}, t: s.tab, d: doc{s: s, frame: e.FrameID}, node: e.BackendNodeID,
		many: e.Mode == cdppage.FileChooserOpenedModeSelectMultiple,
	})
}

// resolve finds the field of a chooser in the world of its document.
func (b *Browser) resolveChooser(ctx context.Context, o *opened, halt <-chan struct{}) error {
	if o.node == 0 || o.key != 0 {
		return nil
	}
	docs, err := b.docs(ctx, o.t, halt)
	if err != nil {
		return err
	}
	for _, d := range docs {
		if d.frame != o.d.frame {
			continue
		}
		id, err := b.world(ctx, d, halt)
		if err != nil {
			return err
		}
		key, err := b.keyOf(ctx, d, o.node, id, halt)
		if err != nil {
			return err
		}
		b.mu.Lock()
		o.d, o.key = d, key
		b.mu.Unlock()
		return nil
	}
	return errOtherDocument
}

// Give takes a part of a file that the person chose for the open chooser. Parts
// come in their order, and files one after another.
func (b *Browser) Give(_ context.Context, id string, g page.Given) error {
	o, _, err := b.picker(id)
	if err != nil {
		return err
	}
	if o.Kind != page.PickFiles {
		return fault.New(fault.Conflict, "this picker takes no files").With("field", "id")
	}
	b.giving.Lock()
	defer b.giving.Unlock()
	b.mu.Lock()
	files := o.files
	b.mu.Unlock()
	switch {
	case g.Index < 0 || g.Index > len(files) || g.Index == len(files) && g.Offset != 0:
		return fault.New(fault.InvalidInput, "the files come one after another").With("field", "index")
	case g.Index > 0 && !o.many:
		return fault.New(fault.InvalidInput, "the page asks for one file").With("field", "index")
	case o.bytes+int64(len(g.Data)) > page.MostGiven:
		return fault.New(fault.TooLarge, "the files are larger than %d MB together", page.MostGiven>>20).With("field", "data").With("most", page.MostGiven)
	}
	if g.Index == len(files) {
		path := filepath.Join(b.o.givenDir(), o.ID, strconv.Itoa(g.Index), fileName(g.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return unwritable(err)
		}
		files = append(files, path)
		b.mu.Lock()
		o.files = files
		b.mu.Unlock()
	}
	if err := appendTo(files[g.Index], g.Offset, g.Data); err != nil {
		return err
	}
	o.bytes += int64(len(g.Data))
	return nil
}

func appendTo(path string, offset int64, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return unwritable(err)
	}
	defer func() { _ = f.Close() }()
	at, err := f.Stat()
	if err != nil {
		return unwritable(err)
	}
	if at.Size() != offset {
		return fault.New(fault.InvalidInput, "the file has %d bytes so far", at.Size()).With("field", "offset")
	}
	if _, err := f.Write(data); err != nil {
		return unwritable(err)
	}
	return nil
}

func unwritable(err error) error {
	return fault.Wrap(err, fault.StorageUnwritable, "the file could not be kept").WithHint("check the free space of the disk")
}

// hand gives the page the files that the person gave.
func (b *Browser) hand(ctx context.Context, o *opened, halt <-chan struct{}, count int) error {
	b.mu.Lock()
	files := o.files
	b.mu.Unlock()
	if count < 1 || count != len(files) {
		return fault.New(fault.InvalidInput, "%d files came", len(files)).With("field", "files")
	}
	_, err := send(b.c, o.d.s.id, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, BackendNodeID: o.node}).get(ctx, halt)
	return lostDocument(err)
}
