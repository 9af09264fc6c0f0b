//go:build linux

package chrome_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/chrome"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// openFile loads a page of testdata.
func openFile(t *testing.T, name string) (context.Context, *chrome.Browser) {
	t.Helper()
	files := http.FileServer(http.Dir("testdata"))
	ctx, b := openHandler(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/hang.png" {
			<-r.Context().Done()
			return
		}
		if r.URL.Path == "/" {
			_, _ = w.Write([]byte("<title>start</title>"))
			return
		}
		files.ServeHTTP(w, r)
	}, "")
	tab := active(t, b)
	if _, err := b.Navigate(ctx, tab.URL+name); err != nil {
		t.Fatalf("navigate: %v", err)
	}
	return ctx, b
}

func active(t *testing.T, b *chrome.Browser) page.Tab {
	t.Helper()
	for _, tab := range b.Tabs() {
		if tab.Active {
			return tab
		}
	}
	t.Fatal("no tab is active")
	return page.Tab{}
}

func click(ctx context.Context, t *testing.T, b *chrome.Browser, what string) page.Effect {
	t.Helper()
	e, err := b.Click(ctx, refOf(ctx, t, b, what), page.Click{})
	if err != nil {
		t.Fatalf("click %s: %v", what, err)
	}
	return e
}

func lines(o string, want ...string) string {
	var lacking []string
	for _, w := range want {
		if !regexp.MustCompile(w).MatchString(o) {
			lacking = append(lacking, w)
		}
	}
	return strings.Join(lacking, "; ")
}

func TestHiddenChoices(t *testing.T) {
	ctx, b := openFile(t, "hidden-choice.html")
	o := outline(ctx, t, b)
	if miss := lines(o, `radio @e\d+ "Slow boat" \[checked\]`, `radio @e\d+ "Mail van"\n`, `radio @e\d+ "Night courier" \[disabled\]`, `checkbox @e\d+ "Gift wrap"\n`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	click(ctx, t, b, `radio "Mail van"`)
	wantText(ctx, t, b, "#out", "mid")
	click(ctx, t, b, `checkbox "Gift wrap"`)
	wantText(ctx, t, b, "#out", "mid+gift")
	o = outline(ctx, t, b)
	if miss := lines(o, `"Mail van" \[checked\]`, `"Gift wrap" \[checked\]`, `"Slow boat"\n`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	_, err := b.Click(ctx, refOf(ctx, t, b, `radio "Night courier"`), page.Click{})
	wantFault(t, err, fault.NotActionable, "disabled")
	wantText(ctx, t, b, "#out", "mid+gift")
}

func TestWhatIsSeenIsTold(t *testing.T) {
	ctx, b := openFile(t, "seen-but-aria-hidden.html")
	o := outline(ctx, t, b)
	if miss := lines(o, `button @e\d+ "Search shelf"`, `button @e\d+ "Accept terms"`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	if regexp.MustCompile(`Ghost|@e\d+ "Frozen`).MatchString(o) {
		t.Errorf("outline offers what nobody can press:\n%s", o)
	}
	click(ctx, t, b, `button "Accept terms"`)
	wantText(ctx, t, b, "#out", "accepted")
}

func TestModalBeyondCap(t *testing.T) {
	ctx, b := openFile(t, "modal-over-cap.html")
	o := outline(ctx, t, b)
	if miss := lines(o, `"Reason"`, `"Keep draft"`, `"Drop draft"`, `modal dialog is open`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	if strings.Contains(o, "Part") || strings.Contains(o, "not on screen") || strings.Contains(o, "Not yet shown") {
		t.Errorf("outline tells what cannot be used:\n%s", o)
	}
	if _, err := b.Type(ctx, refOf(ctx, t, b, `textbox "Reason"`), page.Typing{Text: "too late"}); err != nil {
		t.Fatal(err)
	}
	click(ctx, t, b, `button "Drop draft"`)
	r, err := b.Snapshot(ctx, page.Snapshot{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Shown != 500 || r.Total < 700 || !strings.Contains(r.Outline, "… 500 of 70") {
		t.Errorf("shown %d of %d:\n%s", r.Shown, r.Total, r.Outline[len(r.Outline)-200:])
	}
	wantText(ctx, t, b, "#out", "dropped:too late")
}

func TestSlots(t *testing.T) {
	ctx, b := openFile(t, "slot-mix.html")
	o := outline(ctx, t, b)
	if strings.Count(o, `"Fold"`) != 2 || strings.Count(o, `"Town guide"`) != 1 || strings.Count(o, `"Deep button"`) != 1 ||
		strings.Count(o, "Shown head") != 1 || strings.Count(o, `"Strict own"`) != 1 || strings.Contains(o, "Never placed") {
		t.Errorf("slots:\n%s", o)
	}
	if !(strings.Index(o, "Fold") < strings.Index(o, "Town guide") && strings.Index(o, "Town guide") < strings.Index(o, `"City"`)) {
		t.Errorf("order:\n%s", o)
	}
	if _, err := b.Type(ctx, refOf(ctx, t, b, `textbox "City"`), page.Typing{Text: "Ulm"}); err != nil {
		t.Fatal(err)
	}
	click(ctx, t, b, `button "Deep button"`)
	wantText(ctx, t, b, "#city", "Ulm")
	wantText(ctx, t, b, "#out", "Deep button")
}

func TestFramesInFrames(t *testing.T) {
	ctx, b := openFile(t, "nested-srcdoc.html")
	if err := b.Wait(ctx, page.Wait{Text: "Inner go"}); err != nil {
		t.Fatal(err)
	}
	o := outline(ctx, t, b)
	if miss := lines(o, `(?m)^iframe "Outer box":\n  - button @e\d+ "Outer go"\n  iframe "Inner box":\n    - button @e\d+ "Inner go"`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	click(ctx, t, b, `button "Outer go"`)
	wantText(ctx, t, b, "#out", "outer ok")
	click(ctx, t, b, `button "Inner go"`)
	wantText(ctx, t, b, "#out", "inner ok")
}

func TestWrappedLink(t *testing.T) {
	ctx, b := openFile(t, "wrapped-link.html")
	e := click(ctx, t, b, `link "Prize rules"`)
	wantText(ctx, t, b, "#out", "link ok")
	if !strings.HasSuffix(e.URL, "#prize") {
		t.Errorf("effect %+v", e)
	}
}

func TestEdgeOfFold(t *testing.T) {
	ctx, b := openFile(t, "straddle-fold.html")
	click(ctx, t, b, `button "Next page"`)
	wantText(ctx, t, b, "#out", "next ok")
}

func TestTrackedField(t *testing.T) {
	ctx, b := openFile(t, "tracked-input.html")
	if _, err := b.Type(ctx, refOf(ctx, t, b, `textbox "Guest name"`), page.Typing{Text: "Ida", Clear: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Select(ctx, refOf(ctx, t, b, `combobox "Size"`), []string{"Large"}); err != nil {
		t.Fatal(err)
	}
	if err := b.Wait(ctx, page.Wait{Time: 600 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	click(ctx, t, b, `button "Send note"`)
	wantText(ctx, t, b, "#out", "sent:Ida:l")
}

func TestEnterKey(t *testing.T) {
	ctx, b := openFile(t, "enter-key.html")
	if _, err := b.Type(ctx, refOf(ctx, t, b, `searchbox "Find"`), page.Typing{Text: "kiwi", Submit: true}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "searched:kiwi:1")
	if _, err := b.Type(ctx, refOf(ctx, t, b, `textbox "Message"`), page.Typing{Text: "a"}); err != nil {
		t.Fatal(err)
	}
	press(ctx, t, b, "Enter")
	if _, err := b.Type(ctx, page.Target{}, page.Typing{Text: "b", Slowly: true}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#m", `a\nb`)
	press(ctx, t, b, "Tab", "enter")
	wantText(ctx, t, b, "#out", "bell")
	press(ctx, t, b, "Tab", "Space")
	if o := outline(ctx, t, b); lines(o, `"Loud" \[checked\]`) != "" {
		t.Errorf("space did not check the box:\n%s", o)
	}
}

func press(ctx context.Context, t *testing.T, b *chrome.Browser, keys ...string) {
	t.Helper()
	for _, k := range keys {
		if _, err := b.PressKey(ctx, k); err != nil {
			t.Fatalf("press %s: %v", k, err)
		}
	}
}

func TestPickByLabel(t *testing.T) {
	ctx, b := openFile(t, "label-select.html")
	country := refOf(ctx, t, b, `combobox "Country"`)
	pick := func(g page.Target, values ...string) error { _, err := b.Select(ctx, g, values); return err }
	if err := pick(country, "Finland"); err != nil {
		t.Fatal(err)
	}
	if err := pick(country, "SE"); err != nil {
		t.Fatal(err)
	}
	wantFault(t, pick(country, "Portugal"), fault.NotActionable, "disabled")
	wantFault(t, pick(country, "Atlantis"), fault.InvalidInput, "Atlantis", "Finland")
	if err := pick(page.Target{Selector: "#d"}, "Mon", "Wed"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Type(ctx, refOf(ctx, t, b, `combobox "Fruit"`), page.Typing{Text: "Ap"}); err != nil {
		t.Fatal(err)
	}
	click(ctx, t, b, `option "Apricot"`)
	wantText(ctx, t, b, "#out", "SE|1+3|Apricot|3")
	click(ctx, t, b, `option "Greece"`)
	_, err := b.Click(ctx, refOf(ctx, t, b, `option "Portugal"`), page.Click{})
	wantFault(t, err, fault.NotActionable, "disabled")
	_, err = b.Hover(ctx, page.Target{Selector: `option[value="GR"]`})
	wantFault(t, err, fault.NotActionable, "browser_select")
	wantText(ctx, t, b, "#out", "GR|1+3|Apricot|4")
}

func TestOldRefs(t *testing.T) {
	ctx, b := openFile(t, "turn-a.html")
	next := refOf(ctx, t, b, `link "Next leaf"`)
	e, err := b.Click(ctx, next, page.Click{})
	if err != nil || !e.Navigated || !strings.HasSuffix(e.URL, "turn-b.html") {
		t.Fatalf("effect %+v, %v", e, err)
	}
	_, err = b.Click(ctx, next, page.Click{})
	wantFault(t, err, fault.StaleRef, "earlier page", "browser_snapshot")
	wantText(ctx, t, b, "#out", "on B, nothing erased")
	if n, err := b.History(ctx, -1); err != nil || !strings.HasSuffix(n.URL, "turn-a.html") || n.Load != page.Loaded {
		t.Fatalf("back: %+v, %v", n, err)
	}
	_, err = b.Click(ctx, next, page.Click{})
	wantFault(t, err, fault.StaleRef)
	again := refOf(ctx, t, b, `link "Next leaf"`)
	if _, err := b.Reload(ctx); err != nil {
		t.Fatal(err)
	}
	_, err = b.Click(ctx, again, page.Click{})
	wantFault(t, err, fault.StaleRef)
	if _, err := b.History(ctx, 5); !fault.Is(err, fault.NavigationFailed) {
		t.Errorf("forward beyond the end: %v", err)
	}
}

func TestCoveredButton(t *testing.T) {
	ctx, b := openFile(t, "veil.html")
	_, err := b.Click(ctx, refOf(ctx, t, b, `button "Buy boat"`), page.Click{})
	wantFault(t, err, fault.NotActionable, "covered", "Please wait a moment")
	wantText(ctx, t, b, "#out", "none")
	click(ctx, t, b, `button "Close veil"`)
	click(ctx, t, b, `button "Rent boat"`)
	wantText(ctx, t, b, "#out", "rented")
}

func TestDrag(t *testing.T) {
	ctx, b := openFile(t, "native-drag.html")
	card, bin := page.Target{Selector: "#c2"}, page.Target{Selector: "#bin"}
	if _, err := b.Drag(ctx, []page.Target{card, bin}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "dropped:c2:real")
	v, err := b.Evaluate(ctx, "const r = knob.getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]", page.Target{})
	if err != nil {
		t.Fatal(err)
	}
	x, y := pair(t, v.Text)
	if _, err := b.Drag(ctx, []page.Target{{Point: &page.Point{X: x, Y: y}}, {Point: &page.Point{X: x + 80, Y: y}}}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "knob:80")
	if _, err := b.Hover(ctx, page.Target{Selector: "h1"}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "#out", "knob:80")
}

func TestBusyPageIsUsable(t *testing.T) {
	ctx, b := openFile(t, "still-card.html")
	base := strings.TrimSuffix(active(t, b).URL, "still-card.html")
	n, err := b.Navigate(ctx, base+"never-idle.html?hang")
	if err != nil || n.Load != page.Usable || n.Title != "Busy desk" || n.Status != 200 ||
		len(n.Outstanding) != 1 || !strings.HasPrefix(n.Outstanding[0], base+"hang.png") {
		t.Fatalf("navigation %+v, %v", n, err)
	}
	click(ctx, t, b, `button "Take ticket"`)
	wantText(ctx, t, b, "#out", "ticket")
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	wantFault(t, b.Wait(short, page.Wait{Load: true}), fault.DeadlineExceeded, "load")
}
