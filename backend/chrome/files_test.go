//go:build linux

package chrome_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

const uploads = `<title>Uploads</title><label>Picture <input type=file id=one onchange="say(this)"></label>
<input type=file id=many multiple hidden onchange="say(this)"> <button id=pick onclick="many.click()">Choose files</button>
<button id=not>Nothing</button> <p id=out></p>
<script>async function say(f){out.textContent=(await Promise.all([...f.files].map(async x=>x.name+' '+await x.text()))).join('; ')}</script>`

func TestUpload(t *testing.T) {
	ctx, b := open(t, uploads)
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"a.txt", "ü ö.txt"} {
		paths = append(paths, filepath.Join(dir, name))
		if err := os.WriteFile(paths[len(paths)-1], []byte("in "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	says := func(want string) {
		t.Helper()
		if err := b.Wait(ctx, page.Wait{Text: want}); err != nil {
			t.Errorf("the page does not say %q: %v", want, err)
		}
	}
	if e, err := b.Upload(ctx, refOf(ctx, t, b, `file "Picture"`), paths[:1]); err != nil || e.Object != `file "Picture"` || !e.Changed {
		t.Errorf("into a field: %+v %v", e, err)
	}
	says("a.txt in a.txt")
	if e, err := b.Upload(ctx, refOf(ctx, t, b, `button "Choose files"`), paths); err != nil || e.Object != `button "Choose files"` {
		t.Errorf("in place of a chooser: %+v %v", e, err)
	}
	says("a.txt in a.txt; ü ö.txt in ü ö.txt")
	_, err := b.Upload(ctx, page.Target{Selector: "#one"}, paths)
	wantFault(t, err, fault.InvalidInput, "one file")
	_, err = b.Upload(ctx, page.Target{Selector: "#not"}, paths)
	wantFault(t, err, fault.NotActionable, "no file chooser")
	_, err = b.Upload(ctx, page.Target{Selector: "#gone"}, paths)
	wantFault(t, err, fault.NotFound)
}

func TestPDF(t *testing.T) {
	ctx, b := open(t, "<title>Paper</title><h1>Paper</h1>")
	pdf, err := b.PDF(ctx)
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("%%EOF")) {
		t.Errorf("%d bytes, %v", len(pdf), err)
	}
}
