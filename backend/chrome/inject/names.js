// Names by the accessible name computation, for what is shown.

const LONGEST = 200;

/** @param {string} t */
const squeeze = (t) => t.replace(/[\s\u00a0\u200b\u00ad]+/g, ' ').replace(/[\ue000-\uf8ff]/g, '').trim();

/** @param {string} t */
const cut = (t) => (t.length > LONGEST ? t.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '') + '…' : t);

/** Closed shadow roots that Chrome handed over. @type {WeakMap<Element, ShadowRoot>} */
const closed = new WeakMap();

/** @param {Element} e @returns {?ShadowRoot} */
const shadow = (e) => shadowOf(e) || closed.get(e) || null;

/** The parent on screen: of the flat tree. @param {Node} n @returns {?Node} */
function up(n) {
  const slot = kind(n) === 1 ? slotOf(n) : n.assignedSlot;
  if (slot) return slot;
  const p = parentOf(n);
  return p && kind(p) === 11 ? p.host || null : p && kind(p) === 1 ? p : null;
}

/** The children on screen: of the flat tree. @param {Element} e @returns {Iterable<Node>} */
function children(e) {
  const root = shadow(e);
  if (root) return root.childNodes;
  if (e.tagName === 'SLOT') {
    const a = e.assignedNodes();
    if (a.length) return a;
  }
  return childrenOf(e);
}

/** @param {Element} e @param {string} id */
function byId(e, id) {
  const root = e.getRootNode();
  return root.getElementById ? root.getElementById(id) : null;
}

/** @param {Element} e @returns {Element[]} */
function labelledBy(e) {
  const ids = e.getAttribute('aria-labelledby');
  const direct = e.ariaLabelledByElements;
  if (direct && direct.length) return [...direct];
  return ids ? ids.trim().split(/\s+/).map((i) => byId(e, i)).filter(Boolean) : [];
}

/** The name of an element. @param {Element} e @param {string} r its role */
function name(e, r) {
  return cut(squeeze(nameOf(e, r, new Set(), false)));
}

/** @param {Element} e @param {string} r @param {Set<Element>} seen @param {boolean} nested */
function nameOf(e, r, seen, nested) {
  if (seen.has(e)) return '';
  if (!seen.referred) {
    const by = labelledBy(e);
    if (by.length) {
      const t = by.map((l) => textOf(l, referred(seen), true)).join(' ');
      if (nested) for (const l of by) seen.add(l); // it is said once in a name
      if (squeeze(t)) return t;
    }
  }
  const label = e.getAttribute('aria-label');
  if (label && squeeze(label)) return label;
  const native = nativeName(e, r, seen);
  if (native && squeeze(native)) return native;
  if (NAMED_BY_CONTENT.has(r) || nested) {
    let t = contentOf(e, branch(seen));
    if (!squeeze(t) && !nested) t = contentOf(e, seen, true); // all of it is aria-hidden, and still what a person reads
    if (squeeze(t) || (nested && t && !titleOf(e))) return t;
  }
  if (e.tagName === 'IMG' && e.getAttribute('alt') === '') return '';
  return titleOf(e) || (e.getAttribute('placeholder') || e.getAttribute('aria-placeholder') || '');
}

/** Names that others refer to are not looked up once more from there. @param {Set<Element>} seen */
function referred(seen) {
  const s = new Set(seen);
  s.referred = true;
  return s;
}

/** What was visited, for a branch of its own. @param {Set<Element>} seen */
function branch(seen) {
  const s = new Set(seen);
  s.referred = seen.referred;
  return s;
}

/** What HTML itself names a thing by. @param {Element} e @param {string} r @param {Set<Element>} seen */
function nativeName(e, r, seen) {
  const t = e.tagName;
  if (e.labels && e.labels.length) {
    const text = [...e.labels].map((l) => labelText(l, e, seen)).join(' ');
    if (squeeze(text)) return text;
  }
  if (t === 'INPUT' && (e.type === 'submit' || e.type === 'reset' || e.type === 'button')) {
    return e.value || (e.type === 'submit' ? 'Submit' : e.type === 'reset' ? 'Reset' : '');
  }
  if (t === 'INPUT' && e.type === 'file') return e.multiple ? 'Choose Files' : 'Choose File'; // what Chrome draws
  if (t === 'INPUT' && e.type === 'image') return e.alt || titleOf(e) || 'Submit';
  if (t === 'IMG' || t === 'AREA') return e.alt || '';
  if (e.namespaceURI === SVG) return svgName(e);
  const first = { FIELDSET: 'LEGEND', TABLE: 'CAPTION' }[t];
  if (first) for (const c of e.children) if (c.tagName === first) return textOf(c, seen, false);
  if (t === 'IFRAME' || t === 'FRAME') return titleOf(e);
  if (t === 'OPTION' || t === 'OPTGROUP') return e.label || '';
  return '';
}

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} e */
function svgName(e) {
  for (const c of e.children) if (c.tagName === 'title') return c.textContent;
  return e.getAttributeNS('http://www.w3.org/1999/xlink', 'title') || '';
}

/** A label's text without the control it is for. @param {Element} l @param {Element} control @param {Set<Element>} seen */
function labelText(l, control, seen) {
  const s = branch(seen);
  s.add(control);
  const label = l.getAttribute('aria-label');
  return label || contentOf(l, s);
}

/** The text of an element as part of a name. @param {Element} e @param {Set<Element>} seen @param {boolean} evenHidden */
function textOf(e, seen, evenHidden) {
  if (seen.has(e)) return '';
  if (evenHidden && !shown(e)) return e.getAttribute('aria-label') || e.textContent;
  const r = role(e);
  if (r === 'textbox' || r === 'combobox' || r === 'listbox' || r === 'slider' || r === 'spinbutton' || r === 'searchbox') {
    const label = e.getAttribute('aria-label');
    if (evenHidden && label) return label;
    return value(e, r) || '';
  }
  return nameOf(e, r, seen, true);
}

/** What hangs below an item has names of its own: an item is not called otherwise when it is opened. */
const NESTED = /^(group|tree)$/;
const ITEM = /^(treeitem|menuitem|menuitemcheckbox|menuitemradio)$/;

/** @param {Element} e */
function hangsBelow(e) {
  const r = e.getAttribute('role');
  if (r === 'menu') return true; // also within a label: a menu is no words
  if (!NESTED.test(r || '')) return false;
  const above = e.parentElement && e.parentElement.closest('[role]');
  return !!above && ITEM.test(above.getAttribute('role'));
}

/** @param {Element} e @param {Set<Element>} seen @param {boolean=} hiddenToo with what is aria-hidden */
function contentOf(e, seen, hiddenToo) {
  if (seen.has(e)) return '';
  seen.add(e);
  let t = pseudo(e, '::before');
  const transform = getComputedStyle(e).textTransform;
  for (const c of children(e)) {
    if (t.length > 4 * LONGEST) break;
    const k = kind(c);
    if (k === 3) t += cased(c.data, transform);
    else if (k === 1 && masked(c)) t += contentOf(c, seen, hiddenToo);
    else if (k === 1 && !hangsBelow(c)) t += contentPart(c, seen, hiddenToo);
  }
  if (attribute(e, 'aria-owns') !== null) for (const o of ownedBy(e)) if (owners().get(o) === e) t += ' ' + contentPart(o, seen, hiddenToo, e);
  return t + pseudo(e, '::after');
}

/** @param {Element} c @param {Set<Element>} seen @param {boolean=} hiddenToo @param {Element=} owner by aria-owns */
function contentPart(c, seen, hiddenToo, owner) {
  if (c.id && owners().has(c) && owners().get(c) !== owner) return '';
  if (SKIP.has(c.tagName)) return '';
  if (seen.has(c)) return ' ';
  if (c.tagName === 'BR') return ' ';
  if (c.getAttribute('aria-hidden') === 'true' && !hiddenToo) return '';
  const style = getComputedStyle(c);
  if (style.display === 'none' || style.visibility === 'hidden' || style.visibility === 'collapse') return '';
  const t = hiddenToo ? contentOf(c, seen, true) : textOf(c, seen, false);
  return style.display === 'inline' || style.display === 'contents' ? t : ' ' + t + ' ';
}

/** The value of a field, never of a password. @param {Element} e @param {string} r */
function value(e, r) {
  const t = e.tagName;
  if (t === 'SELECT') return cut([...e.selectedOptions].map((o) => squeeze(o.label || o.text)).filter(Boolean).join(', '));
  if (t === 'INPUT') {
    if (e.type === 'password') return e.value ? '[filled]' : '';
    if (BY_INPUT[e.type] === 'button' && e.type !== 'image') return e.labels.length ? e.value : ''; // its face, when a label names it
    if (e.type === 'checkbox' || e.type === 'radio' || e.type === 'image') return '';
    if (e.type === 'file') return cut([...e.files].map((f) => f.name).join(', '));
    return cut(squeeze(secret.has(e) ? (e.value ? '[filled]' : '') : e.value));
  }
  if (t === 'TEXTAREA') return cut(squeeze(e.value));
  if (t === 'PROGRESS' || t === 'METER') return e.position === -1 ? '' : String(e.value);
  if (r === 'slider' || r === 'spinbutton' || r === 'progressbar' || r === 'meter' || r === 'scrollbar') {
    return e.getAttribute('aria-valuetext') || e.getAttribute('aria-valuenow') || '';
  }
  if (r === 'listbox') return cut([...e.querySelectorAll('[aria-selected=true]')].map((o) => squeeze(o.textContent)).join(', '));
  if (r === 'textbox' || r === 'searchbox' || (r === 'combobox' && e.isContentEditable)) return cut(squeeze(e.innerText || e.textContent));
  if (r === 'combobox') return cut(squeeze(contentOf(e, new Set())));
  return '';
}

/** Fields that were password fields once: «show password» does not show them. @type {WeakSet<Element>} */
const secret = new WeakSet();

/** Whether an element is drawn. @param {Element} e */
function shown(e) {
  return e.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: false });
}
