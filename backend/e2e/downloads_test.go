//go:build e2e && linux

package e2e_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/client"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// reportSite has a file of 400 kB, of which a half comes before goes is closed.
func reportSite(t *testing.T) (url string, goes chan struct{}) {
	t.Helper()
	goes = make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/report.zip" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, `<!doctype html><title>Quarter</title><link rel=icon href='data:,'><body style="margin:0;font:16px sans-serif">
<a href="/report.zip" style="position:absolute;left:100px;top:100px;width:320px;height:40px">The report</a>`)
			return
		}
		half := bytes.Repeat([]byte("r"), 200_000)
		w.Header().Set("Content-Length", "400000")
		w.Header().Set("Content-Type", "application/zip")
		_, _ = w.Write(half)
		w.(http.Flusher).Flush()
		select {
		case <-goes:
		case <-r.Context().Done():
			return
		}
		_, _ = w.Write(half)
	}))
	t.Cleanup(s.Close)
	return s.URL, goes
}

func (d *driven) newest() page.Transfer {
	d.t.Helper()
	all := d.session().Downloads
	if len(all) == 0 {
		return page.Transfer{}
	}
	return all[len(all)-1]
}

// TestDownloadRows: what agent and person download stands in the foot with how far
// it is; who drives stops it and saves the page as a PDF, and nobody else does.
func TestDownloadRows(t *testing.T) {
	url, goes := reportSite(t)
	d := newDriven(t, url)
	link := refOf(t, d.agent.must("browser_snapshot", nil), "link", "The report")
	d.agent.must("browser_click", fields{"ref": link})
	eventually(t, "a half of it came", func() bool { return d.newest().Received == 200_000 })
	watch := "session=" + string(d.session().ID)
	d.album.live("download-agent", watch, "live.title.agent", func(p *person) { p.sees("report.zip") })
	d.album.live("download-you", "take=1&"+watch, "live.title.you", func(p *person) { p.drives(); p.sees("report.zip") })
	d.refusesToStop()
	for _, lang := range []string{"en", "de"} {
		d.person(lang, func(p *person, word func(string) string) {
			p.at(200, 120)
			eventually(t, "a second one comes", func() bool { return d.newest().State == page.FileComing && d.newest().Received == 200_000 })
			name := d.newest().Name
			p.presses("button", strings.ReplaceAll(word("live.download.cancel"), "{{name}}", name))
			p.reads(word("live.download.is.cancelled"))
			p.presses("button", word("live.more"))
			p.presses("menuitem", word("live.savePDF"))
			eventually(t, "the page is saved", func() bool {
				return d.newest().State == page.FileThere && strings.HasPrefix(d.newest().Name, "Quarter")
			})
			p.sees(strings.ReplaceAll(word("live.download.path"), "{{name}}", d.newest().Name))
		})
	}
	close(goes)
	eventually(t, "the agent's own is there", func() bool {
		for _, x := range d.session().Downloads {
			if x.State == page.FileThere && strings.HasSuffix(x.Name, ".zip") && x.Received == 400_000 {
				return true
			}
		}
		return false
	})
	profile := string(d.session().ProfileID)
	kept, err := filepath.Glob(filepath.Join(d.b.data, "downloads", profile, "*"))
	if err != nil || len(kept) != 3 {
		t.Fatalf("kept are %v, %v", kept, err)
	}
	for _, path := range kept {
		if at, err := os.Stat(path); err != nil || at.Mode().Perm() != 0o600 {
			t.Errorf("%s has the rights %v, %v", path, at.Mode(), err)
		}
	}
}

// refusesToStop: another window stops no download and prints no page.
func (d *driven) refusesToStop() {
	d.t.Helper()
	c := client.New(d.b.url(), d.album.token)
	d.t.Cleanup(c.Close)
	v := d.session()
	for name, more := range map[string]fields{"live_cancel_download": {"id": d.newest().ID}, "live_pdf": {}} {
		in := fields{"session_id": v.ID, "viewer": "view_of_another", "epoch": v.Epoch}
		for k, x := range more {
			in[k] = x
		}
		if err := c.Call(d.t.Context(), name, in, nil); !fault.Is(err, fault.NotInControl) && !fault.Is(err, fault.ControlHeld) {
			d.t.Errorf("%s while the agent drives: %v", name, err)
		}
	}
	if got := d.newest(); got.State != page.FileComing {
		d.t.Errorf("it is %+v", got)
	}
}
