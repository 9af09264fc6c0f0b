// What the list of a field suggests (<datalist>), which Chrome draws outside of the page.

const SUGGESTS = /^(text|search|url|tel|email|number)$/;

/** Whether a field has a list of its own. @param {?Element} e */
const suggests = (e) => !!e && e.tagName === 'INPUT' && SUGGESTS.test(e.type) && !!e.list && !e.readOnly && !disabled(e);

/** The options that fit what the field holds: by their value or their label, as Chrome does. @param {HTMLInputElement} e */
function fitting(e) {
  const typed = e.value.trim().toLowerCase();
  const all = [...e.list.options].filter((o) => o.value !== '' && !o.disabled);
  const fit = all.filter((o) => o.value.toLowerCase().includes(typed) || o.label.toLowerCase().includes(typed));
  return fit.length === 1 && fit[0].value === e.value ? [] : fit;
}

/** The field with the focus that suggests something now. */
function suggestField() {
  const a = deepActive();
  if (a && fits(a, 'iframe,frame')) return { inner: true };
  if (!suggests(a) || fitting(a).length === 0) return {};
  return { key: key(a), kind: 'suggestions', name: name(a, 'textbox') };
}

/** What a field suggests, and where it is. @param {HTMLInputElement} e */
const suggestions = (e) => fitting(e).slice(0, MOST_OPTIONS).map((o) => ({ index: [...e.list.options].indexOf(o), label: cut(squeeze(o.value)), group: o.label !== o.value ? cut(squeeze(o.label)) : '' }));

/** Takes a suggestion by its place, if it is still the one that was shown. @param {number} k @param {number} i @param {string} label */
function suggestAt(k, i, label) {
  const e = element(k);
  if (!e || !e.isConnected || !e.list) return { err: 'gone' };
  const o = e.list.options[i];
  if (!o || cut(squeeze(o.value)) !== label) return { err: 'changed' };
  if (disabled(e) || e.readOnly) return { err: 'disabled' };
  if (e.value === o.value) return {};
  e.value = o.value;
  told(e);
  return {};
}
