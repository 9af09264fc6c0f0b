//go:build linux

package chrome_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

const filePage = `<body style="margin:0"><style>body>*{position:absolute;left:20px;width:300px;height:30px}</style>
<input type=file id=f aria-label=Receipt accept=".pdf,image/*" style="top:10px"><input type=file id=m multiple style="top:60px">
<button style="top:110px" onclick="const i=document.createElement('input');i.type='file';i.onchange=()=>show(i);i.click()">Attach</button>
<iframe style="top:160px;height:60px;border:0" src="http://b.test:PORT/in"></iframe><output id=out style="top:240px"></output><script>
async function show(i){out.textContent='';for(const x of i.files)out.textContent+=x.name+'='+await x.text()+';'}
f.onchange=m.onchange=e=>show(e.target);addEventListener('message',e=>out.textContent=e.data)</script>`

const fileFrame = `<body style="margin:0"><input type=file id=i style="width:300px;height:30px"><script>
i.onchange=async()=>parent.postMessage(i.files[0].name+'='+await i.files[0].text()+';','*')</script>`

// A person is asked for files by fields, by scripts and in frames of other sites,
// and the page reads what they gave; Baton keeps it until the browser ends.
func TestPersonGivesFiles(t *testing.T) {
	p := newPicking(t, map[string]string{"/": filePage, "/in": fileFrame}, "a.test")
	give := func(id string, parts ...page.Given) {
		t.Helper()
		for _, g := range parts {
			if err := p.b.Give(p.ctx, id, g); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantOut := func(want string) {
		t.Helper()
		if err := p.b.Wait(p.ctx, page.Wait{Text: want}); err != nil {
			t.Errorf("the page read %q, want %q", text(p.ctx, t, p.b, "#out"), want)
		}
	}
	p.click(60, 25)
	o := p.opened()
	f := p.field(o.ID)
	if o.Kind != page.PickFiles || f.Name != "Receipt" || f.Accept != ".pdf,image/*" || f.Multiple || f.Y != 10 || f.Value != "" {
		t.Errorf("told %+v of %+v", o, f)
	}
	give(o.ID, page.Given{Name: "../../a/räi:n.txt", Data: []byte("one ")}, page.Given{Name: "x", Offset: 4, Data: []byte("two")})
	for _, wrong := range []page.Given{{Offset: 3, Data: []byte("x")}, {Index: 1, Name: "b.txt"}, {Index: 2, Name: "c.txt"}} {
		wantFault(t, p.b.Give(p.ctx, o.ID, wrong), fault.InvalidInput)
	}
	wantFault(t, p.b.Give(p.ctx, o.ID, page.Given{Offset: 7, Data: make([]byte, page.MostGiven)}), fault.TooLarge)
	wantFault(t, p.b.Pick(p.ctx, o.ID, &page.Choice{Files: 2}), fault.InvalidInput)
	p.pick(o.ID, &page.Choice{Files: 1})
	wantOut("räi_n.txt=one two;")

	p.click(60, 75)
	o = p.opened()
	if !p.field(o.ID).Multiple {
		t.Error("the field takes more than one file")
	}
	give(o.ID, page.Given{Name: "a.txt", Data: []byte("A")}, page.Given{Index: 1, Name: "a.txt", Data: []byte("B")})
	p.pick(o.ID, &page.Choice{Files: 2})
	wantOut("a.txt=A;a.txt=B;")

	p.click(60, 125)
	o = p.opened()
	p.pick(o.ID, nil)
	p.click(60, 125)
	o = p.opened()
	p.field(o.ID)
	give(o.ID, page.Given{Name: "made.txt", Data: []byte("M")})
	p.pick(o.ID, &page.Choice{Files: 1})
	wantOut("made.txt=M;")

	p.click(60, 175)
	o = p.opened()
	if f := p.field(o.ID); f.Y != 160 {
		t.Errorf("in a frame the field is at %+v", f)
	}
	give(o.ID, page.Given{Name: "f.txt", Data: []byte("F")})
	p.pick(o.ID, &page.Choice{Files: 1})
	wantOut("f.txt=F;")
}

// The agent's own uploads go on after the person's turn, and what opens a chooser
// then is not told as the person's.
func TestChoosersOfTheAgentAreNotThePersons(t *testing.T) {
	p := newPicking(t, map[string]string{"/": filePage, "/in": fileFrame}, "")
	p.click(60, 25)
	p.opened()
	if err := p.b.ReleaseInput(p.ctx); err != nil {
		t.Fatal(err)
	}
	p.closed()
	path := filepath.Join(t.TempDir(), "agent.txt")
	if err := os.WriteFile(path, []byte("own"), 0o600); err != nil {
		t.Fatal(err)
	}
	from := p.at
	if _, err := p.b.Upload(p.ctx, refOf(p.ctx, t, p.b, `button "Attach"`), []string{path}); err != nil {
		t.Fatal(err)
	}
	if err := p.b.Wait(p.ctx, page.Wait{Text: "agent.txt=own;"}); err != nil {
		t.Error(err)
	}
	one.events.mu.Lock()
	defer one.events.mu.Unlock()
	for _, e := range one.events.list[from:] {
		if e.Picker != nil {
			t.Errorf("told %+v", e.Picker)
		}
	}
}

// What a person gave lies where they alone may read, and is gone with the browser.
func TestGivenFilesGoWithTheBrowser(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, "given-files", "picker-9", "0", "left.txt") // by a browser that was killed
	if err := os.MkdirAll(filepath.Dir(left), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(left, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	events := &recorder{more: make(chan struct{}, 1)}
	b, err := chrome.Start(t.Context(), chrome.Options{UserDataDir: dir, OnEvent: events.add})
	if err != nil {
		t.Fatal(err)
	}
	closed := false
	t.Cleanup(func() {
		if !closed {
			_ = b.Close(t.Context())
		}
	})
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("what was left is still there: %v", err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(fileFrame))
	}))
	t.Cleanup(s.Close)
	if _, err := b.Navigate(t.Context(), s.URL); err != nil {
		t.Fatal(err)
	}
	p := &picking{t: t, ctx: t.Context(), b: b}
	p.click(60, 15)
	var id string
	events.await(t, func(e page.Event) bool {
		if e.Picker != nil {
			id = e.Picker.ID
		}
		return id != ""
	})
	if err := b.Give(t.Context(), id, page.Given{Name: "mine.txt", Data: []byte("secret")}); err != nil {
		t.Fatal(err)
	}
	seen := 0
	err = filepath.WalkDir(filepath.Join(dir, "given-files"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		at, err := d.Info()
		if err == nil && at.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the rights %v", path, at.Mode())
		}
		if strings.HasSuffix(path, "mine.txt") {
			seen++
		}
		return err
	})
	if err != nil || seen != 1 {
		t.Errorf("the file is kept %d times, %v", seen, err)
	}
	if err := b.Close(t.Context()); err != nil {
		t.Error(err)
	}
	closed = true
	if _, err := os.Stat(filepath.Join(dir, "given-files")); !os.IsNotExist(err) {
		t.Errorf("what the person gave outlives the browser: %v", err)
	}
}
