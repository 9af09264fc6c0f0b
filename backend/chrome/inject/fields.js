// Fields, scrolling, frames and text.

/** Puts the focus on a target, the caret behind what it holds. */
function focus(t, o) {
  const { e, err, what } = target(t);
  if (err) return { err, what };
  const object = words(e);
  if (disabled(e)) return { err: 'disabled', what: object };
  if (!visible(e) && !choiceArea(e)) return { err: 'hidden', what: object };
  if (o.write && !writable(e)) return { err: e.readOnly || e.getAttribute('aria-readonly') === 'true' ? 'readonly' : 'unwritable', what: object };
  bring(e);
  watch(e);
  const had = deepActive() === e;
  e.focus({ preventScroll: true });
  if (!had) caretToEnd(e);
  if (o.clear) selectAll(e);
  return { object, tag: e.localName, type: e.type || '', direct: direct(e), focused: deepActive() === e || e.isContentEditable, empty: !text(e) };
}

/** @param {Element} e */
function writable(e) {
  if (e.tagName === 'INPUT') return !e.readOnly && !(CHOICE.has(e.type) || BY_INPUT[e.type] === 'button');
  if (e.tagName === 'TEXTAREA') return !e.readOnly;
  if (e.tagName === 'SELECT') return false;
  return e.isContentEditable || e.matches('[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton],[tabindex],canvas,iframe,embed,object,body') || !!shadow(e);
}

/** Fields whose picker Chrome draws itself: their value is set, not typed. @param {Element} e */
const direct = (e) => e.tagName === 'INPUT' && /^(date|datetime-local|month|week|time|color|range)$/.test(e.type);

/** @param {Element} e */
function caretToEnd(e) {
  try {
    if (typeof e.selectionStart === 'number') { const n = e.value.length; e.setSelectionRange(n, n); return; }
  } catch { /* number and email have no caret to set */ }
  if (e.isContentEditable) { const s = getSelection(); s.selectAllChildren(e); s.collapseToEnd(); }
}

function selectAll(e) {
  e = e || deepActive();
  if (!e) return;
  if (e.select) e.select();
  else if (e.isContentEditable) getSelection().selectAllChildren(e);
}

/** What a field holds. @param {Element} e */
const text = (e) => ('value' in e && typeof e.value === 'string' ? e.value : e.innerText || '');

/** Whether a field holds what was typed; never tells a password. */
function holds(t, want) {
  const { e } = target2(t);
  if (!e) return { ok: true };
  const bare = (s) => s.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const have = text(e);
  const ok = have === want || bare(have) === bare(want) || (e.maxLength > 0 && bare(want).startsWith(bare(have)) && have.length > 0);
  return { ok, have: ok || secret.has(e) || e.type === 'password' ? '' : cut(have) };
}

/** A target after an action: its meaning may have changed by it. */
function target2(t) {
  if (!t.key && !t.selector) return { e: deepActive() };
  return t.selector ? target(t) : { e: element(t.key) };
}

/** Tells the page that a field has another value, as Chrome does after a choice. @param {Element} e */
function told(e) {
  e.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  e.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Sets the value of a field with a picker, as the picker does. */
function setValue(t, v) {
  const { e, err, what } = target(t);
  if (err) return { err, what };
  e.value = v;
  if (e.value !== v && !(e.type === 'range' || e.type === 'color')) return { err: 'format', what: e.type };
  told(e);
  return { object: words(e) };
}

/** Chooses in a native list by value or label. @param {string[]} values */
function select(t, values) {
  let { e, err, what } = target(t);
  if (err) return { err, what };
  if (e.tagName === 'OPTION') e = e.closest('select') || e;
  if (e.tagName !== 'SELECT') return { err: 'nolist', what: words(e) };
  if (disabled(e)) return { err: 'disabled', what: words(e) };
  const label = (o) => squeeze(o.label || o.text);
  const options = [...e.options];
  const chosen = [];
  for (const v of values) {
    const o = options.find((x) => x.value === v) || options.find((x) => label(x) === squeeze(v)) || options.find((x) => label(x).toLowerCase() === squeeze(v).toLowerCase());
    if (!o) return { err: 'nooption', what: v, options: options.filter((x) => !x.disabled).map(label).slice(0, 60) };
    if (off(o)) return { err: 'offoption', what: label(o) };
    chosen.push(o);
  }
  if (values.length > 1 && !e.multiple) return { err: 'onlyone', what: words(e) };
  return choose(e, chosen);
}

/** Chooses the option that a target is, as a click in the open list does. */
function pick(t) {
  const { e, err, what } = target(t);
  if (err) return { err, what };
  const list = e.closest('select');
  if (disabled(list)) return { err: 'disabled', what: words(list) };
  if (off(e)) return { err: 'offoption', what: words(e) };
  return { ...choose(list, [e]), object: words(e) };
}

/** @param {Element} o an option */
const off = (o) => o.disabled || o.parentElement.tagName === 'OPTGROUP' && o.parentElement.disabled;

/** @param {Element} e a list @param {Element[]} chosen */
function choose(e, chosen) {
  watch(e);
  e.focus({ preventScroll: true });
  for (const o of e.options) o.selected = chosen.includes(o);
  told(e);
  return { object: words(e) };
}

/** The thing that scrolls at a point. */
function scroller(x, y) {
  for (let n = at(x, y); n; n = up(n)) {
    if (n.nodeType !== 1 || n === doc.body || n === doc.documentElement) continue;
    const s = getComputedStyle(n);
    if (/auto|scroll/.test(s.overflowY + s.overflowX) && (n.scrollHeight > n.clientHeight || n.scrollWidth > n.clientWidth)) return n;
  }
  return doc.scrollingElement || doc.documentElement;
}

let scrolledAt = null;

/** Where the thing at a point stands; wait is how long a movement may take to begin (ms). */
async function scrollState(x, y, wait) {
  const e = wait && scrolledAt ? scrolledAt.e : scroller(x, y);
  if (!wait) scrolledAt = { e, x: e.scrollLeft, y: e.scrollTop };
  const end = performance.now() + wait;
  let was = '';
  while (performance.now() < end) {
    const now = e.scrollLeft + ',' + e.scrollTop;
    if (now === was && (e.scrollLeft !== scrolledAt.x || e.scrollTop !== scrolledAt.y)) break;
    was = now;
    await frame();
  }
  const maxX = e.scrollWidth - e.clientWidth, maxY = e.scrollHeight - e.clientHeight;
  return {
    x: Math.round(e.scrollLeft), y: Math.round(e.scrollTop), max_x: Math.max(0, maxX), max_y: Math.max(0, maxY),
    at_bottom: e.scrollTop >= maxY - 1, moved: !!scrolledAt && (e.scrollLeft !== scrolledAt.x || e.scrollTop !== scrolledAt.y),
  };
}

function scrollInto(t) {
  const { e, err, what } = target(t);
  if (err) return { err, what };
  const area = standIn(e);
  area.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const b = boxOnScreen(e);
  return { x: b.x + b.width / 2, y: b.y + b.height / 2, object: words(e) };
}

/** The box of a target in the document, for a picture of it. */
function rect(t) {
  const { e, err, what } = target(t);
  if (err) return { err, what };
  bring(standIn(e));
  const b = boxOnScreen(e);
  if (!b.width || !b.height) return { err: 'hidden', what: words(e) };
  return { x: b.x, y: b.y, w: b.width, h: b.height, sx: scrollX, sy: scrollY };
}

/** Brings a frame element into view; gives whether that moved anything. @param {number} k */
function bringFrame(k) {
  const e = element(k);
  if (!e) return false;
  const was = boxOf(e);
  bring(e);
  return boxOf(e) !== was;
}

/** Two frames drawn: Chrome then sends pointer events by where things stand now. */
async function drawn() {
  await frame();
  await frame();
}

/** Where the inside of a frame element stands: origin and scale. @param {number} k */
function within(k) {
  const e = element(k);
  if (!e) return { err: 'gone' };
  const b = e.getBoundingClientRect();
  const s = getComputedStyle(e);
  const sx = e.offsetWidth ? b.width / e.offsetWidth : 1, sy = e.offsetHeight ? b.height / e.offsetHeight : 1;
  return { x: b.x + (e.clientLeft + parseFloat(s.paddingLeft)) * sx, y: b.y + (e.clientTop + parseFloat(s.paddingTop)) * sy, sx, sy };
}

/** Whether a point of this document falls on a frame element. */
function hitFrame(k, x, y) {
  const e = element(k), hit = at(x, y);
  return { ok: !!e && hit === e, what: words(hit) };
}

/** What a person would read. @param {{limit: number, hide: boolean}} o hide what fields hold */
function read(t, o) {
  let e = doc.body || doc.documentElement;
  if (t.key || t.selector) {
    const found = target(t);
    if (found.err) return found;
    e = found.e;
  }
  const all = e ? (isField(e) ? held(e, o.hide) : o.hide ? withoutEditors(e) : visibleText(e)) : '';
  // Characters are code points; who asked cuts to them.
  return { text: all.slice(0, 2 * o.limit), total: all.length - (all.match(/[\ud800-\udbff][\udc00-\udfff]/g) || []).length };
}

/** @param {Element} e */
const isField = (e) => e.matches('input,textarea,select') || e.isContentEditable;

/** What a field holds, whole and as it is, but never a password. @param {Element} e @param {boolean} hide */
function held(e, hide) {
  const all = e.isContentEditable ? visibleText(e) : e.tagName === 'TEXTAREA' || e.tagName === 'INPUT' && e.type !== 'file' && value(e, role(e)) ? e.value : value(e, role(e));
  return all && (hide || e.type === 'password' || secret.has(e)) ? '[filled]' : all;
}

/** The text around editors: what is in them belongs to who writes it. @param {Element} e */
function withoutEditors(e) {
  let t = visibleText(e);
  for (const x of e.querySelectorAll('[contenteditable]')) {
    const own = x.isContentEditable && visibleText(x);
    if (own) t = t.replace(own, '[filled]');
  }
  return t;
}

/** innerText, with shadow roots. @param {Element} e */
function visibleText(e) {
  let t = e.innerText === undefined ? e.textContent : e.innerText;
  for (const h of [e, ...e.querySelectorAll('*')]) {
    const root = shadow(h);
    if (root && shown(h)) for (const c of root.children) if (!SKIP.has(c.tagName) && shown(c)) t += '\n' + visibleText(c);
  }
  return t.trim();
}

const contains = (t) => visibleText(doc.body || doc.documentElement).includes(t);

/** Addresses of what a document still waits for, as far as its elements tell. @returns {string[]} */
function outstanding() {
  if (document.readyState === 'complete') return [];
  const all = [...document.images].filter((i) => !i.complete).map((i) => i.currentSrc || i.src);
  for (const l of document.querySelectorAll('link[rel~=stylesheet]')) if (!l.sheet && !l.disabled) all.push(l.href);
  for (const f of document.querySelectorAll('iframe[src]')) {
    const d = f.contentDocument;
    if (d && d.readyState !== 'complete') all.push(f.src);
  }
  return [...new Set(all)].filter(Boolean).slice(0, 3).map((u) => u.slice(0, 300));
}

function info() {
  const nav = performance.getEntriesByType('navigation')[0];
  const failed = location.protocol === 'chrome-error:' && /ERR_[A-Z0-9_]+/.exec(doc.body ? doc.body.innerText : '');
  return { url: location.href, title: doc.title, status: (nav && nav.responseStatus) || 0, error: failed ? 'net::' + failed[0] : '', outstanding: outstanding() };
}

/** What is selected, in fields too, but never of a password. */
function selection() {
  const a = deepActive();
  if (a && typeof a.selectionStart === 'number' && a.type !== 'password' && !secret.has(a)) return a.value.slice(a.selectionStart, a.selectionEnd);
  return String(getSelection() || '');
}
