// What kind of field something is, and what a box says.

const BOXES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

/** @param {Element} e */
function boxState(e) {
  if ('checked' in e && e.tagName === 'INPUT') return e.indeterminate ? 'mixed' : String(e.checked);
  return e.getAttribute('aria-checked') || 'false';
}

/** The field that a target means: itself, or the one that it is the label of. @param {Element} e */
function fieldFor(e) {
  if (e.tagName === 'LABEL' && e.control) return e.control;
  return e.tagName === 'OPTION' ? e.closest('select') || e : e;
}

/** How a target is filled in. */
function field(t) {
  const { e: hit, err, what } = target(t);
  if (err) return { err, what };
  const e = fieldFor(hit);
  const r = role(e), object = words(e);
  if (BOXES.has(r)) return { object, kind: 'box', state: boxState(e), single: /radio/.test(r) };
  if (e.tagName === 'SELECT') return { object, kind: 'list', many: e.multiple };
  if (e.tagName === 'INPUT' && e.type === 'file') return { object, kind: 'file', many: e.multiple, folders: e.webkitdirectory };
  return { object, kind: 'text' };
}
