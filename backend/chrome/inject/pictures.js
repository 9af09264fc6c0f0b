// What pictures hold: the areas of image maps, drawings with words and shapes, and
// how a thing without words looks.

const PICTURES = new Set(['IMG', 'svg', 'CANVAS']);

/** The image that a map is for. @param {Element} area @returns {?Element} */
function imageOf(area) {
  const map = area.closest('map');
  if (!map || !map.name) return null;
  for (const i of map.getRootNode().querySelectorAll('img[usemap]')) if (i.useMap.slice(1) === map.name && shown(i)) return i;
  return null;
}

/** The areas of an image that can be clicked. @param {Element} img @returns {Element[]} */
function areas(img) {
  const map = [...img.getRootNode().querySelectorAll('map')].find((m) => m.name && m.name === img.useMap.slice(1));
  return map ? [...map.areas].filter((a) => a.hasAttribute('href') || a.hasAttribute('onclick') || a.alt || titleOf(a)) : [];
}

/** Where an area stands: its coordinates are those of the image's inside. @param {Element} a @returns {DOMRect} */
function areaBox(a) {
  const img = imageOf(a);
  if (!img) return new DOMRect();
  const b = img.getBoundingClientRect(), s = getComputedStyle(img);
  const x = b.x + img.clientLeft + parseFloat(s.paddingLeft), y = b.y + img.clientTop + parseFloat(s.paddingTop);
  const c = a.coords.split(/[\s,]+/).map(Number).filter((n) => !Number.isNaN(n));
  if (a.shape === 'circle' && c.length > 2) return new DOMRect(x + c[0] - c[2], y + c[1] - c[2], 2 * c[2], 2 * c[2]);
  if (a.shape === 'default' || c.length < 4) return b;
  const xs = c.filter((_, i) => i % 2 === 0), ys = c.filter((_, i) => i % 2);
  return new DOMRect(x + Math.min(...xs), y + Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** What stands on the screen for a thing that is not drawn itself: a label, an image. @param {Element} e @returns {Element} */
const standIn = (e) => (e.tagName === 'AREA' ? imageOf(e) : choiceArea(e)) || e;

/** @param {Element} e @returns {DOMRect} */
const boxOnScreen = (e) => (e.tagName === 'AREA' ? areaBox(e) : standIn(e).getBoundingClientRect());

/** @param {Element} e */
function isLarge(e) {
  const b = e.getBoundingClientRect();
  return b.width >= 64 && b.height >= 64;
}

/** Whether a drawing is more than an icon: only then it is looked into. @param {Element} svg */
const isDrawing = (svg) => isLarge(svg) || !!svg.querySelector('text,a,[role],[tabindex],[onclick],foreignObject');

const SHAPES = new Set(['circle', 'ellipse', 'rect', 'line', 'path', 'polygon', 'polyline', 'g', 'use']);

/** How a thing without a name looks, '' when there is nothing to see of it: a shape or box with its colour. @param {Element} e */
function looks(e) {
  const b = e.getBoundingClientRect();
  if (b.width < 4 || b.height < 4) return '';
  const s = getComputedStyle(e);
  const shape = SHAPES.has(e.localName);
  const colour = hex(shape ? s.fill : s.backgroundColor);
  if (!shape && !colour && e.firstElementChild && !e.querySelector('img,svg,canvas') && !/^(pointer|grab)$/.test(s.cursor)) return '';
  return [shape ? e.localName : 'box', colour, Math.round(b.width) + '×' + Math.round(b.height)].filter(Boolean).join(' ');
}

/** A colour as #rrggbb, '' when nothing of it is seen. @param {string} c */
function hex(c) {
  const m = c.match(/^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/);
  return m && m[4] !== '0' ? '#' + m.slice(1, 4).map((n) => Number(n).toString(16).padStart(2, '0')).join('') : '';
}
