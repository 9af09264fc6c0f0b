//go:build linux

package chrome_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/page"
)

// shopPage is a page of cards with four controls each.
func shopPage(cards int) string {
	var b strings.Builder
	b.WriteString(`<title>Shop</title><style>ul{display:grid;grid-template-columns:repeat(5,1fr);gap:10px;list-style:none;padding:0}li{border:1px solid #ccc}</style>
<h1>Shop</h1><p id=cart role=status>0</p><ul>`)
	for i := 1; i <= cards; i++ {
		fmt.Fprintf(&b, `<li><div style="height:60px;background:#ddd"></div><h3><a href="?p=%d">Lamp %[1]d</a></h3><p>$%[1]d <span>4 of 5 stars</span></p>`+
			`<input type=number aria-label="Quantity of lamp %[1]d"><button onclick="add()">Add lamp %[1]d to cart</button><button aria-label="Save lamp %[1]d" aria-pressed=false>♡</button></li>`, i)
	}
	b.WriteString(`</ul><script>let n=0;function add(){cart.textContent=++n}</script>`)
	return b.String()
}

const speedForm = `<title>Form</title><label>Name <input id=name></label> <button onclick="this.dataset.n=(this.dataset.n|0)+1">Count</button> <button>Idle</button>`

func BenchmarkSnapshotOfForm(b *testing.B) { benchmarkSnapshot(b, speedForm) }

func BenchmarkSnapshotOf5000Controls(b *testing.B) { benchmarkSnapshot(b, shopPage(1250)) }

func benchmarkSnapshot(b *testing.B, html string) {
	ctx, br := open(b, html)
	for b.Loop() {
		if _, err := br.Snapshot(ctx, page.Snapshot{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClick(b *testing.B) { benchmarkClick(b, speedForm, `button "Count"`) }

func BenchmarkClickWithoutEffect(b *testing.B) { benchmarkClick(b, speedForm, `button "Idle"`) }

func BenchmarkClickAmong5000Controls(b *testing.B) {
	benchmarkClick(b, shopPage(1250), `button "Add lamp 3 to cart"`)
}

func benchmarkClick(b *testing.B, html, what string) {
	ctx, br := open(b, html)
	target := refOf(ctx, b, br, what)
	for b.Loop() {
		if _, err := br.Click(ctx, target, page.Click{Count: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkType20Characters(b *testing.B) {
	ctx, br := open(b, speedForm)
	target := refOf(ctx, b, br, `textbox "Name"`)
	for b.Loop() {
		if _, err := br.Type(ctx, target, page.Typing{Text: "Ada Lovelace, London", Clear: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	ctx, br := open(b, speedForm)
	for b.Loop() {
		if _, err := br.Evaluate(ctx, "document.title", page.Target{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkScreenshot(b *testing.B) {
	ctx, br := open(b, speedForm)
	for b.Loop() {
		if _, err := br.Screenshot(ctx, page.Shot{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNavigate(b *testing.B) {
	ctx, br := open(b, speedForm)
	url := br.Tabs()[len(br.Tabs())-1].URL
	for b.Loop() {
		if _, err := br.Navigate(ctx, url); err != nil {
			b.Fatal(err)
		}
	}
}
