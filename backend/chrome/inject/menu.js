// The menu of the right button, which Chrome draws outside of the page.

let menus = null; // what the last one was asked for, until that is told
let hears = false;

const WRITES = /^(text|search|url|tel|email|password|number)$/;

/** Whether text is written in an element. @param {Element} e */
const writes = (e) => e.isContentEditable || e.tagName === 'TEXTAREA' || (e.tagName === 'INPUT' && WRITES.test(e.type));

/** What a menu at an element is for. @param {?Element} e @param {number} x @param {number} y */
function menuFor(e, x, y) {
  const m = { x, y, link: '', image: '', selected: false, writes: false, cuts: false };
  for (let n = e; n; n = up(n)) {
    if (!m.image && n.tagName === 'IMG') m.image = n.currentSrc || n.src;
    if (!m.link && fits(n, 'a[href],area[href]')) m.link = String(n.href.baseVal === undefined ? n.href : new URL(n.href.baseVal, doc.baseURI));
    if (!m.writes && writes(n)) {
      m.writes = !disabled(n) && !n.readOnly;
      m.cuts = m.writes && n.type !== 'password';
    }
  }
  m.selected = selection() !== '';
  m.cuts = m.cuts && m.selected;
  return m;
}

/**
 * Hears of menus from now on, and keeps Chrome's own from opening: nobody would see it, and it takes the keys. A page
 * that has a menu of its own prevents Chrome's by itself, and then there is nothing to tell. So that is looked at after
 * all of the page's listeners: by one that is added last, at the last place that the event comes to. A page that keeps
 * its events could see later that one was prevented.
 */
function hearMenus() {
  if (hears) return;
  hears = true;
  addEventListener('contextmenu', (e) => {
    if (!e.isTrusted) return;
    const focused = e.button !== 2 && deepActive();
    const on = focused || at(e.clientX, e.clientY) || e.target;
    const note = () => { menus = { ...menuFor(on, e.clientX, e.clientY), own: false }; };
    const last = () => {
      if (e.defaultPrevented) return;
      note();
      e.preventDefault();
    };
    addEventListener('contextmenu', last, { once: true });
    setTimeout(() => {
      removeEventListener('contextmenu', last);
      if (e.defaultPrevented) return;
      note(); // the page stopped the event on its way: Chrome's menu is open
      menus.own = true;
    });
  }, true);
}

let mutes = false;

/**
 * Keeps the page from the next Escape, which is for what Chrome draws outside of it: where nothing is drawn it would
 * come to the page. Only a page that listened at its window, before it was asked anything, hears of it.
 */
function muteEscape() {
  if (!mutes) {
    addEventListener('keydown', (e) => {
      if (mutes !== 'now' || e.key !== 'Escape' || !e.isTrusted) return;
      mutes = 'done';
      e.stopImmediatePropagation();
      e.preventDefault();
    }, true);
  }
  mutes = 'now';
}

/** Ends that. */
function hearEscape() {
  if (mutes) mutes = 'done';
}

/** What the menu is for that was asked for since the last time. */
async function menuAsked() {
  await new Promise((done) => setTimeout(done));
  const m = menus;
  menus = null;
  return m || {};
}
