package chrome

import (
	"cmp"
	"context"
	"encoding/base64"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"

	cdpinput "github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/input"
	"github.com/batonbrowser/baton/backend/page"
)

// asksMenu tells whether an event may ask for the menu of the right button.
func asksMenu(e input.Event) bool {
	switch e.Kind {
	case input.PointerDown, input.PointerUp: // it comes with the one or the other, as the system has it
		return e.Button == string(cdpinput.MouseButtonRight)
	case input.KeyDown, input.KeyUp:
		return e.Key == "ContextMenu" || e.Key == "F10" && e.Modifiers&input.Shift != 0
	case input.PointerMove, input.Wheel, input.Text, input.Paste, input.Cancel:
	}
	return false
}

// hearMenus makes all documents of a tab hear of menus, and keeps Chrome's own from
// opening. It waits a moment for them: they must hear before the event comes.
func (b *Browser) hearMenus(ctx context.Context, t *tab, halt <-chan struct{}) {
	if b.o.Mode != Headless {
		return // the person sees Chrome's own
	}
	ctx, cancel := context.WithTimeout(ctx, inputCap)
	defer cancel()
	docs, err := b.docs(ctx, t, halt)
	if err != nil {
		return
	}
	b.inAll(docs, func(_ int, d doc) { _, _ = ask[any](ctx, b, d, halt, "hearMenus") })
}

type menuAsked struct {
	page.Menu
	X, Y float64
	Own  bool // Chrome's is open
}

// askedMenu is the menu that a page was asked for and does not have itself.
func (b *Browser) askedMenu(ctx context.Context, t *tab, halt <-chan struct{}) *opened {
	docs, err := b.docs(ctx, t, halt)
	if err != nil {
		return nil
	}
	found := make([]menuAsked, len(docs))
	b.inAll(docs, func(i int, d doc) { found[i], _ = ask[menuAsked](ctx, b, d, halt, "menuAsked") })
	for i, m := range found {
		if m.X == 0 && m.Y == 0 && !m.Own {
			continue
		}
		if m.Own {
			b.closeUnseen(ctx, t, docs, halt)
		}
		return &opened{Picker: page.Picker{Kind: page.PickMenu}, t: t, d: docs[i], menu: m}
	}
	return nil
}

// closeUnseen closes what Chrome may draw outside of the page, by the key that does
// so; where it draws nothing, the page does not get the key.
func (b *Browser) closeUnseen(ctx context.Context, t *tab, docs []doc, halt <-chan struct{}) {
	b.inAll(docs, func(_ int, d doc) { _, _ = ask[any](ctx, b, d, halt, "muteEscape") })
	_, _ = send(b.c, t.s.id, cdpinput.DispatchKeyEvent, named()["escape"].down(0)).get(ctx, halt)
	b.inAll(docs, func(_ int, d doc) { _, _ = ask[any](ctx, b, d, halt, "hearEscape") })
}

// menuField is what a menu needs to know: where it was asked for, and what for.
func (b *Browser) menuField(ctx context.Context, o *opened, halt <-chan struct{}) (page.Field, error) {
	menu := o.menu.Menu
	f := page.Field{X: o.menu.X, Y: o.menu.Y, Menu: &menu}
	var err error
	if f.X, f.Y, f.W, f.H, err = b.inWindow(ctx, o, halt, f); err != nil {
		return page.Field{}, b.pickLost(o, err)
	}
	return f, nil
}

// takeFromMenu does what a person took from a menu and only the browser can do.
func (b *Browser) takeFromMenu(ctx context.Context, o *opened, halt <-chan struct{}, what string) error {
	switch page.MenuItem(what) {
	case page.MenuCut:
		return b.shortcut(o.t, "x")
	case page.MenuSelectAll:
		return b.shortcut(o.t, "a")
	case page.MenuSaveImage:
		return b.saveImage(ctx, o, halt)
	}
	return fault.New(fault.InvalidInput, "there is no such item").With("field", "value")
}

// shortcut presses a key with Control: a page is told as by hand.
func (b *Browser) shortcut(t *tab, key string) error {
	k, _ := strokeOf(key)
	send(b.c, t.s.id, cdpinput.DispatchKeyEvent, k.down(input.Control))
	send(b.c, t.s.id, cdpinput.DispatchKeyEvent, k.up(input.Control))
	return nil
}

// saveImage keeps an image among the downloads, as the page has it: it is not
// fetched again.
func (b *Browser) saveImage(ctx context.Context, o *opened, halt <-chan struct{}) error {
	src := o.menu.Image
	if src == "" {
		return fault.New(fault.Conflict, "there is no image").With("field", "value")
	}
	data, kind, err := b.imageData(ctx, o, halt, src)
	if err != nil {
		return err
	}
	_, err = b.keepFile(imageName(src, kind), shortURL(src), nil, func() ([]byte, error) { return data, nil })
	return err
}

func (b *Browser) imageData(ctx context.Context, o *opened, halt <-chan struct{}, src string) (data []byte, kind string, err error) {
	if inline, ok := strings.CutPrefix(src, "data:"); ok {
		head, text, _ := strings.Cut(inline, ",")
		if strings.HasSuffix(head, ";base64") {
			data, err = base64.StdEncoding.DecodeString(text)
		} else {
			var plain string
			plain, err = url.PathUnescape(text)
			data = []byte(plain)
		}
		kind, _, _ = strings.Cut(head, ";")
	} else {
		var r cdppage.GetResourceContentResult
		r, err = send(b.c, o.d.s.id, cdppage.GetResourceContent, cdppage.GetResourceContentParams{FrameID: o.d.frame, URL: src}).get(ctx, halt)
		data = r.Content
		kind, _, _ = strings.Cut(http.DetectContentType(data), ";")
	}
	if err != nil {
		return nil, "", fault.Wrap(err, fault.Conflict, "the page does not have the image any more").WithHint("reload the page, then save it again")
	}
	return data, kind, nil
}

// imageName is the name of an image's address, with the ending of its kind if it has none.
func imageName(src, kind string) string {
	name := ""
	if u, err := url.Parse(src); err == nil && u.Scheme != "data" {
		name = path.Base(u.Path)
	}
	name = cmp.Or(strings.Trim(name, "/."), "image")
	if path.Ext(name) != "" {
		return name
	}
	switch kind { // the usual ending comes first in no list
	case "image/jpeg":
		return name + ".jpg"
	case "image/svg+xml", "text/xml", "text/plain":
		return name + ".svg"
	}
	if ends, err := mime.ExtensionsByType(kind); err == nil && len(ends) > 0 {
		return name + ends[0]
	}
	return name
}

// shortURL leaves out what an address of data has in it.
func shortURL(u string) string {
	if strings.HasPrefix(u, "data:") {
		return "data:"
	}
	return u
}

// Selected is the text that is selected in the active tab, in the frame where it is.
// What a password field holds is never told.
func (b *Browser) Selected(ctx context.Context) (string, error) {
	t, halt, err := b.current()
	if err != nil {
		return "", err
	}
	docs, err := b.docs(ctx, t, halt)
	if err != nil {
		return "", b.why(t, err)
	}
	found := make([]string, len(docs))
	b.inAll(docs, func(i int, d doc) { found[i], _ = ask[string](ctx, b, d, halt, "selection") })
	return cmp.Or(found...), nil
}
