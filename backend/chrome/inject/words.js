// Finding words on a page for a person, without a change to it: what is found is
// drawn by Baton over the picture.

/** The most places of one document that are told. */
const MOST_PLACES = 1000;
/** The most that are drawn. */
const MOST_MARKS = 200;
/** How long places stay as they are while the page changes (ms). */
const PLACES_STAY = 1000;

const UNREAD = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|IFRAME|FRAME|OBJECT|SELECT|OPTION|DATALIST|VIDEO|AUDIO|CANVAS)$/;

let sought = { text: '', places: [], at: 0, stale: true };
let changes = null;

/** One character without case and marks: «É» is found by «e». @param {string} c */
const plain = (c) => (/[\s\u00a0]/.test(c) ? ' ' : /[\u00ad\u200b-\u200d\ufeff]/.test(c) ? '' : c.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());

/** All that can be read, as one text in plain characters, and where each of them is. */
class Readable {
  constructor() {
    this.text = [];
    this.nodes = [];
    this.offsets = [];
  }

  /** Words on both sides belong together no more. */
  part() {
    if (this.text.length && this.text[this.text.length - 1] !== '\n') this.put('\n', null, 0);
  }

  put(c, node, offset) {
    this.text.push(c);
    this.nodes.push(node);
    this.offsets.push(offset);
  }

  /** @param {Node} node @param {string} text */
  write(node, text) {
    let i = 0;
    for (const c of text) {
      for (const p of plain(c)) {
        const last = this.text[this.text.length - 1];
        if (p !== ' ' || (last !== ' ' && last !== '\n')) this.put(p, node, i);
      }
      i += c.length;
    }
  }

  /** @param {Element} e */
  walk(e) {
    if (UNREAD.test(e.tagName)) return;
    const style = getComputedStyle(e);
    if (style.display === 'none') return;
    const inline = /^(inline|contents)/.test(style.display) && style.display !== 'inline-block';
    if (!inline || e.tagName === 'BR') this.part();
    if (e.tagName === 'TEXTAREA' || e.tagName === 'INPUT') {
      if (writes(e) && e.type !== 'password' && !secret.has(e) && style.visibility === 'visible') {
        this.part();
        this.write(e, e.value);
        this.part();
      }
      return;
    }
    for (const n of children(e)) {
      if (kind(n) === 1) this.walk(n);
      else if (kind(n) === 3 && style.visibility === 'visible') this.write(n, n.data);
    }
    if (!inline) this.part();
  }
}

/** @param {string} text */
function placesOf(text) {
  const looked = [...text].map(plain).join('').replace(/ +/g, ' ');
  if (looked.trim() === '' || !doc.documentElement) return [];
  const all = new Readable();
  all.walk(doc.documentElement);
  const whole = all.text.join('');
  // Every entry is one unit of the joined text: a character beyond the first plane is two.
  const index = [];
  all.text.forEach((c, i) => { for (let k = 0; k < c.length; k++) index.push(i); });
  const out = [];
  for (let from = whole.indexOf(looked); from >= 0 && out.length < MOST_PLACES; from = whole.indexOf(looked, from + looked.length)) {
    const a = index[from], z = index[from + looked.length - 1];
    out.push({ node: all.nodes[a], from: all.offsets[a], end: all.nodes[z], to: all.offsets[z] + 1 });
  }
  return out;
}

/** Where a place is on the screen. */
function boxesOf(p) {
  if (kind(p.node) === 1) return [p.node.getBoundingClientRect()];
  try {
    const r = doc.createRange();
    r.setStart(p.node, p.from);
    r.setEnd(p.end, Math.min(p.to, p.end.data.length));
    return [...r.getClientRects()].filter((b) => b.width > 0 && b.height > 0);
  } catch { // it is gone
    return [];
  }
}

/** Looks for words, anew where they are others or the page changed. @param {string} text */
function findWords(text) {
  if (!changes && text !== '') {
    changes = new MutationObserver(() => { sought.stale = true; });
    changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  if (text === '' && changes) {
    changes.disconnect();
    changes = null;
  }
  if (sought.text !== text || (sought.stale && performance.now() - sought.at > PLACES_STAY)) {
    sought = { text, places: placesOf(text), at: performance.now(), stale: false };
  }
  const first = sought.places.findIndex((p) => boxesOf(p).some((b) => b.bottom > 0));
  return { count: sought.places.length, more: sought.places.length === MOST_PLACES, first: Math.max(0, first) };
}

/** Brings a place into view. @param {number} i */
function showWords(i) {
  const p = sought.places[i];
  if (!p) return false;
  // The innermost first: what scrolls in what scrolls.
  for (let n = kind(p.node) === 1 ? p.node : up(p.node); n; n = up(n)) {
    if (n === doc.scrollingElement || n.tagName === 'TEXTAREA' || (n.scrollHeight <= n.clientHeight && n.scrollWidth <= n.clientWidth)) continue;
    if (!/auto|scroll|hidden/.test(getComputedStyle(n).overflow)) continue;
    const r = n.getBoundingClientRect();
    centre(p, { top: r.top, bottom: r.top + n.clientHeight, left: r.left, right: r.left + n.clientWidth }, n);
  }
  centre(p, { top: 0, bottom: innerHeight, left: 0, right: innerWidth }, globalThis);
  return true;
}

/** Scrolls something so that a place is in its midst, if it is not in it. */
function centre(p, r, scroller) {
  const [b] = boxesOf(p);
  if (!b) return;
  const top = b.top < r.top || b.bottom > r.bottom ? (b.top + b.bottom - r.top - r.bottom) / 2 : 0;
  const left = b.left < r.left || b.right > r.right ? (b.left + b.right - r.left - r.right) / 2 : 0;
  if (top || left) scroller.scrollBy({ top, left, behavior: 'instant' });
}

/** Whether a box of a place is what one sees there. */
function onScreen(p, b) {
  const hit = at(b.left + b.width / 2, b.top + b.height / 2);
  for (let n = hit; n; n = up(n)) if (n === p.node || n === parentOf(p.node)) return true;
  for (let n = p.node; n; n = up(n)) if (n === hit) return true;
  return false;
}

/** The boxes of all places in view; that of the current one is marked. @param {number} current */
function wordMarks(current) {
  const out = [];
  for (let i = 0; i < sought.places.length && out.length < MOST_MARKS; i++) {
    const p = sought.places[i];
    for (const b of boxesOf(p)) {
      const x = Math.max(0, b.left), y = Math.max(0, b.top);
      const w = Math.min(innerWidth, b.right) - x, h = Math.min(innerHeight, b.bottom) - y;
      if (w > 0 && h > 0 && onScreen(p, b)) out.push({ x, y, w, h, current: i === current });
    }
  }
  return out;
}
