// While a script of the agent runs: presses of controls that would order or pay
// are held (T8). Which those are is decided outside; this only lists and stops.

const MOST_CONTROLS = 500;

/** The controls that a script could press, with their names. */
function controls() {
  const out = [];
  for (const e of doc.querySelectorAll('button,input[type=submit],input[type=image],input[type=button],a,summary,[role=button],[role=link],[role=menuitem],[onclick]')) {
    const r = role(e);
    const n = name(e, ACTS.has(r) ? r : 'clickable');
    if (n) out.push({ key: key(e), name: n });
    if (out.length === MOST_CONTROLS) break;
  }
  return out;
}

let holding = null, heldOne = null, listens = false;

/** Stops presses of these controls until letGo. @param {number[]} keys */
function hold(keys) {
  holding = new Set(keys.map(element).filter(Boolean));
  heldOne = null;
  if (!listens) for (const t of ['click', 'submit']) addEventListener(t, heldBack, true);
  listens = true;
}

/** @param {Event} ev */
function heldBack(ev) {
  if (!holding) return;
  if (ev.isTrusted && ev.type === 'click') { // a real press: the script is over
    holding = null;
    return;
  }
  let c = ev.composedPath().find((n) => holding.has(n));
  if (!c && ev.type === 'submit') {
    const form = ev.target;
    const submit = ev.submitter || [...allIn(form, 'button,input'), ...elementsOf(form)].find((b) => b.form === form && (b.type === 'submit' || b.type === 'image'));
    if (holding.has(submit)) c = submit;
  }
  if (!c) return;
  ev.preventDefault();
  ev.stopImmediatePropagation();
  heldOne = heldOne || c;
}

/** Lets presses through again, and tells the first that was held. */
function letGo() {
  const e = heldOne;
  holding = heldOne = null;
  return e ? pressing(e, '') : NOTHING;
}
