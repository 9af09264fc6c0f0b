// What is in view first. A walk passes over the blocks that lie outside the
// viewport, and comes back to them while there is room: to those below first,
// then to those above, the nearest first.

/** Documents with more elements are not counted to the end: how many nodes were left out is told by the rate of the rest. */
const COUNTED = 2500;

/** @typedef {{w: number, h: number, near: Set<Element>}} View */

/** Where things lie that stand on top of others, as parts of the viewport: most of them first. */
const PROBES = [[0.5, 0.5], [0.5, 0.04], [0.95, 0.95], [0.5, 0.95], [0.04, 0.5], [0.96, 0.5]];

/** How long points may be looked at (ms): each costs a pass over all boxes of a page. */
const PROBING = 3;

/**
 * The viewport, with what is drawn at points of it or has the focus, and all that
 * holds that: what lies on top may stand in a block that lies elsewhere.
 * @returns {View}
 */
function viewport() {
  const v = { w: doc.documentElement.clientWidth || innerWidth, h: innerHeight, near: new Set() };
  const add = (n) => { for (; n && !v.near.has(n); n = up(n)) v.near.add(n); };
  const end = performance.now() + PROBING;
  for (const [x, y] of PROBES) if (performance.now() < end) add(at(v.w * x, v.h * y));
  add(deepActive());
  return v;
}

/** Where a block lies with all it holds: 'above', 'beside' or 'below' the viewport, '' if it may be in it, or is none. @param {Element} e @param {View} v */
function whereabouts(e, v) {
  if (v.near.has(e)) return '';
  const b = e.getBoundingClientRect();
  if (b.bottom > 0 && b.top < v.h && b.right > 0 && b.left < v.w || !b.width || !b.height) return '';
  const style = getComputedStyle(e);
  if (!isBlock(style)) return '';
  if (style.overflowX === 'visible' && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)) return '';
  return b.bottom <= 0 ? 'above' : b.top >= v.h ? 'below' : 'beside';
}

/** @param {CSSStyleDeclaration} s */
const isBlock = (s) => s.display !== 'contents' && !s.display.startsWith('inline');

/** How many elements a block is. @param {Element} e */
const size = (e) => e.getElementsByTagName('*').length + 1;

/** Walks the blocks that were passed over, while there is room or they are counted. @param {Walk} walk */
function comeBack(walk) {
  const s = walk.s;
  const gaps = walk.out.filter((n) => n.block);
  const above = gaps.filter((g) => g.where === 'above');
  for (const g of [...gaps.filter((x) => x.where !== 'above'), ...above.reverse()]) {
    if (s.cut && s.full()) { g.size = size(g.block); continue; }
    const total = s.total, left = s.left;
    const sub = new Walk(walk.o, s);
    sub.visit(g.block, g.w);
    sub.flush(g.w.depth);
    g.nodes = sub.out;
    g.hidden = s.total - total - sub.out.length;
    g.size = s.left - left;
  }
}

/**
 * The list of nodes with the blocks in their places. What was left out is told
 * where it was: {r: 'gap', n: how many nodes}. @param {Walk} walk
 */
function assembled(walk) {
  const s = walk.s;
  let left = s.left;
  for (const n of walk.out) if (n.block && !n.nodes) left += n.size;
  const all = size(doc.documentElement);
  const rate = left && all > left ? s.total / (all - left) : 1;
  const list = [];
  for (const n of walk.out) {
    if (!n.block) { list.push(n); continue; }
    if (n.nodes) list.push(...n.nodes);
    const hidden = (n.hidden || 0) + Math.round(n.size * rate);
    const last = list[list.length - 1];
    if (!hidden) continue;
    if (last && last.r === 'gap') {
      last.n += hidden;
      last.d = Math.min(last.d, n.d);
    } else list.push({ d: n.d, r: 'gap', n: hidden });
  }
  for (const n of list) if (n.r === 'gap') n.n = String(n.n);
  return { list, total: s.total + Math.round(left * rate), about: left > 0 };
}
