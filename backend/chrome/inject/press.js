// What a click or a key would press, and what its form is about (T8).

/** What does something by itself when it is pressed. */
const PRESSED = 'button,input,select,textarea,summary,a,label,[role],[onclick]';

/** The control that a hit belongs to, the hit itself if none. @param {Element} hit */
function controlAt(hit) {
  for (let n = hit; n; n = up(n)) {
    if (kind(n) !== 1 || !fits(n, PRESSED)) continue;
    if (n.tagName === 'LABEL') {
      if (n.control) return n.control;
      continue;
    }
    if (n.tagName === 'A' || attribute(n, 'onclick') !== null || ACTS.has(role(n))) return n;
  }
  return hit;
}

/** The form or dialog of a control, or the part of the page around it. @param {Element} e */
function formOf(e) {
  if (e.form) return e.form;
  let part = e;
  for (let n = e; n; n = up(n)) {
    if (kind(n) !== 1) continue;
    if (fits(n, 'form,dialog,[role=dialog],[role=alertdialog]')) return n;
    if (n === doc.body || n === doc.documentElement) break;
    if (wordsIn(n).length <= 1500) part = n;
  }
  return part;
}

const CARD = /card.?(number|num|no\b)|cc.?(number|num|name|exp|csc)|\b(cvc|cvv|csc|iban)\b|security.?code|kartennummer|kreditkarte/i;
const PAYMENT_FRAME = /^https:\/\/([^/]+\.)?(stripe|adyen|braintreegateway|braintree-api|paypal|klarna|mollie|checkout|squareup|squarecdn|worldpay|payu|razorpay|cybersource|authorize|recurly|spreedly|2checkout|paddle|mercadopago|payone|wirecard|datatrans|saferpay)\.(com|net|io|nl|de|ch)\//i;

/** Whether a form has the fields of a payment, its own or those of a payment service. @param {Element} root */
function pays(root) {
  const fields = root instanceof HTMLFormElement ? [...elementsOf(root)] : allIn(root, 'input,select');
  for (const f of fields) {
    if (!f.matches('input,select') || f.type === 'hidden') continue;
    if (/\bcc-/.test(f.autocomplete || f.getAttribute('autocomplete') || '')) return true;
    const says = [f.name, f.id, f.placeholder, f.getAttribute('aria-label'), ...[...(f.labels || [])].map((l) => l.textContent)].join(' ');
    if (CARD.test(says)) return true;
  }
  return allIn(root, 'iframe[src]').some((f) => PAYMENT_FRAME.test(f.src));
}

/** What pressing a control means. @param {Element} e @param {string} told the role as the walk told it */
function pressing(e, told) {
  const r = role(e);
  const root = formOf(e);
  return {
    role: told || (ACTS.has(r) ? r : 'clickable'), name: name(e, ACTS.has(r) ? r : 'clickable'),
    around: squeeze(wordsIn(root)).slice(0, 1500), pays: pays(root), leads: leads(e),
  };
}

/** A link to another document; one within this one, or to a script, may do anything. @param {Element} e */
const leads = (e) => !e.hasAttribute('onclick') && goes(e);

/** Whether following an element loads another document. @param {Element} e */
function goes(e) {
  if (e.tagName !== 'A' && e.tagName !== 'AREA' || !e.href) return false;
  const bare = (u) => u.split('#')[0];
  return /^https?:/.test(e.protocol) && bare(e.href) !== bare(location.href);
}

const NOTHING = { role: '', name: '' };

/** What Enter or the blank presses where the focus is. @param {Element} e @param {string} how */
function byKey(e, how) {
  if (e.tagName === 'IFRAME' || e.tagName === 'FRAME') return { frame: key(e) };
  const r = role(e);
  if (r === 'button' || r === 'link' || r === 'menuitem' || e.tagName === 'SUMMARY') return pressing(e, '');
  if (how !== 'enter' || e.tagName === 'TEXTAREA' || e.isContentEditable) return NOTHING;
  const form = e.form || (e.closest && e.closest('form'));
  if (form) { // implicit submission goes through the first submit button (HTML, 4.10.21.2)
    const all = allIn(form, 'button,input').concat([...elementsOf(form)]);
    const submit = all.find((b) => b.form === form && (b.type === 'submit' || b.type === 'image'));
    if (submit) return submit.disabled ? NOTHING : pressing(submit, '');
    return { role: 'form', name: '', around: squeeze(wordsIn(form)).slice(0, 1500), pays: pays(form) };
  }
  if (e.tagName !== 'INPUT') return NOTHING;
  const root = formOf(e);
  return { role: 'form', name: '', around: '', pays: pays(root) };
}

/**
 * What would be pressed: by a target, at a point, or by a key where the focus or the target is.
 * @param {{key: number, selector: string, role: string, name: string, x: number, y: number}} t @param {string} how
 */
function press(t, how) {
  let e, told = '';
  holding = null; // what comes now is no script's
  if (typeof t.x === 'number') {
    e = at(t.x, t.y);
    if (e && (e.tagName === 'IFRAME' || e.tagName === 'FRAME')) {
      const i = within(key(e));
      return { frame: key(e), x: (t.x - i.x) / i.sx, y: (t.y - i.y) / i.sy };
    }
    e = e && controlAt(e);
  } else if (t.key || t.selector) {
    const found = t.key ? { e: element(t.key) } : target(t);
    if (!found.e) return NOTHING; // the action itself says why
    e = found.e;
    if (how === 'click') {
      if (t.role === 'clickable') told = t.role;
      else if (!t.key) e = controlAt(e);
    }
  } else e = deepActive();
  if (!e || e === doc.body || e === doc.documentElement) return NOTHING;
  return how === 'click' ? pressing(e, told) : byKey(e, how);
}
