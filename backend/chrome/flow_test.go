//go:build linux

package chrome_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/chrome/chrometest"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

func pair(t *testing.T, s string) (x, y float64) {
	t.Helper()
	var p [2]float64
	if err := json.Unmarshal([]byte(s), &p); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return p[0], p[1]
}

func TestDialogsHoldNothingUp(t *testing.T) {
	ctx, b := openFile(t, "ask-first.html")
	remove := refOf(ctx, t, b, `button "Remove item"`)
	e, err := b.Click(ctx, remove, page.Click{})
	if err != nil || e.Dialog == nil || e.Dialog.Kind != "confirm" || e.Dialog.Message != `Remove "Blue jar"?` {
		t.Fatalf("effect %+v, %v", e, err)
	}
	one.events.await(t, func(e page.Event) bool { return e.Dialog != nil && e.Dialog.Message == `Remove "Blue jar"?` })
	_, err = b.Snapshot(ctx, page.Snapshot{})
	wantFault(t, err, fault.DialogOpen, "Blue jar", "browser_dialog")
	_, err = b.Evaluate(ctx, "1+1", page.Target{})
	wantFault(t, err, fault.DialogOpen)
	if err := b.AnswerDialog(ctx, page.Dismiss, ""); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "kept")
	click(ctx, t, b, `button "Remove item"`)
	if err := b.AnswerDialog(ctx, page.Accept, ""); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "removed")
	if e := click(ctx, t, b, `button "Rename item"`); e.Dialog == nil || e.Dialog.Default != "Blue jar" {
		t.Fatalf("effect %+v", e)
	}
	if err := b.AnswerDialog(ctx, page.Accept, "Red jar"); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "named:Red jar")
	click(ctx, t, b, `button "Warn later"`)
	wantFault(t, b.Wait(ctx, page.Wait{Text: "warned"}), fault.DialogOpen, "Saved at last")
	if err := b.AnswerDialog(ctx, page.Accept, ""); err != nil {
		t.Fatal(err)
	}
	wantFault(t, b.AnswerDialog(ctx, page.Accept, ""), fault.Conflict)
}

func TestLeavingAsks(t *testing.T) {
	ctx, b := open(t, `<title>Draft</title><input aria-label=Draft><script>onbeforeunload=e=>{e.preventDefault();return ''}</script>`)
	url := active(t, b).URL
	if _, err := b.Type(ctx, refOf(ctx, t, b, `textbox "Draft"`), page.Typing{Text: "x", Slowly: true}); err != nil {
		t.Fatal(err)
	}
	n, err := b.Navigate(ctx, url+"?2")
	if err != nil || n.Load != page.Blocked {
		t.Fatalf("navigation %+v, %v", n, err)
	}
	if err := b.AnswerDialog(ctx, page.Accept, ""); err != nil {
		t.Fatal(err)
	}
	if err := b.Wait(ctx, page.Wait{URL: "?2"}); err != nil {
		t.Fatal(err)
	}
}

func TestAddresses(t *testing.T) {
	ctx, b := open(t, `<title>Home</title><p>home`)
	host := strings.TrimSuffix(strings.TrimPrefix(active(t, b).URL, "http://"), "/")
	if n, err := b.Navigate(ctx, host+"/#x"); err != nil || n.Title != "Home" || !strings.HasSuffix(n.URL, "/#x") {
		t.Errorf("bare host: %+v, %v", n, err)
	}
	for _, u := range []string{"file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "chrome://settings", "about:config", "view-source:http://a.test/"} {
		if _, err := b.Navigate(ctx, u); !fault.Is(err, fault.OriginRefused) {
			t.Errorf("%s: %v", u, err)
		}
	}
	_, err := b.Navigate(ctx, "nowhere.test")
	wantFault(t, err, fault.NavigationFailed, "https://nowhere.test", "ERR_NAME_NOT_RESOLVED")
	_, err = b.Navigate(ctx, "http://127.0.0.1:9/")
	wantFault(t, err, fault.NavigationFailed, "net::ERR_")
}

// TestALinkToNowhere: an action says that the page it led to did not load, and
// the tab keeps the address that was meant.
func TestALinkToNowhere(t *testing.T) {
	ctx, b := open(t, `<title>Home</title><a href="http://nowhere.test/page">Nowhere</a> <a href="http://127.0.0.1:1/">Closed</a>`)
	for _, c := range []struct{ selector, address, why string }{
		{"a", "http://nowhere.test/page", "net::ERR_NAME_NOT_RESOLVED"},
		{"a + a", "http://127.0.0.1:1/", "net::ERR_UNSAFE_PORT"},
	} {
		e, err := b.Click(ctx, page.Target{Selector: c.selector}, page.Click{Button: "left", Count: 1})
		if err != nil || e.Failed != c.why || e.URL != c.address || !e.Navigated {
			t.Errorf("%s: %+v, %v", c.selector, e, err)
		}
		if got := active(t, b).URL; got != c.address {
			t.Errorf("the tab is at %s", got)
		}
		if _, err := b.History(ctx, -1); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilesAndEmptyAnswers(t *testing.T) {
	sent := make(chan struct{})
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/empty":
			w.WriteHeader(http.StatusNoContent)
		case "/leaf.txt":
			w.Header().Set("Content-Disposition", `attachment; filename="../leaf.txt"`)
			_, _ = w.Write([]byte("ten bytes!"))
		case "/note.pdf":
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = w.Write([]byte("%PDF-1.4\n%%EOF\n"))
		case "/slow-leaf":
			w.Header().Set("Content-Disposition", "attachment")
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = w.Write(make([]byte, 4096))
			_ = http.NewResponseController(w).Flush()
			<-sent
		default:
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<title>Card</title><a href=/leaf.txt>Leaf</a>`))
		}
	}, "")
	base := active(t, b).URL
	link := refOf(ctx, t, b, `link "Leaf"`)
	_, err := b.Navigate(ctx, base+"empty")
	wantFault(t, err, fault.NavigationFailed, "204")
	if n, err := b.Navigate(ctx, base+"leaf.txt"); err != nil || n.Load != page.Download || n.Download == nil || n.Download.Size != 10 || n.URL != base {
		t.Errorf("navigation %+v, %v", n, err)
	}
	n, err := b.Navigate(ctx, base+"note.pdf")
	if err != nil || n.Download == nil || n.Download.Type != "application/pdf" || n.Download.State != page.FileThere || n.URL != base {
		t.Errorf("a PDF: %+v, %v", n, err)
	}
	if n, err = b.Navigate(ctx, base+"slow-leaf"); err != nil || n.Download == nil || n.Download.State != page.FileComing {
		t.Errorf("a slow file: %+v, %v", n, err)
	}
	close(sent)
	if all, err := b.Downloads(ctx, true); err != nil || all.Files[len(all.Files)-1].State != page.FileThere {
		t.Errorf("when it is there: %+v, %v", all, err)
	}
	e, err := b.Click(ctx, link, page.Click{})
	if err != nil || e.Download == nil || e.Navigated || e.URL != base {
		t.Fatalf("effect %+v, %v", e, err)
	}
	raw, err := os.ReadFile(e.Download.Path)
	if err != nil || string(raw) != "ten bytes!" || !strings.HasPrefix(e.Download.Path, one.dir) {
		t.Errorf("%s: %q, %v", e.Download.Path, raw, err)
	}
	if d := *e.Download; d.Size != 10 || d.Type != "text/plain" || d.State != page.FileThere || d.URL != base+"leaf.txt" {
		t.Errorf("the file is told as %+v", d)
	}
	all, err := b.Downloads(ctx, true)
	if n := len(all.Files); err != nil || n < 2 || all.Files[n-1] != *e.Download || all.Files[n-2].Path == e.Download.Path || all.Folder != filepath.Join(one.dir, "downloads") {
		t.Errorf("the list is %+v %v", all, err)
	}
}

// Of a file Chrome tells in another place than of the end of the navigation that
// led to it, and so maybe later.
func TestFileAfterTheEndOfItsNavigation(t *testing.T) {
	ctx, b := open(t, `<title>Card</title>`)
	if seen, err := chrome.FollowFile(ctx, b, 100*time.Millisecond); err != nil || !seen {
		t.Errorf("seen %v, %v", seen, err)
	}
}

func TestPopups(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/":    `<title>Opener</title><a href=/pop target=_blank>Plain</a> <button onclick="open('/pop','_blank','width=300,height=200')">Script</button>`,
		"/pop": `<title>Popup</title><h1>Pop</h1><button onclick="window.close()">Done</button>`,
	}, "")
	opener := active(t, b)
	for _, how := range []string{`link "Plain"`, `button "Script"`} {
		e := click(ctx, t, b, how)
		if e.NewTab == "" || e.NewTab != active(t, b).ID || e.Title != "Popup" || e.Navigated {
			t.Fatalf("%s: effect %+v", how, e)
		}
		if o := outline(ctx, t, b); !strings.Contains(o, "# Pop") {
			t.Errorf("outline of the popup:\n%s", o)
		}
		if how == `link "Plain"` {
			if err := b.CloseTab(ctx, e.NewTab); err != nil {
				t.Fatal(err)
			}
		} else {
			click(ctx, t, b, `button "Done"`)
		}
		if now := active(t, b); now.ID != opener.ID {
			t.Errorf("%s: after the popup the active tab is %+v", how, now)
		}
	}
	if err := b.SelectTab(ctx, "nothing"); !fault.Is(err, fault.NotFound) {
		t.Errorf("select: %v", err)
	}
}

func TestLastTabClosedByPage(t *testing.T) {
	ctx, b := openPages(t, map[string]string{"/": `<button onclick="window.open('/two')">Two</button>`, "/two": `<button onclick="window.close()">Away</button>`}, "")
	first := active(t, b).ID
	click(ctx, t, b, `button "Two"`)
	for _, tab := range b.Tabs() {
		if !tab.Active {
			if err := b.CloseTab(ctx, tab.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if active(t, b).ID == first {
		t.Fatal("the popup is not the active tab")
	}
	click(ctx, t, b, `button "Away"`)
	one.events.await(t, func(e page.Event) bool { return len(e.Tabs) == 1 && e.Tabs[0].URL == "about:blank" })
	if n, err := b.NewTab(ctx, ""); err != nil {
		t.Errorf("new tab: %+v, %v", n, err)
	}
}

func TestEvaluate(t *testing.T) {
	ctx, b := open(t, `<title>Eval</title><p id=p>hello</p><script>secret=41</script>`)
	ref := page.Target{Selector: "#p"}
	for function, want := range map[string]string{
		"1 + 1":                 "2",
		"secret + 1":            "42",
		"return document.title": `"Eval"`,
		"const a = await Promise.resolve(3); return {a, b: [a]}": `{"a":3,"b":[3]}`,
		"() => location.protocol":                                `"http:"`,
		"async function() { return 'ü😀' }":                       `"ü😀"`,
		"undefined":                                              "null",
		"({a: 1}) // note":                                       `{"a":1}`,
		"JSON.parse('[1]')":                                      "[1]",
	} {
		v, err := b.Evaluate(ctx, function, page.Target{})
		if err != nil || v.Text != want || string(v.JSON) != want {
			t.Errorf("%s = %s, %v; want %s", function, v.Text, err, want)
		}
	}
	if v, err := b.Evaluate(ctx, "(e) => e.textContent", ref); err != nil || v.Text != `"hello"` {
		t.Errorf("with an element: %s, %v", v.Text, err)
	}
	for function, want := range map[string]string{
		"document.body":                   "DOM nodes",
		"[{n: document}]":                 "DOM nodes",
		"throw new Error('broken jar')":   "broken jar",
		"JSON.parse('{')":                 "JSON",
		"const a = {}; a.a = a; return a": "holds itself",
		"return (":                        "SyntaxError",
	} {
		_, err := b.Evaluate(ctx, function, page.Target{})
		wantFault(t, err, fault.EvaluateFailed, want)
	}
	v, err := b.Evaluate(ctx, "'x'.repeat(5000000)", page.Target{})
	if err != nil || len(v.Text) != 20000 || v.Total != 5000002 || v.JSON != nil {
		t.Errorf("long text: %d of %d, %v", len(v.Text), v.Total, err)
	}
}

func TestEvaluateDropsRefs(t *testing.T) {
	ctx, b := open(t, `<button>One</button>`)
	ref := refOf(ctx, t, b, `button "One"`)
	if again := refOf(ctx, t, b, `button "One"`); again != ref {
		t.Errorf("ref %v became %v", ref, again)
	}
	if _, err := b.Evaluate(ctx, "1", page.Target{}); err != nil {
		t.Fatal(err)
	}
	_, err := b.Click(ctx, ref, page.Click{})
	wantFault(t, err, fault.StaleRef, "browser_evaluate")
	if again := refOf(ctx, t, b, `button "One"`); again == ref {
		t.Error("a dropped ref came back")
	}
}

func TestEndlessScripts(t *testing.T) {
	ctx, b := open(t, `<p>still`)
	for _, function := range []string{"new Promise(() => {})", "for(;;){}", "return (async () => { for(;;){} })()"} {
		short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		_, err := b.Evaluate(short, function, page.Target{})
		cancel()
		wantFault(t, err, fault.DeadlineExceeded, "in time")
		if v, err := b.Evaluate(ctx, "2+2", page.Target{}); err != nil || v.Text != "4" {
			t.Errorf("after %s: %s, %v", function, v.Text, err)
		}
	}
}

func TestBlockedPageEndsCalls(t *testing.T) {
	ctx, b := open(t, `<button onclick="for(;;){}">Hang</button>`)
	hang := refOf(ctx, t, b, `button "Hang"`)
	short, cancel := context.WithTimeout(ctx, 400*time.Millisecond)
	defer cancel()
	if _, err := b.Click(short, hang, page.Click{}); !fault.Is(err, fault.DeadlineExceeded) {
		t.Errorf("click: %v", err)
	}
	short, cancel = context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	if _, err := b.Snapshot(short, page.Snapshot{}); !fault.Is(err, fault.DeadlineExceeded) {
		t.Errorf("snapshot: %v", err)
	}
	if err := b.CloseTab(ctx, active(t, b).ID); err != nil {
		t.Errorf("close: %v", err)
	}
}

func TestCrashedTab(t *testing.T) {
	ctx, b := open(t, `<title>Crash</title><button>Here</button>`)
	ref := refOf(ctx, t, b, `button "Here"`)
	url := active(t, b).URL
	chrometest.KillRenderers(one.dir)
	one.events.await(t, func(e page.Event) bool { return e.Crashed == active(t, b).ID })
	_, err := b.Click(ctx, ref, page.Click{})
	wantFault(t, err, fault.NavigationFailed, "crashed", "browser_reload")
	if n, err := b.Navigate(ctx, url); err != nil || n.Title != "Crash" {
		t.Fatalf("navigate: %+v, %v", n, err)
	}
	refOf(ctx, t, b, `button "Here"`)
}

// A crash is told of the tab, and a reload brings page and picture back.
func TestReloadAfterACrash(t *testing.T) {
	ctx, b := open(t, `<title>Again</title><button>Here</button>`)
	id := active(t, b).ID
	frames := make(chan page.Frame, 64)
	stop, err := b.Cast(ctx, page.Cast{MaxWidth: 1280, MaxHeight: 720, Quality: 70}, func(f page.Frame) { frames <- f })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	awaitFrame(ctx, t, frames, id)
	crashed := func(yes bool) func(page.Event) bool {
		return func(e page.Event) bool {
			return slices.ContainsFunc(e.Tabs, func(x page.Tab) bool { return x.ID == id && x.Crashed == yes })
		}
	}
	chrometest.KillRenderers(one.dir)
	one.events.await(t, crashed(true))
	for len(frames) > 0 {
		(<-frames).Ack()
	}
	if n, err := b.Reload(ctx); err != nil || n.Title != "Again" {
		t.Fatalf("reload: %+v, %v", n, err)
	}
	if active(t, b).Crashed {
		t.Error("the tab is told as crashed after the reload")
	}
	awaitFrame(ctx, t, frames, id)
	refOf(ctx, t, b, `button "Here"`)
}
