// What Chrome draws outside of the page, so that no picture of the page shows it:
// the open list of a select, and the pickers of dates, times and colours.

const PICKERS = /^(date|datetime-local|month|week|time|color)$/;

/** The most options of a list that are told. */
const MOST_OPTIONS = 3000;

/** What kind of picker a field has; '' where the page itself draws it, or there is none. @param {Element} e */
function pickerOf(e) {
  if (e.tagName === 'SELECT') return getComputedStyle(e).appearance === 'base-select' ? '' : 'list';
  return e.tagName === 'INPUT' && PICKERS.test(e.type) ? e.type : '';
}

/** Whether Chrome has the picker of a field open. @param {?Element} e */
function isOpen(e) {
  try { return !!e && fits(e, ':open') && pickerOf(e) !== ''; } catch { return false; } // an older Chrome cannot tell
}

/** The field whose picker is open: where the focus is, or where a script of the page opened one. */
function openField() {
  const a = deepActive();
  if (a && fits(a, 'iframe,frame')) return { inner: true };
  if (a && !shadow(a) && mayHaveClosedRoot(a)) { // the focus is in it
    suspects.push(a);
    return { closed: true };
  }
  const e = isOpen(a) ? a : allIn(doc.documentElement, 'select,input').find(isOpen);
  if (!e) return {};
  const r = role(e);
  return { key: key(e), kind: pickerOf(e), name: name(e, ACTS.has(r) ? r : 'clickable') };
}

/** @param {Element} o an option */
const labelOf = (o) => cut(squeeze(o.label || o.text));

/** A field that is in no document, as scripts make one to ask for files. @param {number} k */
function detached(k) {
  const e = elements.get(k) && elements.get(k).deref();
  return e && e.type === 'file' ? e : null;
}

/** What a picker for a field needs to know. @param {number} k */
function pickerField(k) {
  const e = element(k) || detached(k);
  if (!e) return { err: 'gone' };
  const b = e.getBoundingClientRect();
  const f = { x: b.x, y: b.y, w: b.width, h: b.height };
  if (e.type === 'file') return { ...f, name: e.isConnected ? name(e, 'button') : '', accept: e.accept, multiple: e.multiple };
  if (suggests(e)) return { ...f, options: suggestions(e) };
  if (e.tagName !== 'SELECT') return { ...f, value: e.value, min: e.min, max: e.max, step: e.step, required: e.required };
  f.options = [];
  for (const o of [...e.options].slice(0, MOST_OPTIONS)) {
    const group = o.parentElement.tagName === 'OPTGROUP' ? o.parentElement : null;
    if (getComputedStyle(o).display === 'none' || group && getComputedStyle(group).display === 'none') continue;
    f.options.push({ index: o.index, label: labelOf(o), group: group ? cut(squeeze(group.label)) : '', disabled: off(o), chosen: o.selected });
  }
  return f;
}

/** Where a point of this document is in the window, which shows a part of it where fingers zoomed in. */
function inWindow(x, y) {
  const v = visualViewport;
  return { x: (x - v.offsetLeft) * v.scale, y: (y - v.offsetTop) * v.scale, scale: v.scale };
}

/** How long Chrome may take to close a picker (ms). */
const CLOSING = 600;

/** Waits until Chrome's own picker of a field is closed. @param {number} k */
async function pickerClosed(k) {
  for (const end = performance.now() + CLOSING; isOpen(element(k)) && performance.now() < end;) await frame();
  return !isOpen(element(k));
}

/** Chooses an option by its place, if it is still the one that was shown. @param {number} k @param {number} i @param {string} label */
function chooseAt(k, i, label) {
  const e = element(k);
  if (!e || !e.isConnected) return { err: 'gone' };
  const o = e.options[i];
  if (!o || labelOf(o) !== label) return { err: 'changed' };
  if (disabled(e)) return { err: 'disabled' };
  if (off(o)) return { err: 'offoption', what: label };
  if (!o.selected) choose(e, [o]); // of what changes nothing Chrome tells a page nothing
  return {};
}

/** Gives a field a value that its picker could give: one that its bounds allow. @param {number} k @param {string} v */
function giveValue(k, v) {
  const e = element(k);
  if (!e || !e.isConnected) return { err: 'gone' };
  if (disabled(e) || e.readOnly) return { err: 'disabled' };
  const was = e.value;
  e.value = v;
  const now = e.validity;
  const err = v !== e.value && e.type !== 'color' ? 'format' : now.rangeUnderflow || now.rangeOverflow ? 'range' : now.stepMismatch ? 'step' : '';
  if (err) {
    e.value = was;
    return { err };
  }
  if (e.value !== was) told(e);
  return {};
}
