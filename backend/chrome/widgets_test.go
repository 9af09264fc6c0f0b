//go:build linux

package chrome_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/page"
)

// What reacts may be the words of an item alone, and its middle may be another
// item: a click on an open folder is not one on what lies in it.
func TestItemsInItems(t *testing.T) {
	ctx, b := open(t, `<title>Tree</title><ul role=tree><li role=treeitem aria-expanded=true><span onclick="out.textContent+='a'">Folder</span>
		<ul role=group><li role=treeitem><span onclick="out.textContent+='b'">One</span></li><li role=treeitem><span onclick="out.textContent+='c'">Two</span></li></ul></li></ul>
		<output id=out></output>`)
	o := outline(ctx, t, b)
	if miss := lines(o, `(?m)treeitem @e\d+ "Folder" \[expanded\]$`, `treeitem @e\d+ "One"`); miss != "" {
		t.Fatalf("outline lacks %s:\n%s", miss, o)
	}
	if _, err := b.Evaluate(ctx, "document.querySelector('[role=group]').hidden = true", page.Target{}); err != nil {
		t.Fatal(err)
	}
	if o := outline(ctx, t, b); !strings.Contains(o, `"Folder" [expanded]`) {
		t.Errorf("a folder is called otherwise when it is closed:\n%s", o)
	}
	click(ctx, t, b, `treeitem "Folder"`)
	if _, err := b.Evaluate(ctx, "document.querySelector('[role=group]').hidden = false", page.Target{}); err != nil {
		t.Fatal(err)
	}
	click(ctx, t, b, `treeitem "Folder"`)
	click(ctx, t, b, `treeitem "Two"`)
	wantText(ctx, t, b, "#out", "aac")
}

// The days of a calendar are things to choose, the cells of a plain table are words.
func TestDaysOfACalendar(t *testing.T) {
	ctx, b := open(t, `<title>Days</title><table role=grid><tr><td tabindex=-1>1<td tabindex=-1>2<td tabindex=-1>3</table>
		<table><tr><td>4<td>5</table><script>document.querySelector('[role=grid]').addEventListener('click', (e) => { out.textContent = e.target.textContent })</script><output id=out></output>`)
	o := outline(ctx, t, b)
	if miss := lines(o, `gridcell @e\d+ "1"`, `gridcell @e\d+ "3"`, `4 \| 5`); miss != "" {
		t.Fatalf("outline lacks %s:\n%s", miss, o)
	}
	click(ctx, t, b, `gridcell "2"`)
	wantText(ctx, t, b, "#out", "2")
}

// A thing with a role that is not one of a control can be clicked by its ref too.
func TestClickableListItems(t *testing.T) {
	ctx, b := open(t, `<title>List</title><ul><li tabindex=0 onclick="out.textContent+='a'">First</li><li style="cursor:grab" onclick="out.textContent+='b'">Second</li></ul>
		<h3 onclick="out.textContent+='c'">Third</h3><table><tr onclick="out.textContent+='d'"><td>Fourth</td></tr></table><output id=out></output>`)
	for _, what := range []string{`listitem "First"`, `listitem "Second"`, `heading "Third"`, `row "Fourth"`} {
		click(ctx, t, b, what)
	}
	wantText(ctx, t, b, "#out", "abcd")
}

// What has no words is told by how it looks, when it can be clicked.
func TestThingsWithoutWords(t *testing.T) {
	ctx, b := open(t, `<title>Shapes</title><style>.s{cursor:pointer;width:40px;height:40px;display:inline-block}</style>
		<div class=s style="background:#f00" onclick="out.textContent+='a'"></div><div class=s style="background:rgb(0,0,255)" onclick="out.textContent+='b'"></div>
		<svg width=200 height=80><circle cx=40 cy=40 r=20 fill=green tabindex=0 onclick="out.textContent+='c'"/><text x=100 y=40>Green is right</text></svg>
		<svg width=16 height=16><path d="M0 0h16v16z"/></svg><output id=out></output>`)
	o := outline(ctx, t, b)
	if miss := lines(o, `clickable @e\d+ value: "box #ff0000 40×40"`, `clickable @e\d+ value: "circle #008000 40×40"`, `Green is right`); miss != "" || strings.Contains(o, "path") {
		t.Fatalf("outline lacks %s:\n%s", miss, o)
	}
	for _, what := range []string{`box #0000ff`, `circle`, `box #ff0000`} {
		click(ctx, t, b, `clickable value: "`+what)
	}
	wantText(ctx, t, b, "#out", "bca")
}

// The areas of an image map are links of the page; a drawing has a ref.
func TestImageMapsAndDrawings(t *testing.T) {
	ctx, b := open(t, `<title>Map</title><div style="height:900px"></div><img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E" usemap=#m width=200 height=100 alt=Plan style="border:5px solid;padding:7px">
		<map name=m><area href=#a alt=Left coords=0,0,100,100 onclick="out.textContent+='l'"><area href=#b alt=Middle shape=circle coords=150,50,20 onclick="out.textContent+='m'">
		<area href=#c alt=Rest shape=default onclick="out.textContent+='r'"></map><canvas width=100 height=80 aria-label=Sketch onclick="out.textContent+='c'"></canvas><output id=out></output>`)
	for _, what := range []string{`link "Middle"`, `link "Left"`, `link "Rest"`, `canvas "Sketch"`} {
		click(ctx, t, b, what)
	}
	wantText(ctx, t, b, "#out", "mlrc")
}

// A page may ask the next question in the moment in which one is answered.
func TestQuestionAfterQuestion(t *testing.T) {
	ctx, b := open(t, `<title>Ask</title><button onclick="out.textContent = [confirm('a'), confirm('b'), prompt('c')].join()">Ask</button><output id=out></output>`)
	for range 5 {
		click(ctx, t, b, `button "Ask"`)
		for _, how := range []page.Answer{page.Accept, page.Dismiss, page.Accept} {
			if err := b.AnswerDialog(ctx, how, "text"); err != nil {
				t.Fatal(err)
			}
		}
		wantText(ctx, t, b, "#out", "true,false,text")
	}
}

// What a field holds can be read whole, but for passwords; and not while a
// person drives.
func TestReadFields(t *testing.T) {
	ctx, b := open(t, `<title>Fields</title><textarea id=a>two  words
next</textarea><input id=b value="x  y"><input id=c type=password value=hush><select id=d><option>One<option selected>Two</select>
		<div id=e contenteditable>my letter</div><p id=f>Words around <b contenteditable>a secret</b> here</p><input id=g type=checkbox checked><p id=h>🙂🙃 👋🏽`)
	long := strings.Repeat("long ", 200)
	if _, err := b.Evaluate(ctx, "document.querySelector('#b').value += ' "+long+"'", page.Target{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ at, open, hidden string }{
		{"#a", "two  words\nnext", "[filled]"},
		{"#b", "x  y " + long, "[filled]"},
		{"#c", "[filled]", "[filled]"},
		{"#d", "Two", "[filled]"},
		{"#e", "my letter", "[filled]"},
		{"#f", "Words around a secret here", "Words around [filled] here"},
		{"#g", "", ""},
		{"#h", "🙂🙃 👋🏽", "🙂🙃 👋🏽"},
	} {
		for hide, want := range map[bool]string{false: c.open, true: c.hidden} {
			r, err := b.Read(ctx, page.Reading{Target: page.Target{Selector: c.at}, HideValues: hide})
			if err != nil || r.Text != want || r.Total != utf8.RuneCountInString(want) {
				t.Errorf("%s, hidden %v: %q, %v; want %q", c.at, hide, r.Text, err, want)
			}
		}
	}
}

// Names are made of what is shown: numbers that CSS counts, the case that CSS
// gives, what aria-owns brings, and labels of controls within.
func TestNamesOfWhatIsShown(t *testing.T) {
	ctx, b := open(t, `<title>Names</title><style>body{counter-reset:part}h2{counter-increment:part}h2::before{content:counter(part,upper-roman) ". "}
		section{counter-reset:step}button.s::before{counter-increment:step;content:counter(part) "." counter(step) " "}.up{text-transform:uppercase}</style>
		<h2>First</h2><section><button class=s>Begin</button><button class=s>End</button></section><h2>Second</h2><section><button class=s>Begin</button></section>
		<button class=up>Sign in</button><p class=up>Read me</p><a href=# aria-owns=more>Docs</a><p><span id=more>(new window)</span></p>
		<label>Repeat <input type=checkbox id=c> every <span role=menu><span role=menuitem>1</span></span> days</label>`)
	o := outline(ctx, t, b)
	if miss := lines(o, `## I\. First`, `button @e\d+ "1\.1 Begin"`, `button @e\d+ "1\.2 End"`, `## II\. Second`, `button @e\d+ "2\.1 Begin"`, `button @e\d+ "SIGN IN"`, `READ ME`,
		`link @e\d+ "Docs \(new window\)"`, `checkbox @e\d+ "Repeat every days"`); miss != "" {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
	for _, what := range []string{`button "2.1 Begin"`, `button "SIGN IN"`, `checkbox "Repeat every days"`} {
		click(ctx, t, b, what)
	}
}

// What a closed list offers is told, unless it is long.
func TestOptionsOfClosedLists(t *testing.T) {
	ctx, b := open(t, `<title>Lists</title><select aria-label=Size><option>S<option selected>M<option hidden>Secret<option disabled>L</select>
		<select aria-label=Number id=n></select><script>for (let i = 0; i < 60; i++) n.append(new Option('No ' + i))</script>`)
	o := outline(ctx, t, b)
	if miss := lines(o, `combobox @e\d+ "Size" value: "M"\n  - option @e\d+ "S"\n  - option @e\d+ "M" \[selected\]\n  - option @e\d+ "L" \[disabled\]`, `combobox @e\d+ "Number" \[60 options\] value: "No 0"`); miss != "" || strings.Contains(o, "No 1") || strings.Contains(o, "Secret") {
		t.Errorf("outline lacks %s:\n%s", miss, o)
	}
}

// Words in a slot are hit as the host that they stand in, not as the link of its
// shadow that shows them; boxes far outside are clicked by their labels.
func TestWordsInSlots(t *testing.T) {
	ctx, b := open(t, `<title>Slots</title><my-link>Sign up</my-link> <label><input type=checkbox id=c style="position:absolute;left:-9999px">Pagani</label><output id=out></output>
		<script>customElements.define('my-link', class extends HTMLElement { connectedCallback() {
			this.attachShadow({mode: 'open'}).innerHTML = '<a href="#"><slot></slot></a>';
			this.shadowRoot.querySelector('a').onclick = () => { out.textContent += 'a' } } });
			c.onchange = () => { out.textContent += c.checked }</script>`)
	click(ctx, t, b, `link "Sign up"`)
	click(ctx, t, b, `checkbox "Pagani"`)
	wantText(ctx, t, b, "#out", "atrue")
}

// A click that brings another document into a frame changed the page, and its
// answer comes when that document is there.
func TestFrameGoesElsewhere(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/":    `<title>Frames</title><a href="/two" target=f>Second</a><iframe name=f src="/one"></iframe>`,
		"/one": `One <a href="/three">Third</a>`, "/two": `Two <a href="http://b.test:PORT/three">Third</a>`, "/three": `<button>Three</button>`,
	}, "")
	for _, c := range []struct{ what, then string }{{`link "Third"`, `button "Three"`}, {`link "Second"`, `link "Third"`}, {`link "Third"`, `button "Three"`}} {
		if e := click(ctx, t, b, c.what); !e.Changed || e.Navigated {
			t.Errorf("click %s: %+v", c.what, e)
		}
		refOf(ctx, t, b, c.then)
	}
}

// A form answers with its fields for what every element has, a document with its
// images: neither blinds the outline, nor makes it go round in circles.
func TestFieldsNamedLikeProperties(t *testing.T) {
	names := []string{
		"title", "id", "children", "childNodes", "parentNode", "parentElement", "nodeType", "tagName", "localName", "getAttribute", "hasAttribute", "matches", "closest",
		"assignedSlot", "shadowRoot", "getRootNode", "contains", "querySelector", "querySelectorAll", "getElementsByTagName", "getBoundingClientRect", "checkVisibility", "style", "hidden",
		"inert", "labels", "innerText", "textContent", "getAnimations", "isConnected", "ownerDocument", "action", "method", "elements", "attributes", "nodeName", "firstElementChild",
	}
	ctx, b := open(t, `<title>Hotel</title><h1>Search</h1><div id=at></div><output id=out></output><script>
		function show(name) {
			at.innerHTML = '<form onsubmit="return false"><label>Guests <input name="' + name + '"></label><button>Search</button></form><img name="' + name + '" alt=Beds width=20 height=20 src="data:,">';
			at.querySelector('button').onclick = () => { out.textContent = name };
		}</script>`)
	for _, name := range append(names, "body", "documentElement", "activeElement", "elementFromPoint", "createRange", "scrollingElement") {
		if _, err := b.Evaluate(ctx, "show('"+name+"'); return 1", page.Target{}); err != nil {
			t.Fatal(err)
		}
		r, err := b.Snapshot(ctx, page.Snapshot{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if miss := lines(r.Outline, `# Search`, `textbox @e\d+ "Guests"`, `button @e\d+ "Search"`); miss != "" || r.Title != "Hotel" {
			t.Errorf("%s: the outline of %q lacks %s:\n%s", name, r.Title, miss, r.Outline)
			continue
		}
		if _, err := b.Type(ctx, refOf(ctx, t, b, `textbox "Guests"`), page.Typing{Text: "two", Clear: true}); err != nil {
			t.Errorf("%s: type: %v", name, err)
		}
		if _, err := b.Click(ctx, refOf(ctx, t, b, `button "Search"`), page.Click{}); err != nil {
			t.Errorf("%s: click: %v", name, err)
		}
		if r, err := b.Read(ctx, page.Reading{}); err != nil || !strings.HasSuffix(r.Text, "\n"+name) {
			t.Errorf("%s: read %q, %v", name, r.Text, err)
		}
	}
}
