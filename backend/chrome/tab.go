package chrome

import (
	"slices"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// session is a DevTools session: of a tab, or of a frame of another site, which
// Chrome runs in a process of its own. Its fields are guarded by Browser.mu.
type session struct {
	id     target.SessionID
	tab    *tab
	root   cdp.FrameID // the frame it is for
	above  cdp.FrameID // the frame that holds root, for a frame's session
	worlds map[cdp.FrameID]world
	making map[string]chan struct{} // closed when the world of a document is made, by its token

	loaders map[cdp.FrameID]cdp.LoaderID // the documents that came since it began

	cast int64 // Chrome's number of the screencast that its last picture is of

	watched bool // its console and network are told
	listens bool // its network is told until the next document's status came
}

// tab is one page. Its fields are guarded by Browser.mu.
type tab struct {
	id     target.ID
	s      *session
	opener target.ID
	url    string
	title  string

	loader       cdp.LoaderID                 // the document that is there
	commits      int                          // documents so far
	domFor       cdp.LoaderID                 // the last document that was parsed
	loadFor      cdp.LoaderID                 // the last document that loaded
	response     response                     // the last document whose status is known
	begun        time.Time                    // when the last navigation of ours began,
	before       int                          // and how many documents there were then
	pending      bool                         // the next document is on its way
	frameCommits int                          // documents of frames so far
	framesLeave  map[cdp.FrameID]cdp.LoaderID // frames whose next document is on its way
	inPage       int                          // navigations within the document
	nowhere      int                          // navigations that ended without a document
	windows      int                          // windows the page asked for
	childTabs    int                          // and those that came

	seen      *watched // nil until it is watched
	chooser   *chooser // the file chooser asked for last, while choosers are intercepted
	dialog    *page.Dialog
	asks      []challenge // what servers ask, to be answered in this order
	answering *answering  // one of them, while it is answered
	suspects  int         // documents that did not come, while it is found out why
	posts     cdp.FrameID // the frame that a form was sent to last
	failed    bool        // it shows that its address did not load
	crashed   bool
	gone      string        // why nothing more comes from this tab
	halt      chan struct{} // closed while a dialog, a crash or the end stops calls
	halted    bool
	refused   string // the address of another kind that an empty page is being put in the place of
}

func (t *tab) frameID() cdp.FrameID { return cdp.FrameID(t.id) }

func (t *tab) domReady() bool { return t.domFor == t.loader || t.loadFor == t.loader }

func (t *tab) loaded() bool { return t.loadFor == t.loader && !t.pending }

// begin notes that a navigation of ours begins; b.mu is held.
func (t *tab) begin() { t.begun, t.before = time.Now(), t.commits }

// holdUp stops the calls that run; b.mu is held.
func (t *tab) holdUp() {
	if !t.halted {
		t.halted = true
		close(t.halt)
	}
}

// release lets calls run again; b.mu is held.
func (t *tab) release() {
	if t.halted && t.dialog == nil && !t.crashed && t.gone == "" {
		t.halted = false
		t.halt = make(chan struct{})
	}
}

func (t *tab) stop(why string) {
	if t.gone == "" {
		t.gone = why
	}
	t.holdUp()
}

// obstacle is why a call cannot run on a tab now, nil if it can; b.mu is held.
func (t *tab) obstacle() error {
	switch {
	case t.gone != "":
		return fault.New(fault.NotFound, "the tab is closed: %s", t.gone).WithHint("browser_tabs lists the tabs that are open")
	case t.crashed:
		return fault.New(fault.NavigationFailed, "the tab crashed on %s", t.url).WithHint("browser_navigate or browser_reload brings it back; other tabs are untouched")
	case t.dialog != nil:
		return dialogOpen(*t.dialog)
	}
	return nil
}

func dialogOpen(d page.Dialog) error {
	return fault.New(fault.DialogOpen, "the page asks (%s)", d.Kind).
		WithHint("answer it with browser_dialog (accept true or false; text for a prompt), then go on").
		With("dialog", d).Quoting(d.Message)
}

// current is the active tab, with its channel of halts.
func (b *Browser) current() (*tab, <-chan struct{}, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.active == nil {
		return nil, nil, fault.New(fault.NotFound, "no tab is open").WithHint("open one with browser_tabs")
	}
	return b.active, b.active.halt, b.active.obstacle()
}

// why turns the end of a waiting into a fault of the tab.
func (b *Browser) why(t *tab, err error) error {
	if err == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if o := t.obstacle(); o != nil {
		return o
	}
	if b.err != nil {
		return b.err
	}
	return fault.From(err)
}

// Tabs lists the open tabs in the order in which they were opened.
func (b *Browser) Tabs() []page.Tab {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.list()
}

func (b *Browser) list() []page.Tab {
	out := make([]page.Tab, 0, len(b.order))
	for _, t := range b.order {
		out = append(out, page.Tab{ID: string(t.id), URL: t.url, Title: t.title, Active: t == b.active, Crashed: t.crashed})
	}
	return out
}

// tell gives a notice of the tabs; b.mu is held.
func (b *Browser) tell() {
	b.tellSignIn()
	b.note(page.Event{Tabs: b.list()})
}

// activate makes a tab the one that is acted on and shown; b.mu is held.
func (b *Browser) activate(t *tab) {
	if b.active == t {
		return
	}
	b.active = t
	b.dropPicker(func(o *opened) bool { return o.t != t })
	b.raise(t)
	if b.cast != nil {
		b.cast.follow(t)
	}
	b.tell()
}

// remove forgets a tab that is closed; b.mu is held.
func (b *Browser) remove(t *tab) {
	delete(b.tabs, t.id)
	b.order = slices.DeleteFunc(b.order, func(o *tab) bool { return o == t })
	t.stop("the page or a person closed it")
	b.dialogCloses(t)
	b.dropPicker(of(t))
	b.refs.forget(t)
	if b.active != t {
		b.tell()
		return
	}
	b.active = nil
	switch next := b.tabs[t.opener]; {
	case next != nil:
		b.activate(next)
	case len(b.order) > 0:
		b.activate(b.order[len(b.order)-1])
	case b.o.Mode == Visible: // a person closed the window; where Chrome stays without one, it ends as well
		b.closing = true
		send(b.c, "", cdpbrowser.Close, cdp.Empty{})
		b.touch()
	default:
		if !b.closing {
			send(b.c, "", target.CreateTarget, target.CreateTargetParams{URL: "about:blank"})
		}
		b.tell()
	}
}
