//go:build linux

package chrome_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/batonbrowser/baton/backend/page"
)

const wordsPage = `<title>Words</title><body style="margin:0;font:20px/30px monospace"><style>p,div{margin:0}</style>
<p id=first>An Äpfel and ap<b>fel</b> here</p><p hidden>apfel that is hidden</p><p style="visibility:hidden">apfel</p>
<p>Wrapped ap</p><p>fel is two</p><input value="apfel in a field" style="display:block;height:30px"><input type=password value=apfel>
<div id=host></div><div style="height:2000px"></div><p id=low>A&shy;pfel   far
below</p><div id=box style="height:60px;overflow:auto"><div style="height:500px"></div>apfel in a box</div>
<iframe style="display:block;margin-left:40px;border:5px solid;height:120px" src="http://b.test:PORT/in"></iframe>
<script>host.attachShadow({mode:'open'}).innerHTML='<i>apfel in the shade</i>';log=[];for(const n of ['selectionchange','focus','input'])document.addEventListener(n,e=>log.push(n));
new MutationObserver(l=>log.push('changed')).observe(document,{subtree:true,attributes:true,childList:true,characterData:true})</script>`

// Words are found as a person reads them, in fields, shadow roots and frames, and
// the page is told nothing.
func TestPersonFindsWords(t *testing.T) {
	ctx, b := openPages(t, map[string]string{
		"/": wordsPage, "/in": `<body style="margin:0;font:20px/30px monospace"><div style="height:400px"></div><p>Apfel in a frame</p>`,
	}, "a.test")
	if err := b.Wait(ctx, page.Wait{Load: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Evaluate(ctx, `log.length = 0`, page.Target{}); err != nil {
		t.Fatal(err)
	}
	find := func(q page.Search) page.Places {
		t.Helper()
		p, err := b.Search(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	current := func(p page.Places) page.Mark {
		t.Helper()
		for _, m := range p.Marks {
			if m.Current {
				return m
			}
		}
		t.Fatalf("none of %+v is the current one", p)
		return page.Mark{}
	}
	p := find(page.Search{Text: "APFEL"})
	if p.Count != 7 || p.At != 1 || p.Most {
		t.Errorf("found %+v", p)
	}
	if m := current(p); m.Y > 30 || m.X < 30 || m.X > 60 || m.W < 40 || m.W > 80 {
		t.Errorf("the first one is at %+v", m)
	}
	if len(p.Marks) != 5 { // the second one has two parts
		t.Errorf("in view are %+v", p.Marks)
	}
	for _, x := range []struct {
		text  string
		count int
	}{{"apfel here", 1}, {"apfel far below", 1}, {"wrapped apfel", 0}, {"   ", 0}, {"", 0}, {"apfel in", 4}, {"😀", 0}} {
		if p := find(page.Search{Text: x.text}); p.Count != x.count {
			t.Errorf("%q is found %d times, want %d", x.text, p.Count, x.count)
		}
	}
	for at := 5; at <= 7; at++ {
		p = find(page.Search{Text: "apfel", At: at, Show: true})
		if m := current(p); p.At != at || m.Y < 0 || m.Y+m.H > 720 {
			t.Errorf("the place %d is at %+v", at, m)
		}
	}
	m := current(p) // in the frame
	v, err := b.Evaluate(ctx, `(r => [r.left, r.top, r.bottom])(document.querySelector('iframe').getBoundingClientRect())`, page.Target{})
	var left, top, bottom float64
	if _, scan := fmt.Sscanf(v.Text, "[%g,%g,%g]", &left, &top, &bottom); err != nil || scan != nil || m.X < left+5 || m.Y < top || m.Y+m.H > bottom {
		t.Errorf("in the frame at %s it is at %+v, %v", v.Text, m, err)
	}
	if p = find(page.Search{Text: "apfel", At: 99}); p.At != 7 {
		t.Errorf("beyond the last the current one is %d", p.At)
	}
	find(page.Search{})
	v, err = b.Evaluate(ctx, `log.join() + getSelection() + CSS.highlights.size`, page.Target{})
	if err != nil || v.Text != `"0"` {
		t.Errorf("the page was told %s, %v", v.Text, err)
	}
}

// A page that changes is looked through again.
func TestFoundWordsFollowThePage(t *testing.T) {
	ctx, b := open(t, `<p id=p>one</p>`)
	for _, c := range []struct {
		html  string
		count int
	}{{"one", 1}, {"one one", 2}, {"none", 1}, {"", 0}} {
		if _, err := b.Evaluate(ctx, fmt.Sprintf("p.textContent = %q", c.html), page.Target{}); err != nil {
			t.Fatal(err)
		}
		for {
			p, err := b.Search(ctx, page.Search{Text: "one"})
			if err != nil {
				t.Fatalf("%q: %v", c.html, err)
			}
			if p.Count == c.count {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}
