// Roles by HTML-AAM and WAI-ARIA.

const BY_TAG = {
  ARTICLE: 'article', ASIDE: 'complementary', BUTTON: 'button', CANVAS: 'canvas', CAPTION: 'caption', DATALIST: 'listbox', DD: 'definition', DETAILS: 'group',
  DIALOG: 'dialog', DT: 'term', FIELDSET: 'group', FIGURE: 'figure', FORM: 'form', H1: 'heading', H2: 'heading', H3: 'heading',
  H4: 'heading', H5: 'heading', H6: 'heading', HR: 'separator', IFRAME: 'iframe', FRAME: 'iframe', LI: 'listitem', MAIN: 'main',
  MENU: 'list', METER: 'meter', NAV: 'navigation', OL: 'list', OPTGROUP: 'group', OPTION: 'option', OUTPUT: 'status',
  P: 'paragraph', PROGRESS: 'progressbar', SEARCH: 'search', SUMMARY: 'button', TABLE: 'table', TBODY: 'rowgroup',
  TEXTAREA: 'textbox', TFOOT: 'rowgroup', THEAD: 'rowgroup', TR: 'row', UL: 'list', VIDEO: 'video', AUDIO: 'audio',
};

const BY_INPUT = {
  button: 'button', checkbox: 'checkbox', color: 'color', date: 'date', 'datetime-local': 'datetime', email: 'textbox',
  file: 'file', image: 'button', month: 'month', number: 'spinbutton', password: 'textbox', radio: 'radio', range: 'slider',
  reset: 'button', search: 'searchbox', submit: 'button', tel: 'textbox', text: 'textbox', time: 'time', url: 'textbox', week: 'week',
};

const ARIA = new Set(('alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
  'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group ' +
  'heading img image insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio ' +
  'meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar ' +
  'search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript superscript suggestion switch tab table tablist tabpanel ' +
  'term textbox time timer toolbar tooltip tree treegrid treeitem').split(' '));

/** What can be clicked or typed into. */
const ACTS = new Set(('button checkbox color combobox date datetime file gridcell link listbox menuitem menuitemcheckbox menuitemradio month ' +
  'option radio scrollbar searchbox slider spinbutton switch tab textbox time treeitem video audio week clickable').split(' '));

/** What takes its name from what it holds. */
const NAMED_BY_CONTENT = new Set(('button cell checkbox clickable columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio ' +
  'option radio row rowheader switch tab tooltip treeitem').split(' '));

/** What is written as one thing: nothing inside is walked except controls. */
const LEAVES = new Set(('button checkbox color combobox date datetime file heading link listbox menuitem menuitemcheckbox menuitemradio meter ' +
  'month option progressbar radio scrollbar searchbox slider spinbutton switch tab textbox time img treeitem clickable week').split(' '));

/** What can be focused or says something of itself by an attribute that all elements may have. */
const MEANT = 'a[href],button,input,select,textarea,[tabindex],[contenteditable],' + ('atomic busy controls current describedby details dropeffect ' +
  'flowto grabbed keyshortcuts label labelledby live owns relevant').split(' ').map((n) => `[aria-${n}]`).join();

/** @param {Element} e */
function editable(e) {
  return e.isContentEditable && !(e.parentElement && e.parentElement.isContentEditable);
}

/** The role of an element, '' for none. @param {Element} e @returns {string} */
function role(e) {
  const given = e.getAttribute('role');
  if (given) {
    for (const r of given.trim().toLowerCase().split(/\s+/)) {
      if (!ARIA.has(r)) continue;
      // presentational roles do not hold for what can be focused or is named globally (ARIA conflict resolution)
      if ((r === 'none' || r === 'presentation') && e.matches(MEANT)) break;
      if (r === 'none' || r === 'presentation' || r === 'generic') return '';
      if (r === 'region' && !labelled(e)) continue; // a region without a name is none
      return { image: 'img', directory: 'list' }[r] || r;
    }
  }
  return nativeRole(e);
}

/** @param {Element} e @returns {string} */
function nativeRole(e) {
  const t = e.tagName;
  switch (t) {
    case 'a': return e.href ? 'link' : '';
    case 'g': return svgName(e) || labelled(e) ? 'group' : '';
    case 'image': return 'img';
    case 'A': case 'AREA': return e.hasAttribute('href') ? 'link' : '';
    case 'INPUT':
      if (e.type === 'hidden') return '';
      if (e.list && BY_INPUT[e.type] === 'textbox') return 'combobox';
      return BY_INPUT[e.type] || 'textbox';
    case 'SELECT': return e.multiple || e.size > 1 ? 'listbox' : 'combobox';
    case 'IMG': return e.getAttribute('alt') === '' ? '' : 'img';
    case 'svg': return e.querySelector(':scope > title') || e.hasAttribute('aria-label') ? 'img' : '';
    case 'SECTION': return labelled(e) ? 'region' : '';
    case 'FORM': return 'form';
    case 'HEADER': return sectioned(e) ? 'sectionheader' : 'banner';
    case 'FOOTER': return sectioned(e) ? 'sectionfooter' : 'contentinfo';
    case 'TD': return e.closest('[role=grid],[role=treegrid]') ? 'gridcell' : 'cell';
    case 'TH': return e.scope.startsWith('row') || !e.scope && e.parentElement && e.parentElement.querySelector(':scope > td') ? 'rowheader' : 'columnheader';
    case 'VIDEO': case 'AUDIO': return e.controls ? BY_TAG[t] : '';
    case 'SUMMARY': return e.parentElement && e.parentElement.tagName === 'DETAILS' ? 'button' : '';
  }
  if (BY_TAG[t]) return BY_TAG[t];
  return editable(e) ? 'textbox' : '';
}

/** @param {Element} e */
function labelled(e) {
  return !!(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || titleOf(e));
}

/** @param {Element} e */
function sectioned(e) {
  return !!e.parentElement && !!e.parentElement.closest('article,aside,main,nav,section,[role=article],[role=main],[role=region]');
}

/** @param {Element} e @param {string} r @returns {number} */
function level(e, r) {
  if (r !== 'heading') return 0;
  return +(e.getAttribute('aria-level') || (/^H[1-6]$/.test(e.tagName) ? e.tagName[1] : 2)) || 2;
}

/** @param {Element} e @returns {boolean} */
function disabled(e) {
  if (e.matches(':disabled')) return true;
  for (let n = e; n; n = up(n)) if (kind(n) === 1 && attribute(n, 'aria-disabled') === 'true') return true;
  return false;
}

/** The states worth telling. @param {Element} e @param {string} r @returns {string[]} */
function states(e, r) {
  const s = [];
  const aria = (n) => e.getAttribute('aria-' + n);
  if (disabled(e)) s.push('disabled');
  if (e.tagName === 'INPUT' && (e.type === 'checkbox' || e.type === 'radio')) {
    if (e.indeterminate) s.push('mixed');
    else if (e.checked) s.push('checked');
  } else if (aria('checked') === 'true') s.push('checked');
  else if (aria('checked') === 'mixed') s.push('mixed');
  if (e.tagName === 'OPTION' ? e.selected : aria('selected') === 'true') s.push('selected');
  if (aria('pressed') === 'true') s.push('pressed');
  const open = e.tagName === 'SUMMARY' ? String(e.parentElement.open) : aria('expanded');
  if (open === 'true') s.push('expanded');
  else if (open === 'false') s.push('collapsed');
  if (e.required || aria('required') === 'true') s.push('required');
  if (e.readOnly === true && ACTS.has(r) || aria('readonly') === 'true') s.push('readonly');
  if (aria('invalid') === 'true') s.push('invalid');
  if (aria('busy') === 'true') s.push('busy');
  if (aria('current') && aria('current') !== 'false') s.push('current');
  if (e === deepActive() && ACTS.has(r)) s.push('focused');
  return s;
}

/** The focused element, through shadow roots. @returns {?Element} */
function deepActive() {
  let a = doc.activeElement;
  while (a) {
    const inner = shadow(a) && shadow(a).activeElement;
    if (!inner) break;
    a = inner;
  }
  return a === doc.body || a === doc.documentElement ? null : a;
}
