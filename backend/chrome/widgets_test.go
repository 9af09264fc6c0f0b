//go:build linux

package chrome_test

import (
	"strings"
	"testing"

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
