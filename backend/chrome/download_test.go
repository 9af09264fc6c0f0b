//go:build linux

package chrome_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// slowFile serves a file of four parts: one comes by itself, the others when more
// is closed or gets a token.
func slowFile(t *testing.T) (http.HandlerFunc, chan struct{}) {
	t.Helper()
	more := make(chan struct{})
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/report.bin" {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<!doctype html><title>Reports: May/June</title><link rel=icon href='data:,'><body style="margin:0">
<a href="/report.bin" style="display:block;width:200px;height:40px">Report</a><button onclick="print()" style="display:block;width:200px;height:40px">Print</button>`))
			return
		}
		part := bytes.Repeat([]byte("x"), 50_000)
		w.Header().Set("Content-Length", fmt.Sprint(4*len(part)))
		w.Header().Set("Content-Type", "application/octet-stream")
		for i := range 4 {
			if i > 0 {
				select {
				case <-more:
				case <-r.Context().Done():
					return
				}
			}
			_, _ = w.Write(part)
			w.(http.Flusher).Flush()
		}
	}, more
}

// file waits until the newest download is told in a state.
func (p *picking) file(fits func(page.Transfer) bool) page.Transfer {
	p.t.Helper()
	var got page.Transfer
	p.told(func(e page.Event) bool {
		if len(e.Downloads) > 0 && fits(e.Downloads[len(e.Downloads)-1]) {
			got = e.Downloads[len(e.Downloads)-1]
			return true
		}
		return false
	})
	return got
}

// A download is told from its beginning to its end, with what came so far, and
// where it lies when it is complete.
func TestDownloadsAreTold(t *testing.T) {
	h, more := slowFile(t)
	ctx, b := openHandler(t, h, "")
	p := &picking{t: t, ctx: ctx, b: b}
	p.rest()
	p.click(50, 20)
	d := p.file(func(d page.Transfer) bool { return d.Received >= 50_000 })
	if !strings.HasPrefix(d.Name, "report") || d.Size != 200_000 || d.State != page.FileComing || d.Path != "" {
		t.Errorf("on its way it is %+v", d)
	}
	more <- struct{}{}
	if further := p.file(func(d page.Transfer) bool { return d.Received >= 100_000 }); further.ID != d.ID || further.State != page.FileComing {
		t.Errorf("further on it is %+v", further)
	}
	close(more)
	d = p.file(func(d page.Transfer) bool { return d.State != page.FileComing })
	if d.State != page.FileThere || d.Received != 200_000 || d.Path != filepath.Join(one.dir, "downloads", d.Name) {
		t.Errorf("at its end it is %+v", d)
	}
	if at, err := os.Stat(d.Path); err != nil || at.Size() != 200_000 || at.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", at, err)
	}
	wantFault(t, b.CancelDownload(ctx, d.ID), fault.Conflict)
}

// A person stops a download: nothing of it stays, and no name is taken by it.
func TestDownloadIsStopped(t *testing.T) {
	h, _ := slowFile(t)
	ctx, b := openHandler(t, h, "")
	p := &picking{t: t, ctx: ctx, b: b}
	p.rest()
	files := func() []string {
		t.Helper()
		all, err := filepath.Glob(filepath.Join(one.dir, "downloads", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	before := files()
	p.click(50, 20)
	d := p.file(func(d page.Transfer) bool { return d.Received > 0 })
	if err := b.CancelDownload(ctx, d.ID); err != nil {
		t.Fatal(err)
	}
	d = p.file(func(d page.Transfer) bool { return d.State != page.FileComing })
	if d.State != page.FileCancelled || d.Path != "" {
		t.Errorf("stopped it is %+v", d)
	}
	all, err := b.Downloads(ctx, false)
	if last := all.Files[len(all.Files)-1]; err != nil || last.State != page.FileLost || last.Error == "" {
		t.Errorf("the agent is told %+v, %v", last, err)
	}
	for !slices.Equal(before, files()) { // Chrome clears up after it told
		if ctx.Err() != nil {
			t.Fatalf("%v is left over of %v", files(), before)
		}
		time.Sleep(20 * time.Millisecond)
	}
	wantFault(t, b.CancelDownload(ctx, "none"), fault.Conflict)
}

// A page is saved as a PDF of its own title, is told as a download, and keeps
// others of that name.
func TestPageIsSavedAsPDF(t *testing.T) {
	h, _ := slowFile(t)
	ctx, b := openHandler(t, h, "")
	p := &picking{t: t, ctx: ctx, b: b}
	p.rest()
	var paths []string
	for range 2 {
		d, err := b.SavePDF(ctx)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(d.Path)
		if err != nil || !bytes.HasPrefix(raw, []byte("%PDF-")) || d.Size != int64(len(raw)) || d.State != page.FileThere {
			t.Errorf("%+v: %d bytes, %v", d, len(raw), err)
		}
		if told := p.file(func(x page.Transfer) bool { return x.State == page.FileThere && x.ID == d.ID }); told != d {
			t.Errorf("told %+v, answered %+v", told, d)
		}
		paths = append(paths, filepath.Base(d.Path))
	}
	if !strings.HasPrefix(paths[0], "Reports_ May_June") || filepath.Ext(paths[0]) != ".pdf" || paths[0] == paths[1] {
		t.Errorf("they are called %q", paths)
	}
}

// A script that prints its page keeps nobody from making a PDF of it.
func TestPrintingLeavesThePDF(t *testing.T) {
	h, _ := slowFile(t)
	ctx, b := openHandler(t, h, "")
	for range 2 {
		if _, err := b.Click(ctx, refOf(ctx, t, b, `button "Print"`), page.Click{Count: 1}); err != nil {
			t.Fatal(err)
		}
		if pdf, err := b.PDF(ctx); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			t.Fatalf("%d bytes, %v", len(pdf), err)
		}
	}
}
