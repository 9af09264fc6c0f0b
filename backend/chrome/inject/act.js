// Finding the point to act at, and telling what came of it.

const frame = () => new Promise((r) => { let done = false; const f = () => { if (!done) { done = true; r(); } }; requestAnimationFrame(f); setTimeout(f, 60); });

/** @param {Element} e */
const boxOf = (e) => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].join(); };

/** The element at a point, through shadow roots. @param {number} x @param {number} y @returns {?Element} */
function at(x, y) {
  let e = doc.elementFromPoint(x, y);
  while (e) {
    const root = shadow(e);
    const inner = root && root.elementFromPoint(x, y);
    if (!inner || inner === e) break;
    e = inner;
  }
  return e;
}

/** Whether a hit belongs to a target: in it, or in the label that stands for it. @param {?Node} hit @param {Element} e */
function belongs(hit, e) {
  const labels = e.labels ? [...e.labels] : [];
  for (let n = hit; n; n = up(n)) if (n === e || labels.includes(n)) return true;
  return false;
}

const NATIVE = 'a[href],button,input,select,textarea,label';

/**
 * Whether a hit on a host is one on its own words, which a slot in a target shows: only elements in slots are hit as
 * what they are. @param {?Element} hit @param {Element} e @param {number} x @param {number} y
 */
function slotted(hit, e, x, y) {
  if (!hit || !shadow(hit)) return false;
  for (const s of e.tagName === 'SLOT' ? [e] : e.querySelectorAll('slot')) {
    for (const n of s.assignedNodes({ flatten: true })) {
      if (n.nodeType !== 3 || n.parentNode !== hit) continue;
      const range = doc.createRange();
      range.selectNodeContents(n);
      for (const b of range.getClientRects()) if (x >= b.left && x <= b.right && y >= b.top && y <= b.bottom) return true;
    }
  }
  return false;
}

/** The next thing that reacts by itself, from a hit upwards: a button in a row, an item in the item of a tree. @param {?Node} hit @param {Element} e */
function ownControl(hit, e) {
  for (let n = hit; n && n !== e; n = up(n)) {
    if (n.nodeType === 1 && (n.matches(NATIVE) && !(n.tagName === 'LABEL' && n.control === e) || n.hasAttribute('role') && ACTS.has(role(n)))) return false;
  }
  return true;
}

/**
 * Where a person would point at a thing that is made of words: the middle of its first line. What reacts may be the
 * words alone, and the middle of the thing may be another thing inside it. @param {Element} e @returns {?number[]}
 */
function firstWords(e) {
  if (e.matches(NATIVE) || e.isContentEditable) return null;
  for (const n of children(e)) {
    if (n.nodeType === 3 && n.data.trim()) {
      const range = doc.createRange();
      range.selectNodeContents(n);
      for (const b of range.getClientRects()) if (b.width > 1 && b.height > 1) return [b.x + b.width / 2, b.y + b.height / 2];
    }
    if (n.nodeType === 1 && shown(n) && !ACTS.has(role(n))) {
      const p = firstWords(n);
      if (p) return p;
    }
  }
  return null;
}

/** A few words for an element. @param {?Element} e */
function words(e) {
  if (!e) return 'nothing';
  const r = role(e);
  const n = r ? name(e, ACTS.has(r) ? r : 'clickable') : '';
  const t = n || cut(squeeze(e.innerText || '')).slice(0, 80);
  return (r || e.localName) + (t ? ' ' + JSON.stringify(t) : '');
}

/** Points to try in the visible part of an element: its words and the middles of its pieces first. @param {Element} e */
function points(e) {
  const W = doc.documentElement.clientWidth, H = innerHeight;
  const out = [];
  const p = firstWords(e);
  if (p && p[0] > 0 && p[1] > 0 && p[0] < W && p[1] < H) out.push(p);
  const pieces = (e.tagName === 'AREA' ? [areaBox(e)] : [...e.getClientRects()]).map((b) => [Math.max(0, b.left), Math.max(0, b.top), Math.min(W, b.right), Math.min(H, b.bottom)])
    .filter((b) => b[2] - b[0] > 1 && b[3] - b[1] > 1).sort((a, b) => (b[2] - b[0]) * (b[3] - b[1]) - (a[2] - a[0]) * (a[3] - a[1]));
  for (const p of pieces.slice(0, 4)) out.push([(p[0] + p[2]) / 2, (p[1] + p[3]) / 2]);
  for (const p of pieces.slice(0, 4)) {
    for (const fy of [0.25, 0.75, 0.5, 0.08, 0.92]) for (const fx of [0.25, 0.75, 0.5, 0.08, 0.92]) out.push([p[0] + (p[2] - p[0]) * fx, p[1] + (p[3] - p[1]) * fy]);
  }
  return out;
}

/** @param {Element} e */
function moving(e) {
  if (!doc.getAnimations().length) return false;
  for (let n = e; n; n = up(n)) if (kind(n) === 1 && Element.prototype.getAnimations.call(n).some((a) => a.playState === 'running')) return true;
  return false;
}

/** @param {{key: number, selector: string, role: string, name: string}} t */
function target(t) {
  if (t.selector) {
    let e;
    try { e = find(t.selector, document); } catch { return { err: 'bad' }; }
    if (!e) return { err: 'missing' };
    return { e };
  }
  const e = element(t.key);
  if (!e) return { err: 'gone' };
  const r = clickRole(e, t.role), n = name(e, ACTS.has(r) ? r : 'clickable');
  if (r !== t.role || n !== t.name) return { err: 'changed', what: (r || e.localName) + ' ' + JSON.stringify(n) };
  return { e };
}

/** The role as the walk told it: «clickable» is not a role of the element itself. */
function clickRole(e, told) {
  const r = role(e);
  return told === 'clickable' && !ACTS.has(r) ? 'clickable' : r;
}

/**
 * Where to act on a target: scrolled into view, still, enabled and hit. It tries
 * until budget (ms) has passed and then gives the reason.
 * @param {{key: number, selector: string, role: string, name: string}} t @param {{budget: number, hit: boolean}} o
 */
function locate(t, o) {
  const first = attempt(t, o);
  if (!first.err || first.final || !o.budget) return first;
  return (async () => {
    const end = performance.now() + o.budget;
    let last = first;
    while (performance.now() < end) {
      await frame();
      last = attempt(t, o);
      if (!last.err || last.final) return last;
      if (last.err === 'moving') {
        const e = target(t).e;
        const was = e && boxOf(e);
        await frame();
        if (e && boxOf(e) === was) return attempt(t, { ...o, still: true });
      }
    }
    return last;
  })();
}

function attempt(t, o) {
  const { e, err, what } = target(t);
  if (err) return { err, what, final: err !== 'missing' };
  const r = clickRole(e, t.role || 'clickable');
  const object = words(e);
  if (disabled(e) && o.hit) return { err: 'disabled', what: object };
  if (e.closest('[inert]') || (modal() && !modal().contains(e) && !inTop(e))) return { err: 'covered', what: words(modal() || e.closest('[inert]')), object };
  if (e.tagName === 'OPTION' && e.closest('select') && e.closest('select').size < 2 && !e.closest('select').multiple) return { err: 'option', what: object, final: true };
  const area = standIn(e);
  if (!area.getClientRects().length || !(area === e ? visible(e) : shown(area))) return { err: 'hidden', what: object };
  if (!o.still && moving(area)) { bring(area); return { err: 'moving', what: object }; }
  const seen = bring(area);
  const res = aim(e.tagName === 'AREA' ? e : area, e, o, seen);
  watch(e);
  return { ...res, object, tag: e.localName, role: r };
}

/** In the flat tree of the modal dialog, slots and shadow roots included. */
function inTop(e) {
  const m = modal();
  for (let n = e; n; n = up(n)) if (n === m) return true;
  return false;
}

/** @param {Element} e */
function visible(e) {
  const b = e.getBoundingClientRect();
  const s = getComputedStyle(e);
  return s.visibility === 'visible' && e.checkVisibility() && (b.width > 0 && b.height > 0 || s.display === 'inline');
}

/**
 * Brings an element into view. If it stood there already, it gives what is hit in
 * its middle: on a large page looking again would cost milliseconds.
 * @param {Element} e @returns {?{x: number, y: number, hit: Element}}
 */
function bring(e) {
  const b = e.getBoundingClientRect();
  const W = doc.documentElement.clientWidth, H = innerHeight;
  const seen = { x: b.x + b.width / 2, y: b.y + b.height / 2, hit: null };
  const fits = b.top >= 0 && b.left >= 0 && b.bottom <= H && b.right <= W;
  if (fits && b.width && b.height) seen.hit = at(seen.x, seen.y);
  const clipped = fits && b.width && b.height && !belongs(seen.hit, e);
  if (!fits || clipped || window !== top) e.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  else if (seen.hit) return seen;
  return null;
}

function aim(area, e, o, seen) {
  const tries = points(area);
  if (!tries.length) {
    standIn(area).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    tries.push(...points(area));
  }
  if (!tries.length) return { err: 'outside', what: words(e) };
  if (!o.hit) return { x: tries[0][0], y: tries[0][1] };
  let cover = null, spare = null;
  for (let turn = 0; turn < 2; turn++) {
    for (const [x, y] of turn ? points(area) : tries) {
      const hit = !turn && seen && seen.x === x && seen.y === y ? seen.hit : at(x, y);
      if (belongs(hit, e) || belongs(hit, area)) {
        if (ownControl(hit, e)) return { x, y };
        spare = spare || { x, y };
      } else if (slotted(hit, e, x, y)) return { x, y };
      else cover = cover || hit;
    }
    if (spare) return spare;
    standIn(area).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); // from under a bar that stays
  }
  return { err: 'covered', what: words(cover), object: words(e) };
}

// What follows an action: changes of the document and of fields.
let changed = false, watcher = null, pressed = false;
/** What comes a moment later: a form is sent, by the page's script or by Chrome, or a file is saved. @type {?SubmitEvent} */
let sent = null;
let saves = false;
/** The click on a link to another document. @type {?MouseEvent} */
let led = null;

/** Whether the page will leave for where its form is sent. */
function leaves() {
  if (!sent || sent.defaultPrevented || window !== top) return false;
  const f = sent.target, b = sent.submitter;
  const to = (b && b.getAttribute('formtarget')) || f.getAttribute('target') || '_self';
  return /^_(self|top|parent|blank)$/i.test(to) && ((b && b.getAttribute('formmethod')) || f.getAttribute('method') || '').toLowerCase() !== 'dialog';
}
/** Whether the page's handlers left something to Chrome, which comes to it a moment later. */
const left = () => !!sent || !!led && !led.defaultPrevented;

/** Ends the wait for a change. */
let wake = () => {};

function noticed() {
  changed = true;
  wake();
}

/** @param {?Element} e */
function watch(e) {
  changed = pressed = saves = false;
  sent = led = null;
  releases = 0;
  if (!watcher) {
    addEventListener('pointerdown', () => { pressed = true; }, { capture: true, passive: true });
    addEventListener('pointerup', () => { releases++; released(); }, { capture: true, passive: true });
    addEventListener('click', (ev) => {
      const path = ev.composedPath();
      saves = path.some((n) => n.download !== undefined && n.hasAttribute && n.hasAttribute('download'));
      led = path.some((n) => n instanceof Element && goes(n)) ? ev : null;
    }, { capture: true, passive: true });
    addEventListener('submit', (ev) => { sent = ev; }, { capture: true, passive: true });
    watcher = new MutationObserver(noticed);
    for (const t of ['input', 'change', 'toggle']) addEventListener(t, noticed, { capture: true, passive: true });
  }
  watcher.takeRecords();
  const opts = { subtree: true, childList: true, attributes: true, characterData: true };
  watcher.observe(document, opts);
  for (let n = e; n; n = n.getRootNode().host) watcher.observe(n.getRootNode(), opts);
}

/** Whether anything changed since the last watch, and where the document is. */
function effects() {
  if (watcher && watcher.takeRecords().length) changed = true;
  return { changed, leaves: leaves(), saves, closing: window.closed, url: location.href, title: doc.title };
}

/** How many presses ended since the last watch, what hears of it, and what ends the wait for it. */
let releases = 0, released = () => {}, over = () => {};

/**
 * Waits for a click that is yet to come, and then for what follows it. A change is
 * told at the next frame, before it is drawn: a question that came after Chrome's
 * answers might wait until that is done. Without one it is settle, from delivered on.
 * @param {number} presses @param {number} ms
 */
async function settleAfter(presses, ms) {
  over();
  await new Promise((done) => {
    released = () => { if (releases >= presses) requestAnimationFrame(() => { if (!left() && effects().changed) done(); }); };
    over = done;
  });
  released = over = () => {};
  return settle(ms, false);
}

/** Chrome has the answers for all events of a click, wherever they went, or there is none to come. */
function delivered() { over(); }

/**
 * Waits for what follows an action whose events the page has taken. Their
 * handlers have run by then, so a change ends it at once. If there is none, the
 * next frame is waited for: Chrome keeps what the handlers queued until it is
 * drawn, and runs it then. So it is where handlers are known to leave things to
 * others: a form is sent by a script, a link is followed, or a frame tells the page around it. It
 * ends after ms at the latest.
 * @param {number} ms @param {boolean} inFrame
 */
async function settle(ms, inFrame) {
  const queued = left() || inFrame;
  if (!leaves() && !window.closed && (queued || !effects().changed)) {
    await new Promise((done) => {
      wake = queued ? () => {} : done;
      setTimeout(done, ms);
      requestAnimationFrame(() => setTimeout(done));
    });
    wake = () => {};
  }
  const res = effects();
  if (watcher && res.changed) watcher.disconnect();
  return res;
}
