//go:build linux

package chrome_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/snapshot"
)

func TestMeaningChanged(t *testing.T) {
	ctx, b := open(t, `<button id=b>Delete row 1</button><button id=g>Gone</button><output id=out></output>
		<script>setMeaning=()=>{b.textContent='Delete row 2';g.remove()}; b.onclick=()=>out.textContent='hit'; addEventListener('keydown',setMeaning)</script>`)
	row, gone := refOf(ctx, t, b, `button "Delete row 1"`), refOf(ctx, t, b, `button "Gone"`)
	press(ctx, t, b, "a")
	_, err := b.Click(ctx, row, page.Click{})
	wantFault(t, err, fault.StaleRef, `is now button "Delete row 2"`, "browser_snapshot")
	_, err = b.Click(ctx, gone, page.Click{})
	wantFault(t, err, fault.StaleRef, "gone", "browser_snapshot")
	_, err = b.Click(ctx, page.Target{Ref: "e99999"}, page.Click{})
	wantFault(t, err, fault.StaleRef, "never")
	_, err = b.Click(ctx, page.Target{Ref: "button"}, page.Click{})
	wantFault(t, err, fault.InvalidInput, "not a ref")
	wantText(ctx, t, b, "#out", "")
}

func TestFramesOfOtherSites(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/":     `<title>Top</title><div style="height:1500px"></div><div style="padding:20px"><iframe title="Far" src="http://b.test:PORT/far" style="border:7px solid;padding:9px;width:400px;height:300px"></iframe></div>`,
		"/far":  `<h2>Far away</h2><button onclick="this.textContent='Pressed'">Press</button><label>Note <input id=n></label><iframe title="Deep" src="http://a.test:PORT/deep"></iframe>`,
		"/deep": `<button onclick="this.textContent='Sunk'">Sink</button>`,
	}, "a.test")
	if err := b.Wait(ctx, page.Wait{Text: "Sink"}); err != nil {
		t.Fatal(err)
	}
	o := outline(ctx, t, b)
	if miss := lines(o, `(?m)^iframe "Far":\n  ## Far away\n  - button @e\d+ "Press"\n  - textbox @e\d+ "Note"\n  iframe "Deep":\n    - button @e\d+ "Sink"`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	if e := click(ctx, t, b, `button "Press"`); !e.Changed {
		t.Errorf("effect %+v", e)
	}
	click(ctx, t, b, `button "Sink"`)
	if _, err := b.Type(ctx, refOf(ctx, t, b, `textbox "Note"`), page.Typing{Text: "ins Blaue"}); err != nil {
		t.Fatal(err)
	}
	o = outline(ctx, t, b)
	if miss := lines(o, `"Pressed"`, `"Sunk"`, `value: "ins Blaue"`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	r, err := b.Read(ctx, page.Reading{})
	if err != nil || !strings.Contains(r.Text, "Far away") || !strings.Contains(r.Text, "Sunk") {
		t.Errorf("read %+v, %v", r, err)
	}
	if v, err := b.Evaluate(ctx, "e => e.ownerDocument.location.hostname", page.Target{Selector: "#n"}); err != nil || v.Text != `"b.test"` {
		t.Errorf("evaluate in a frame: %s, %v", v.Text, err)
	}
}

func TestClosedShadowRoots(t *testing.T) {
	ctx, b := open(t, `<x-closed></x-closed><div id=d></div><script>
		for (const h of [document.querySelector('x-closed'), d]) h.attachShadow({mode:'closed'}).innerHTML = '<button onclick="this.textContent=\'Opened '+h.localName+'\'">Vault '+h.localName+'</button>'</script>`)
	click(ctx, t, b, `button "Vault x-closed"`)
	click(ctx, t, b, `button "Vault div"`)
	o := outline(ctx, t, b)
	if miss := lines(o, `"Opened x-closed"`, `"Opened div"`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
}

func TestFill(t *testing.T) {
	ctx, b := open(t, `<label>City <input value="Old town" id=i></label><textarea aria-label=Text id=t>before</textarea>
		<div contenteditable role=textbox aria-label=Rich id=r>old <b>words</b></div><label>Day <input type=date id=d></label><input aria-label=Locked readonly>
		<input id=n aria-label=Digits oninput="this.value=this.value.replace(/\D/g,'')"><input type=checkbox aria-label=Box>`)
	fill := func(what, text string) error {
		_, err := b.Type(ctx, refOf(ctx, t, b, what), page.Typing{Text: text, Clear: true})
		return err
	}
	for what, text := range map[string]string{`textbox "City"`: "Köln", `textbox "Text"`: "one\ntwo", `textbox "Rich"`: "new", `date "Day"`: "2026-05-31"} {
		if err := fill(what, text); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	wantText(ctx, t, b, "#i", "Köln")
	wantText(ctx, t, b, "#t", `one\ntwo`)
	wantText(ctx, t, b, "#r", "new")
	wantText(ctx, t, b, "#d", "2026-05-31")
	if err := fill(`textbox "City"`, ""); err != nil {
		t.Error(err)
	}
	wantText(ctx, t, b, "#i", "")
	wantFault(t, fill(`textbox "Locked"`, "x"), fault.NotActionable, "read-only")
	wantFault(t, fill(`checkbox "Box"`, "x"), fault.NotActionable, "browser_click")
	wantFault(t, fill(`date "Day"`, "31.5."), fault.InvalidInput, "2026-05-31")
	wantFault(t, fill(`textbox "Digits"`, "abc"), fault.NotActionable, "holds")
}

func TestScroll(t *testing.T) {
	ctx, b := open(t, `<body style="margin:0"><div id=box style="height:200px;overflow:auto"><div style="height:900px">tall</div></div><div style="height:3000px"></div><p id=end>End</p>`)
	s, err := b.Scroll(ctx, page.Target{}, page.Scroll{DY: 400})
	if err != nil || s.Y != 400 || !s.Moved || s.AtBottom {
		t.Errorf("scroll %+v, %v", s, errors.Unwrap(err))
	}
	if s, err = b.Scroll(ctx, page.Target{}, page.Scroll{DY: 9000}); err != nil || !s.AtBottom || s.Y != s.MaxY {
		t.Errorf("scroll %+v, %v", s, err)
	}
	if s, err = b.Scroll(ctx, page.Target{}, page.Scroll{DY: 10}); err != nil || s.Moved {
		t.Errorf("scroll at the end %+v, %v", s, err)
	}
	if s, err = b.Scroll(ctx, page.Target{Selector: "#box"}, page.Scroll{DY: 100}); err != nil || s.Y != 100 || s.MaxY != 700 {
		t.Errorf("scroll in a box %+v, %v", s, err)
	}
	if s, err = b.Scroll(ctx, page.Target{Selector: "#end"}, page.Scroll{Into: true}); err != nil || !s.AtBottom {
		t.Errorf("scroll into view %+v, %v", s, err)
	}
}

func TestKeys(t *testing.T) {
	ctx, b := open(t, `<input id=i value="all of it" aria-label=Field><output id=out></output><script>addEventListener('keydown',e=>out.textContent+=[e.key,e.code,e.ctrlKey,e.shiftKey].join()+' ')</script>`)
	if _, err := b.Click(ctx, refOf(ctx, t, b, `textbox "Field"`), page.Click{}); err != nil {
		t.Fatal(err)
	}
	press(ctx, t, b, "control+A", "x")
	wantText(ctx, t, b, "#i", "x")
	press(ctx, t, b, "ControlOrMeta+z")
	wantText(ctx, t, b, "#i", "all of it")
	press(ctx, t, b, "Shift+Tab")
	for _, bad := range []string{"Hyper+a", "Nokey", ""} {
		if _, err := b.PressKey(ctx, bad); !fault.Is(err, fault.InvalidInput) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A thing that can be clicked and has a name of its own hides nothing that it says
// beside that; a sign that the name stands for is not told twice.
func TestNamedThingsSayMore(t *testing.T) {
	ctx, b := open(t, `<div tabindex=0 aria-label="Message 3">Your parcel comes on Monday <button>Reply</button></div>
		<div tabindex=0 aria-label="Like this">♥</div><div tabindex=0>Plain words</div>`)
	r, err := b.Snapshot(ctx, page.Snapshot{})
	want := regexp.MustCompile(`^- clickable @e\d+ "Message 3"\n  Your parcel comes on Monday\n  - button @e\d+ "Reply"\n- clickable @e\d+ "Like this"\n- clickable @e\d+ "Plain words"\n$`)
	if err != nil || !want.MatchString(r.Outline) {
		t.Errorf("%v\n%s", err, r.Outline)
	}
}

func TestSnapshotOptions(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/":  `<title>Opts</title><body style="margin:0"><main><h1>Top</h1><p>Words <b>and</b> more <a href="/x">link</a> end.</p><section id=part><button>In part</button></section></main><iframe title=Sub src=/f style="position:absolute;left:100px;top:200px;border:10px solid"></iframe>`,
		"/f": `<body style="margin:0"><button style="position:absolute;left:5px;top:6px;width:70px;height:20px">Inner</button>`,
	}, "")
	get := func(o page.Snapshot) snapshot.Result {
		t.Helper()
		r, err := b.Snapshot(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := regexp.MustCompile(`^# Top\nWords and more\n- link @e\d+ "link"\nend\.\n- button @e\d+ "In part"\niframe "Sub":\n  - button @e\d+ "Inner"\n$`)
	if r := get(page.Snapshot{}); !want.MatchString(r.Outline) || r.Title != "Opts" || r.Shown != r.Total {
		t.Errorf("whole (%d of %d):\n%s", r.Shown, r.Total, r.Outline)
	}
	if r := get(page.Snapshot{Selector: "#part"}); strings.Count(r.Outline, "\n") != 1 || !strings.Contains(r.Outline, "In part") {
		t.Errorf("selector:\n%s", r.Outline)
	}
	if r := get(page.Snapshot{InteractiveOnly: true}); strings.Contains(r.Outline, "Words") || !strings.Contains(r.Outline, `"Inner"`) {
		t.Errorf("interactive:\n%s", r.Outline)
	}
	nodes := get(page.Snapshot{JSON: true}).Nodes
	frame := nodes[len(nodes)-1]
	if len(frame.Children) != 1 || frame.Children[0].X != 115 || frame.Children[0].Y != 216 || frame.Children[0].Width != 70 || frame.Children[0].Ref == "" {
		t.Errorf("JSON of the frame: %+v", frame)
	}
	_, err := b.Snapshot(ctx, page.Snapshot{Selector: "#nothing"})
	wantFault(t, err, fault.NotFound, "#nothing")
	_, err = b.Snapshot(ctx, page.Snapshot{Selector: "a["})
	wantFault(t, err, fault.InvalidInput, "CSS selector")
}

// A script that only reads leaves refs as they are; any other drops them.
func TestInspectKeepsRefs(t *testing.T) {
	ctx, b := open(t, `<button onclick="this.dataset.n = 1">Go</button>`)
	ref := refOf(ctx, t, b, `button "Go"`)
	if v, err := b.Inspect(ctx, "document.querySelectorAll('button').length", page.Target{}); err != nil || v.Text != "1" {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, err := b.Click(ctx, ref, page.Click{}); err != nil {
		t.Fatal(err)
	}
	wantText(ctx, t, b, "body", "Go")
	_, err := b.Click(ctx, ref, page.Click{})
	wantFault(t, err, fault.StaleRef, "browser_evaluate")
}
