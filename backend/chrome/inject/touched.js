// What the person changed, by its name and never by its value (T13).

const TICKED = /^(checkbox|radio|range)$/;

/** Whether a way of using a field changes it. @param {Element} e @param {string} how typed, pressed or clicked */
function changedBy(e, how) {
  const ticked = e.tagName === 'INPUT' && TICKED.test(e.type);
  if (how === 'clicked') return ticked;
  if (e.readOnly || e.disabled) return false;
  if (ticked || e.tagName === 'SELECT') return true;
  if (e.tagName === 'TEXTAREA' || e.isContentEditable) return how === 'typed';
  if (e.tagName !== 'INPUT' || /^(button|submit|reset|image|file|hidden)$/.test(e.type)) return false;
  return how === 'typed' || PICKERS.test(e.type) || e.type === 'number';
}

/** The field with the focus, if the person just changed it; the frame where it is in one. @param {string} how */
function touched(how) {
  const a = deepActive();
  if (a && fits(a, 'iframe,frame')) return { frame: key(a) };
  if (!a || !changedBy(a, how)) return {};
  const r = role(a) || 'textbox';
  return { role: r, name: name(a, r) };
}
