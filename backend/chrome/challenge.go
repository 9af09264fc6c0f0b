package chrome

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpio "github.com/chromedp/cdproto/io"
	"github.com/chromedp/cdproto/network"

	"github.com/batonbrowser/baton/backend/page"
)

// A server that gives a document only for a user name and a password makes Chrome
// ask in a window of its own, which nobody sees. Until that is answered the tab
// shows an empty page, and a frame of the same origin waits for ever; frames of
// others Chrome refuses by itself. Nothing of the protocol tells of it without
// watching every request, which costs time with each, so what did not come is
// looked at afterwards: its address is asked once more. What a form sent into a
// frame is not.

// verdictCap is how long it may take to find out why a document did not come. It is
// a matter of milliseconds; on a machine that is slow the wrong verdict would be that
// nobody asks, and nobody could sign in.
const verdictCap = commitCap

// frameAsks is how long the document of a frame may stay away before it is asked
// whether its server wants a sign-in.
const frameAsks = 2 * time.Second

// challenge is a question of a server that stands open.
type challenge struct {
	page.SignIn
	origin string      // that asks
	addr   string      // what it does not give
	frame  cdp.FrameID // where that was to be shown
	sent   bool        // by a form, with what it holds
}

// newChallenge is a question that was not there before.
func (b *Browser) newChallenge(u *url.URL, f cdp.FrameID, realm string) challenge {
	return challenge{
		SignIn: page.SignIn{ID: b.newSignIn(), Host: u.Host, Realm: page.CleanRealm(realm), Encrypted: u.Scheme == "https"},
		origin: originOf(u), addr: u.String(), frame: f,
	}
}

func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

// suspect begins to find out what a server wants in place of a document, and notes
// it; b.mu is held. A window asks the person itself.
func (b *Browser) suspect(t *tab, f cdp.FrameID, addr string, find func(context.Context, *tab, cdp.FrameID, *url.URL) (challenge, bool)) {
	u, err := url.Parse(addr)
	if b.closing || b.o.Mode == Visible || err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return
	}
	page, sent := t.commits, t.posts == f
	t.suspects++
	b.work.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), verdictCap)
		defer cancel()
		c, asks := find(ctx, t, f, u)
		b.mu.Lock()
		defer b.mu.Unlock()
		t.suspects--
		if t.commits == page {
			t.asks = slices.DeleteFunc(t.asks, func(old challenge) bool { return old.frame == f })
			if asks {
				c.Wrong = f == t.frameID() && t.answering.refusedAt(c.origin)
				c.sent = sent
				t.asks = append(t.asks, c)
			}
		}
		b.tellSignIn()
		b.touch()
	})
}

// mayAsk looks after a frame whose next document is on its way; b.mu is held.
func (b *Browser) mayAsk(s *session, f cdp.FrameID, next cdp.LoaderID, addr string) {
	t := s.tab
	if s.main(f) || t.posts == f || t.answering != nil && t.answering.frame == f { // once: it may only be slow
		return
	}
	time.AfterFunc(frameAsks, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		to, err := url.Parse(addr)
		top, err2 := url.Parse(t.url)
		if err == nil && err2 == nil && originOf(to) == originOf(top) && t.framesLeave[f] == next && t.gone == "" {
			b.suspect(t, f, addr, b.frameChallenge)
		}
	})
}

// challengeAt reads what the server wants in place of the document of a tab that
// failed: beside the page, of which nothing moves.
func (b *Browser) challengeAt(ctx context.Context, t *tab, f cdp.FrameID, u *url.URL) (challenge, bool) {
	if i, err := ask[docInfo](ctx, b, b.top(t), b.done, "info"); err != nil || i.Status != http.StatusUnauthorized {
		return challenge{}, false
	}
	r, err := send(b.c, t.s.id, network.LoadNetworkResource, network.LoadNetworkResourceParams{
		FrameID: f, URL: u.String(), Options: &network.LoadNetworkResourceOptions{DisableCache: true, IncludeCredentials: true},
	}).get(ctx, b.done)
	if err != nil || r.Resource == nil {
		return challenge{}, false
	}
	if r.Resource.Stream != "" {
		send(b.c, t.s.id, cdpio.Close, cdpio.CloseParams{Handle: r.Resource.Stream})
	}
	realm, ok := wanted(r.Resource.Headers)
	return b.newChallenge(u, f, realm), ok && r.Resource.HTTPStatusCode == http.StatusUnauthorized
}

// frameChallenge reads what the server wants in place of the document of a frame
// that waits: there its address is loaded again, since it is locked while it waits,
// and the question is refused. Then the frame shows what the server says.
func (b *Browser) frameChallenge(ctx context.Context, t *tab, f cdp.FrameID, u *url.URL) (challenge, bool) {
	b.answers.Lock()
	defer b.answers.Unlock()
	a := &answering{challenge: challenge{origin: originOf(u), frame: f}}
	stop, err := b.intercept(ctx, t, a)
	defer stop()
	if err != nil || b.navigateFrame(ctx, t, f, u.String(), b.done) != nil {
		return challenge{}, false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.newChallenge(u, f, a.realm), a.refused
}

// newSignIn names a question: no other of this browser has that name.
func (b *Browser) newSignIn() string { return fmt.Sprintf("signin-%d", b.signIns.Add(1)) }

// tellSignIn gives a notice when what is asked in the active tab is another
// question than before; b.mu is held.
func (b *Browser) tellSignIn() {
	var now *page.SignIn
	if b.active != nil {
		now = b.active.signIn()
	}
	id := ""
	if now != nil {
		id = now.ID
	}
	if id == b.toldSignIn {
		return
	}
	b.toldSignIn = id
	b.note(page.Event{SignIn: now, Settled: now == nil})
}

// signIn is the question of a server that is to be answered first, nil if there is
// none; b.mu is held.
func (t *tab) signIn() *page.SignIn {
	if len(t.asks) == 0 {
		return nil
	}
	s := t.asks[0].SignIn
	return &s
}

// asked waits, with a cap, until it is known why the documents of a tab did not
// come, and gives what a server asks there; main tells that it is the tab's own.
func (b *Browser) asked(ctx context.Context, t *tab) (s *page.SignIn, main bool) {
	short, cancel := context.WithTimeout(ctx, verdictCap)
	defer cancel()
	_ = b.await(short, func() bool { return t.suspects == 0 || t.gone != "" })
	b.mu.Lock()
	defer b.mu.Unlock()
	s = t.signIn()
	return s, s != nil && t.asks[0].frame == t.frameID()
}

// The grammar of challenges (RFC 9110 §11.6.1): a scheme, then parameters.
var (
	schemeAt = regexp.MustCompile(`(?i)(?:^|[,\s])(basic|digest)(?:[,\s]|$)`)
	inQuotes = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	realmAt  = regexp.MustCompile(`(?i)(?:^|[,\s])realm\s*=\s*("[^"]*"|[^\s,"]+)`)
)

// wanted reads WWW-Authenticate: the realm, and whether it is a scheme for which a
// person gives a name and a password. Of several the realm of the first is shown.
func wanted(h network.Headers) (realm string, ok bool) {
	for name, value := range h {
		text, isText := value.(string)
		if !isText || !strings.EqualFold(name, "WWW-Authenticate") {
			continue
		}
		// What stands in quotes is blanked for the scheme: it may say anything.
		bare := inQuotes.ReplaceAllStringFunc(text, func(q string) string { return `"` + strings.Repeat("x", len(q)-2) + `"` })
		at := schemeAt.FindStringIndex(bare)
		if at == nil {
			continue
		}
		if m := realmAt.FindStringSubmatchIndex(bare[at[0]:]); m != nil {
			return unquoted(text[at[0]+m[2] : at[0]+m[3]]), true
		}
		return "", true
	}
	return "", false
}

func unquoted(s string) string {
	if len(s) < 2 || s[0] != '"' {
		return s
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s[1 : len(s)-1])
}
