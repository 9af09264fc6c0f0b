//go:build e2e && linux

package e2e_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// formPage has one thing for each tool that acts. What happened stands in its status.
const formPage = `<!doctype html><html lang="en"><title>Form</title>
<style>body{font:16px sans-serif} #spot{position:absolute;left:600px;top:300px;width:200px;height:80px}
#pad{position:absolute;left:100px;top:500px;width:600px;height:150px;background:#ddd}</style>
<h1>Form</h1>
<label for="n">Name</label> <input id="n"> <label for="w">Password</label> <input id="w" type="password">
<label for="c">Colour</label> <select id="c" onchange="say('chose '+c.value)"><option>Red<option>Green<option value="b">Blue</select>
<button onclick="say('sent '+n.value)">Send</button> <button id="spot" onclick="say('spot')">Spot</button>
<button ondblclick="say('twice')">Double</button> <button onmouseover="say('hovered')">Hover me</button>
<button onclick="say(confirm('Sure?')?'agreed':'refused')">Ask</button>
<button onclick="say('you are '+prompt('Who?','nobody'))">Name yourself</button>
<button onclick="setTimeout(()=>say('later'),300)">Later</button>
<button onmousedown="held=1">Crate</button> <button onmouseup="if(held)say('dropped')">Shelf</button>
<button disabled>Not yet</button> <a href="/next">Next page</a> <a href="/next" target="_blank">In a new tab</a>
<label><input type="checkbox" id="k" onchange="say('box '+k.checked)"> Keep</label>
<div id="pad" onmousedown="moves=0" onmousemove="moves++" onmouseup="say('drew '+(moves>2))"></div>
<p role="status" id="out"></p>
<script>var held=0,moves=0;function say(s){out.textContent=s}</script>`

// quietPage counts everything that is done to it.
const quietPage = `<!doctype html><html lang="en"><title>Quiet</title><h1>Quiet</h1>
<label for="q">Field</label> <input id="q"> <button>Button</button> <p>events: <span id="n">0</span></p>
<script>for(const k of ['mousemove','mousedown','click','keydown','input','change','wheel','scroll','focusin'])
addEventListener(k,()=>n.textContent=+n.textContent+1,true)</script>`

// tillPage sums up an order and counts how often it was placed.
const tillPage = `<!doctype html><html lang="de"><title>Shop</title><style>#pay{position:absolute;left:20px;top:400px;width:260px;height:40px}</style>
<h1>Shop</h1><p>Bestellt: <span id="n">0</span></p><form onsubmit="n.textContent=+n.textContent+1;return false">
<label>Notiz <input id="note"></label> <button type="button" id="next">Continue</button>
<button id="pay">Zahlungspflichtig bestellen</button></form>`

// longPage has more nodes than an outline shows.
func longPage() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><title>Long</title><h1>Long</h1><section id="part"><h2>Part</h2><p>Only this</p><button>Inside</button></section>`)
	for i := range 600 {
		fmt.Fprintf(&b, "<p>Line %d</p>", i)
	}
	return b.String()
}

// paritySite serves the pages of the scenario on loopback.
func paritySite(t *testing.T) string {
	t.Helper()
	pages := map[string]string{
		"/form": formPage, "/quiet": quietPage, "/shop": tillPage, "/long": longPage(),
		"/files": `<!doctype html><html lang="en"><title>Files</title><h1>Files</h1><input type="file" id="f" aria-label="File" onchange="out.textContent='got '+f.files[0].name">
<a href="/data.csv" download>Get it</a> <button onclick="console.warn('noted');fetch('/data.csv')">Ask</button><p role="status" id="out"></p>`,
		"/data.csv": "a,b\n1,2\n",
		"/next":     `<!doctype html><html lang="en"><title>Next</title><h1>Next</h1><p>The page after</p>`,
		"/link":     `<!doctype html><html lang="en"><title>Link</title><h1>Link</h1><p><a id="link">Away</a><script>link.href = location.search.slice(1)</script>`,
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, r.URL.RawQuery, http.StatusFound)
			return
		}
		html, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, html)
	}))
	t.Cleanup(s.Close)
	return s.URL
}
