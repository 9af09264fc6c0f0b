// What names are made of besides the words of an element: the numbers of CSS
// counters, what aria-owns takes from elsewhere, and the case that CSS shows.

/** What holds while one question is answered: the document does not change meanwhile. @type {{numbers: ?Map<Element, Object<string, string>>, owners: ?Map<Element, Element>}} */
const answering = { numbers: null, owners: null };

const PSEUDO = ['::before', '::after'];

/** The texts of generated content with counters, for all of the document: a number depends on all that stands before. */
class Counting {
  constructor() {
    /** The instances of each counter, the innermost last. @type {Map<string, {scope: ?Element, value: number}[]>} */
    this.counters = new Map();
    this.texts = new Map();
    this.element(doc.documentElement, null);
  }

  /** @param {Element} e @param {?Element} parent */
  element(e, parent) {
    const s = getComputedStyle(e);
    if (s.display === 'none') return;
    this.count(s, parent);
    this.generated(e, '::before');
    for (const c of children(e)) if (kind(c) === 1) this.element(c, e);
    this.generated(e, '::after');
    for (const list of this.counters.values()) while (list.length && list.at(-1).scope === e) list.pop();
  }

  /** @param {Element} e @param {string} which */
  generated(e, which) {
    const s = getComputedStyle(e, which);
    if (!s.content || s.content === 'none' || s.content === 'normal') return;
    this.count(s, e);
    if (!s.content.includes('counter')) return;
    if (!this.texts.has(e)) this.texts.set(e, {});
    this.texts.get(e)[which] = generatedText(s.content, (name, between, style) => this.text(name, between, style));
  }

  /** @param {CSSStyleDeclaration} s @param {?Element} scope */
  count(s, scope) {
    for (const [name, value] of counts(s.counterReset, 0)) {
      const list = this.instances(name);
      if (list.length && list.at(-1).scope === scope) list.pop();
      list.push({ scope, value });
    }
    for (const [name, by] of counts(s.counterIncrement, 1)) this.innermost(name, scope).value += by;
    for (const [name, value] of counts(s.counterSet, 0)) this.innermost(name, scope).value = value;
  }

  instances(name) {
    if (!this.counters.has(name)) this.counters.set(name, []);
    return this.counters.get(name);
  }

  innermost(name, scope) {
    const list = this.instances(name);
    if (!list.length) list.push({ scope, value: 0 });
    return list.at(-1);
  }

  text(name, between, style) {
    const values = this.instances(name).map((i) => numeral(i.value, style));
    return between === null ? values.at(-1) || numeral(0, style) : values.join(between);
  }
}

/** The pairs of a counter property, such as "a 1 b 2". @param {string} text @param {number} otherwise @returns {[string, number][]} */
function counts(text, otherwise) {
  if (!text || text === 'none') return [];
  return [...text.matchAll(/([-\w]+)(?:\s+(-?\d+))?/g)].map((m) => [m[1], m[2] === undefined ? otherwise : Number(m[2])]);
}

/** @param {number} n @param {string} style a list style */
function numeral(n, style) {
  if (n > 0 && n < 27 && /^(lower|upper)-(alpha|latin)$/.test(style)) return String.fromCharCode((style[0] === 'u' ? 64 : 96) + n);
  if (n > 0 && n < 4000 && style.endsWith('roman')) {
    const digits = [[1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'], [50, 'l'], [40, 'xl'], [10, 'x'], [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i']];
    let out = '';
    for (const [value, letters] of digits) for (; n >= value; n -= value) out += letters;
    return style[0] === 'u' ? out.toUpperCase() : out;
  }
  return style === 'decimal-leading-zero' && n >= 0 && n < 10 ? '0' + n : String(n);
}

/** The words of generated content: what stands behind a slash is for those who hear it. @param {string} content @param {function(string, ?string, string): string} counter */
function generatedText(content, counter) {
  let out = '', end = '';
  for (const m of content.matchAll(/"((?:[^"\\]|\\.)*)"|(\/)|counters?\(([-\w]+)(?:, "((?:[^"\\]|\\.)*)")?(?:, ([-\w]+))?\)/g)) {
    if (m[2]) out = end = ' ';
    else if (m[3]) out += counter(m[3], m[4] === undefined ? null : m[4], m[5] || 'decimal');
    else out += (m[1] || '').replace(/\\(.)/g, '$1');
  }
  return out + end;
}

/** @param {Element} e @param {string} which */
function pseudo(e, which) {
  const s = getComputedStyle(e, which), c = s.content;
  if (!c || c === 'none' || c === 'normal') return '';
  if (c.includes('counter')) answering.numbers = answering.numbers || new Counting().texts;
  const t = c.includes('counter') ? (answering.numbers.get(e) || {})[which] || '' : generatedText(c, () => '');
  return s.display.startsWith('inline') ? t : ' ' + t + ' ';
}

/** Who owns what by aria-owns. @returns {Map<Element, Element>} */
function owners() {
  if (answering.owners) return answering.owners;
  answering.owners = new Map();
  for (const e of doc.querySelectorAll('[aria-owns]')) {
    if (e.closest('[aria-hidden=true]') || !shown(e)) continue;
    for (const o of ownedBy(e)) if (o !== e && !o.contains(e) && !answering.owners.has(o)) answering.owners.set(o, e);
  }
  return answering.owners;
}

/** @param {Element} e @returns {Element[]} */
const ownedBy = (e) => attribute(e, 'aria-owns').trim().split(/\s+/).map((i) => byId(e, i)).filter((o) => o && shown(o));

/** Text in the case in which it is shown. @param {string} t @param {string} transform of CSS */
function cased(t, transform) {
  switch (transform) {
    case 'uppercase': return t.toUpperCase();
    case 'lowercase': return t.toLowerCase();
    case 'capitalize': return t.replace(/(^|[^\p{L}\p{N}_'’])(\p{L})/gu, (_, a, b) => a + b.toUpperCase());
  }
  return t;
}
