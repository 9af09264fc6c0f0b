// The document as a flat list of nodes in the order of the screen, each with its
// depth: {d, r, n, k, v, s, l, u, b}. k is the key by which Chrome's side names
// the element later; only what can be acted on, and frames, have one.

const SKIP = new Set(('SCRIPT STYLE NOSCRIPT TEMPLATE HEAD META LINK TITLE BASE PARAM SOURCE TRACK COL COLGROUP LEGEND CAPTION MAP OBJECT EMBED ' +
  'DATALIST defs desc title style script metadata symbol clipPath mask marker pattern filter linearGradient radialGradient').split(' '));

/** Containers that are always told, and those told when they have a name. */
const ALWAYS = new Set('iframe dialog alertdialog alert navigation menu menubar tablist radiogroup toolbar tree listbox table grid treegrid row'.split(' '));
const NAMED = new Set('form group region list complementary search figure article tabpanel banner main contentinfo log status feed'.split(' '));
const CHOICE = new Set(['checkbox', 'radio', 'file']);

/** How many options of a closed list are told. */
const LONG_LIST = 50;

/** Roles of their own that stay when something can be clicked. */
const KEPT = new Set(['row', 'listitem', 'img', 'heading']);

/** Pointers that say that a thing can be clicked or pulled. */
const HANDS = /^(pointer|grab|grabbing|move|[a-z]+-resize)$/;

let lastKey = 0;
/** @type {WeakMap<Element, number>} */
const keys = new WeakMap();
/** @type {Map<number, WeakRef<Element>>} */
const elements = new Map();

/** The key of an element; it keeps it for life. @param {Element} e */
function key(e) {
  let k = keys.get(e);
  if (!k) {
    k = ++lastKey;
    keys.set(e, k);
    elements.set(k, new WeakRef(e));
  }
  return k;
}

/** @param {number} k @returns {?Element} */
function element(k) {
  const e = elements.get(k) && elements.get(k).deref();
  return e && e.isConnected ? e : null;
}

/** What the walks of one capture share: the room that is left, what was found. */
class Shared {
  /** @param {Options} o */
  constructor(o) {
    this.nodes = o.limit;
    this.chars = o.chars || Infinity;
    this.total = 0;
    /** Elements that were neither walked nor counted. */
    this.left = 0;
    /** Whether a full list ends the walk, or all of it is still counted. */
    this.cut = !o.boxes && size(doc.documentElement) > COUNTED;
    this.suspects = [];
  }

  full() { return this.nodes <= 0 || this.chars <= 0; }
}

/**
 * @typedef {{interactive: boolean, limit: number, chars: number, boxes: boolean, selector: string}} Options
 * @typedef {{depth: number, inert: boolean, controls: boolean, pointer: boolean, transform: string}} Where
 */
class Walk {
  /** @param {Options} o @param {Shared=} s */
  constructor(o, s = new Shared(o)) {
    this.o = o;
    this.s = s;
    this.out = [];
    this.text = '';
    /** The viewport, in a walk that passes over what lies outside it. @type {?View} */
    this.view = null;
  }

  flush(depth) {
    const t = squeeze(this.text);
    this.text = '';
    if (t) this.push(depth, 'text', () => ({ n: t.length > 2000 ? t.slice(0, 2000) + '…' : t }));
  }

  /** Counts a node, and describes it while there is room. */
  push(depth, r, describe) {
    const s = this.s;
    s.total++;
    if (s.full()) return;
    const node = describe();
    node.d = depth;
    node.r = r;
    this.out.push(node);
    s.nodes--;
    if (!this.view) s.chars -= (node.n || '').length + (node.v || '').length; // what is in view has room in any case
  }

  /** @param {Iterable<Node>} list @param {Where} w @param {boolean} visible */
  each(list, w, visible) {
    for (const n of list) {
      const k = kind(n);
      if (k === 3) {
        if (visible && !w.controls && !this.o.interactive) this.text += cased(n.data, w.transform);
      } else if (k === 1) this.visit(n, w);
    }
  }

  /** @param {Element} e @param {Where} w */
  visit(e, w) {
    if (masked(e)) return this.each(children(e), w, true);
    if (this.s.cut && this.s.full()) {
      this.s.left += size(e);
      return;
    }
    const t = e.tagName;
    if (SKIP.has(t)) {
      if (t === 'LEGEND' || t === 'CAPTION') this.each(children(e), { ...w, controls: true }, false);
      return;
    }
    if (t === 'BR') { this.text += ' '; return; }
    const where = this.view ? whereabouts(e, this.view) : '';
    if (where) {
      this.flush(w.depth);
      this.out.push({ block: e, w, d: w.depth, where });
      return;
    }
    const style = getComputedStyle(e);
    const drawn = this.drawn(e, style);
    if (t === 'INPUT' && e.type === 'password') secret.add(e);
    if (t === 'INPUT' && CHOICE.has(e.type) && (!drawn || style.visibility !== 'visible')) {
      if (choiceArea(e)) this.control(e, role(e), w);
      return;
    }
    if (!drawn) return;
    const block = isBlock(style);
    if (block) this.flush(w.depth);
    this.inside(e, style, e.inert === true ? { ...w, inert: true } : w);
    if (block) this.flush(w.depth);
  }

  /** Whether anything of an element can be on screen. @param {Element} e @param {CSSStyleDeclaration} s */
  drawn(e, s) {
    if (s.display === 'none' || s.opacity === '0') return false;
    if (s.display === 'contents') return true;
    if (s.position === 'absolute' || s.position === 'fixed') {
      const b = e.getBoundingClientRect();
      if (b.right + scrollX <= 0 || b.bottom + scrollY <= 0) return false;
      if (s.clip !== 'auto' && /^rect\((0|1)(px)?,? (0|1)(px)?,? (0|1)(px)?,? (0|1)(px)?\)/.test(s.clip)) return false;
      if (s.clipPath === 'inset(50%)' || s.clipPath === 'inset(100%)') return false;
    }
    if (s.overflowX !== 'visible' && s.display !== 'inline' && e.tagName !== 'BODY' && e.tagName !== 'HTML') {
      const b = e.getBoundingClientRect();
      if (b.width <= 1 || b.height <= 1) return false;
    }
    return true;
  }

  /** @param {Element} e @param {CSSStyleDeclaration} style @param {Where} w */
  inside(e, style, w) {
    const visible = style.visibility === 'visible';
    if (style.textTransform !== w.transform) w = { ...w, transform: style.textTransform };
    let r = role(e);
    const pointer = HANDS.test(style.cursor);
    if (visible && !ACTS.has(r) && e.tagName !== 'LABEL' && (pointer && !w.pointer || e.hasAttribute('onclick') || e.draggable && e.hasAttribute('draggable') || e.hasAttribute('tabindex') && e.tabIndex >= 0)) {
      if (this.clickable(e, r, { ...w, pointer })) return;
    }
    w = { ...w, pointer: pointer || w.pointer };
    if (PICTURES.has(e.tagName) || r === 'img') {
      if (visible) this.picture(e, r, w);
      return;
    }
    if ((LEAVES.has(r) || r === 'gridcell' && chosen(e)) && visible) return this.control(e, r, w);
    if (e.tagName === 'LABEL' && e.control && this.shows(e.control)) w = { ...w, controls: true };
    if (visible && (ALWAYS.has(r) || NAMED.has(r) && name(e, r))) return this.container(e, r, w);
    if (!w.controls && (r === 'cell' || r === 'columnheader' || r === 'rowheader' || r === 'gridcell')) return this.cell(e, r, w, visible);
    this.content(e, w, visible);
  }

  /** What an element holds, at the same depth. */
  content(e, w, visible) {
    if (e.tagName === 'DETAILS' && !e.open) {
      for (const c of e.children) if (c.tagName === 'SUMMARY') { this.visit(c, w); return; }
      return;
    }
    if (e.tagName === 'TEXTAREA' || e.tagName === 'SELECT' || getComputedStyle(e).contentVisibility === 'hidden') return;
    if (!shadow(e) && mayHaveClosedRoot(e)) this.s.suspects.push(e);
    this.each(children(e), w, visible);
  }

  /** The label's words are the control's name: they are not told twice. */
  shows(c) {
    if (c.matches('input[type=checkbox],input[type=radio],input[type=file]')) return true;
    return shown(c);
  }

  /** A picture, and what is in it. @param {Element} e @param {string} r @param {Where} w */
  picture(e, r, w) {
    if (e.tagName === 'CANVAS') return this.canvas(e, r, w);
    const n = w.controls || this.o.interactive ? '' : name(e, 'img');
    if (n) {
      this.flush(w.depth);
      this.push(w.depth, 'img', () => this.boxed(e, { n }));
    }
    if (e.useMap) for (const a of areas(e)) this.control(a, role(a) || 'clickable', w);
    if (e.tagName === 'svg' && isDrawing(e)) this.each(children(e), w, false);
  }

  /** A drawing of the page's own has a ref: it can be pointed at and pictured. */
  canvas(e, r, w) {
    const n = name(e, 'clickable');
    if (!n && !isLarge(e)) return;
    this.flush(w.depth);
    this.push(w.depth, r, () => this.boxed(e, w.inert ? { n } : { n, k: key(e) }));
  }

  /** @param {Element} e @param {string} r @param {Where} w */
  control(e, r, w) {
    this.flush(w.depth);
    const acts = ACTS.has(r) && !w.inert;
    this.push(w.depth, r, () => this.describe(e, r, acts));
    const inner = { ...w, depth: w.depth + 1, controls: true };
    if (e.tagName === 'SELECT') return this.options(e, r, w);
    if (!e.isContentEditable && e.tagName !== 'TEXTAREA' && e.tagName !== 'INPUT') this.each(children(e), inner, false);
  }

  /** What a list offers; a long one that is closed only says how much. @param {Element} e @param {string} r @param {Where} w */
  options(e, r, w) {
    if (r === 'combobox' && e.options.length > LONG_LIST && !this.o.boxes) return;
    for (const o of e.options) {
      if (!o.hidden && getComputedStyle(o).display !== 'none') this.push(w.depth + 1, 'option', () => this.describe(o, 'option', !w.inert));
    }
  }

  /** @param {Element} e @param {string} r @param {boolean} acts */
  describe(e, r, acts) {
    const node = { n: name(e, r) };
    const v = value(e, r), s = states(e, r), l = level(e, r);
    if (acts) node.k = key(e);
    else if (ACTS.has(r)) s.push('blocked');
    if (r === 'combobox' && e.tagName === 'SELECT' && e.options.length > LONG_LIST) s.push(e.options.length + ' options');
    if (v && v !== node.n) node.v = v;
    if (s.length) node.s = s;
    if (l) node.l = l;
    if (r === 'link' && this.o.boxes) node.u = e.href;
    return this.boxed(e, node);
  }

  boxed(e, node) {
    if (this.o.boxes) {
      const b = boxOnScreen(e);
      node.b = [b.x, b.y, b.width, b.height].map((x) => Math.round(x * 10) / 10);
    }
    return node;
  }

  /** Things without a role of their own that a person would click. */
  clickable(e, r, w) {
    if (LEAVES.has(r) && r !== 'img' && r !== 'heading' || r === 'iframe' || e.tagName === 'CANVAS' || e.isContentEditable) return false;
    const n = name(e, 'clickable');
    const look = n ? '' : looks(e);
    if (!n && !look) return false;
    if (!w.inert) {
      this.flush(w.depth);
      this.push(w.depth, KEPT.has(r) ? r : 'clickable', () => this.clickableNode(e, r, n, look));
    }
    const told = n.length < LONGEST && !saysMore(e, n);
    this.each(children(e), { ...w, depth: w.depth + 1, controls: told || w.controls }, true);
    this.flush(w.depth + 1);
    return true;
  }

  clickableNode(e, r, n, look) {
    const node = { n, k: key(e) };
    const s = states(e, 'clickable'), l = level(e, r);
    if (look) node.v = look;
    if (s.length) node.s = s;
    if (l) node.l = l;
    return this.boxed(e, node);
  }

  /** @param {Element} e @param {string} r @param {Where} w */
  container(e, r, w) {
    this.flush(w.depth);
    const at = this.out.length, before = this.s.total;
    this.push(w.depth, r, () => {
      const node = { n: r === 'row' ? '' : name(e, r) };
      if (r === 'iframe') node.k = key(e);
      const s = states(e, r).filter((x) => x !== 'focused');
      if (s.length) node.s = s;
      this.boxed(e, node);
      if (r === 'iframe' && this.o.boxes) { // of its inside, where the frame's own points begin
        const i = within(node.k);
        node.b = [i.x, i.y, e.clientWidth * i.sx, e.clientHeight * i.sy];
      }
      return node;
    });
    if (r === 'iframe') return;
    this.content(e, { ...w, depth: w.depth + 1 }, true);
    this.flush(w.depth + 1);
    if (this.s.total === before + 1 && this.out.length <= at + 1) { // it holds nothing
      this.s.total--;
      this.s.nodes += this.out.length - at;
      this.out.length = at;
    }
  }

  /** A cell with nothing but words is one text, which the row joins. */
  cell(e, r, w, visible) {
    this.flush(w.depth);
    this.content(e, w, visible);
    this.flush(w.depth);
  }
}

/**
 * Whether a thing with a name of its own says more within: it has more words, or it
 * holds things of its own, among which words stand for themselves. @param {Element} e @param {string} n
 */
const saysMore = (e, n) => (e.hasAttribute('aria-label') || e.hasAttribute('aria-labelledby')) &&
  (squeeze(wordsIn(e)).length > n.length || e.querySelector('a[href],button,input,select,textarea,h1,h2,h3,h4,h5,h6,[role]') !== null);

/** Whether a cell of a grid is a thing to choose, such as a day of a calendar. @param {Element} e */
const chosen = (e) => e.hasAttribute('role') || e.hasAttribute('tabindex') || e.hasAttribute('aria-selected');

/** Where a choice that is not drawn itself can be clicked: its label. @param {Element} e @returns {?Element} */
function choiceArea(e) {
  if (e.tagName !== 'INPUT' || !CHOICE.has(e.type)) return null;
  const b = e.getBoundingClientRect();
  const s = getComputedStyle(e);
  if (shown(e) && b.width > 1 && b.height > 1 && b.right + scrollX > 0 && b.bottom + scrollY > 0) return e;
  for (const l of e.labels || []) {
    const lb = l.getBoundingClientRect();
    if (shown(l) && lb.width > 1 && lb.height > 1) return l;
  }
  return s.display !== 'none' && s.visibility === 'visible' && s.pointerEvents !== 'none' && b.width > 4 && b.height > 4 ? e : null;
}

/** Elements already asked of Chrome for a closed shadow root. @type {WeakSet<Element>} */
const asked = new WeakSet();

/** A cheap check: custom elements, and empty boxes that take room. @param {Element} e */
function mayHaveClosedRoot(e) {
  if (asked.has(e)) return false;
  if (e.localName.includes('-')) return true;
  if (e.firstElementChild || !/^(article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/.test(e.localName)) return false;
  return !e.firstChild && e.offsetHeight > 8;
}

/** The first element a selector finds, shadow roots included. @param {string} selector @param {Document|ShadowRoot} root */
function find(selector, root) {
  const e = root.querySelector(selector);
  if (e) return e;
  for (const h of root.querySelectorAll('*')) {
    const s = shadow(h);
    const inner = s && find(selector, s);
    if (inner) return inner;
  }
  return null;
}

/** The modal dialog on top, if there is one. @returns {?Element} */
function modal() {
  const open = doc.querySelectorAll('dialog:modal');
  return open.length ? open[open.length - 1] : null;
}

/** The capture of this doc. @param {Options} o */
function capture(o) {
  let root = doc.body || doc.documentElement;
  const top = modal();
  if (o.selector) {
    try { root = find(o.selector, document); } catch { return { bad: true }; }
    if (!root) return { missing: true };
  } else if (top) root = top;
  const w = new Walk(o);
  if (!o.boxes) w.view = viewport();
  if (root) {
    w.visit(root, { depth: 0, inert: !!(root.closest && root.closest('[inert]')), controls: false, pointer: false, transform: 'none' });
    w.flush(0);
    comeBack(w);
  }
  suspects = w.s.suspects;
  const { list, total, about } = assembled(w);
  return { u: location.href, t: doc.title, n: list, total, about, modal: !!top, closed: suspects.length };
}

/** What may hide a closed shadow root, of the last capture. @type {Element[]} */
let suspects = [];
